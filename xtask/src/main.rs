//! The project's own tasks: `cargo xtask test` runs everything that must be green.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use xtask::new_game::{CRATE, TAVLI, Template, create};

const USAGE: &str = "\
Usage: cargo xtask TASK

Tasks:
  test     format, lints, docs, and every test of the usual run
  generate the files made of the types of the interface: the description of the API, the types of the page
  long     the longer comparisons: with the slow references (about a million positions per rule set), with GNU Backgammon
  load     load on a server of one's own: turns per processor second, idle games, a storm of reconnects
  crash    kill -9 under load and a check that nothing is lost: crash [--cycles N] [--postgres]
  fuzz     every fuzz target for a while (needs a nightly toolchain and cargo-fuzz): fuzz [SECONDS]
  new-game a new game from a template, registered and playable everywhere: new-game NAME, with a crate of its own, or
           new-game NAME --tavli, a variant of the tavli library; docs/adding-a-game.md continues from there
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(),
        ["generate"] => cargo(&["run", "--quiet", "--package", "agon-describe"]),
        ["long"] => long(),
        ["load", ref rest @ ..] => loadtest("load", rest),
        ["crash", ref rest @ ..] => loadtest("crash", rest),
        ["fuzz"] => fuzz("30"),
        ["fuzz", seconds] => fuzz(seconds),
        ["new-game", name] => new_game(name, &CRATE),
        ["new-game", name, "--tavli"] | ["new-game", "--tavli", name] => new_game(name, &TAVLI),
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
    require("python3", "python3", "the example bot's tests")?;
    require("node", "nodejs npm", "the browser tests")?;
    require("chromium", "chromium", "the browser tests")?;
    require("firefox-esr", "firefox-esr", "the browser tests")?;
    // Debian keeps the server's programs where no usual path leads.
    if !Path::new("/usr/lib/postgresql").exists() {
        require("postgres", "postgresql", "the tests of several nodes")?;
    }
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    doc()?;
    cargo(&["test", "--workspace", "--no-fail-fast"])?;
    browser()
}

/// Types of the page's scripts, then whole games in a real browser.
fn browser() -> Result<(), String> {
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    // The binary that the command-line tests have built.
    let mut command = npm_command(&["test"]);
    command.env("AGON_BIN", built_binary());
    run(command, "npm test (web)")
}

fn npm(args: &[&str]) -> Result<(), String> {
    run(npm_command(args), &format!("npm {} (web)", args.join(" ")))
}

fn npm_command(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root().join("web")).args(args);
    command
}

fn built_binary() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    root().join(target).join("debug").join("agon")
}

/// The comparisons that take longer than the usual run may.
fn long() -> Result<(), String> {
    // Debian keeps it among the games, where no usual path leads.
    if !Path::new("/usr/games/gnubg").exists() {
        require("gnubg", "gnubg", "the tests of .mat files and matches with GNU Backgammon")?;
    }
    cargo(&["test", "--release", "--workspace", "--no-fail-fast", "--", "--ignored"])
}

/// Runs a load or crash test of the server, in release mode.
fn loadtest(name: &str, rest: &[&str]) -> Result<(), String> {
    let args = [&["run", "--release", "--package", "agon-loadtest", "--bin", name, "--"][..], rest].concat();
    cargo(&args)
}

/// Writes a game from a template and says what it consists of.
fn new_game(name: &str, template: &Template) -> Result<(), String> {
    for path in create(&root(), name, template)? {
        println!("{}", path.display());
    }
    println!("{name} is registered; next: cargo run -- play {name}, and docs/adding-a-game.md");
    Ok(())
}

fn doc() -> Result<(), String> {
    let mut command = cargo_command(&["doc", "--workspace", "--no-deps", "--quiet"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run(command, "cargo doc --workspace --no-deps")
}

/// Installs a program's Debian packages unless it is there already.
fn require(program: &str, packages: &str, purpose: &str) -> Result<(), String> {
    if Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let mut update = Command::new("apt-get");
    update.args(["update", "--quiet"]);
    run(update, "apt-get update")?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(packages.split(' '));
    run(install, &format!("apt-get install {packages} ({purpose} need it)"))
}

fn fuzz(seconds: &str) -> Result<(), String> {
    let seconds: u32 = seconds.parse().map_err(|_| format!("{seconds:?} is not a number of seconds\n\n{USAGE}"))?;
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
