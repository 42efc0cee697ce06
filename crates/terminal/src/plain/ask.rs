//! The questions before a game: which game, its options, its players.

use std::io::{self, Write};

use agon_arena::PlayerSpec;
use agon_client::ClientError;
use agon_core::{AnyTable, Fault, GameEntry, GameInfo, OptionInfo, Options, Player, Values};
use agon_i18n::Catalogue;

use super::lines::Lines;
use crate::config::Mode;
use crate::engines::Opponents;
use crate::online::{OnlineStart, news};
use crate::session::GameSession;
use crate::{OnlineRequest, PlayConfig, engines, names};

/// Asks for the game, its options and players; `None` if the input ends first.
pub(super) fn game<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &'static Catalogue,
) -> io::Result<Option<(GameSession, Opponents)>> {
    loop {
        let Some(chosen) = choice(lines, config, catalogue)? else { return Ok(None) };
        let table = match chosen {
            ChosenGame::Spec(spec) => agon_games::open(&spec),
            ChosenGame::Game(entry) => {
                let Some(options) = options(lines, catalogue, entry)? else { return Ok(None) };
                Options::parse(entry.info, &options).and_then(entry.open)
            }
        };
        match table {
            Ok(table) => return players(lines, config, catalogue, &*table),
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}

/// Asks for the players until their programs run.
fn players<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
    table: &dyn AnyTable,
) -> io::Result<Option<(GameSession, Opponents)>> {
    loop {
        let seats = match chosen_mode(lines, config, catalogue)? {
            None => return Ok(None),
            Some(Mode::Network) => return online(lines, config, catalogue, table),
            Some(mode) => seats(lines, config, catalogue, table.info(), mode)?,
        };
        let Some(seats) = seats else { return Ok(None) };
        let session = GameSession::new(table.clone_box(), seats, config.takebacks, config.seed);
        match Opponents::of(&session, config) {
            Ok(opponents) => return Ok(Some((session, opponents))),
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}

/// Asks for the link of a game, or the server that the game is opened on, until a server answers.
fn online<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
    table: &dyn AnyTable,
) -> io::Result<Option<(GameSession, Opponents)>> {
    let config = PlayConfig { spec: Some(table.spec()), ..config.clone() };
    loop {
        let Some(line) = lines.ask(&format!("{} ", catalogue.text("ask.link")))? else { return Ok(None) };
        let request = OnlineRequest::read(line.trim()).map_err(ClientError::from);
        match request.and_then(|request| crate::online::start(&config, &request, catalogue)) {
            Ok(OnlineStart { session, notes }) => {
                lines.say(&notes.join("\n"))?;
                return Ok(Some((session, Opponents::default())));
            }
            Err(error) => lines.say(&news::error(catalogue, None, &error))?,
        }
    }
}

enum ChosenGame {
    Game(&'static GameEntry),
    Spec(String),
}

fn choice<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
) -> io::Result<Option<ChosenGame>> {
    if let Some(spec) = &config.spec {
        return Ok(Some(ChosenGame::Spec(spec.clone())));
    }
    lines.say(catalogue.text("menu.title"))?;
    for (index, entry) in agon_games::entries().iter().enumerate() {
        let title = names::game(catalogue, entry.info.name);
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
fn options<W: Write>(
    lines: &mut Lines<W>,
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

fn number<W: Write>(
    lines: &mut Lines<W>,
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

/// Asks who plays in a mode, unless the command line says so.
fn seats<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
    info: &GameInfo,
    mode: Mode,
) -> io::Result<Option<[PlayerSpec; 2]>> {
    match mode {
        Mode::Here | Mode::Network => Ok(Some([&config.p1, &config.p2].map(|who| who.clone().unwrap_or_default()))),
        Mode::Computer => computer(lines, catalogue, info),
        Mode::Each => {
            let Some(p1) = seat(lines, catalogue, info.name, "setup.p1")? else { return Ok(None) };
            Ok(seat(lines, catalogue, info.name, "setup.p2")?.map(|p2| [p1, p2]))
        }
    }
}

/// Asks for the mode, unless the command line names it or a player.
fn chosen_mode<W: Write>(lines: &mut Lines<W>, config: &PlayConfig, catalogue: &Catalogue) -> io::Result<Option<Mode>> {
    if config.p1.is_some() || config.p2.is_some() {
        return Ok(Some(Mode::Here));
    }
    if config.mode.is_some() {
        return Ok(config.mode);
    }
    for mode in Mode::ALL {
        lines.say(&format!("{}. {} ({})", mode.digit(), catalogue.text(mode.key()), mode.name()))?;
    }
    loop {
        let Some(line) = lines.ask(&format!("{} ", catalogue.text("ask.mode")))? else { return Ok(None) };
        match Mode::read(&line) {
            Some(mode) => return Ok(Some(mode)),
            None if line.trim().eq_ignore_ascii_case("quit") => return Ok(None),
            None => {}
        }
    }
}

/// Asks for the computer player, and for the side of the person.
fn computer<W: Write>(
    lines: &mut Lines<W>,
    catalogue: &Catalogue,
    info: &GameInfo,
) -> io::Result<Option<[PlayerSpec; 2]>> {
    let opponents = engines::opponents(info.name);
    for (index, who) in opponents.iter().enumerate() {
        lines.say(&format!("{}. {} ({who})", index + 1, names::player_name(catalogue, who)))?;
    }
    let prompt = format!("{} ", catalogue.text("ask.opponent"));
    let opponent = loop {
        let Some(line) = lines.ask(&prompt)? else { return Ok(None) };
        let number = line.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(who) = number.and_then(|index| opponents.get(index)) {
            break who.clone();
        }
        match player(&line, info.name) {
            Ok(who) => break who,
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    };
    let sides = Player::ALL.map(|player| catalogue.text(&format!("side.{}.{player}", info.name)).to_owned());
    let prompt = catalogue.format("ask.side", &[("p1", &sides[0]), ("p2", &sides[1])]);
    loop {
        let Some(line) = lines.ask(&format!("{prompt} "))? else { return Ok(None) };
        let line = line.trim().to_lowercase();
        let is = |player: &Player| line == ["1", "2"][player.index()] || sides[player.index()].to_lowercase() == line;
        let side = Player::ALL.into_iter().find(is).or(line.is_empty().then_some(Player::P1));
        if let Some(side) = side {
            return Ok(Some(engines::against(side, opponent)));
        }
    }
}

/// A player that can play this game here.
fn player(text: &str, game: &str) -> Result<PlayerSpec, Fault> {
    text.parse::<PlayerSpec>().and_then(|who| engines::check_player(&who, game).map(|()| who))
}

fn seat<W: Write>(
    lines: &mut Lines<W>,
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
        match player(&line, game) {
            Ok(who) => return Ok(Some(who)),
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}
