//! `agon worker` and `agon migrate`: a site of several machines.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use agon_server::store::carry_to_postgres;
use anyhow::{Context, anyhow, bail};
use clap::Args;

use super::serve::is_postgres;

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    /// Database of the site: <postgres://USER:PASSWORD@HOST/NAME>
    #[arg(long, value_name = "URL", env = "AGON_DATABASE")]
    database: String,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write logs as JSON lines
    #[arg(long)]
    log_json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MigrateArgs {
    /// Database to read: sqlite:FILE, which no server may be using
    #[arg(long, value_name = "URL")]
    from: String,
    /// Empty database to write: <postgres://USER:PASSWORD@HOST/NAME>
    #[arg(long, value_name = "URL")]
    to: String,
}

/// `agon worker`: thinks for a site until a signal ends it.
pub(crate) fn worker(args: &WorkerArgs) -> anyhow::Result<ExitCode> {
    agon_server::init_logs(args.log_json, std::env::var("RUST_LOG").ok().as_deref());
    if !is_postgres(&args.database) {
        bail!(
            "--database: workers take their work from a site on PostgreSQL; write postgres://USER:PASSWORD@HOST/NAME"
        );
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let announce = |place| {
        // The pipe may have been closed; the worker runs all the same.
        let _ = writeln!(stdout(), "Thinking on {threads} threads for {place}. Ctrl+C ends it.");
    };
    agon_server::work(&args.database, threads, announce).map_err(|error| anyhow!(error)).context("cannot work")?;
    Ok(ExitCode::SUCCESS)
}

/// `agon migrate`: carries a site to another database.
pub(crate) fn migrate(args: &MigrateArgs) -> anyhow::Result<ExitCode> {
    let file = args.from.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path));
    let Some(file) = file.filter(|file| !file.is_empty()) else { bail!("--from {}: write sqlite:FILE", args.from) };
    if !is_postgres(&args.to) {
        bail!("--to: write postgres://USER:PASSWORD@HOST/NAME");
    }
    let carried = carry_to_postgres(&PathBuf::from(file), &args.to).map_err(|error| anyhow!(error));
    let carried = carried.context("nothing was migrated")?;
    writeln!(
        stdout(),
        "{} games, {} events, {} chat lines; the same at both ends, SHA-256 {}",
        carried.games,
        carried.events,
        carried.chat_lines,
        carried.digest
    )?;
    Ok(ExitCode::SUCCESS)
}
