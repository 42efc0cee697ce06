//! Scores inside the tree: one number that holds an evaluation or the distance to a proven end.

use crate::Score;

/// The score of a win now; a win in `n` turns scores `n` less.
pub(crate) const WIN: i32 = 1_000_000;
/// Greater than any score.
pub(crate) const INFINITE: i32 = WIN + 1;
/// The lowest score of a proven win.
const MIN_PROVEN: i32 = WIN - 10_000;
/// Evaluations are clamped to this, so that none looks proven.
pub(crate) const MAX_EVAL: i32 = 900_000;

/// Whether the score is a proven win or loss.
pub(crate) const fn is_proven(score: i32) -> bool {
    score.abs() >= MIN_PROVEN
}

/// The score of a win in this many turns from the root.
pub(crate) const fn win_in(turns: u32) -> i32 {
    WIN - turns as i32
}

/// Converts a score proved at a node `ply` turns from the root.
pub(crate) fn from_proven(proven: Score, ply: usize) -> i32 {
    match proven {
        Score::Cp(cp) => cp.clamp(-MAX_EVAL, MAX_EVAL),
        Score::Win(turns) => win_in(turns + ply as u32),
        Score::Loss(turns) => -win_in(turns + ply as u32),
    }
}

/// Converts to the public score.
pub(crate) fn to_score(score: i32) -> Score {
    if score >= MIN_PROVEN {
        Score::Win((WIN - score) as u32)
    } else if score <= -MIN_PROVEN {
        Score::Loss((WIN + score) as u32)
    } else {
        Score::Cp(score)
    }
}

/// Converts to a table score: in the tree distances count from the root, in the table from the node.
pub(crate) const fn to_tt(score: i32, ply: usize) -> i32 {
    if score >= MIN_PROVEN {
        score + ply as i32
    } else if score <= -MIN_PROVEN {
        score - ply as i32
    } else {
        score
    }
}

/// Converts a table score back.
pub(crate) const fn from_tt(score: i32, ply: usize) -> i32 {
    if score >= MIN_PROVEN {
        score - ply as i32
    } else if score <= -MIN_PROVEN {
        score + ply as i32
    } else {
        score
    }
}
