//! What several tests need.

use agon_core::spec::split_spec;
use agon_core::{AnyTable, Fault, Options};
use agon_domineering::{ENTRY, INFO};

/// A table of a spec string.
pub(crate) fn open(spec: &str) -> Box<dyn AnyTable> {
    let (name, options) = split_spec(spec);
    assert_eq!(name, INFO.name);
    (ENTRY.open)(Options::parse(&INFO, options).expect(spec)).expect(spec)
}

/// A table with a position on it.
pub(crate) fn at(spec: &str, position: &str) -> Box<dyn AnyTable> {
    let mut table = open(spec);
    table.set_position(position).expect(position);
    table
}

/// The code of the fault that refuses a position.
pub(crate) fn refusal(spec: &str, position: &str) -> &'static str {
    code(open(spec).set_position(position), position)
}

/// The code of a fault that must be there.
pub(crate) fn code<T>(answer: Result<T, Fault>, input: &str) -> &'static str {
    match answer {
        Ok(_) => panic!("{input:?} was accepted"),
        Err(fault) => {
            let text = fault.to_string();
            assert!(!text.contains('{'), "{text} has an unfilled detail");
            fault.kind.code
        }
    }
}
