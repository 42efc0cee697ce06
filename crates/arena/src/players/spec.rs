use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_core::Fault;

use super::PlayerLimits;
use crate::faults;

/// A player in text form: its kind and its own settings.
///
/// The form is `KIND:VALUE`, and after an `@` settings separated by commas: `level:7@nodes=2000,threads=2`. It is the same
/// wherever a player is named.
///
/// # Examples
///
/// ```
/// use agon_arena::{PlayerKind, PlayerSpec};
///
/// let player: PlayerSpec = "bot:greedy@nodes=2000,name=Greedy".parse().unwrap();
/// assert_eq!(player.kind, PlayerKind::Bot("greedy".to_owned()));
/// assert_eq!(player.limits.nodes, Some(2000));
/// assert_eq!(player.name(), "Greedy");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The kind of player.
    pub kind: PlayerKind,
    /// Its own limits, which replace those of the match.
    pub limits: PlayerLimits,
    /// Threads of an engine of ours.
    pub threads: Option<usize>,
    /// Transposition table of an engine of ours, in megabytes.
    pub hash_mb: Option<usize>,
    /// A fixed seed of an engine of ours.
    pub seed: Option<u64>,
    /// Whether an engine of ours may answer from the opening book.
    pub book: Option<bool>,
    /// The weight file of an engine of ours, instead of the bundled nets of the game.
    pub net: Option<String>,
    /// Options of an external program, by the program's own names.
    pub options: Vec<(String, String)>,
    /// The name given by the setting `name`.
    pub custom_name: Option<String>,
    /// The text that was parsed.
    text: String,
    /// The text without the folders of programs and weight files.
    label: String,
}

/// The kinds of players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlayerKind {
    /// `human`: a person.
    #[default]
    Human,
    /// `http://...`: a game on a server.
    Url(String),
    /// `bot:NAME`: a named bot of ours.
    Bot(String),
    /// `level:N`: a level of ours, 1 to 10.
    Level(u8),
    /// `cmd:PROGRAM`: a program that speaks UGI.
    Ugi(String),
    /// `uci:PROGRAM`: a program that speaks UCI with the moves of the game.
    Uci(String),
    /// `qtp:PROGRAM`: a program that speaks the Quoridor text protocol.
    Qtp(String),
    /// `ubgi:PROGRAM`: a backgammon program that speaks UBGI.
    Ubgi(String),
    /// `gnubg:PLIES`: GNU Backgammon, searching this number of plies ahead.
    Gnubg(u8),
    /// `baseline:greedy`: a simple player that never changes.
    Baseline,
}

impl PlayerKind {
    /// Whether its engine runs in this process.
    pub fn is_internal(&self) -> bool {
        matches!(self, Self::Bot(_) | Self::Level(_) | Self::Baseline)
    }

    /// Whether it is an external program.
    pub fn is_program(&self) -> bool {
        !self.is_internal() && !matches!(self, Self::Human | Self::Url(_))
    }
}

impl PlayerSpec {
    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }

    /// The same player under another name.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        self.custom_name = Some(name.to_owned());
        self
    }

    /// The names of its settings, in the order they were given.
    pub fn settings(&self) -> impl Iterator<Item = &str> {
        let settings = split_settings(&self.text).1.split(',').filter(|setting| !setting.is_empty());
        settings.map(|setting| setting.split_once('=').map_or(setting, |(name, _)| name).trim())
    }

    /// The name in reports and records.
    pub fn name(&self) -> &str {
        self.custom_name.as_deref().unwrap_or(&self.label)
    }

    /// Refuses players that have no engine: people, and games on a server.
    pub fn require_computer(&self) -> Result<(), Fault> {
        match self.kind {
            PlayerKind::Human | PlayerKind::Url(_) => Err(faults::PLAYER_NOT_COMPUTER.with("who", self)),
            _ => Ok(()),
        }
    }

    fn new(kind: PlayerKind, text: &str) -> Self {
        Self {
            kind,
            limits: PlayerLimits::default(),
            threads: None,
            hash_mb: None,
            seed: None,
            book: None,
            net: None,
            options: Vec::new(),
            custom_name: None,
            text: text.to_owned(),
            label: short_text(text),
        }
    }
}

impl Default for PlayerSpec {
    fn default() -> Self {
        PlayerKind::default().into()
    }
}

impl From<PlayerKind> for PlayerSpec {
    /// A player without settings.
    fn from(kind: PlayerKind) -> Self {
        let text = kind.to_string();
        Self::new(kind, &text)
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Url(url) => f.write_str(url),
            Self::Bot(name) => write!(f, "bot:{name}"),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Ugi(command) => write!(f, "cmd:{command}"),
            Self::Uci(command) => write!(f, "uci:{command}"),
            Self::Qtp(command) => write!(f, "qtp:{command}"),
            Self::Ubgi(command) => write!(f, "ubgi:{command}"),
            Self::Gnubg(plies) => write!(f, "gnubg:{plies}"),
            Self::Baseline => f.write_str("baseline:greedy"),
        }
    }
}

