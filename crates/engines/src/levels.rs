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
    rung(3, 0, 150, 0),
    rung(5, 50_000, 200, 0),
    rung(7, 150_000, 300, 0),
    rung(10, 400_000, 500, 0),
    TOP,
]);

/// Errors in hundredths of a step.
static QUORIDOR: Ladder = Ladder([
    rung(1, 0, 100, 300),
    rung(1, 0, 100, 60),
    rung(2, 0, 100, 0),
    rung(3, 0, 100, 0),
    rung(4, 0, 150, 0),
    rung(5, 50_000, 200, 0),
    rung(6, 100_000, 300, 0),
    rung(7, 200_000, 400, 0),
    rung(8, 400_000, 700, 0),
    TOP,
]);

/// Errors in hundredths of a turn.
static BLOCKADE: Ladder = Ladder([
    rung(1, 0, 100, 300),
    rung(1, 0, 100, 100),
    rung(1, 0, 100, 40),
    rung(1, 0, 100, 0),
    rung(2, 20_000, 100, 0),
    rung(3, 30_000, 150, 0),
    rung(4, 40_000, 250, 0),
    rung(5, 60_000, 400, 0),
    rung(6, 100_000, 600, 0),
    TOP,
]);

/// Errors in hundredths of a point.
static DICE: Ladder = Ladder([
    rung(1, 0, 50, 100),
    rung(1, 0, 50, 45),
    rung(1, 0, 50, 27),
    rung(1, 0, 50, 18),
    rung(1, 0, 50, 12),
    rung(1, 0, 50, 8),
    rung(1, 0, 50, 4),
    rung(1, 0, 50, 0),
    rung(2, 0, 500, 0),
    TOP,
]);

/// Errors in hundredths of a point; in this quieter game smaller ones matter.
static FEVGA: Ladder = Ladder([
    rung(1, 0, 50, 60),
    rung(1, 0, 50, 28),
    rung(1, 0, 50, 18),
    rung(1, 0, 50, 12),
    rung(1, 0, 50, 8),
    rung(1, 0, 50, 5),
    rung(1, 0, 50, 2),
    rung(1, 0, 50, 0),
    rung(2, 0, 500, 0),
    TOP,
]);

/// Errors in hundredths of a match, of which one game is only a part.
static MATCH: Ladder = Ladder([
    rung(1, 0, 50, 50),
    rung(1, 0, 50, 22),
    rung(1, 0, 50, 14),
    rung(1, 0, 50, 9),
    rung(1, 0, 50, 6),
    rung(1, 0, 50, 4),
    rung(1, 0, 50, 2),
    rung(1, 0, 50, 0),
    rung(2, 0, 500, 0),
    TOP,
]);

pub(crate) fn ladder(game: &str) -> &'static Ladder {
    match game {
        "quoridor" => &QUORIDOR,
        "blockade" => &BLOCKADE,
        "domineering" => &DOMINEERING,
        "tavli" => &MATCH,
        "fevga" | "gulbara" => &FEVGA,
        _ => &DICE,
    }
}
