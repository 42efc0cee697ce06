//! Play, study and compete at classic two-player games.

use std::process::ExitCode;

fn main() -> ExitCode {
    agon_cli::main()
}
