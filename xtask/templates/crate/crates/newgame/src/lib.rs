//! The rules of Newgame.
//!
//! The players take turns placing a stone on a free cell that has no stone of the opponent beside it. A player who
//! cannot place a stone loses.
//!
//! # Examples
//!
//! ```
//! use agon_core::Table;
//! use agon_newgame::Newgame;
//!
//! let mut table = Table::new(Newgame::default());
//! assert_eq!(table.play("c4").unwrap(), "c4");
//! assert!(table.play("c5").unwrap_err().to_string().contains("beside c4"));
//! ```

mod board;
mod faults;
mod game;
mod text;

pub use board::{Board, Cell};
pub use faults::FAULTS;
pub use game::{ENTRY, INFO, Newgame};
