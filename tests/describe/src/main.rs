//! Writes the generated files: `cargo xtask generate`.

use std::process::ExitCode;

use agon_describe::FILES;

fn main() -> ExitCode {
    for file in FILES {
        let path = file.path();
        if let Err(error) = std::fs::write(&path, (file.content)()) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
