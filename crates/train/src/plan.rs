use std::path::PathBuf;

/// What a training is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Seed of everything random.
    pub seed: u64,
    /// Threads that play. The same seed, games and number of threads give the same nets.
    pub threads: usize,
    /// How long to train.
    pub length: Length,
    /// The file for the nets, with a learning curve beside it; a folder if the training goes in generations.
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

/// What a training reports, in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// How far it is, in place of the status before.
    Status(String),
    /// That a part of the work is done.
    Note(String),
    /// A line about what was trained.
    Result(String),
}

impl Progress {
    /// The games played so far, their total, and games a second.
    pub(crate) fn games(played: u64, total: u64, rate: f64) -> Self {
        let share = 100 * played / total.max(1);
        Self::Status(format!("{played} of {total} games ({share} %), {rate:.0} games/s"))
    }
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
