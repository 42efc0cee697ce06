use std::cell::Cell;
use std::sync::Arc;

use agon_core::{AnyTable, Fault, Game, Table};
use agon_nn::faults::NET_UNFIT;
use agon_search::{
    AlphaBeta, DiceEvaluator, Engine, EngineSpec, Evaluator, Expectimax, Puct, PuctParams, SearchDomain, Strength,
    Uniform, WRONG_TABLE, WholeTurns,
};

use crate::levels::{LEVELS, MAX_LEVEL};
use crate::players::{GamePlayers, players};
use crate::{LEVEL_RANGE, UNKNOWN_BOT};

/// The minimum memory of a PUCT tree in megabytes: a tree holds less per megabyte than a transposition table.
const MIN_PUCT_MB: usize = 128;

/// The lowest level that uses the opening book, if one is wanted.
const MIN_BOOK_LEVEL: u8 = 9;

/// Builds the engine for the game on this table.
///
/// # Errors
/// If there is no such level or bot, or if the weight file of the spec does not fit the game.
pub fn build(table: &dyn AnyTable, spec: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
    let players = players(table);
    let builder = EngineBuilder::new(table, players, spec)?;
    let engine = (players.build)(table, &builder)?;
    match builder.net.take() {
        Some(_) => Err(NET_UNFIT.with("found", "a net was given").with("needed", "none")),
        None => Ok(engine),
    }
}

/// A checked [`EngineSpec`] and the strength that it asks for.
pub struct EngineBuilder {
    spec: EngineSpec,
    game: &'static str,
    bot: Option<&'static str>,
    strength: Strength,
    /// The weight file, until an engine takes it.
    net: Cell<Option<Arc<[u8]>>>,
}

impl EngineBuilder {
    fn new(table: &dyn AnyTable, players: &GamePlayers, spec: &EngineSpec) -> Result<Self, Fault> {
        let game = table.info().name;
        let bot = spec.bot.as_ref().map(|name| known_bot(game, players, name)).transpose()?;
        let level = spec.level.filter(|_| bot.is_none()).unwrap_or(MAX_LEVEL);
        if !LEVELS.contains(&level) {
            return Err(LEVEL_RANGE.with("level", level).with("low", LEVELS.start()).with("high", LEVELS.end()));
        }
        let mut strength = (players.levels)(table)[usize::from(level) - 1];
        strength.seed = spec.seed;
        Ok(Self { spec: spec.clone(), game, bot, strength, net: Cell::new(spec.net.clone()) })
    }

    /// The bot that is wanted, if it is not a level.
    pub fn bot(&self) -> Option<&'static str> {
        self.bot
    }

    /// The level that is wanted, if it is not a bot.
    pub fn level(&self) -> Option<u8> {
        if self.bot.is_some() { None } else { Some(self.spec.level.unwrap_or(MAX_LEVEL)) }
    }

    /// The seed of random choices.
    pub fn seed(&self) -> u64 {
        self.spec.seed
    }

    /// The size of tables in megabytes.
    pub fn hash_mb(&self) -> usize {
        self.spec.hash_mb
    }

    /// Takes the weight file that replaces the bundled nets. A file that is not taken is refused.
    pub fn take_net(&self) -> Option<Arc<[u8]>> {
        self.net.take()
    }

    /// Whether to look into the opening book.
    pub fn uses_book(&self) -> bool {
        self.spec.book && self.level() >= Some(MIN_BOOK_LEVEL)
    }

    /// The strength of the level. Bots have that of the highest, except `greedy`, which searches one turn deep.
    pub fn strength(&self) -> Strength {
        match self.bot {
            Some("greedy") => Strength { depth: Some(1), seed: self.spec.seed, ..Strength::default() },
            _ => self.strength,
        }
    }

    /// The name for people.
    pub fn name(&self) -> String {
        let game = self.game;
        match self.bot {
            Some(bot) => format!("Agon {game} {bot}"),
            None => format!("Agon {game} level {}", self.spec.level.unwrap_or(MAX_LEVEL)),
        }
    }

    /// The table of this game, for a folder that knows its type.
    pub fn typed<'a, G: Game>(&self, table: &'a dyn AnyTable) -> Result<&'a Table<G>, Fault> {
        table.as_any().downcast_ref().ok_or_else(|| WRONG_TABLE.with("spec", table.spec()))
    }

    /// The engine of a game without dice that has only an evaluator.
    pub fn whole_turns<G: Game, E: Evaluator<G::Position>>(&self, evaluator: E) -> Box<dyn Engine> {
        self.without_dice::<G, _>(WholeTurns::new(evaluator))
    }

    /// The engine of a game without dice.
    pub fn without_dice<G: Game, D: SearchDomain<G::Position>>(&self, domain: D) -> Box<dyn Engine> {
        let (name, strength) = (self.name(), self.strength());
        let EngineSpec { threads, hash_mb, seed, .. } = self.spec;
        match self.bot {
            Some("random" | "uniform") => Box::new(Uniform::new(seed)),
            Some("puct") => {
                let megabytes = hash_mb.max(MIN_PUCT_MB);
                Box::new(Puct::<G, D>::new(name, domain, strength, PuctParams::default(), megabytes))
            }
            _ => Box::new(AlphaBeta::<G, D>::new(name, domain, strength).with_resources(threads, hash_mb)),
        }
    }

    /// The engine of a game with dice.
    pub fn with_dice<G: Game, E: DiceEvaluator<G::Position>>(&self, evaluator: E) -> Box<dyn Engine> {
        match self.bot {
            Some("random" | "uniform") => Box::new(Uniform::new(self.spec.seed)),
            _ => Box::new(Expectimax::<G, E>::new(self.name(), evaluator, self.strength())),
        }
    }
}

fn known_bot(game: &str, players: &GamePlayers, name: &str) -> Result<&'static str, Fault> {
    let known = players.bots;
    let found = known.iter().find(|bot| bot.name.eq_ignore_ascii_case(name.trim()));
    found.map(|bot| bot.name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|bot| bot.name).collect();
        UNKNOWN_BOT.with("game", game).with("bot", name).with("bots", names.join(", "))
    })
}
