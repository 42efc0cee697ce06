//! Engines of every game through their public interface.

mod blockade;
mod bots;
mod contract;
mod games;
mod strength;
