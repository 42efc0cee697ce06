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
    /// Where the nets go; a learning curve goes beside them.
    pub out: PathBuf,
    /// Nets to go on from.
    pub resume: Option<PathBuf>,
    /// The command line, for the weight file.
    pub command: String,
    /// Games between two checks of the strength.
    pub check: u64,
    /// Pairs of games in each match of a check.
    pub pairs: u32,
}

/// When a training ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// After so many games.
    Games(u64),
    /// After so many minutes; the nets then depend on the speed of the machine.
    Minutes(f64),
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// One of several beginnings has been tried: its number and its result against the hand-made player.
    Tried(u64, crate::Duel),
    /// Games played, out of how many, and games a second.
    Games(u64, u64, f64),
    /// A check of the strength.
    Checked(crate::Check),
}
