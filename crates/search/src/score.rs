//! Scores inside the tree: one number that holds an evaluation or the distance to a proven end.

use crate::Score;

/// A win now; a win in `n` turns is worth `n` less.
pub(crate) const WIN: i32 = 1_000_000;
/// Beyond every score.
pub(crate) const INFINITE: i32 = WIN + 1;
/// From here on a score is a proven end.
const MIN_PROVEN: i32 = WIN - 10_000;
/// Evaluations are cut off here, so that they never look like a proof.
pub(crate) const MAX_EVAL: i32 = 900_000;

/// Whether the score is a proven end.
pub(crate) const fn is_proven(score: i32) -> bool {
    score.abs() >= MIN_PROVEN
}

/// Winning `turns` from here.
pub(crate) const fn win_in(turns: u32) -> i32 {
    WIN - turns as i32
}

/// What the tree works with, for what an evaluator has proved at a node.
pub(crate) fn from_proven(verdict: Score, ply: usize) -> i32 {
    match verdict {
        Score::Cp(cp) => cp.clamp(-MAX_EVAL, MAX_EVAL),
        Score::Win(turns) => win_in(turns + ply as u32),
        Score::Loss(turns) => -win_in(turns + ply as u32),
    }
}

/// What people read.
pub(crate) fn to_score(score: i32) -> Score {
    if score >= MIN_PROVEN {
        Score::Win((WIN - score) as u32)
    } else if score <= -MIN_PROVEN {
        Score::Loss((WIN + score) as u32)
    } else {
        Score::Cp(score)
    }
}

/// Distances to the end count from the root; in the memory they count from the node.
pub(crate) const fn to_tt(score: i32, ply: usize) -> i32 {
    if score >= MIN_PROVEN {
        score + ply as i32
    } else if score <= -MIN_PROVEN {
        score - ply as i32
    } else {
        score
    }
}

/// The way back.
pub(crate) const fn from_tt(score: i32, ply: usize) -> i32 {
    if score >= MIN_PROVEN {
        score - ply as i32
    } else if score <= -MIN_PROVEN {
        score + ply as i32
    } else {
        score
    }
}
