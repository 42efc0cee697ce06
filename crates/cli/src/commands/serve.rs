use std::io::{Write, stdout};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use agon_server::store::PostgresStore;
use agon_server::{Config, Database, ServerLimits};
use anyhow::{Context, anyhow, bail};
use clap::{Args, Parser};

use super::data_folder::data_folder;
use crate::cli::{Cli, Command};

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on
    #[arg(long, value_name = "ADDR", env = "AGON_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Database: sqlite:FILE, <postgres://USER:PASSWORD@HOST/NAME> or memory [default: a file in the user's data folder]
    #[arg(long, value_name = "URL", env = "AGON_DATABASE")]
    database: Option<String>,
    /// Number of threads for bots and hints; 0 leaves them to `agon worker` [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    workers: Option<u16>,
    /// Public address of the site, such as <https://agon.example>; may be repeated
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,
    /// Number of trusted reverse proxies in front of the server
    #[arg(long, value_name = "N", default_value_t = 0)]
    trusted_proxies: usize,
    /// Send Strict-Transport-Security, so that browsers use TLS only
    #[arg(long)]
    hsts: bool,
    /// Disable chat
    #[arg(long)]
    no_chat: bool,
    /// Seconds a player must be disconnected before the opponent may claim the game
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    claim_after: u32,
    /// Disable rate limits, for local tests
    #[arg(long)]
    no_limits: bool,
    /// Write logs as JSON lines
    #[arg(long)]
    log_json: bool,
    /// Folder of tournaments by `agon arena` to show [default: agon/arenas in the user's data folder]
    #[arg(long, value_name = "DIR")]
    arenas: Option<PathBuf>,
    /// Serve the web page from this folder instead of the embedded files, for development
    #[arg(long, value_name = "DIR")]
    web_dir: Option<PathBuf>,
}

/// `agon` without a command: serves with default options.
pub(crate) fn run_default() -> anyhow::Result<ExitCode> {
    match Cli::try_parse_from(["agon", "serve"])?.command {
        Some(Command::Serve(args)) => run(args),
        _ => bail!("the defaults of serve could not be read"),
    }
}

/// `agon serve`: serves the web app until a signal ends it.
pub(crate) fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    agon_server::init_logs(args.log_json, std::env::var("RUST_LOG").ok().as_deref());
    let database = database(args.database.as_deref())?;
    check_folders(&args, &database)?;
    if args.workers == Some(0) && !matches!(database, Database::Postgres(_)) {
        bail!("--workers 0 leaves bots to `agon worker`, which needs --database postgres://...");
    }
    let place = match &database {
        Database::Memory => "in memory only".to_owned(),
        Database::Sqlite(path) => format!("in {}", path.display()),
        Database::Postgres(url) => format!("in {}", PostgresStore::describe(url).map_err(|error| anyhow!(error))?),
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
        // The pipe may have been closed; the server runs all the same.
        let _ = writeln!(stdout(), "Agon is open: http://{address}\nGames are kept {place}. Ctrl+C closes it.");
    };
    agon_server::run(config, announce).map_err(|error| anyhow!(error)).context("cannot serve")?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses files and folders that are not there, before anything is opened.
fn check_folders(args: &ServeArgs, database: &Database) -> anyhow::Result<()> {
    let exists = |flag: &str, folder: &Path| {
        if folder.is_dir() { Ok(()) } else { Err(anyhow!("{flag}: there is no folder {}", folder.display())) }
    };
    if let Database::Sqlite(file) = database {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.map_or(Ok(()), |folder| exists("--database", folder))?;
        if file.is_dir() {
            bail!("--database: {} is a folder; name a file", file.display());
        }
    }
    if let Some(folder) = &args.arenas {
        exists("--arenas", folder)?;
    }
    if let Some(folder) = &args.web_dir {
        exists("--web-dir", folder)?;
        if !folder.join("index.html").is_file() {
            bail!("--web-dir: {} holds no web page (index.html)", folder.display());
        }
    }
    Ok(())
}

fn database(url: Option<&str>) -> anyhow::Result<Database> {
    let Some(url) = url else { return default_database() };
    if url == "memory" {
        return Ok(Database::Memory);
    }
    if is_postgres(url) {
        return Ok(Database::Postgres(url.to_owned()));
    }
    match url.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path)) {
        Some(path) if !path.is_empty() => Ok(Database::Sqlite(PathBuf::from(path))),
        _ => bail!("--database {url}: write sqlite:FILE, postgres://USER:PASSWORD@HOST/NAME, or memory"),
    }
}

/// Whether a URL names a `PostgreSQL` database.
pub(crate) fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

/// `agon/games.db` in the user's data folder, which is created if necessary.
fn default_database() -> anyhow::Result<Database> {
    let folder = data_folder().context("no data folder: set HOME, or name a file with --database sqlite:FILE")?;
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(Database::Sqlite(folder.join("games.db")))
}
