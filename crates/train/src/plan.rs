use std::path::PathBuf;

use crate::{Checkpoint, DuelResult, DuelScore, Epoch};

/// What a training is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Seed of everything random.
    pub seed: u64,
    /// Threads that play. The same seed, games and number of threads give the same nets.
    pub threads: usize,
    /// How long to train.
    pub length: Length,
    /// Where the nets go, with a learning curve beside them; a folder for Quoridor.
    pub out: PathBuf,
    /// A weight file to continue from.
    pub resume: Option<PathBuf>,
    /// The command line, recorded in the weight file.
    pub command: String,
    /// Games between two checkpoints.
    pub check: u64,
    /// Pairs of games in each duel of a checkpoint.
    pub pairs: u32,
}

/// When a training ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// After this number of games.
    Games(u64),
    /// After this number of minutes; the nets then depend on the speed of the machine.
    Minutes(f64),
}

/// What a training reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// One of several random initialisations has been tried: its number and its result against the hand-written player.
    Initialisation(u64, DuelResult),
    /// Games played, their total, and games a second.
    Games(u64, u64, f64),
    /// A checkpoint has been written.
    Checkpoint(Checkpoint),
    /// Games played in a generation, and their total.
    GenerationGames(u32, u64, u64),
    /// An epoch of a generation has ended.
    Epoch(u32, Epoch),
    /// Positions of a test set whose winner is predicted, and their number.
    Predicted(usize, usize),
    /// A generation's net has played the one before it.
    GenerationDuel(u32, DuelScore),
}

/// How to measure the strength of weight files.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The weight files. The first plays the second, or the hand-written player if it is alone.
    pub nets: Vec<PathBuf>,
    /// Seed of the dice and openings.
    pub seed: u64,
    /// Pairs of games with the same dice and swapped seats.
    pub pairs: u32,
    /// Positions of a test set, on which the equity loss of each file is measured instead of games.
    pub test_set: Option<u32>,
}
