//! The searches on tiny games whose truth is known.

mod alphabeta;
mod common;
mod expectimax;
mod policy;
mod puct;
