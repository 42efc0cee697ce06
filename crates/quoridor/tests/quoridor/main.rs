//! Tests of the rules of Quoridor.

mod generator;
mod perft;
mod reference;
mod rulings;
mod text;
