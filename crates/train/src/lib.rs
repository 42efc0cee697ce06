//! Training of nets by self-play.
//!
//! Every game that can be trained is a [`Course`]; [`courses`] lists them. The tavli games learn in three
//! parts: first every position at once (temporal differences with returns from the end of the
//! game), then several times each from a store, with averaged nets playing, at last the same with
//! targets that look one roll ahead. Blockade fits what distances are worth to the results of games.

mod ahead;
mod blockade;
mod curve;
pub mod domineering;
mod duel;
mod exam;
mod plan;
mod play;
mod recipe;
mod school;
mod student;
mod training;
mod weights;

use std::path::PathBuf;

use agon_core::Fault;

pub use blockade::BlockadeCourse;
pub use curve::{Check, Curve};
pub use duel::{Duel, duel};
pub use exam::{Losses, Question, exam};
pub use plan::{Length, Plan, Progress};
pub use play::{ByHand, ByNets, Chooser, Random};
pub use recipe::Recipe;
pub use training::TavliCourse;
pub use weights::read_nets;

/// The training of a game.
pub trait Course {
    /// The game's name.
    fn game(&self) -> &'static str;

    /// How it goes, with changes such as `hidden=64`, which are refused if they are not understood.
    fn change(&mut self, recipe: &str) -> Result<(), Error>;

    /// Trains as planned and writes the best nets, the latest nets and the learning curve; tells how it goes.
    fn train(&self, plan: &Plan, tell: &mut dyn FnMut(&Progress)) -> Result<Curve, Error>;
}

/// Every game that can be trained.
pub fn courses() -> Vec<Box<dyn Course>> {
    let mut courses = training::courses();
    courses.push(Box::new(BlockadeCourse::default()));
    courses
}

/// Why a training could not go on.
#[derive(Debug)]
pub enum Error {
    /// A file cannot be read.
    Read(PathBuf, std::io::Error),
    /// A file cannot be written.
    Write(PathBuf, std::io::Error),
    /// A word of a recipe is not understood.
    Recipe(String),
    /// A word of a recipe for Blockade is not understood.
    Blockade(String),
    /// The game's training always begins anew.
    NoResume(&'static str),
    /// A weight file is no good.
    Nets(PathBuf, Fault),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Recipe(word) => {
                write!(f, "not understood in the recipe: {word}; it takes {}", Recipe::default())
            }
            Self::Blockade(word) => {
                write!(f, "not understood in the recipe: {word}; it takes turn=classic,nodes=800")
            }
            Self::NoResume(game) => {
                write!(f, "the training of {game} always begins anew: leave out --resume")
            }
            Self::Nets(path, fault) => write!(f, "{}: {fault}", path.display()),
        }
    }
}

impl std::error::Error for Error {}
