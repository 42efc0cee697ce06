//! Search over any game, and what an engine is.
//!
//! [`AlphaBeta`] and [`Puct`] play games of skill alone, [`Expectimax`] games with dice. A game of skill is walked
//! by its [`Guide`], or, where whole turns can be listed cheaply, judged by an [`Evaluator`] that
//! [`Whole`] makes a guide of; a dice game supplies what its positions are worth ([`Equity`]).
//! All are [`Engine`]s over typed tables.

mod alphabeta;
mod budget;
mod engine;
mod evaluator;
mod expectimax;
mod faults;
mod guide;
mod memory;
mod ordering;
mod picker;
mod playing;
mod prospects;
mod puct;
mod root;
mod score;
mod skill;
mod uniform;
mod variation;
mod whole;

pub use engine::{Clock, Engine, Limits, Line, Score, Settings, Stop, Thought};
pub use evaluator::{Equity, Evaluator, Marks, Oversight};
pub use expectimax::Expectimax;
pub use faults::{FAULTS, NOBODY_TO_MOVE, OUT_OF_MEMORY, WRONG_TABLE};
pub use guide::{Guide, Likely, Ranked, Selectivity};
pub use memory::Memory;
pub use playing::{AlphaBeta, wait_if_asked};
pub use prospects::Prospects;
pub use puct::{Puct, Weighing};
pub use skill::Skill;
pub use uniform::Uniform;
pub use whole::Whole;
