//! The rules of Domineering.
//!
//! Vertical covers a cell and the one above it, Horizontal a cell and the one to its right; the player who
//! cannot move loses. A [`Board`] keeps its cells in a bit set: `u64` up to 64 cells,
//! [`agon_core::U256`] up to 16 x 16.
//!
//! # Examples
//!
//! ```
//! use agon_core::{Position, Table};
//! use agon_domineering::Domineering;
//!
//! let game = Domineering::<u64>::new(8, 8).expect("64 cells fit");
//! let mut table = Table::new(game);
//! assert_eq!(table.play("c4").unwrap(), "c4");
//! // Row first is accepted, too.
//! assert_eq!(table.play("2 E").unwrap(), "e2");
//! assert!(table.play("c5").unwrap_err().to_string().contains("covered"));
//! assert_eq!(table.position().move_count(agon_core::Player::P1), 49);
//! ```

mod board;
mod cell;
mod faults;
mod game;
mod setup;

pub use board::Board;
pub use cell::{Cell, CellSet};
pub use faults::FAULTS;
pub use game::{Domineering, ENTRY, INFO};
