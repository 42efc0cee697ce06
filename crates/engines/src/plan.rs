use agon_core::{AnyTable, Game, Table};
use agon_search::{
    AlphaBeta, DiceEvaluator, Engine, Evaluator, Expectimax, Puct, PuctParams, SearchDomain, Strength,
    Uniform, WholeTurns,
};

use crate::levels::{Ladder, Rung};
use crate::{blockade, domineering, quoridor, tavli};

/// What kind of player is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Level(u8),
    Bot(&'static str),
}

/// Checked settings.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) role: Role,
    pub(crate) ladder: &'static Ladder,
    pub(crate) threads: usize,
    pub(crate) hash_mb: usize,
    pub(crate) seed: u64,
    pub(crate) book: bool,
}

/// The least memory of a search that grows a tree.
const PUCT_MB: usize = 128;

/// From this level on the opening book is used, if it is wanted.
const BOOK_LEVEL: u8 = 9;

impl Plan {
    /// Whether to look into the opening book.
    pub(crate) fn reads(&self) -> bool {
        self.book && matches!(self.role, Role::Level(BOOK_LEVEL..))
    }

    fn name(&self, game: &str) -> String {
        match self.role {
            Role::Level(level) => format!("Agon {game} level {level}"),
            Role::Bot(bot) => format!("Agon {game} {bot}"),
        }
    }

    /// The skill of the level, or for a bot that of the highest.
    pub(crate) fn skill(&self) -> Strength {
        let level = match self.role {
            Role::Level(level) => level,
            Role::Bot(_) => crate::levels::HIGHEST,
        };
        let Rung { depth, nodes, time, eval_error } = self.ladder.rung(level);
        Strength { depth, nodes, time, eval_error, seed: self.seed }
    }

    /// Looks only at the position after its own turn.
    fn greedy(&self) -> Strength {
        Strength { depth: Some(1), seed: self.seed, ..Strength::default() }
    }

    fn skill_of_bot(&self) -> Strength {
        if self.role == Role::Bot("greedy") { self.greedy() } else { self.skill() }
    }

    /// The player of a game without dice that is walked by whole turns.
    pub(crate) fn alpha_beta<G: Game, E: Evaluator<G::Position>>(
        &self,
        table: &Table<G>,
        evaluator: E,
    ) -> Box<dyn Engine> {
        self.guided(table, WholeTurns::new(evaluator))
    }

    /// The player of a game without dice.
    pub(crate) fn guided<G: Game, W: SearchDomain<G::Position>>(
        &self,
        table: &Table<G>,
        guide: W,
    ) -> Box<dyn Engine> {
        let name = self.name(table.game().info().name);
        match self.role {
            Role::Bot("random" | "uniform") => Box::new(Uniform::<G>::new(self.seed)),
            Role::Bot("puct") => Box::new(Puct::<G, W>::new(
                name,
                guide,
                self.skill(),
                PuctParams::default(),
                // A tree holds less in a megabyte than a table does.
                self.hash_mb.max(PUCT_MB),
            )),
            _ => Box::new(
                AlphaBeta::<G, W>::new(name, guide, self.skill_of_bot())
                    .with_resources(self.threads, self.hash_mb),
            ),
        }
    }

    /// The player of a dice game.
    pub(crate) fn expectimax<G: Game, E: DiceEvaluator<G::Position>>(
        &self,
        table: &Table<G>,
        evaluator: E,
    ) -> Box<dyn Engine> {
        let name = self.name(table.game().info().name);
        match self.role {
            Role::Bot("random" | "uniform") => Box::new(Uniform::<G>::new(self.seed)),
            _ => Box::new(Expectimax::<G, E>::new(name, evaluator, self.skill_of_bot())),
        }
    }
}

/// Finds the game behind the table and sets up its player.
pub(crate) fn assemble(table: &dyn AnyTable, plan: &Plan) -> Option<Box<dyn Engine>> {
    quoridor::build(table, plan)
        .or_else(|| blockade::build(table, plan))
        .or_else(|| domineering::build(table, plan))
        .or_else(|| tavli::build(table, plan))
}
