use std::time::Duration;

use agon_search::{Limits, Settings};

/// How hard to look at each turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// What suits the game: two turns ahead with dice, a fixed number of nodes without.
    #[default]
    Usual,
    /// So many turns ahead. With dice, none means the position right after the turn.
    Plies(u32),
    /// So many trials of each promising turn; games without dice take the usual effort.
    Trials(u64),
    /// So long.
    Movetime(Duration),
}

/// Nodes for each turn of a game without dice.
const NODES: u64 = 200_000;
/// Turns ahead in a game with dice.
const PLIES: u32 = 2;

/// What a review is made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How hard to look.
    pub effort: Effort,
    /// How many of the best turns to list.
    pub choices: usize,
    /// Threads, each of which takes turns of the game. The answer does not depend on their number,
    /// unless it depends on time.
    pub threads: usize,
    /// The engine; the strongest if nothing is set.
    pub settings: Settings,
}

impl Default for Plan {
    fn default() -> Self {
        Self { effort: Effort::Usual, choices: 4, threads: 1, settings: Settings::default() }
    }
}

impl Plan {
    /// The limits for one turn.
    pub(crate) fn limits(&self, dice: bool) -> Limits {
        let limits = match self.effort {
            Effort::Plies(plies) if dice => Limits::depth(plies.saturating_add(1)),
            Effort::Plies(plies) => Limits::depth(plies.max(1)),
            Effort::Trials(trials) if dice => Limits { trials: Some(trials), ..Limits::default() },
            Effort::Movetime(time) => Limits::movetime(time),
            Effort::Usual | Effort::Trials(_) if dice => Limits::depth(PLIES + 1),
            Effort::Usual | Effort::Trials(_) => Limits::nodes(NODES),
        };
        Limits { multi_pv: self.choices.max(1), ..limits }
    }
}
