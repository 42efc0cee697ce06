//! The questions before a game: which game, its options, its players.

use std::io::{self, Write};

use agon_arena::PlayerSpec;
use agon_client::ClientError;
use agon_core::{AnyTable, Fault, GameEntry, GameInfo, OptionInfo, Options, Player, Preset, Values};
use agon_i18n::Catalogue;

use super::lines::Lines;
use crate::config::{HostedServer, Mode};
use crate::engines::Opponents;
use crate::online::{Connection, OnlineStart, news};
use crate::session::GameSession;
use crate::{OnlineRequest, PlayConfig, engines, names};

/// The game that the questions led to.
pub(super) struct Chosen {
    pub(super) session: GameSession,
    pub(super) opponents: Opponents,
    /// The server that runs here for this game.
    pub(super) server: Option<HostedServer>,
}

/// Asks for the game, its options and players; `None` if the input ends first.
pub(super) fn game<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &'static Catalogue,
) -> io::Result<Option<Chosen>> {
    loop {
        let Some(chosen) = choice(lines, config, catalogue)? else { return Ok(None) };
        let table = match chosen {
            ChosenGame::Spec(spec) => agon_games::open(&spec).map_err(|fault| catalogue.fault(&fault)),
            ChosenGame::Game(entry) => {
                let Some(options) = options(lines, catalogue, entry)? else { return Ok(None) };
                (entry.open)(options).map_err(|fault| names::option_fault(catalogue, entry.info, &fault))
            }
        };
        match table {
            Ok(table) => return players(lines, config, catalogue, &*table),
            Err(text) => lines.say(&text)?,
        }
    }
}

/// Asks for the players until their programs run.
fn players<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
    table: &dyn AnyTable,
) -> io::Result<Option<Chosen>> {
    loop {
        let seats = match chosen_mode(lines, config, catalogue)? {
            None => return Ok(None),
            Some(Mode::Network) => return online(lines, config, catalogue, table),
            Some(mode) => seats(lines, config, catalogue, table.info(), mode)?,
        };
        let Some(seats) = seats else { return Ok(None) };
        let session = GameSession::new(table.clone_box(), seats, config.takebacks, config.seed);
        match Opponents::of(&session, config) {
            Ok(opponents) => return Ok(Some(Chosen { session, opponents, server: None })),
            Err(fault) => lines.say(&catalogue.fault(&fault))?,
        }
    }
}

/// Asks how the players connect, then for the link or the server, until a server answers.
fn online<W: Write>(
    lines: &mut Lines<W>,
    config: &PlayConfig,
    catalogue: &Catalogue,
    table: &dyn AnyTable,
) -> io::Result<Option<Chosen>> {
    let config = PlayConfig { spec: Some(table.spec()), ..config.clone() };
    let ways: Vec<Connection> = Connection::ALL.into_iter().filter(|way| way.is_possible(&config)).collect();
    let names: Vec<String> = ways.iter().map(|way| catalogue.text(way.key()).to_owned()).collect();
    loop {
        let Some(way) = one_of(lines, &names, catalogue.text("ask.network"), None)? else { return Ok(None) };
        let started = match ways[way].question() {
            Some(question) => {
                let Some(line) = lines.ask(&format!("{} ", catalogue.text(question)))? else { return Ok(None) };
                let request = OnlineRequest::read(line.trim()).map_err(ClientError::from);
                request.and_then(|request| crate::online::start(&config, &request, catalogue))
            }
            None => crate::online::host(&config, catalogue),
        };
        match started {
            Ok(OnlineStart { session, notes, server }) => {
                lines.say(&notes.join("\n"))?;
                return Ok(Some(Chosen { session, opponents: Opponents::default(), server }));
            }
            Err(error) => lines.say(&news::error(catalogue, None, &error))?,
        }
    }
}

