//! Engine work: bots' turns, hints and reviews.
//!
//! In reading order:
//! - `pool`: a bounded thread pool behind a bounded, fair queue;
//! - `engines`: the engines of bots between their turns;
//! - `jobs`: the jobs that rooms and sessions submit, and what their results become;
//! - `shared`: jobs that any machine of the site may do;
//! - `worker`: does them, in a server or in a process of its own.

pub(crate) mod engines;
pub(crate) mod jobs;
pub(crate) mod pool;
pub(crate) mod shared;
pub(crate) mod worker;
