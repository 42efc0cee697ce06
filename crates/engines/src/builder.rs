use agon_core::{AnyTable, Fault, Game, Table};
use agon_search::{
    AlphaBeta, DiceEvaluator, Engine, EngineSpec, Evaluator, Expectimax, Puct, PuctParams, SearchDomain, Strength,
    Uniform, WRONG_TABLE, WholeTurns,
};

use crate::levels::{LEVELS, Levels, MAX_LEVEL, levels};
use crate::{LEVEL_RANGE, UNKNOWN_BOT, blockade, bots, domineering, quoridor, tavli};

/// The minimum memory of a PUCT tree in megabytes: a tree holds less per megabyte than a transposition table.
const MIN_PUCT_MB: usize = 128;

/// The lowest level that uses the opening book, if one is wanted.
const MIN_BOOK_LEVEL: u8 = 9;

/// Builds the engine for the game on this table.
///
/// # Errors
/// If there is no such level or bot, or no engine for the game.
pub fn build(table: &dyn AnyTable, spec: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
    let builder = EngineBuilder::new(table, spec)?;
    // Each game recognizes its own tables.
    quoridor::build(table, &builder)
        .or_else(|| blockade::build(table, &builder))
        .or_else(|| domineering::build(table, &builder))
        .or_else(|| tavli::build(table, &builder))
        .ok_or_else(|| WRONG_TABLE.with("spec", table.spec()))
}

/// A checked [`EngineSpec`] and the levels of its game.
pub(crate) struct EngineBuilder {
    spec: EngineSpec,
    bot: Option<&'static str>,
    levels: &'static Levels,
}

impl EngineBuilder {
    fn new(table: &dyn AnyTable, spec: &EngineSpec) -> Result<Self, Fault> {
        let game = table.info().name;
        let bot = spec.bot.as_ref().map(|name| known_bot(game, name)).transpose()?;
        let level = spec.level.unwrap_or(MAX_LEVEL);
        if bot.is_none() && !LEVELS.contains(&level) {
            return Err(LEVEL_RANGE.with("level", level).with("low", LEVELS.start()).with("high", LEVELS.end()));
        }
        Ok(Self { spec: spec.clone(), bot, levels: levels(game, &table.spec()) })
    }

    /// The bot that is wanted, if it is not a level.
    pub(crate) fn bot(&self) -> Option<&'static str> {
        self.bot
    }

    /// The level that is wanted, if it is not a bot.
    pub(crate) fn level(&self) -> Option<u8> {
        if self.bot.is_some() { None } else { Some(self.spec.level.unwrap_or(MAX_LEVEL)) }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.spec.seed
    }

    pub(crate) fn hash_mb(&self) -> usize {
        self.spec.hash_mb
    }

    /// Whether to look into the opening book.
    pub(crate) fn uses_book(&self) -> bool {
        self.spec.book && self.level() >= Some(MIN_BOOK_LEVEL)
    }

    /// The strength of the level. Bots have that of the highest, except `greedy`, which searches one turn deep.
    pub(crate) fn strength(&self) -> Strength {
        let seed = self.spec.seed;
        if self.bot == Some("greedy") {
            return Strength { depth: Some(1), seed, ..Strength::default() };
        }
        let level = self.level().unwrap_or(MAX_LEVEL);
        Strength { seed, ..self.levels[usize::from(level) - 1] }
    }

    fn name<G: Game>(&self, table: &Table<G>) -> String {
        let game = table.game().info().name;
        match self.bot {
            Some(bot) => format!("Agon {game} {bot}"),
            None => format!("Agon {game} level {}", self.spec.level.unwrap_or(MAX_LEVEL)),
        }
    }

    /// The engine of a game without dice that has only an evaluator.
    pub(crate) fn whole_turns<G: Game, E: Evaluator<G::Position>>(
        &self,
        table: &Table<G>,
        evaluator: E,
    ) -> Box<dyn Engine> {
        self.skill(table, WholeTurns::new(evaluator))
    }

    /// The engine of a game without dice.
    pub(crate) fn skill<G: Game, D: SearchDomain<G::Position>>(&self, table: &Table<G>, domain: D) -> Box<dyn Engine> {
        let (name, strength) = (self.name(table), self.strength());
        let EngineSpec { threads, hash_mb, seed, .. } = self.spec;
        match self.bot {
            Some("random" | "uniform") => Box::new(Uniform::<G>::new(seed)),
            Some("puct") => {
                let megabytes = hash_mb.max(MIN_PUCT_MB);
                Box::new(Puct::<G, D>::new(name, domain, strength, PuctParams::default(), megabytes))
            }
            _ => Box::new(AlphaBeta::<G, D>::new(name, domain, strength).with_resources(threads, hash_mb)),
        }
    }

    /// The engine of a game with dice.
    pub(crate) fn dice<G: Game, E: DiceEvaluator<G::Position>>(
        &self,
        table: &Table<G>,
        evaluator: E,
    ) -> Box<dyn Engine> {
        match self.bot {
            Some("random" | "uniform") => Box::new(Uniform::<G>::new(self.spec.seed)),
            _ => Box::new(Expectimax::<G, E>::new(self.name(table), evaluator, self.strength())),
        }
    }
}

fn known_bot(game: &str, name: &str) -> Result<&'static str, Fault> {
    let known = bots(game);
    let found = known.iter().find(|bot| bot.name.eq_ignore_ascii_case(name.trim()));
    found.map(|bot| bot.name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|bot| bot.name).collect();
        UNKNOWN_BOT.with("game", game).with("bot", name).with("bots", names.join(", "))
    })
}
