//! Playing in the terminal, full screen or line by line.
//!
//! Both interfaces work on one [`GameSession`]: a table, its players, taking back, clocks. Neither knows
//! a rule of any game: they draw the views and offer the steps that the game names.

mod bidi;
mod board;
mod clock;
mod config;
pub mod faults;
mod names;
mod opponent;
mod plain;
mod reviewing;
mod screen;
mod session;
mod theme;
mod thinking;

use std::io::{self, BufReader, IsTerminal};

use agon_arena::PlayerKind;
use agon_core::spec::split_spec;
use agon_core::{GameEntry, Options};
use agon_i18n::Catalogue;
use anyhow::anyhow;

pub use agon_arena::PlayerSpec;
pub use config::{PlayConfig, Takebacks};
pub use session::{GameSession, Phase};

/// Plays as the configuration says, until the person leaves.
///
/// Goes line by line if asked to, or if input or output is not a terminal.
pub fn play(mut config: PlayConfig) -> anyhow::Result<()> {
    // Colours are for people: a file or another program gets none.
    config.color &= io::stdout().is_terminal();
    let catalogue = Catalogue::of(config.language);
    let said = |fault: agon_core::Fault| anyhow!(catalogue.fault(&fault));
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if config.plain || !is_terminal {
        let session = prepare(&config, !is_terminal).map_err(said)?;
        plain::run(&config, session, BufReader::new(io::stdin()), io::stdout())?;
        return Ok(());
    }
    let session = prepare(&config, false).map_err(said)?;
    let chosen = match (&session, &config.spec) {
        (None, Some(spec)) => Some(chosen(spec).map_err(said)?),
        _ => None,
    };
    screen::run(config, session, chosen)?;
    Ok(())
}

/// A game and its options, players not chosen yet.
fn chosen(spec: &str) -> Result<(&'static GameEntry, Options), agon_core::Fault> {
    let (name, options) = split_spec(spec);
    let entry = agon_games::entry(&name)?;
    Ok((entry, Options::parse(entry.info, options)?))
}

/// The game that the configuration names; `None` if something has to be asked first.
///
/// Nobody can be asked over a pipe: people sit where no player was named.
fn prepare(config: &PlayConfig, over_pipe: bool) -> Result<Option<GameSession>, agon_core::Fault> {
    let seats = [config.p1.clone(), config.p2.clone()];
    if let Some(path) = &config.load {
        let session =
            GameSession::load(path, seats, config.takebacks, config.seed, Catalogue::of(config.language))?;
        for who in session.seats() {
            opponent::check(who, session.table().info().name)?;
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
        opponent::check(who, table.info().name)?;
    }
    let seats = match seats {
        [Some(p1), Some(p2)] => [p1, p2],
        [p1, p2] if over_pipe => [p1.unwrap_or_default(), p2.unwrap_or_default()],
        _ => return Ok(None),
    };
    Ok(Some(GameSession::new(table, seats, config.takebacks, config.seed)))
}
