//! The project's own tasks: `cargo xtask test` runs everything that must be green.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const USAGE: &str = "\
Usage: cargo xtask TASK

Tasks:
  test     format, lints, docs, and every test of the usual run
  long     the longer comparisons with the slow twins (about a million positions per rule set)
  fuzz     every fuzz target for a while (needs a nightly toolchain and cargo-fuzz): fuzz [SECONDS]
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(),
        ["long"] => long(),
        ["fuzz"] => fuzz("30"),
        ["fuzz", seconds] => fuzz(seconds),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Everything that has to hold before a change is merged.
fn test() -> Result<(), String> {
    require_python()?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    doc()?;
    // The binary that command-line and protocol tests start is built as users build it.
    cargo(&["build", "--release"])?;
    cargo(&["test", "--workspace", "--no-fail-fast"])
}

/// The comparisons that take longer than the usual run may.
fn long() -> Result<(), String> {
    cargo(&["test", "--release", "--workspace", "--no-fail-fast", "--", "--ignored"])
}

fn doc() -> Result<(), String> {
    let mut command = cargo_command(&["doc", "--workspace", "--no-deps", "--quiet"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run(command, "cargo doc --workspace --no-deps")
}

/// The example bot is a Python program, and a test plays against it.
fn require_python() -> Result<(), String> {
    if Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends", "python3"]);
    run(install, "apt-get install python3 (the example bot's tests need it)")
}

fn fuzz(seconds: &str) -> Result<(), String> {
    let seconds: u32 =
        seconds.parse().map_err(|_| format!("{seconds:?} is not a number of seconds\n\n{USAGE}"))?;
    for target in fuzz_targets()? {
        let mut command = Command::new("cargo");
        command.current_dir(root()).args(["+nightly", "fuzz", "run", &target, "--"]);
        command.arg(format!("-max_total_time={seconds}"));
        run(command, &format!("cargo +nightly fuzz run {target}"))?;
    }
    Ok(())
}

fn fuzz_targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

fn cargo(args: &[&str]) -> Result<(), String> {
    run(cargo_command(args), &format!("cargo {}", args.join(" ")))
}

fn cargo_command(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(args);
    command
}

fn run(mut command: Command, name: &str) -> Result<(), String> {
    eprintln!("==> {name}");
    let started = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: cannot start: {error}"))?;
    if !status.success() {
        return Err(format!("{name}: failed ({status})"));
    }
    eprintln!("    done in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}
