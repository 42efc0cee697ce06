use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_core::{Fault, Player};
use agon_search::{Clock, Limits};

use crate::faults;

/// How fast a player has to play. Nothing set means what the player customarily takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Time for each turn.
    pub movetime: Option<Duration>,
    /// Nodes for each turn.
    pub nodes: Option<u64>,
    /// Depth of each turn.
    pub depth: Option<u32>,
    /// Time for the whole game.
    pub clock: Option<TimeControl>,
}

/// Time for a game and what is added after each turn: `60+0.5` in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For the game.
    pub base: Duration,
    /// After each turn.
    pub increment: Duration,
}

impl Pace {
    /// This pace, unless it has two kinds of time. Nodes and depth may stand beside either: they are
    /// only bounds.
    pub fn checked(self) -> Result<Self, Fault> {
        match self {
            Self { movetime: Some(_), clock: Some(_), .. } => Err(faults::TWO_TIMES.fault()),
            pace => Ok(pace),
        }
    }

    /// This pace where it says something, else the other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }

    /// What an engine is told, with so much left on both clocks.
    pub(crate) fn limits(&self, left: [Option<Duration>; 2], paces: &[Self; 2]) -> Limits {
        let clock = self.clock.map(|own| {
            let left = left.map(|left| left.unwrap_or(own.base));
            let increment = Player::ALL.map(|player| paces[player.index()].clock.unwrap_or(own).increment);
            Clock { left, increment }
        });
        Limits { movetime: self.movetime, nodes: self.nodes, depth: self.depth, clock, ..Limits::default() }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| format!("{clock} s a game")));
        parts.extend(self.movetime.map(|time| format!("{} ms a turn", time.as_millis())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes a turn")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() { f.write_str("customary time") } else { f.write_str(&parts.join(", ")) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl FromStr for TimeControl {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let wrong = || faults::TIME_CONTROL.with("text", text);
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let number: f64 = text.trim().parse().ok()?;
            (0.0..=86_400.0).contains(&number).then(|| Duration::from_secs_f64(number))
        };
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(wrong)?;
        Ok(Self { base, increment: seconds(increment).ok_or_else(wrong)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_a_turn_and_time_a_game_exclude_each_other() {
        let movetime = Some(Duration::from_secs(1));
        let clock = Some("60+1".parse().expect("a time control"));
        let bounds = Pace { nodes: Some(5), depth: Some(2), ..Pace::default() };
        for pace in [bounds, Pace { movetime, ..bounds }, Pace { clock, ..bounds }] {
            assert_eq!(pace.checked(), Ok(pace));
        }
        assert_eq!(Pace { movetime, clock, ..bounds }.checked().expect_err("both").kind, faults::TWO_TIMES);
    }

    #[test]
    fn time_controls_are_read_back() {
        for text in ["60+0.5", "0.25+0"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        assert_eq!("5".parse::<TimeControl>().expect("bare").to_string(), "5+0");
        for text in ["", "0+1", "-1+0", "1+x", "1e9", "nan"] {
            assert_eq!(text.parse::<TimeControl>().expect_err(text).kind.code, "time-control");
        }
    }
}
