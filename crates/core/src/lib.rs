//! The core of Agon: what a two-player game is, with or without dice.
//!
//! A game crate supplies a [`Position`] (state without history, whole turns as moves, chance as
//! weighted data), [`Steps`] (turns made by hand) and a [`Game`] (a rule set with its options).
//! Everything else comes from here: tables with undo and repetition, records, perft, random games.

mod any;
pub mod bits;
mod date;
mod fault;
pub mod faults;
mod game;
mod mean;
pub mod movegen;
mod pairs;
pub mod perft;
mod player;
mod playout;
mod position;
pub mod record;
pub mod rng;
pub mod spec;
mod table;
pub mod view;

pub use any::{AnyTable, StepView, StepsView, Successor};
pub use bits::{Bits, U256};
pub use date::date_text;
pub use fault::{Fault, FaultKind};
pub use game::{Game, OpeningRoll};
pub use mean::Mean;
pub use movegen::MovegenTimes;
pub use pairs::read_pairs;
pub use perft::{Division, PerftPlan};
pub use player::{Actor, Outcome, Player};
pub use playout::{PlayoutSum, Playouts};
pub use position::{NoChance, Position, Steps, TurnState};
pub use record::{Record, RecordError, RecordPly, RecordTag};
pub use rng::Rng;
pub use spec::{GameEntry, GameInfo, OptionInfo, Options, Values};
pub use table::Table;
pub use view::{BoardView, PathView, PlaceView, StepPlaces};
