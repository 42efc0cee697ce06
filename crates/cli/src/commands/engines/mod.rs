//! Our engines: the protocol, benchmarks, opening books, training.

pub(crate) mod bench;
pub(crate) mod book;
mod movegen;
mod openspiel;
pub(crate) mod train;
pub(crate) mod ugi;
