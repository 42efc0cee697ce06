//! Whole matches, with players of ours and with external programs.

mod matches;
mod programs;
