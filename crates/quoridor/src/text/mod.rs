//! Moves and positions as text.
//!
//! - [`notation`]: moves, such as `e2` and `e3h`
//! - [`setup`]: position strings
//! - [`legacy`]: conversion from and to the legacy numbering of rows
//! - `legacy_records`: records in that numbering

pub mod legacy;
pub(crate) mod legacy_records;
pub(crate) mod notation;
pub(crate) mod setup;
