use std::time::Duration;

use agon_search::{EngineSpec, Limits};

/// How deep each turn is analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReviewEffort {
    /// The default of the game: two turns ahead with dice, a fixed number of nodes without.
    #[default]
    Default,
    /// This number of turns ahead. With dice, 0 means the position right after the turn.
    Plies(u32),
    /// This number of rollout trials for each promising turn; games without dice use the default.
    Trials(u64),
    /// This time for each turn.
    Movetime(Duration),
}

/// Nodes per turn in games without dice.
const DEFAULT_NODES: u64 = 200_000;
/// Turns ahead in games with dice.
const DEFAULT_PLIES: u32 = 2;

/// The options of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// How deep each turn is analysed.
    pub effort: ReviewEffort,
    /// Number of best turns listed.
    pub candidates: usize,
    /// Number of threads. Each analyses other turns of the game, so that the result does not depend on their number,
    /// unless it depends on time.
    pub threads: usize,
    /// The engine; the strongest by default.
    pub engine: EngineSpec,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        Self { effort: ReviewEffort::Default, candidates: 4, threads: 1, engine: EngineSpec::default() }
    }
}

impl ReviewOptions {
    /// The limits for one turn.
    pub(crate) fn limits(&self, dice: bool) -> Limits {
        let limits = match self.effort {
            ReviewEffort::Plies(plies) if dice => Limits::depth(plies.saturating_add(1)),
            ReviewEffort::Plies(plies) => Limits::depth(plies.max(1)),
            ReviewEffort::Trials(trials) if dice => Limits { trials: Some(trials), ..Limits::default() },
            ReviewEffort::Movetime(time) => Limits::movetime(time),
            ReviewEffort::Default | ReviewEffort::Trials(_) if dice => Limits::depth(DEFAULT_PLIES + 1),
            ReviewEffort::Default | ReviewEffort::Trials(_) => Limits::nodes(DEFAULT_NODES),
        };
        Limits { multi_pv: self.candidates.max(1), ..limits }
    }
}
