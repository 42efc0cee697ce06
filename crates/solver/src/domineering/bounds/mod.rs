//! Bounds that prove who wins a position without searching it.
//!
//! In reading order:
//! - [`move_counts`]: counts the moves of both players; a large enough lead decides the game.
//! - [`packing`]: counts moves that a player can make whatever the opponent does.
//! - [`band_table`]: a lookup table of lower bounds for bands of two rows.
//! - [`lower_bounds`]: cuts the board into such bands as well as possible and adds up their values.
//! - [`piece_sums`]: cuts the bands into pieces, joins pieces again where that is better, and looks a few plies ahead.

mod band_table;
mod lower_bounds;
mod move_counts;
mod packing;
mod piece_sums;

pub(crate) use band_table::BandTable;
pub(crate) use lower_bounds::{JoinMargin, LowerBounds, MAX_ROWS};
pub(crate) use move_counts::MoveCounts;
pub(crate) use packing::packing;
pub(crate) use piece_sums::PieceSums;
