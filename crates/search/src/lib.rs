//! Search over any game, and what an engine is.
//!
//! [`AlphaBeta`] plays games of skill alone, [`Expectimax`] games with dice; a game supplies what
//! its positions are worth ([`Evaluator`], [`Equity`]). Both are [`Engine`]s over typed tables.

mod alphabeta;
mod budget;
mod engine;
mod evaluator;
mod expectimax;
mod faults;
mod memory;
mod ordering;
mod playing;
mod prospects;
mod root;
mod score;
mod skill;
mod uniform;
mod variation;

pub use engine::{Clock, Engine, Limits, Line, Score, Settings, Stop, Thought};
pub use evaluator::{Equity, Evaluator, Marks};
pub use expectimax::Expectimax;
pub use faults::{FAULTS, NOBODY_TO_MOVE, WRONG_TABLE};
pub use memory::Memory;
pub use playing::{AlphaBeta, wait_if_asked};
pub use prospects::Prospects;
pub use skill::Skill;
pub use uniform::Uniform;
