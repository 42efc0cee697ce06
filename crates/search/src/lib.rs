//! Search over any game, and what an engine is.
//!
//! A game without dice supplies a [`SearchDomain`], or only an [`Evaluator`] that [`WholeTurns`] makes a domain of.
//! [`AlphaBeta`] and [`Puct`] search it. A game with dice supplies a [`DiceEvaluator`] for [`Expectimax`]. All of
//! them are [`Engine`]s.
//!
//! Games that supply nothing are played by [`PlayoutSearch`], whose values are random games.
//!
//! Folders: `engine` (what an engine is), `domain` (what a game supplies), `alphabeta`, `puct`, `expectimax` and
//! `playouts` (the searches).
//!
//! # Examples
//!
//! Anything that answers a request is an engine:
//!
//! ```
//! use agon_core::Fault;
//! use agon_search::{Engine, SearchRequest, Thought};
//! use std::time::Duration;
//!
//! /// Plays the first legal turn.
//! struct First;
//!
//! impl Engine for First {
//!     fn name(&self) -> String {
//!         "first".to_owned()
//!     }
//!
//!     fn new_game(&mut self) {}
//!
//!     fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
//!         let turn = request.table.legal().swap_remove(0);
//!         Ok(Thought { turn, line: None, nodes: 1, time: Duration::ZERO })
//!     }
//! }
//! ```
//!
//! Limits end a search; a stop flag ends it from another thread:
//!
//! ```
//! use agon_search::{Limits, Stop};
//! use std::time::Duration;
//!
//! let limits = Limits { multi_pv: 3, ..Limits::movetime(Duration::from_millis(200)) };
//! assert_eq!(limits.nodes, None);
//! let stop = Stop::new();
//! stop.clone().set();
//! assert!(stop.is_set());
//! ```
//!
//! An evaluation makes an engine:
//!
//! ```
//! use agon_core::{Game, Player, Position};
//! use agon_search::{AlphaBeta, Engine, Evaluator, Strength, WholeTurns};
//!
//! #[derive(Clone)]
//! struct Nothing;
//!
//! impl<P: Position> Evaluator<P> for Nothing {
//!     fn evaluate(&mut self, _: &P, _: Player) -> i32 {
//!         0
//!     }
//! }
//!
//! fn engine<G: Game>() -> impl Engine {
//!     let strength = Strength { depth: Some(4), ..Strength::default() };
//!     AlphaBeta::<G, _>::new("four turns deep", WholeTurns::new(Nothing), strength)
//! }
//! ```

mod alphabeta;
mod domain;
mod engine;
mod expectimax;
mod faults;
mod playouts;
mod puct;

pub use alphabeta::AlphaBeta;
pub use domain::{
    DiceEvaluator, Evaluator, LevelError, OrderingScores, Probabilities, Pruning, ScoredStep, SearchDomain, StepLogit,
    WholeTurns,
};
pub use engine::{
    Clock, Engine, EngineSpec, Limits, Line, Score, SearchRequest, Stop, Strength, Thought, Uniform, wait_until_stopped,
};
pub use expectimax::Expectimax;
pub use faults::{FAULTS, NOBODY_TO_MOVE, OUT_OF_MEMORY, WRONG_TABLE};
pub use playouts::{MobilityGreedy, PlayoutSearch};
pub use puct::{Puct, PuctParams};
