//! Tests of the rules of Blockade.

mod common;
mod faults;
mod generator;
mod perft;
mod reference;
mod rules;
mod text;
mod view;
