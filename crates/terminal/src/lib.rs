//! Playing in the terminal, full screen or line by line.
//!
//! Both interfaces work on a [`GameSession`] and contain no rules: they draw the views and offer the steps that the game
//! returns.
//!
//! # Reading order
//!
//! - `config`: what the command line asks for; `faults`: what can go wrong.
//! - `session`: the game: table, players, takebacks, clocks.
//! - `engines`: searches and reviews on background threads.
//! - `plain`: the line interface; `screen`: the full-screen interface; `board`: boards on the screen.
//! - `names`, `clock`, `theme`, `bidi`: texts, times, colours, right-to-left order.

mod bidi;
mod board;
mod clock;
mod config;
mod engines;
pub mod faults;
mod names;
mod plain;
mod screen;
mod session;
mod theme;

use std::io::{self, BufReader, IsTerminal};

use agon_arena::PlayerKind;
use agon_core::spec::split_spec;
use agon_core::{GameEntry, Options};
use agon_i18n::Catalogue;
use anyhow::anyhow;

pub use agon_arena::PlayerSpec;
pub use config::{PlayConfig, Takebacks};
pub use session::{GameSession, Phase};

/// Plays until the user quits.
///
/// Uses the line interface if the configuration says so, or if input or output is not a terminal.
pub fn play(mut config: PlayConfig) -> anyhow::Result<()> {
    // No colours in files and pipes.
    config.color &= io::stdout().is_terminal();
    let catalogue = Catalogue::of(config.language);
    let error = |fault: agon_core::Fault| anyhow!(catalogue.fault(&fault));
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if config.plain || !is_terminal {
        let session = prepare(&config, !is_terminal).map_err(error)?;
        plain::run(&config, session, BufReader::new(io::stdin()), io::stdout())?;
        return Ok(());
    }
    let session = prepare(&config, false).map_err(error)?;
    let chosen = match (&session, &config.spec) {
        (None, Some(spec)) => Some(parse_spec(spec).map_err(error)?),
        _ => None,
    };
    screen::run(config, session, chosen)?;
    Ok(())
}

/// A game and its options.
fn parse_spec(spec: &str) -> Result<(&'static GameEntry, Options), agon_core::Fault> {
    let (name, options) = split_spec(spec);
    let entry = agon_games::entry(&name)?;
    Ok((entry, Options::parse(entry.info, options)?))
}

/// The game of the configuration; `None` if the user has to choose something first.
///
/// Over a pipe nothing is asked: players that are not named are people.
fn prepare(config: &PlayConfig, over_pipe: bool) -> Result<Option<GameSession>, agon_core::Fault> {
    let seats = [config.p1.clone(), config.p2.clone()];
    if let Some(path) = &config.load {
        let session = GameSession::load(path, seats, config.takebacks, config.seed, Catalogue::of(config.language))?;
        for who in session.seats() {
            engines::check_player(who, session.table().info().name)?;
        }
        return Ok(Some(session));
    }
    for who in seats.iter().flatten() {
        if let PlayerKind::Url(_) = who.kind {
            return Err(faults::WHO_ONLINE.with("who", who));
        }
    }
    let Some(spec) = &config.spec else { return Ok(None) };
    let table = agon_games::open(spec)?;
    for who in seats.iter().flatten() {
        engines::check_player(who, table.info().name)?;
    }
    let seats = match seats {
        [Some(p1), Some(p2)] => [p1, p2],
        [p1, p2] if over_pipe => [p1.unwrap_or_default(), p2.unwrap_or_default()],
        _ => return Ok(None),
    };
    Ok(Some(GameSession::new(table, seats, config.takebacks, config.seed)))
}
