//! Helpers of all tests.

use agon_core::{AnyTable, Options, spec::split_spec};

/// A table of a game given by its spec.
pub(crate) fn open(spec: &str) -> Box<dyn AnyTable> {
    let (name, options) = split_spec(spec);
    let entry = agon_tavli::ENTRIES.iter().find(|entry| entry.info.name == name).unwrap();
    (entry.open)(Options::parse(entry.info, options).unwrap()).unwrap()
}

/// A table with a position on it.
pub(crate) fn at(spec: &str, position: &str) -> Box<dyn AnyTable> {
    let mut table = open(spec);
    table.set_position(position).unwrap_or_else(|fault| panic!("{spec}, {position}: {fault}"));
    table
}

/// The legal turns, sorted.
pub(crate) fn legal(spec: &str, position: &str) -> Vec<String> {
    let mut turns = at(spec, position).legal();
    turns.sort();
    turns
}

/// The canonical notation of a turn, or the code of what is wrong with it.
pub(crate) fn check(spec: &str, position: &str, turn: &str) -> Result<String, &'static str> {
    at(spec, position).check(turn).map_err(|fault| code(&fault))
}

/// The code of a fault; its text must have no unfilled placeholder.
fn code(fault: &agon_core::Fault) -> &'static str {
    let text = fault.to_string();
    assert!(!text.contains(['{', '}']), "{text}");
    fault.kind.code
}

/// The position after a turn.
pub(crate) fn after(spec: &str, position: &str, turn: &str) -> String {
    let mut table = at(spec, position);
    table.play(turn).unwrap_or_else(|fault| panic!("{spec}, {position}, {turn}: {fault}"));
    table.position()
}

/// The result as a record writes it.
pub(crate) fn outcome(spec: &str, position: &str) -> String {
    at(spec, position).outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}

/// The code of the reason why a position is refused.
pub(crate) fn refused(spec: &str, position: &str) -> &'static str {
    code(&open(spec).set_position(position).expect_err(position))
}
