//! The strength of each level, game by game.
//!
//! Levels below the highest are limited by depth and nodes rather than by time, so that they play equally well on
//! every machine; their time is only an upper limit.

use std::ops::RangeInclusive;
use std::time::Duration;

use agon_search::Strength;

pub(crate) const MAX_LEVEL: u8 = 10;

/// The levels there are.
pub const LEVELS: RangeInclusive<u8> = 1..=MAX_LEVEL;

/// The strengths of all levels of a game, lowest first.
pub(crate) type Levels = [Strength; MAX_LEVEL as usize];

/// A level; zero depth or nodes mean no limit.
const fn level(depth: u32, nodes: u64, millis: u64, eval_error: u32) -> Strength {
    Strength {
        depth: if depth == 0 { None } else { Some(depth) },
        nodes: if nodes == 0 { None } else { Some(nodes) },
        time: Duration::from_millis(millis),
        eval_error,
        seed: 0,
    }
}

const TOP: Strength = level(0, 0, 1000, 0);

/// Levels of a game with dice: depth 1 with evaluation errors; only the highest searches deeper.
const fn dice(errors: [u32; MAX_LEVEL as usize - 1]) -> Levels {
    let mut levels = [TOP; MAX_LEVEL as usize];
    let mut at = 0;
    while at < errors.len() {
        levels[at] = level(1, 0, 50, errors[at]);
        at += 1;
    }
    levels
}

/// Errors in hundredths of a move.
static DOMINEERING: Levels = [
    level(1, 0, 100, 500),
    level(1, 0, 100, 250),
    level(1, 0, 100, 120),
    level(2, 0, 100, 100),
    level(2, 0, 100, 40),
    level(3, 0, 150, 25),
    level(4, 0, 200, 0),
    level(7, 150_000, 300, 0),
    level(10, 400_000, 500, 0),
    TOP,
];

/// Errors in hundredths of a step.
static QUORIDOR: Levels = [
    level(1, 0, 100, 300),
    level(1, 0, 100, 60),
    level(2, 0, 100, 0),
    level(3, 0, 100, 0),
    level(4, 0, 150, 0),
    level(0, 12_000, 200, 0),
    level(0, 40_000, 300, 0),
    level(0, 150_000, 500, 0),
    level(0, 500_000, 800, 0),
    TOP,
];

/// Errors in hundredths of a turn. At the top, three times as many nodes gain nothing measurable, and errors of 50
/// cost nothing, so levels differ by more than that.
static BLOCKADE: Levels = [
    level(1, 0, 100, 300),
    level(1, 0, 100, 100),
    level(1, 0, 100, 40),
    level(1, 0, 100, 0),
    level(2, 0, 150, 120),
    level(2, 0, 150, 50),
    level(3, 0, 250, 90),
    level(3, 0, 250, 0),
    level(0, 25_000, 800, 0),
    TOP,
];

/// A turn does less than in the classic game, so it takes more of them to see as far.
static BLOCKADE_SWIFT: Levels = [
    level(1, 0, 100, 300),
    level(1, 0, 100, 80),
    level(1, 0, 100, 40),
    level(1, 0, 100, 16),
    level(2, 0, 100, 0),
    level(3, 0, 150, 0),
    level(0, 4_000, 250, 0),
    level(0, 15_000, 500, 0),
    level(0, 50_000, 800, 0),
    TOP,
];

/// Errors in hundredths of a point.
static PORTES: Levels = dice([90, 56, 42, 33, 26, 21, 16, 11, 6]);

/// Errors in hundredths of a point. Small errors matter more than in Portes and large ones less.
static PLAKOTO: Levels = dice([260, 108, 62, 37, 25, 16, 11, 6, 2]);

/// Errors in hundredths of a point. In this quieter game smaller errors matter.
static FEVGA: Levels = dice([80, 50, 34, 24, 17, 12, 8, 5, 2]);

/// Errors in hundredths of a match, of which one game is only a part.
static MATCH: Levels = dice([70, 32, 20, 14, 9, 6, 4, 2, 1]);

/// The levels of a game; its spec decides between rule variants.
pub(crate) fn levels(game: &str, spec: &str) -> &'static Levels {
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
