//! What several tests need.

use agon_blockade::ENTRY;
use agon_core::{AnyTable, Fault, Options, spec::split_spec};

/// A table of a spec string.
pub(crate) fn open(spec: &str) -> Box<dyn AnyTable> {
    try_open(spec).unwrap_or_else(|fault| panic!("{spec}: {fault}"))
}

/// A table of a spec string, or what is wrong with it.
pub(crate) fn try_open(spec: &str) -> Result<Box<dyn AnyTable>, Fault> {
    let (name, options) = split_spec(spec);
    assert_eq!(name, ENTRY.info.name);
    (ENTRY.open)(Options::parse(ENTRY.info, options)?)
}

/// A table with a position on it.
pub(crate) fn at(spec: &str, position: &str) -> Box<dyn AnyTable> {
    let mut table = open(spec);
    table.set_position(position).unwrap_or_else(|fault| panic!("{spec}, {position}: {fault}"));
    table
}
