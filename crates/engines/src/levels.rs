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
    pub(crate) eval_error: u32,
}

/// The levels of a game, lowest first.
#[derive(Debug)]
pub(crate) struct Ladder([Rung; HIGHEST as usize]);

impl Ladder {
    pub(crate) fn rung(&self, level: u8) -> Rung {
        self.0[usize::from(level.clamp(1, HIGHEST)) - 1]
    }
}

const fn rung(depth: u32, nodes: u64, millis: u64, eval_error: u32) -> Rung {
    Rung {
        depth: if depth == 0 { None } else { Some(depth) },
        nodes: if nodes == 0 { None } else { Some(nodes) },
        time: Duration::from_millis(millis),
        eval_error,
    }
}

const TOP: Rung = rung(0, 0, 1000, 0);

/// Levels of a dice game, which choose at first sight and misjudge what they see; only the highest looks ahead.
const fn dice(errors: [u32; HIGHEST as usize - 1]) -> Ladder {
    let mut rungs = [TOP; HIGHEST as usize];
    let mut at = 0;
    while at < errors.len() {
        rungs[at] = rung(1, 0, 50, errors[at]);
        at += 1;
    }
    Ladder(rungs)
}

/// Errors in hundredths of a move.
static DOMINEERING: Ladder = Ladder([
    rung(1, 0, 100, 500),
    rung(1, 0, 100, 250),
    rung(1, 0, 100, 120),
    rung(2, 0, 100, 100),
    rung(2, 0, 100, 40),
    rung(3, 0, 150, 25),
    rung(4, 0, 200, 0),
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
    rung(0, 12_000, 200, 0),
    rung(0, 40_000, 300, 0),
    rung(0, 150_000, 500, 0),
    rung(0, 500_000, 800, 0),
    TOP,
]);

/// Errors in hundredths of a turn. Three times as many positions at the top win nothing that can be measured, and errors of
/// 50 cost nothing, so levels differ by more than that.
static BLOCKADE: Ladder = Ladder([
    rung(1, 0, 100, 300),
    rung(1, 0, 100, 100),
    rung(1, 0, 100, 40),
    rung(1, 0, 100, 0),
    rung(2, 0, 150, 120),
    rung(2, 0, 150, 50),
    rung(3, 0, 250, 90),
    rung(3, 0, 250, 0),
    rung(0, 25_000, 800, 0),
    TOP,
]);

/// A turn is less than in the classic game, so it takes more of them to see as far.
static BLOCKADE_SWIFT: Ladder = Ladder([
    rung(1, 0, 100, 300),
    rung(1, 0, 100, 80),
    rung(1, 0, 100, 40),
    rung(1, 0, 100, 16),
    rung(2, 0, 100, 0),
    rung(3, 0, 150, 0),
    rung(0, 4_000, 250, 0),
    rung(0, 15_000, 500, 0),
    rung(0, 50_000, 800, 0),
    TOP,
]);

/// Errors in hundredths of a point.
static PORTES: Ladder = dice([90, 56, 42, 33, 26, 21, 16, 11, 6]);

/// Errors in hundredths of a point; here small ones matter more and large ones less.
static PLAKOTO: Ladder = dice([260, 108, 62, 37, 25, 16, 11, 6, 2]);

/// Errors in hundredths of a point; in this quieter game smaller ones matter.
static FEVGA: Ladder = dice([80, 50, 34, 24, 17, 12, 8, 5, 2]);

/// Errors in hundredths of a match, of which one game is only a part.
static MATCH: Ladder = dice([70, 32, 20, 14, 9, 6, 4, 2, 1]);

/// The levels of a game; its spec tells kinds apart.
pub(crate) fn ladder(game: &str, spec: &str) -> &'static Ladder {
    match game {
        "quoridor" => &QUORIDOR,
        "blockade" if spec.contains("turn=swift") => &BLOCKADE_SWIFT,
        "blockade" => &BLOCKADE,
        "domineering" => &DOMINEERING,
        "tavli" => &MATCH,
        "plakoto" => &PLAKOTO,
        "fevga" | "gulbara" => &FEVGA,
        _ => &PORTES,
    }
}
