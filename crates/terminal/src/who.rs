use std::fmt;
use std::str::FromStr;

use agon_core::Fault;
use agon_i18n::Catalogue;

use crate::faults;

/// Who sits on a side of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// A person at this terminal.
    #[default]
    Human,
    /// A named bot: `bot:greedy`.
    Bot(String),
    /// The computer at a level from 1 to 10: `level:5`.
    Level(u8),
    /// A program that speaks UGI: `cmd:./my-bot --fast`.
    Cmd(String),
    /// A game on a server.
    Url(String),
}

impl Who {
    /// Whether a person plays this side here.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// How a screen calls the player.
    pub fn title(&self, catalogue: &Catalogue) -> String {
        match self {
            Self::Human => catalogue.text("who.human").to_owned(),
            Self::Bot(name) => catalogue.format("who.bot", &[("name", name)]),
            Self::Level(level) => catalogue.format("who.level", &[("level", level)]),
            Self::Cmd(program) => short(program),
            Self::Url(url) => url.clone(),
        }
    }
}

/// A command line without the folders its words lie in.
fn short(command: &str) -> String {
    let name = |word: &str| word.rsplit(['/', '\\']).next().unwrap_or(word).to_owned();
    command.split_whitespace().map(name).collect::<Vec<_>>().join(" ")
}

impl FromStr for Who {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        if lower == "human" {
            return Ok(Self::Human);
        }
        if ["http://", "https://", "ws://", "wss://"].iter().any(|scheme| lower.starts_with(scheme)) {
            return Ok(Self::Url(text.to_owned()));
        }
        match lower.split_once(':') {
            Some(("level", level)) => level
                .trim()
                .parse()
                .ok()
                .filter(|level| (1..=10).contains(level))
                .map(Self::Level)
                .ok_or_else(|| faults::WHO_LEVEL.with("level", level.trim())),
            Some(("bot", name)) if !name.trim().is_empty() => Ok(Self::Bot(name.trim().to_owned())),
            Some(("cmd", _)) if text.len() > 4 && !text[4..].trim().is_empty() => {
                Ok(Self::Cmd(text[4..].trim().to_owned()))
            }
            _ => Err(faults::WHO.with("who", text)),
        }
    }
}

impl fmt::Display for Who {
    /// Writes what `from_str` reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Bot(name) => write!(f, "bot:{name}"),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Cmd(program) => write!(f, "cmd:{program}"),
            Self::Url(url) => f.write_str(url),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_back_from_their_text() {
        for text in ["human", "bot:greedy", "level:10", "cmd:./Bot --fast", "https://example.org/g/1"] {
            assert_eq!(text.parse::<Who>().expect(text).to_string(), text);
        }
        assert_eq!("LEVEL: 3".parse(), Ok(Who::Level(3)));
    }

    #[test]
    fn programs_are_shown_without_their_folders() {
        let who = Who::Cmd("/usr/bin/python3 bots/random_bot.py -v".to_owned());
        let english = Catalogue::of(agon_i18n::Language::English);
        assert_eq!(who.title(english), "python3 random_bot.py -v");
    }

    #[test]
    fn each_wrong_player_has_its_own_reason() {
        for (text, code) in [
            ("", "who"),
            ("computer", "who"),
            ("bot:", "who"),
            ("cmd: ", "who"),
            ("level:11", "who-level"),
            ("level:x", "who-level"),
        ] {
            assert_eq!(text.parse::<Who>().expect_err(text).kind.code, code, "{text}");
        }
    }
}
