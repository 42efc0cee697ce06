use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use agon_terminal::{PlayConfig, PlayerSpec};
use anyhow::Context;
use clap::Args;

use super::input::{language, no_color};

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Game and options, such as quoridor or blockade:turn=swift [default: choose from a menu]
    spec: Option<String>,
    /// First player: human, level:1 to level:10, bot:NAME, cmd:PROGRAM (a UGI engine), or another player of `agon match`;
    /// settings after @, such as level:5@depth=3
    #[arg(long, value_name = "WHO")]
    p1: Option<String>,
    /// Second player
    #[arg(long, value_name = "WHO")]
    p2: Option<String>,
    /// Continue a saved game
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Language: en, sr, sr-Cyrl, el, he
    #[arg(long, value_name = "L")]
    lang: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Use lines of text instead of the full screen
    #[arg(long)]
    plain: bool,
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
    /// Reorder right-to-left text, for terminals that do not
    #[arg(long)]
    bidi: bool,
    /// End a turn of checkers as soon as it is complete, without confirmation
    #[arg(long)]
    instant: bool,
}

/// `agon play`: a game in the terminal.
pub(crate) fn run(args: PlayArgs) -> anyhow::Result<ExitCode> {
    let language = language(args.lang.as_deref())?;
    let who = |text: Option<String>, flag: &'static str| -> anyhow::Result<Option<PlayerSpec>> {
        text.map(|text| text.parse::<PlayerSpec>().context(flag)).transpose()
    };
    agon_terminal::play(PlayConfig {
        spec: args.spec,
        p1: who(args.p1, "--p1")?,
        p2: who(args.p2, "--p2")?,
        load: args.load,
        language,
        ascii: args.ascii,
        color: !no_color(),
        plain: args.plain,
        seed: args.seed,
        movetime: args.movetime.map(Duration::from_millis),
        no_book: args.no_book,
        takebacks: args.takebacks.parse().map_err(anyhow::Error::msg).context("--takebacks")?,
        instant: args.instant,
        bidi: args.bidi,
    })?;
    Ok(ExitCode::SUCCESS)
}
