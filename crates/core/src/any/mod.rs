//! Games of any kind behind one object, for code that does not know the game.
//!
//! - `table`: a game in progress, [`AnyTable`](crate::AnyTable)
//! - `position`: a position for searches, [`AnyPosition`](crate::AnyPosition)

mod position;
mod table;

pub use position::AnyPosition;
pub use table::{AnyTable, StepView, StepsView, Successor};
