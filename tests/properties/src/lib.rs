//! Properties that hold for any input, for the fuzzer and for the tests.
//!
//! Each target takes bytes from anywhere, feeds them to a parser and checks what comes back. It
//! panics if and only if a promise is broken. `fuzz/` wraps the targets for `cargo fuzz`; the
//! tests of this crate feed them the committed corpus and mutations of it.

mod backgammon;
mod batch;
mod moves;
mod position;
mod protocol;
mod reached;
mod record;
mod spec;

pub use backgammon::{gnubg, matches};
pub use batch::batch;
pub use moves::moves;
pub use position::position;
pub use protocol::ugi;
pub use record::{convert, json, record};
pub use spec::spec;

/// A check that must not panic, whatever it is fed.
pub type Target = fn(&[u8]);

/// Every target by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("batch", batch),
    ("convert", convert),
    ("gnubg", gnubg),
    ("json", json),
    ("matches", matches),
    ("moves", moves),
    ("position", position),
    ("record", record),
    ("spec", spec),
    ("ugi", ugi),
];

/// Longest input that is looked at: beyond it only time grows.
const LONGEST: usize = 8192;

/// The input as text, as every reader of outside lines makes it.
fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(&data[..data.len().min(LONGEST)]).into_owned()
}
