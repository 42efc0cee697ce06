//! The questions before a game: which game, its options, its players.

use std::io::{self, BufRead, Write};

use agon_arena::PlayerSpec;
use agon_core::{GameEntry, OptionInfo, Options, Values};
use agon_i18n::Catalogue;

use super::lines::Lines;
use crate::session::GameSession;
use crate::{PlayConfig, engines, names};

/// Asks for the game, its options and players; `None` if the input ends first.
pub(super) fn session<R: BufRead, W: Write>(
    lines: &mut Lines<R, W>,
    config: &PlayConfig,
    catalogue: &'static Catalogue,
) -> io::Result<Option<GameSession>> {
    loop {
        let Some(chosen) = game(lines, config, catalogue)? else { return Ok(None) };
        let table = match chosen {
            ChosenGame::Spec(spec) => agon_games::open(&spec),
            ChosenGame::Game(entry) => {
                let Some(options) = options(lines, catalogue, entry)? else { return Ok(None) };
                Options::parse(entry.info, &options).and_then(entry.open)
            }
        };
        match table {
            Ok(table) => {
                let Some(seats) = seats(lines, config, catalogue, table.info().name)? else {
                    return Ok(None);
                };
                return Ok(Some(GameSession::new(table, seats, config.takebacks, config.seed)));
            }
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}

enum ChosenGame {
    Game(&'static GameEntry),
    Spec(String),
}

fn game<R: BufRead, W: Write>(
    lines: &mut Lines<R, W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
) -> io::Result<Option<ChosenGame>> {
    if let Some(spec) = &config.spec {
        return Ok(Some(ChosenGame::Spec(spec.clone())));
    }
    lines.say(catalogue.text("menu.title"))?;
    for (index, entry) in agon_games::entries().iter().enumerate() {
        let title = names::game(catalogue, entry.info.name, entry.info.title);
        lines.say(&format!("{}. {title} ({})", index + 1, entry.info.name))?;
    }
    loop {
        let Some(line) = lines.ask(&format!("{} ", catalogue.text("ask.game")))? else { return Ok(None) };
        let line = line.trim();
        if line.eq_ignore_ascii_case("quit") {
            return Ok(None);
        }
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(entry) = number.and_then(|index| agon_games::entries().get(index)) {
            return Ok(Some(ChosenGame::Game(entry)));
        }
        if line.contains(':') {
            return Ok(Some(ChosenGame::Spec(line.to_owned())));
        }
        match agon_games::entry(line) {
            Ok(entry) => return Ok(Some(ChosenGame::Game(entry))),
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}

/// Asks for numbers one by one and for the other options together; an empty answer keeps the default.
fn options<R: BufRead, W: Write>(
    lines: &mut Lines<R, W>,
    catalogue: &Catalogue,
    entry: &'static GameEntry,
) -> io::Result<Option<String>> {
    let mut given = Vec::new();
    let mut others = Vec::new();
    for option in entry.info.options {
        if matches!(option.values, Values::Range(..)) {
            let Some(value) = number(lines, catalogue, entry, option)? else { return Ok(None) };
            given.extend((!value.is_empty()).then(|| format!("{}={value}", option.name)));
        } else {
            others.push(format!("{}={}", option.name, option.values));
        }
    }
    if !others.is_empty() {
        let prompt = catalogue.format("ask.options", &[("options", &others.join(", "))]);
        let Some(line) = lines.ask(&format!("{prompt} "))? else { return Ok(None) };
        given.extend((!line.trim().is_empty()).then(|| line.trim().to_owned()));
    }
    Ok(Some(given.join(",")))
}

fn number<R: BufRead, W: Write>(
    lines: &mut Lines<R, W>,
    catalogue: &Catalogue,
    entry: &'static GameEntry,
    option: &OptionInfo,
) -> io::Result<Option<String>> {
    let name = catalogue.get(&format!("option.{}", option.name)).unwrap_or(option.name).to_owned();
    let values = option.values.to_string();
    let prompt = catalogue.format("ask.number", &[("name", &name), ("values", &values), ("default", &option.default)]);
    loop {
        let Some(line) = lines.ask(&format!("{prompt} "))? else { return Ok(None) };
        let line = line.trim();
        let text = format!("{}={line}", option.name);
        match (line.is_empty(), Options::parse(entry.info, &text)) {
            (true, _) => return Ok(Some(String::new())),
            (false, Ok(_)) => return Ok(Some(line.to_owned())),
            (false, Err(fault)) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}

/// Asks for the players that are not given on the command line.
fn seats<R: BufRead, W: Write>(
    lines: &mut Lines<R, W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
    game: &str,
) -> io::Result<Option<[PlayerSpec; 2]>> {
    let mut seats = Vec::with_capacity(2);
    for (given, key) in [(&config.p1, "setup.p1"), (&config.p2, "setup.p2")] {
        match given {
            Some(who) => seats.push(who.clone()),
            None => match seat(lines, catalogue, game, key)? {
                Some(who) => seats.push(who),
                None => return Ok(None),
            },
        }
    }
    Ok(<[PlayerSpec; 2]>::try_from(seats).ok())
}

fn seat<R: BufRead, W: Write>(
    lines: &mut Lines<R, W>,
    catalogue: &Catalogue,
    game: &str,
    key: &str,
) -> io::Result<Option<PlayerSpec>> {
    let bots = engines::bots(game).iter().map(|bot| format!("bot:{bot}")).collect::<Vec<_>>().join(", ");
    let prompt = catalogue.format("ask.who", &[("side", &catalogue.text(key)), ("bots", &bots)]);
    loop {
        let Some(line) = lines.ask(&format!("{prompt} "))? else { return Ok(None) };
        if line.trim().is_empty() {
            return Ok(Some(PlayerSpec::default()));
        }
        let who = line.parse::<PlayerSpec>().and_then(|who| engines::check_player(&who, game).map(|()| who));
        match who {
            Ok(who) => return Ok(Some(who)),
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}
