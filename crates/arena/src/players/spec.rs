use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_core::Fault;

use super::PlayerLimits;
use crate::faults;

/// PlayerSpec plays: what kind of player, and settings of its own.
///
/// Written `KIND:VALUE`, and after an `@` settings joined by commas: `level:7@nodes=2000,threads=2`.
///
/// # Examples
///
/// ```
/// use agon_arena::{PlayerKind, PlayerSpec};
/// let who: PlayerSpec = "bot:greedy@nodes=2000".parse().unwrap();
/// assert_eq!(who.kind, PlayerKind::Bot("greedy".to_owned()));
/// assert_eq!(who.limits.nodes, Some(2000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// What kind of player.
    pub kind: PlayerKind,
    /// Its own limits; they stand in for those of the match.
    pub limits: PlayerLimits,
    /// Threads of a player of ours.
    pub threads: Option<usize>,
    /// Megabytes of memory of a player of ours.
    pub hash: Option<usize>,
    /// A fixed seed instead of one for each pair of games.
    pub seed: Option<u64>,
    /// Whether a player of ours may answer from the opening book.
    pub book: bool,
    /// Options of a external program, by the program's own names.
    pub options: Vec<(String, String)>,
    /// As it was written.
    text: String,
    /// How it is with_name in reports.
    name: String,
}

/// The kinds of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
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
    /// `gnubg:PLIES`: GNU Backgammon, looking so many plies ahead.
    Gnubg(u8),
    /// `baseline:greedy`: a yardstick that never changes.
    Baseline,
}

impl PlayerKind {
    /// Whether it plays inside this process.
    pub fn is_ours(&self) -> bool {
        matches!(self, Self::Bot(_) | Self::Level(_) | Self::Baseline)
    }
}

impl PlayerSpec {
    /// The same player under another name.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// How it is with_name in reports and records.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for PlayerSpec {
    /// Writes what `from_str` reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let text = text.trim();
        let (player, settings) = split_settings(text);
        let kind = read_kind(player)?;
        let mut who = Self {
            kind,
            limits: PlayerLimits::default(),
            threads: None,
            hash: None,
            seed: None,
            book: false,
            options: Vec::new(),
            text: text.to_owned(),
            name: short(text),
        };
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            who.set(name.trim(), value.trim())?;
        }
        who.limits = who.limits.checked()?;
        Ok(who)
    }
}

/// A player's text without the folders of programs.
fn short(text: &str) -> String {
    let Some((kind, command)) = text.split_once(':').filter(|(_, command)| command.contains('/')) else {
        return text.to_owned();
    };
    let name = |word: &str| word.trim_matches(['\'', '"']).rsplit('/').next().unwrap_or(word).to_owned();
    format!("{kind}:{}", command.split_whitespace().map(name).collect::<Vec<_>>().join(" "))
}

/// Cuts the settings off: what follows the last `@`, if it looks like settings. A program's
/// command line may hold an `@` of its own.
fn split_settings(text: &str) -> (&str, &str) {
    match text.rsplit_once('@') {
        Some((player, settings)) if settings.split(',').all(|setting| setting.contains('=')) => {
            (player.trim_end(), settings)
        }
        _ => (text, ""),
    }
}

/// Further than this GNU Backgammon does not look.
const DEEPEST_GNUBG: u8 = 7;

fn read_kind(text: &str) -> Result<PlayerKind, Fault> {
    let wrong = || faults::WHO.with("who", text);
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
            let plies = value.parse().ok().filter(|plies| *plies <= DEEPEST_GNUBG);
            plies.map(PlayerKind::Gnubg).ok_or_else(|| faults::GNUBG_PLIES.with("plies", value))
        }
        "baseline" if value.eq_ignore_ascii_case("greedy") => Ok(PlayerKind::Baseline),
        _ => Err(wrong()),
    }
}

impl PlayerSpec {
    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let wrong =
            || faults::SETTING_VALUE.with("setting", name).with("value", value).with("wanted", wanted(name));
        match name {
            "name" if !value.is_empty() => value.clone_into(&mut self.name),
            "nodes" => self.limits.nodes = Some(positive(value).ok_or_else(wrong)?),
            "depth" => {
                self.limits.depth = Some(positive(value).and_then(|n| n.try_into().ok()).ok_or_else(wrong)?);
            }
            "movetime" => {
                self.limits.movetime = Some(Duration::from_millis(positive(value).ok_or_else(wrong)?));
            }
            "tc" => self.limits.clock = Some(value.parse()?),
            "threads" if self.kind.is_ours() => {
                self.threads = Some(positive(value).filter(|n| *n <= 64).ok_or_else(wrong)? as usize);
            }
            "hash" if self.kind.is_ours() => {
                self.hash = Some(positive(value).filter(|n| *n <= 65536).ok_or_else(wrong)? as usize);
            }
            "seed" if self.kind.is_ours() => self.seed = Some(value.parse().map_err(|_| wrong())?),
            "book" if self.kind.is_ours() => self.book = switch(value).ok_or_else(wrong)?,
            _ if !self.kind.is_ours() && !name.is_empty() => {
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
        _ => "a number from 1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(text: &str) -> PlayerSpec {
        text.parse().expect(text)
    }

    #[test]
    fn settings_follow_the_last_at_sign() {
        let player = who("level:7@nodes=2000,threads=2,name=seven");
        assert_eq!(player.kind, PlayerKind::Level(7));
        assert_eq!((player.limits.nodes, player.threads, player.name()), (Some(2000), Some(2), "seven"));
        assert_eq!(player.to_string(), "level:7@nodes=2000,threads=2,name=seven");
        let program = who("cmd:ssh me@home ./bot --fast=1@Hash=64,movetime=50");
        assert_eq!(program.kind, PlayerKind::Ugi("ssh me@home ./bot --fast=1".to_owned()));
        assert_eq!(program.options, [("Hash".to_owned(), "64".to_owned())]);
        assert_eq!(program.limits.movetime, Some(Duration::from_millis(50)));
        assert_eq!(
            who("cmd:python3 '/opt/bots/bot.py' -n 3@Hash=4").name(),
            "cmd:python3 bot.py -n 3@Hash=4"
        );
        assert_eq!(who("cmd:me@home").kind, PlayerKind::Ugi("me@home".to_owned()));
    }

    #[test]
    fn each_wrong_player_has_its_own_reason() {
        for (text, code) in [
            ("", "player"),
            ("human", "player"),
            ("bot:", "player"),
            ("robot:x", "player"),
            ("level:0", "player-level"),
            ("level:x", "player-level"),
            ("gnubg:8", "gnubg-plies"),
            ("baseline:clever", "player"),
            ("level:3@nodes=0", "setting-value"),
            ("level:3@threads=65", "setting-value"),
            ("level:3@book=perhaps", "setting-value"),
            ("level:3@colour=red", "unknown-setting"),
            ("level:3@tc=soon", "time-control"),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().expect_err(text).kind.code, code, "{text}");
        }
    }
}
