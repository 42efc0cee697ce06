use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_core::{Fault, Player};
use agon_search::{Clock, Limits};

use crate::faults;

/// Limits of a player's thinking. If none is set, the player's own default applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerLimits {
    /// Time for each turn.
    pub movetime: Option<Duration>,
    /// Nodes for each turn.
    pub nodes: Option<u64>,
    /// Depth of each turn.
    pub depth: Option<u32>,
    /// Time for the whole game.
    pub clock: Option<TimeControl>,
}

/// Time per game and increment per turn, written in seconds: `60+0.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the game.
    pub base: Duration,
    /// Time added after each turn.
    pub increment: Duration,
}

impl PlayerLimits {
    /// Refuses limits with two kinds of time. Nodes and depth may be combined with either.
    pub fn checked(self) -> Result<Self, Fault> {
        match self {
            Self { movetime: Some(_), clock: Some(_), .. } => Err(faults::TWO_TIMES.fault()),
            limits => Ok(limits),
        }
    }

    /// These limits if any is set, else the other ones.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }

    /// The limits of one search, with the time left on both clocks.
    pub fn search_limits(&self, left: [Option<Duration>; 2], both: &[Self; 2]) -> Limits {
        let clock = self.clock.map(|own| {
            let left = left.map(|left| left.unwrap_or(own.base));
            let increment = Player::ALL.map(|player| both[player.index()].clock.unwrap_or(own).increment);
            Clock { left, increment }
        });
        Limits { movetime: self.movetime, nodes: self.nodes, depth: self.depth, clock, ..Limits::default() }
    }
}

impl fmt::Display for PlayerLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| format!("{clock} s a game")));
        parts.extend(self.movetime.map(|time| format!("{} ms a turn", time.as_millis())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes a turn")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        // The text is stored in `match.json`, which a resumed match is compared with.
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
        let bounds = PlayerLimits { nodes: Some(5), depth: Some(2), ..PlayerLimits::default() };
        for limits in [bounds, PlayerLimits { movetime, ..bounds }, PlayerLimits { clock, ..bounds }] {
            assert_eq!(limits.checked(), Ok(limits));
        }
        assert_eq!(PlayerLimits { movetime, clock, ..bounds }.checked().expect_err("both").kind, faults::TWO_TIMES);
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