impl fmt::Display for PlayerSpec {
    /// Writes the text that `from_str` parsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let text = text.trim();
        let (kind, settings) = split_settings(text);
        let mut player = Self::new(parse_kind(kind)?, text);
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            player.set(name.trim(), value.trim())?;
        }
        player.limits = player.limits.checked()?;
        Ok(player)
    }
}

/// A command line without the folders of its words.
pub fn short_command(command: &str) -> String {
    command.split_whitespace().map(short_word).collect::<Vec<_>>().join(" ")
}

/// A path without its folders; what is before `=` stays: `7@net=runs/new.net` becomes `7@net=new.net`.
fn short_word(word: &str) -> String {
    let word = word.trim_matches(['\'', '"']);
    let (folders, name) = word.rsplit_once(['/', '\\']).unwrap_or(("", word));
    let setting = folders.rfind('=').map_or("", |end| &folders[..=end]);
    format!("{setting}{name}")
}

/// A player's text without the folders of programs and weight files.
fn short_text(text: &str) -> String {
    match text.split_once(':') {
        Some((kind, command)) if command.contains('/') && !is_url(text) => {
            format!("{kind}:{}", short_command(command))
        }
        _ => text.to_owned(),
    }
}

/// Splits the settings off: what follows the last `@`, if it looks like settings. A program's command line may contain
/// an `@` too.
fn split_settings(text: &str) -> (&str, &str) {
    match text.rsplit_once('@') {
        Some((player, settings)) if settings.split(',').all(|setting| setting.contains('=')) => {
            (player.trim_end(), settings)
        }
        _ => (text, ""),
    }
}

fn is_url(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.is_some_and(|scheme| ["http", "https", "ws", "wss"].contains(&scheme.as_str()))
}

/// The deepest search of GNU Backgammon.
const MAX_GNUBG_PLIES: u8 = 7;

fn parse_kind(text: &str) -> Result<PlayerKind, Fault> {
    if text.eq_ignore_ascii_case("human") {
        return Ok(PlayerKind::Human);
    }
    if is_url(text) {
        return Ok(PlayerKind::Url(text.to_owned()));
    }
    let wrong = || faults::PLAYER.with("who", text);
    let (kind, value) = text.split_once(':').ok_or_else(wrong)?;
    let value = value.trim();
    if value.is_empty() {
        return Err(wrong());
    }
    match kind.trim().to_ascii_lowercase().as_str() {
        "bot" => Ok(PlayerKind::Bot(value.to_ascii_lowercase())),
        "level" => value
            .parse()
            .ok()
            .filter(|level| agon_engines::LEVELS.contains(level))
            .map(PlayerKind::Level)
            .ok_or_else(|| faults::PLAYER_LEVEL.with("level", value)),
        "cmd" => Ok(PlayerKind::Ugi(value.to_owned())),
        "uci" => Ok(PlayerKind::Uci(value.to_owned())),
        "qtp" => Ok(PlayerKind::Qtp(value.to_owned())),
        "ubgi" => Ok(PlayerKind::Ubgi(value.to_owned())),
        "gnubg" => {
            let plies = value.parse().ok().filter(|plies| *plies <= MAX_GNUBG_PLIES);
            plies.map(PlayerKind::Gnubg).ok_or_else(|| faults::GNUBG_PLIES.with("plies", value))
        }
        "baseline" if value.eq_ignore_ascii_case("greedy") => Ok(PlayerKind::Baseline),
        _ => Err(wrong()),
    }
}

impl PlayerSpec {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let wrong = || faults::SETTING_VALUE.with("setting", name).with("value", value).with("wanted", wanted(name));
        let thinks = self.kind.is_internal() || self.kind.is_program();
        match name {
            "name" if !value.is_empty() => self.custom_name = Some(value.to_owned()),
            "nodes" if thinks => self.limits.nodes = Some(positive(value).ok_or_else(wrong)?),
            "depth" if thinks => {
                self.limits.depth = Some(positive(value).and_then(|n| n.try_into().ok()).ok_or_else(wrong)?);
            }
            "movetime" if thinks => {
                self.limits.movetime = Some(Duration::from_millis(positive(value).ok_or_else(wrong)?));
            }
            "tc" if thinks => self.limits.clock = Some(value.parse()?),
            "threads" if self.kind.is_internal() => {
                self.threads = Some(positive(value).filter(|n| *n <= 64).ok_or_else(wrong)? as usize);
            }
            "hash" if self.kind.is_internal() => {
                self.hash_mb = Some(positive(value).filter(|n| *n <= 65536).ok_or_else(wrong)? as usize);
            }
            "seed" if self.kind.is_internal() => self.seed = Some(value.parse().map_err(|_| wrong())?),
            "net" if self.kind.is_internal() => {
                let file = (!value.is_empty()).then(|| value.to_owned());
                self.net = Some(file.ok_or_else(wrong)?);
            }
            "book" if self.kind.is_internal() => self.book = Some(switch(value).ok_or_else(wrong)?),
            _ if self.kind.is_program() && !name.is_empty() => {
                self.options.push((name.to_owned(), value.to_owned()));
            }
            _ => return Err(faults::UNKNOWN_SETTING.with("setting", name).with("who", &self.text)),
        }
        Ok(())
    }
}

