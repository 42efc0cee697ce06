//! Blockade: a search for wins within ever more turns, and retrograde analysis of small boards.
//!
//! In reading order:
//! - `solver`: the solver of the position on a table, which runs both methods.
//! - `geometry`: the board as bit sets; `position`: a position; `turns`: its turns.
//! - `search`: the search for a win within a number of turns; `win_distance_table`: its transposition table.
//! - `retrograde`: every reachable position, solved backwards from the ends of the game.

mod geometry;
mod position;
mod retrograde;
mod search;
mod solver;
mod turns;
mod win_distance_table;

pub(crate) use solver::SOLVER;
