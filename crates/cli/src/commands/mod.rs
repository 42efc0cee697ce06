//! One file for each command.
//!
//! - `serve`, `play`, `online`, `host`: what most people use.
//! - `site`: `worker`, `migrate`, for sites of several machines.
//! - `positions`: `games`, `moves`, `show`, `perft`, `playouts`.
//! - `solve`, `value`: proofs and combinatorial values.
//! - `matches`: `match`, `arena`, `ladder`, `openings`.
//! - `records`: `analyze`, `convert`, `verify`.
//! - `engines`: `ugi`, `bench`, `book`, `train`.
//! - `completions`: shell completions and the manual page.
//! - `input`: reads files and positions named on the command line; `data_folder`: where files of users are kept.

mod completions;
mod data_folder;
pub(crate) mod engines;
mod host;
mod input;
pub(crate) mod matches;
pub(crate) mod online;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod records;
pub(crate) mod serve;
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod value;

use std::process::ExitCode;

use crate::cli::{Cli, Command};
use engines::{bench, book, train, ugi};
use matches::{arena, ladder, openings, single};
use positions::{games, moves, perft, playouts, show};
use records::{analyze, convert, verify};

/// Runs a command; the exit code is 0 when done, 1 for a negative answer.
pub(crate) fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        None => serve::run_default(),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Worker(args)) => site::worker(&args),
        Some(Command::Migrate(args)) => site::migrate(&args),
        Some(Command::Play(args)) => play::run(args),
        Some(Command::Lobby(args)) => online::lobby(args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Playouts(args)) => playouts::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Value(args)) => value::run(&args),
        Some(Command::Ugi) => ugi::run(),
        Some(Command::Match(args)) => single::run(&args),
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
