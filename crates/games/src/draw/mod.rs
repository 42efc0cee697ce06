//! Boards as text and as SVG, drawn from a [`agon_core::BoardView`] without knowing a rule.

mod canvas;
mod compact;
mod lattice;
mod status;
mod svg;
mod svg_grid;
mod svg_tavli;
mod tavli;
mod text;

pub use canvas::{Canvas, Paint};
pub use svg::svg;
pub use text::{TextStyle, board, compact, status, text};
