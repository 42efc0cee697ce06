//! Trainings from start to end.

mod quoridor;
mod tavli;
