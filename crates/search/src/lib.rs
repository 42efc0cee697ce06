//! Search over any game, and what an engine is.
//!
//! [`AlphaBeta`] and [`Puct`] play games of strength alone, [`Expectimax`] games with dice. A game of strength is walked
//! by its [`SearchDomain`], or, where whole turns can be listed cheaply, judged by an [`Evaluator`] that
//! [`WholeTurns`] makes a domain of; a dice game supplies what its positions are worth ([`DiceEvaluator`]).
//! All are [`Engine`]s over typed tables.

mod alphabeta;
mod domain;
mod engine;
mod evaluator;
mod expectimax;
mod faults;
mod history;
mod picker;
mod playing;
mod probabilities;
mod puct;
mod pv;
mod root;
mod score;
mod strength;
mod time;
mod transposition;
mod uniform;
mod whole_turns;

pub use domain::{Pruning, ScoredStep, SearchDomain, StepLogit};
pub use engine::{Clock, Engine, EngineSpec, Limits, Line, Score, SearchRequest, Stop, Thought};
pub use evaluator::{DiceEvaluator, Evaluator, LevelError, OrderingScores};
pub use expectimax::Expectimax;
pub use faults::{FAULTS, NOBODY_TO_MOVE, OUT_OF_MEMORY, WRONG_TABLE};
pub use playing::{AlphaBeta, wait_until_stopped};
pub use probabilities::Probabilities;
pub use puct::{Puct, PuctParams};
pub use strength::Strength;
pub use transposition::TranspositionTable;
pub use uniform::Uniform;
pub use whole_turns::WholeTurns;
