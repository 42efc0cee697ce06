//! One file for each command.

mod analyze;
mod arena;
mod bench;
mod book;
mod completions;
mod convert;
mod games;
mod input;
mod ladder;
mod matches;
mod movegen;
mod moves;
mod openings;
mod perft;
mod play;
mod playouts;
mod progress;
mod serve;
mod show;
mod solve;
mod train;
mod ugi;
mod value;
mod verify;

use std::process::ExitCode;

use crate::cli::{Cli, Command};

/// Runs a command; the exit code is 0 when done, 1 for a negative answer.
pub(crate) fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        None => serve::run_default(),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Play(args)) => play::run(args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Playouts(args)) => playouts::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Value(args)) => value::run(&args),
        Some(Command::Ugi) => ugi::run(),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Ladder(args)) => ladder::run(&args),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Completions { shell }) => completions::completions(shell),
        Some(Command::Man) => completions::man(),
    }
}
