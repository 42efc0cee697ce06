//! Tests of the rules of Domineering.

mod common;
mod outcomes;
mod perft;
mod reference;
mod rules;
mod setup;
