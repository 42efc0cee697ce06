//! Engine work: bots' turns, hints and reviews.
//!
//! In reading order:
//! - `pool`: a bounded thread pool behind a bounded, fair queue;
//! - `jobs`: the jobs that rooms and sessions submit, and what their results become.

pub(crate) mod jobs;
pub(crate) mod pool;