/// Lists choices with their numbers and asks for one; `None` at the end of the input. An empty line takes the default,
/// if there is one.
fn one_of<W: Write>(
    lines: &mut Lines<W>,
    names: &[String],
    question: &str,
    default: Option<usize>,
) -> io::Result<Option<usize>> {
    for (number, name) in (1..).zip(names) {
        lines.say(&format!("{number}. {name}"))?;
    }
    loop {
        let Some(line) = lines.ask(&format!("{question} "))? else { return Ok(None) };
        let number = line.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let chosen = number.filter(|index| *index < names.len());
        if let Some(chosen) = chosen.or(default.filter(|_| line.trim().is_empty())) {
            return Ok(Some(chosen));
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

/// Asks for the house rules, for numbers one by one, and for the other rules that are to differ.
fn options<W: Write>(
    lines: &mut Lines<W>,
    catalogue: &Catalogue,
    entry: &'static GameEntry,
) -> io::Result<Option<Options>> {
    let info = entry.info;
    let Some(mut options) = preset(lines, catalogue, info)? else { return Ok(None) };
    let (numbers, others): (Vec<_>, Vec<_>) =
        info.options.iter().partition(|option| matches!(option.values, Values::Range(..)));
    for option in numbers {
        match number(lines, catalogue, options, option)? {
            Some(chosen) => options = chosen,
            None => return Ok(None),
        }
    }
    if others.is_empty() {
        return Ok(Some(options));
    }
    loop {
        lines.say(catalogue.text("ask.rules"))?;
        for (number, option) in (1..).zip(&others) {
            lines.say(&format!("{number}. {}: {}", label(catalogue, option), value(catalogue, &options, option)))?;
        }
        let Some(line) = lines.ask(&format!("{} ", catalogue.text("ask.rule")))? else { return Ok(None) };
        let line = line.trim();
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        options = match number.and_then(|index| others.get(index)) {
            _ if line.is_empty() => return Ok(Some(options)),
            Some(option) => match rule(lines, catalogue, options, option)? {
                Some(chosen) => chosen,
                None => return Ok(None),
            },
            // As in a spec: name=value.
            None if line.contains('=') => changed(lines, catalogue, options, line)?,
            None => options,
        };
    }
}

/// Asks for the house rules, in games that have some.
fn preset<W: Write>(
    lines: &mut Lines<W>,
    catalogue: &Catalogue,
    info: &'static GameInfo,
) -> io::Result<Option<Options>> {
    let defaults = Options::defaults(info);
    let Some(usual) = info.presets.iter().position(|preset| preset.options.is_empty()) else {
        return Ok(Some(defaults));
    };
    let name = |preset: &Preset| {
        let title = catalogue.text(&format!("preset.{}", preset.name)).to_owned();
        format!("{title}: {}", catalogue.text(&format!("preset.{}.{}", info.name, preset.name)))
    };
    let names: Vec<String> = info.presets.iter().map(name).collect();
    let (title, usual_number) = (catalogue.text("start.preset"), usual + 1);
    let question = catalogue.format("ask.choice", &[("name", &title), ("default", &usual_number)]);
    let Some(chosen) = one_of(lines, &names, &question, Some(usual))? else { return Ok(None) };
    // Presets are checked by the tests of the games.
    Ok(Some(Options::parse(info, info.presets[chosen].options).unwrap_or(defaults)))
}

fn label(catalogue: &Catalogue, option: &OptionInfo) -> String {
    catalogue.text(&format!("option.{}", option.name)).to_owned()
}

/// The value of an option in words.
fn value(catalogue: &Catalogue, options: &Options, option: &OptionInfo) -> String {
    match options.text(option.name) {
        "" => catalogue.text("ask.usual").to_owned(),
        value => catalogue.option_value(option.name, value).to_owned(),
    }
}

/// Changes options as a text says, or says why they cannot be.
fn changed<W: Write>(lines: &mut Lines<W>, catalogue: &Catalogue, options: Options, text: &str) -> io::Result<Options> {
    match options.clone().with(text) {
        Ok(changed) => Ok(changed),
        Err(fault) => {
            lines.say(&names::option_fault(catalogue, options.info(), &fault))?;
            Ok(options)
        }
    }
}

/// Asks for the value of a rule.
fn rule<W: Write>(
    lines: &mut Lines<W>,
    catalogue: &Catalogue,
    options: Options,
    option: &OptionInfo,
) -> io::Result<Option<Options>> {
    let name = label(catalogue, option);
    lines.say(catalogue.option_help(options.info().name, option.name))?;
    let chosen = if let Values::OneOf(values) = option.values {
        let names: Vec<String> =
            values.iter().map(|value| catalogue.option_value(option.name, value).to_owned()).collect();
        let now = values.iter().position(|value| *value == options.text(option.name)).unwrap_or(0);
        let number = now + 1;
        let question = catalogue.format("ask.choice", &[("name", &name), ("default", &number)]);
        one_of(lines, &names, &question, Some(now))?.map(|chosen| values[chosen].to_owned())
    } else {
        let now = value(catalogue, &options, option);
        let question = catalogue.format("ask.text", &[("name", &name), ("default", &now)]);
        let line = lines.ask(&format!("{question} "))?;
        line.map(|line| if line.trim().is_empty() { options.text(option.name).to_owned() } else { line })
    };
    let Some(chosen) = chosen else { return Ok(None) };
    changed(lines, catalogue, options, &format!("{}={}", option.name, chosen.trim())).map(Some)
}

/// Asks for a number until it is allowed; an empty line keeps the one that is set.
fn number<W: Write>(
    lines: &mut Lines<W>,
    catalogue: &Catalogue,
    options: Options,
    option: &OptionInfo,
) -> io::Result<Option<Options>> {
    let (name, values) = (label(catalogue, option), catalogue.option_values(option));
    let now = options.text(option.name);
    let prompt = catalogue.format("ask.number", &[("name", &name), ("values", &values), ("default", &now)]);
    loop {
        let Some(line) = lines.ask(&format!("{prompt} "))? else { return Ok(None) };
        match line.trim() {
            "" => return Ok(Some(options)),
            line => match options.clone().with(&format!("{}={line}", option.name)) {
                Ok(options) => return Ok(Some(options)),
                Err(fault) => lines.say(&names::option_fault(catalogue, options.info(), &fault))?,
            },
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
