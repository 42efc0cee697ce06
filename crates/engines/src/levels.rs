//! What the levels of each game may use of the engine's strength.
//!
//! Levels below the highest are bounded by depth and nodes, not by time, so that they are equally
//! strong on every machine; the time is only a ceiling.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The levels there are.
pub const LEVELS: RangeInclusive<u8> = 1..=HIGHEST;

pub(crate) const HIGHEST: u8 = 10;

/// One level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rung {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Duration,
    pub(crate) misjudgement: u32,
}

/// The levels of a game, lowest first.
#[derive(Debug)]
pub(crate) struct Ladder([Rung; HIGHEST as usize]);

impl Ladder {
    pub(crate) fn rung(&self, level: u8) -> Rung {
        self.0[usize::from(level.clamp(1, HIGHEST)) - 1]
    }
}

const fn rung(depth: u32, nodes: u64, millis: u64, misjudgement: u32) -> Rung {
    Rung {
        depth: if depth == 0 { None } else { Some(depth) },
        nodes: if nodes == 0 { None } else { Some(nodes) },
        time: Duration::from_millis(millis),
        misjudgement,
    }
}

const TOP: Rung = rung(0, 0, 1000, 0);

/// Errors in hundredths of a move.
static DOMINEERING: Ladder = Ladder([
    rung(1, 0, 100, 500),
    rung(1, 0, 100, 250),
    rung(1, 0, 100, 120),
    rung(2, 0, 100, 100),
    rung(2, 0, 100, 40),
    rung(3, 0, 150, 20),
    rung(4, 20_000, 200, 0),
    rung(6, 60_000, 300, 0),
    rung(10, 200_000, 500, 0),
    TOP,
]);

pub(crate) fn ladder(game: &str) -> &'static Ladder {
    let _ = game;
    &DOMINEERING
}
