//! The rules of Blockade: two pawns a side, green and blue walls, three kinds of turn.
//!
//! A [`Blockade`] is the rule set with its options, a [`Board`] a position, a [`Turn`] a move. Boards up
//! to the standard size are [`Standard`], all others [`Large`]; both are the same code over bitboards of
//! different width.
//!
//! - `square`, `wall`, `square_set`, `turn`: squares, walls, sets of squares, turns
//! - `rules`: the options that positions need
//! - `board`: positions and legal turns
//! - `game`, `view`: the rule set and its view for screens
//! - `text`, `faults`: notation, position strings, error messages
//!
//! # Examples
//!
//! ```
//! use agon_blockade::{INFO, Pawn, Standard};
//! use agon_core::{Game, Options, Player, Position};
//!
//! let game = Standard::new(&Options::defaults(&INFO)).unwrap().unwrap();
//! let mut board = game.start();
//! assert_eq!(board.count_moves(&mut Vec::new()), 4160);
//! let turn = board.parse_move("[X 1] [6 4] [Z 3 5]").unwrap();
//! assert_eq!(board.move_text(turn), "X1-64,G35");
//! board.play_unchecked(turn);
//! assert_eq!(game.position_text(&board), "35 / / 64 84 4B 8B / 8 9 9 9 / 2");
//! assert_eq!(board.distance(Player::P1, Pawn::One), Some(9));
//! ```

mod board;
pub mod faults;
mod game;
mod rules;
mod square;
mod square_set;
mod text;
mod turn;
mod view;
mod wall;

pub use board::{Board, Distances, PassageSet};
pub use faults::FAULTS;
pub use game::{Blockade, ENTRY, INFO, Large, Standard};
pub use rules::{Rules, SingleStep, TurnKind};
pub use square::Square;
pub use square_set::{SquareIter, SquareSet};
pub use turn::{Pawn, PawnMove, Step, Turn, letter};
pub use wall::{Colour, Wall, Walls};
