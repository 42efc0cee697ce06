//! Verifiable dice by commitment and reveal.
//!
//! Before the first roll the server publishes the hash of a secret; every roll follows from the
//! secret, the number of its ply and what the players added; afterwards the secret is published and
//! each roll can be computed again. A roll depends on nothing but its ply, so neither taking back
//! nor a restart can change it.
//!
//! ```
//! let source = agon_dice::DiceSource { game: "g", secret: [7; 32], parts: [vec![], vec![]] };
//! assert_eq!(source.roll(4), source.roll(4));
//! assert!(source.roll_notation(4).ends_with(':'));
//! ```

mod hex;
mod record;
mod source;

pub use hex::{from_hex, to_hex};
pub use record::{BAD_TAG, DiceReport, FAULTS, Tags, verify_dice};
pub use source::{DiceSource, PART_LEN, SECRET_LEN, commitment, part_commitment};
