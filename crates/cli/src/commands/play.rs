use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use agon_client::GameLink;
use agon_core::Fault;
use agon_i18n::Catalogue;
use agon_terminal::{Mode, Paths, PlayConfig, PlayerSpec, faults};
use anyhow::{Context, anyhow};
use clap::Args;

use super::online::{OnlineArgs, ScreenArgs};

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Game and options: NAME or NAME:OPTION=VALUE,.. (agon games lists them), or the link of a game on a server, to join
    /// or watch it [default: choose from a menu]
    spec: Option<String>,
    /// House rules by their name (agon games lists them); options of the game given with its name win over them
    #[arg(long, value_name = "NAME", requires = "spec", conflicts_with = "load")]
    preset: Option<String>,
    /// First player: human, level:1 to level:10, bot:NAME, cmd:PROGRAM (a UGI engine), or another player of `agon match`;
    /// settings after @, such as level:5@depth=3 or level:10@net=FILE
    #[arg(long, value_name = "WHO")]
    p1: Option<String>,
    /// Second player
    #[arg(long, value_name = "WHO")]
    p2: Option<String>,
    /// Who plays if no player is named: here (two people), network, computer, each; also 1 to 4 [default: asked]
    #[arg(long, value_name = "MODE", conflicts_with_all = ["p1", "p2", "load"])]
    mode: Option<Mode>,
    /// Continue a saved game
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Seed of dice and bots
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Thinking time of computer players per turn, in milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Make levels 9 and 10 search every turn instead of using the opening book
    #[arg(long)]
    no_book: bool,
    /// How often turns may be taken back: once, unlimited or never
    #[arg(long, value_name = "HOW", default_value = "once")]
    takebacks: String,
    /// Shortest paths shown after every turn: none, shortest, or all (every pawn to every goal)
    #[arg(long, value_name = "WHICH", default_value = "none")]
    paths: Paths,
    /// Say before every turn how many positions can be reached
    #[arg(long)]
    count_states: bool,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    online: OnlineArgs,
}

/// `agon play`: a game in the terminal.
pub(crate) fn run(args: PlayArgs) -> anyhow::Result<ExitCode> {
    let language = args.screen.language()?;
    let catalogue = Catalogue::of(language);
    let said = |fault: Fault| anyhow!(catalogue.fault(&fault));
    let who = |text: Option<String>, flag: &'static str| -> anyhow::Result<Option<PlayerSpec>> {
        text.map(|text| text.parse::<PlayerSpec>().map_err(said).context(flag)).transpose()
    };
    let is_link = args.spec.as_deref().is_some_and(GameLink::is_meant);
    let is_new = args.p1.is_some() || args.p2.is_some() || args.load.is_some() || args.preset.is_some();
    if is_link && is_new {
        return Err(said(faults::LINK_PLAYERS.fault()));
    }
    let spec = match (args.spec, args.preset) {
        (Some(spec), Some(preset)) => Some(agon_games::with_preset(&spec, &preset).map_err(said).context("--preset")?),
        (spec, _) => spec,
    };
    let (online, server) = args.online.request(spec.as_deref(), language)?;
    if server.is_some() {
        println!("{}", catalogue.text("online.hosted"));
    }
    agon_terminal::play(PlayConfig {
        spec,
        p1: who(args.p1, "--p1")?,
        p2: who(args.p2, "--p2")?,
        mode: args.mode,
        load: args.load,
        seed: args.seed,
        movetime: args.movetime.map(Duration::from_millis),
        no_book: args.no_book,
        takebacks: args.takebacks.parse().map_err(anyhow::Error::msg).context("--takebacks")?,
        paths: args.paths,
        count_states: args.count_states,
        online,
        ..args.screen.config()?
    })?;
    // The server of a hosted game ends with the game.
    drop(server);
    Ok(ExitCode::SUCCESS)
}
