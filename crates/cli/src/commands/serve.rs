use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use agon_server::{Config, Database, ServerLimits};
use anyhow::{Context, anyhow, bail};
use clap::Parser;

use crate::cli::{Cli, Command, ServeArgs};

/// `agon` without a command serves with every default.
pub(crate) fn run_default() -> anyhow::Result<ExitCode> {
    match Cli::try_parse_from(["agon", "serve"])?.command {
        Some(Command::Serve(args)) => run(args),
        _ => bail!("the defaults of serve could not be read"),
    }
}

/// `agon serve`: the web app until a signal ends it.
pub(crate) fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    agon_server::init_logs(args.log_json, std::env::var("RUST_LOG").ok().as_deref());
    let database = database(args.database.as_deref())?;
    let place = match &database {
        Database::Memory => "in memory only".to_owned(),
        Database::Sqlite(path) => format!("in {}", path.display()),
    };
    let mut config = Config {
        listen: args.listen,
        database,
        origins: args.origin,
        trusted_proxies: args.trusted_proxies,
        hsts: args.hsts,
        chat: !args.no_chat,
        web_dir: args.web_dir,
        arenas: args.arenas.or_else(|| data_folder().map(|folder| folder.join("arenas"))),
        ..Config::default()
    };
    if args.no_limits {
        config.limits = ServerLimits::unlimited();
    }
    config.limits.claim_after = Duration::from_secs(args.claim_after.into());
    if let Some(workers) = args.workers {
        config.workers = usize::from(workers);
    }
    let announce = |address| {
        // Whoever started us may have closed the pipe; the server serves all the same.
        let _ =
            writeln!(stdout(), "Agon is open: http://{address}\nGames are kept {place}. Ctrl+C closes it.");
    };
    agon_server::run(config, announce).map_err(|error| anyhow!(error)).context("cannot serve")?;
    Ok(ExitCode::SUCCESS)
}

fn database(url: Option<&str>) -> anyhow::Result<Database> {
    let Some(url) = url else { return default_database() };
    if url == "memory" {
        return Ok(Database::Memory);
    }
    match url.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path)) {
        Some(path) if !path.is_empty() => Ok(Database::Sqlite(PathBuf::from(path))),
        _ => bail!("--database {url}: write sqlite:FILE or memory"),
    }
}

/// `agon/games.db` in the user's data folder, which is made if need be.
fn default_database() -> anyhow::Result<Database> {
    let folder =
        data_folder().context("no data folder: set HOME, or name a file with --database sqlite:FILE")?;
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(Database::Sqlite(folder.join("games.db")))
}

/// Where this system keeps a user's data.
fn data_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        from("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| from("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("agon"))
}