fn positive(value: &str) -> Option<u64> {
    value.parse().ok().filter(|number| *number > 0)
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn wanted(name: &str) -> &'static str {
    match name {
        "threads" => "1 to 64",
        "hash" => "1 to 65536 megabytes",
        "movetime" => "milliseconds from 1",
        "seed" => "a number from 0",
        "book" => "on or off",
        "net" => "a weight file",
        _ => "a number from 1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> PlayerSpec {
        text.parse().expect(text)
    }

    #[test]
    fn settings_follow_the_last_at_sign() {
        let level = player("level:7@nodes=2000,threads=2,name=seven");
        assert_eq!(level.kind, PlayerKind::Level(7));
        assert_eq!((level.limits.nodes, level.threads, level.name()), (Some(2000), Some(2), "seven"));
        assert_eq!(level.to_string(), "level:7@nodes=2000,threads=2,name=seven");
        assert_eq!(level.settings().collect::<Vec<_>>(), ["nodes", "threads", "name"]);
        assert_eq!(player("cmd:me@home").settings().count(), 0);
        let program = player("cmd:ssh me@home ./bot --fast=1@Hash=64,movetime=50");
        assert_eq!(program.kind, PlayerKind::Ugi("ssh me@home ./bot --fast=1".to_owned()));
        assert_eq!(program.options, [("Hash".to_owned(), "64".to_owned())]);
        assert_eq!(program.limits.movetime, Some(Duration::from_millis(50)));
        assert_eq!(player("cmd:python3 '/opt/bots/bot.py' -n 3@Hash=4").name(), "cmd:python3 bot.py -n 3@Hash=4");
        let other_net = player("level:10@net=runs/new.net");
        assert_eq!((other_net.net.as_deref(), other_net.name()), (Some("runs/new.net"), "level:10@net=new.net"));
        assert_eq!(player("cmd:me@home").kind, PlayerKind::Ugi("me@home".to_owned()));
    }

    #[test]
    fn players_are_read_back_from_their_text() {
        for text in [
            "human",
            "human@name=Ada",
            "bot:greedy",
            "level:10",
            "cmd:./Bot --fast",
            "uci:./Bot",
            "qtp:./Bot",
            "ubgi:./Bot",
            "gnubg:2",
            "baseline:greedy",
            "https://example.org/g/1",
        ] {
            assert_eq!(player(text).to_string(), text);
            let kind = player(text).kind;
            assert_eq!(PlayerSpec::from(kind.clone()).to_string().parse::<PlayerSpec>().expect(text).kind, kind);
        }
        assert_eq!(player("LEVEL: 3").kind, PlayerKind::Level(3));
        assert_eq!(player("level:3"), PlayerKind::Level(3).into());
        assert_eq!(short_command("/usr/bin/python3 bots/random_bot.py -v"), "python3 random_bot.py -v");
    }

    #[test]
    fn only_computer_players_play_matches() {
        for text in ["human", "https://example.org/g/1"] {
            assert_eq!(player(text).require_computer().expect_err(text).kind.code, "player-not-computer");
        }
        assert_eq!(player("level:1").require_computer(), Ok(()));
    }

    #[test]
    fn each_wrong_player_has_its_own_reason() {
        for (text, code) in [
            ("", "player"),
            ("computer", "player"),
            ("bot:", "player"),
            ("cmd: ", "player"),
            ("robot:x", "player"),
            ("level:0", "player-level"),
            ("level:11", "player-level"),
            ("level:x", "player-level"),
            ("gnubg:8", "gnubg-plies"),
            ("baseline:clever", "player"),
            ("level:3@nodes=0", "setting-value"),
            ("level:3@threads=65", "setting-value"),
            ("level:3@book=perhaps", "setting-value"),
            ("level:3@colour=red", "unknown-setting"),
            ("human@nodes=5", "unknown-setting"),
            ("level:3@net=", "setting-value"),
            ("level:3@tc=soon", "time-control"),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().expect_err(text).kind.code, code, "{text}");
        }
    }
}
