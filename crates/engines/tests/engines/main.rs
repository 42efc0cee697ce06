//! Engines of every game, as whoever uses them sees them.

mod blockade;
mod bots;
mod duty;
mod games;
mod strength;
