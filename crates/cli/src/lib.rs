//! The program `agon`: play, study and compete at classic two-player games.
//!
//! A crate of its own that registers more games and then calls [`main`] is a copy of the program with these games.

mod cli;
mod commands;

use std::io;
use std::process::ExitCode;

use clap::Parser;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    match commands::run(cli::Cli::parse()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agon: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether the reader of our output stopped early (`agon moves quoridor | head`), which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
