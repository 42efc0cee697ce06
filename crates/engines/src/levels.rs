//! What a level is. The levels of each game are in its folder.

use std::ops::RangeInclusive;
use std::time::Duration;

use agon_search::Strength;

pub(crate) const MAX_LEVEL: u8 = 10;

/// The levels there are.
pub const LEVELS: RangeInclusive<u8> = 1..=MAX_LEVEL;

/// The strengths of all levels of a game, lowest first.
///
/// Levels below the highest are limited by depth and nodes rather than by time, so that they play equally well on
/// every machine; their time is only an upper limit.
pub type Levels = [Strength; MAX_LEVEL as usize];

/// A level; zero depth or nodes mean no limit.
pub const fn level(depth: u32, nodes: u64, millis: u64, eval_error: u32) -> Strength {
    Strength {
        depth: if depth == 0 { None } else { Some(depth) },
        nodes: if nodes == 0 { None } else { Some(nodes) },
        time: Duration::from_millis(millis),
        eval_error,
        seed: 0,
    }
}

/// The highest level: a second for a turn.
pub const TOP_LEVEL: Strength = level(0, 0, 1000, 0);

/// Levels of a game with dice by their evaluation errors at depth 1; only the highest searches deeper.
pub const fn dice_levels(errors: [u32; MAX_LEVEL as usize - 1]) -> Levels {
    let mut levels = [TOP_LEVEL; MAX_LEVEL as usize];
    let mut at = 0;
    while at < errors.len() {
        levels[at] = level(1, 0, 50, errors[at]);
        at += 1;
    }
    levels
}
