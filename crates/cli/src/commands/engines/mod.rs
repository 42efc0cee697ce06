//! Our engines: the protocol, benchmarks, opening books, training.

pub(crate) mod bench;
pub(crate) mod book;
mod movegen;
pub(crate) mod train;
pub(crate) mod ugi;
