//! Positions and their legal turns.

pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod playouts;
pub(crate) mod show;
