//! Playing in the terminal, full screen or line by line, on this machine or on a server.
//!
//! Both interfaces work on a [`GameSession`] and contain no rules: they draw the views and offer the steps that the game
//! returns.
//!
//! # Reading order
//!
//! - `config`: what the command line asks for; `faults`: what can go wrong.
//! - `session`: the game: table, players, takebacks, clocks, kept here or by a server.
//! - `engines`: searches and reviews on background threads.
//! - `online`: games on a server, the lobby.
//! - `plain`: the line interface; `screen`: the full-screen interface; `board`: boards on the screen.
//! - `names`, `answer`, `clock`, `theme`, `bidi`: texts, yes and no, times, colours, right-to-left order.

mod answer;
mod bidi;
mod board;
mod clock;
mod config;
mod engines;
pub mod faults;
mod names;
mod online;
mod plain;
mod screen;
mod session;
mod theme;

use std::io::{BufRead, BufReader, IsTerminal, Write as _, stdin, stdout};
use std::path::Path;

use agon_arena::PlayerKind;
use agon_client::{Client, ClientError, SeatStore, ServerAddress};
use agon_core::spec::split_spec;
use agon_core::{AnyTable, Fault, GameEntry, Options};
use agon_i18n::{Catalogue, Language};
use anyhow::anyhow;
use crossterm::terminal;

pub use agon_arena::PlayerSpec;
pub use config::{HostedServer, Mode, Paths, PlayConfig, StartServer, Takebacks};
use engines::Opponents;
pub use names::{PathText, ending, path as path_text};
pub use online::OnlineRequest;
pub use session::{GameSession, Phase, TakebackAnswer};

/// Plays until the user quits.
///
/// Uses the line interface if the configuration says so, or if input or output is not a terminal.
pub fn play(config: PlayConfig) -> anyhow::Result<()> {
    play_from(config, BufReader::new(stdin()))
}

/// The text of what went wrong on a server.
pub fn error_text(language: Language, error: &ClientError) -> String {
    online::news::error(Catalogue::of(language), None, error)
}

/// Lists the games of a server until the user chooses one, then plays or shows it.
pub fn play_from_lobby(mut config: PlayConfig, server: ServerAddress) -> anyhow::Result<()> {
    let catalogue = Catalogue::of(config.language);
    let mut input = BufReader::new(stdin());
    let client = Client::new(server, SeatStore::none());
    let client = client.map_err(|error| anyhow!(online::news::error(catalogue, None, &error)))?;
    let Some(link) = online::lobby::choose(&client, catalogue, &mut input, &mut stdout())? else { return Ok(()) };
    config.online = Some(OnlineRequest::Join(link));
    play_from(config, input)
}

fn play_from(mut config: PlayConfig, input: impl BufRead + Send + 'static) -> anyhow::Result<()> {
    // No colours in files and pipes.
    config.color &= stdout().is_terminal();
    let catalogue = Catalogue::of(config.language);
    let error = |fault: Fault| anyhow!(catalogue.fault(&fault));
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    let is_plain = config.plain || !is_terminal;
    if let Some(request) = &config.online {
        let started = online::start(&config, request, catalogue);
        let started = started.map_err(|error| anyhow!(online::news::error(catalogue, None, &error)))?;
        return play_online(config, started, is_plain, input);
    }
    let game = match prepare(&config, !is_terminal).map_err(error)? {
        Some(session) => {
            let opponents = Opponents::of(&session, &config).map_err(error)?;
            Some((session, opponents))
        }
        None => None,
    };
    if is_plain {
        plain::run(&config, game, page_rows(), input, stdout())?;
        return Ok(());
    }
    let chosen = match (&game, &config.spec) {
        (None, Some(spec)) => Some(parse_spec(spec).map_err(error)?),
        _ => None,
    };
    screen::run(config, game, chosen, "")?;
    Ok(())
}

/// The height of a page of long lists; none where nobody reads page by page.
fn page_rows() -> Option<usize> {
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    terminal::size().ok().filter(|_| is_terminal).map(|(_, rows)| rows.into())
}

fn play_online(
    config: PlayConfig,
    started: online::OnlineStart,
    is_plain: bool,
    input: impl BufRead + Send + 'static,
) -> anyhow::Result<()> {
    let online::OnlineStart { mut session, notes, .. } = started;
    for note in &notes {
        writeln!(stdout(), "{note}")?;
    }
    stdout().flush()?;
    if is_plain {
        plain::run(&config, Some((session, Opponents::default())), page_rows(), input, stdout())?;
    } else if online::wait::for_opponent(&mut session, Catalogue::of(config.language))? {
        screen::run(config, Some((session, Opponents::default())), None, notes.first().map_or("", String::as_str))?;
    }
    Ok(())
}

/// A game and its options.
fn parse_spec(spec: &str) -> Result<(&'static GameEntry, Options), Fault> {
    let (name, options) = split_spec(spec);
    let entry = agon_games::entry(&name)?;
    Ok((entry, Options::parse(entry.info, options)?))
}

/// The game of the configuration; `None` if the user has to choose something first.
///
/// Players that are not named are people if another one is named, and over a pipe unless a mode is.
fn prepare(config: &PlayConfig, over_pipe: bool) -> Result<Option<GameSession>, Fault> {
    let seats = [config.p1.clone(), config.p2.clone()];
    if let Some(path) = &config.load {
        let session = GameSession::load(path, seats, config.takebacks, config.seed, Catalogue::of(config.language))?;
        if let Some(spec) = &config.spec {
            check_loaded(session.table(), path, spec)?;
        }
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
    let is_asked = config.mode.map_or(!over_pipe, |mode| mode != Mode::Here);
    if is_asked && seats.iter().all(Option::is_none) {
        return Ok(None);
    }
    let seats = seats.map(Option::unwrap_or_default);
    Ok(Some(GameSession::new(table, seats, config.takebacks, config.seed)))
}

/// Refuses a saved game of another rule set than the one named; a name without options stands for all of its options.
fn check_loaded(table: &dyn AnyTable, path: &Path, spec: &str) -> Result<(), Fault> {
    let wanted = agon_games::open(spec)?;
    let is_named = match split_spec(spec) {
        (name, "") => name == table.info().name,
        _ => wanted.spec() == table.spec(),
    };
    let fault = || faults::FILE_OTHER_GAME.with("file", path.display()).with("found", table.spec());
    if is_named { Ok(()) } else { Err(fault().with("wanted", wanted.spec())) }
}
