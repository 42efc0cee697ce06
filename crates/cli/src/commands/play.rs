use std::process::ExitCode;
use std::time::Duration;

use agon_i18n::Language;
use agon_terminal::{PlayConfig, PlayerSpec};
use anyhow::{Context, anyhow};

use crate::cli::PlayArgs;

/// `agon play`: a game in the terminal.
pub(crate) fn run(args: PlayArgs) -> anyhow::Result<ExitCode> {
    let language = match &args.lang {
        Some(name) => Language::parse(name)
            .ok_or_else(|| anyhow!("--lang {name}: the languages are en, sr, sr-Cyrl, el, he"))?,
        None => Language::from_env(),
    };
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
        color: wants_color(),
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

fn wants_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
