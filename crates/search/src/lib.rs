//! Search over any game, and what an engine is.

mod engine;

pub use engine::{Clock, Engine, Limits, Line, Score, Stop, Thought};
