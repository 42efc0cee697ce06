//! Engines of every game through their public interface.

mod any_game;
mod blockade;
mod bots;
mod contract;
mod games;
mod strength;
