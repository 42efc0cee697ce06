//! The core of Agon: what a two-player game is, with or without dice.
//!
//! A game crate supplies a [`Position`] (state without history, whole turns as moves, chance as weighted data),
//! [`Steps`] (turns entered step by step) and a [`Game`] (a rule set with its options). This crate supplies the rest:
//! tables with undo and repetition, records, perft, random games, bit sets.
//!
//! # Examples
//!
//! A table plays any game; here the toy game of the tests, with a coin instead of dice:
//!
//! ```
//! use agon_core::{Actor, AnyTable, Player};
//!
//! let mut table = agon_toy::heap(4);
//! assert_eq!(table.legal(), ["1:", "3:"]);
//! table.play("3:")?;
//! assert_eq!(table.play("3")?, "3");
//! assert_eq!(table.play("1").unwrap_err().kind.code, "roll-due");
//! assert_eq!(table.plies(), ["3:", "3"]);
//! # Ok::<(), agon_core::Fault>(())
//! ```
//!
//! Perft counts the turn sequences of a given length:
//!
//! ```
//! use agon_core::perft::perft;
//!
//! assert_eq!(perft(&agon_toy::Heap::new(2, None), 2), 4);
//! ```
//!
//! Records are parsed without knowing the rules:
//!
//! ```
//! use agon_core::Record;
//!
//! let text = "[Agon \"1\"]\n[Game \"quoridor\"]\n\ne2 e8 {[%clk 58.2]}\n";
//! let record = &Record::parse_all(text)?[0];
//! assert_eq!(record.spec(), "quoridor");
//! assert_eq!(record.plies[1].clock.as_deref(), Some("58.2"));
//! # Ok::<(), agon_core::RecordError>(())
//! ```
//!
//! Files in reading order:
//!
//! - `player`, `position`, `game`: what a game crate supplies
//! - `table`: a game in progress; `any/`: tables and positions of any game behind one object
//! - `view`: what a screen needs to draw a position
//! - `spec`: games, options and presets as text; `record/`: games as text
//! - `fault`, `faults`: mistakes in input; `pairs`: lists of keys and values
//! - `measure/`: perft, the speed of move generation, random games
//! - `bits`, `rng`: bit sets and random numbers

mod any;
pub mod bits;
mod fault;
pub mod faults;
mod game;
mod measure;
mod pairs;
mod player;
mod position;
pub mod record;
pub mod rng;
pub mod spec;
mod table;
pub mod view;

pub use any::{AnyPosition, AnyTable, StepView, StepsView, Successor};
pub use bits::{Bits, U256};
pub use fault::{Fault, FaultKind, ProgramTrace, printable};
pub use game::{Game, OpeningRoll};
pub use measure::{Mean, PlayoutSum, Playouts, movegen, perft};
pub use movegen::MovegenTimes;
pub use pairs::read_pairs;
pub use perft::{Division, PerftPlan};
pub use player::{Actor, Outcome, Player};
pub use position::{NoChance, Position, SingleStep, Steps, TurnState};
pub use record::{Record, RecordError, RecordFormat, RecordPly, RecordTag, date_text};
pub use rng::Rng;
pub use spec::{
    CompletePosition, GameEntry, GameInfo, GameTexts, MovegenCase, OpenSpielGame, OptionInfo, Options, Preset, Values,
};
pub use table::Table;
pub use view::{BoardView, PathView, PlaceView, StepPlaces};
