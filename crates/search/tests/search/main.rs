//! The searches on tiny games whose truth is known.

mod alphabeta;
mod expectimax;
mod policy;
mod puct;
