//! Turns and positions as text.
//!
//! - [`notation`]: turns in every accepted form
//! - [`setup`]: position strings

mod notation;
pub(crate) mod setup;
