//! The board: regions of free cells in three sizes, and positions as the search holds them.
//!
//! In reading order:
//! - [`region`]: a region of up to 16 x 16 cells; the public type, and the slow reference of the next two.
//! - [`small_region`]: a region of up to 8 x 8 cells in one word; most pieces are that small.
//! - [`wide_region`]: a region of up to 8 x 16 cells in one word.
//! - [`frame`]: the board as one player sees it, turned so that this player's dominoes are vertical.
//! - [`position`]: the free cells in both frames with their mirror images, and playing a move.

mod frame;
mod position;
pub(crate) mod region;
mod small_region;
mod wide_region;

pub(crate) use frame::Frame;
pub(crate) use position::{BoardGeometry, ContestedCore, FreeCells};
pub use region::Region;
pub(crate) use small_region::SmallRegion;
pub(crate) use wide_region::WideRegion;
