//! Training of nets and weights by self-play. In reading order:
//!
//! - `plan`: what a run is asked to do, and what it reports; `files`: reading and writing
//! - `tavli`: the tavli games that have nets, by temporal differences, from a replay buffer, and by looking rolls ahead
//! - `quoridor`: a value net in generations, and a policy net that imitates the search
//! - `blockade`: weights of distances, fitted to the results of games
//! - `domineering`: the files that the solver of Domineering ships
//!
//! Each folder supplies the [`GameTrainer`] of its game; [`trainers`] lists them.

mod blockade;
mod domineering;
mod faults;
mod files;
mod plan;
mod quoridor;
mod tavli;

use std::fmt::{self, Display};
use std::path::PathBuf;

use agon_core::Fault;
use agon_tavli::{Backgammon, Fevga, Narde, Plakoto, Portes};

pub use blockade::BlockadeTrainer;
pub use domineering::DomineeringTrainer;
pub use faults::{FAULTS, TRAINING_FILE};
pub use plan::{Evaluation, Length, Plan, Progress};
pub use quoridor::QuoridorTrainer;
pub use tavli::{
    Checkpoint, Curve, DuelResult, HandPlayer, Hyperparameters, NetPlayer, RandomPlayer, TavliTrainer, TurnChooser,
    duel,
};

/// The training of a game.
pub trait GameTrainer {
    /// The game's name.
    fn game(&self) -> &'static str;

    /// The output used if the user names none.
    fn default_out(&self) -> PathBuf {
        format!("{}.net", self.game()).into()
    }

    /// Changes hyperparameters by a list such as `hidden=64,reuse=2`.
    fn set(&mut self, changes: &str) -> Result<(), TrainError>;

    /// Trains as planned and writes the results to the plan's output.
    fn train(&self, plan: &Plan, report: &(dyn Fn(&Progress) + Sync)) -> Result<(), TrainError>;

    /// Measures the strength of weight files; returns lines of text.
    fn evaluate(&self, evaluation: &Evaluation) -> Result<Vec<String>, TrainError> {
        let _ = evaluation;
        Err(TrainError::NoEvaluation(self.game()))
    }
}

/// Every game that can be trained.
pub fn trainers() -> Vec<Box<dyn GameTrainer>> {
    vec![
        Box::new(TavliTrainer::<Portes>::default()),
        Box::new(TavliTrainer::<Plakoto>::default()),
        Box::new(TavliTrainer::<Fevga>::default()),
        Box::new(TavliTrainer::<Backgammon>::default()),
        Box::new(TavliTrainer::<Narde>::default()),
        Box::new(QuoridorTrainer::default()),
        Box::new(BlockadeTrainer::default()),
        Box::new(DomineeringTrainer::default()),
    ]
}

/// Why a training failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum TrainError {
    /// A file or folder cannot be read.
    Read(PathBuf, std::io::Error),
    /// A file or folder cannot be written.
    Write(PathBuf, std::io::Error),
    /// A change of the hyperparameters is not understood.
    Hyperparameter {
        /// The change.
        change: String,
        /// What is understood.
        known: String,
    },
    /// The game's training cannot be resumed.
    NoResume(&'static str),
    /// The game's training cannot be limited in time.
    NoMinutes(&'static str),
    /// The game's weight files cannot be evaluated, or not in this way.
    NoEvaluation(&'static str),
    /// A weight file cannot be used.
    Net(PathBuf, Fault),
    /// The engine failed, or a file of the training is damaged.
    Fault(Fault),
}

impl Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Hyperparameter { change, known } => {
                write!(f, "not understood in the recipe: {change}; it takes {known}")
            }
            Self::NoResume(game) => write!(f, "the training of {game} cannot be resumed: leave out --resume"),
            Self::NoMinutes(game) => write!(f, "the training of {game} cannot be limited in time: leave out --minutes"),
            Self::NoEvaluation(game) => write!(f, "weight files of {game} cannot be evaluated in this way"),
            Self::Net(path, fault) => write!(f, "{}: {fault}", path.display()),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for TrainError {}

impl From<Fault> for TrainError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
