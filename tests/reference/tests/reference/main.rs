//! The slow generators against hand-checked positions and published counts.

mod blockade;
mod domineering;
mod quoridor;
