use agon_core::rng::mix;
use agon_core::{AnyTable, Fault, Rng};
use agon_search::{Limits, SearchRequest, Stop, Thought};

use crate::players::BUNDLED;
use crate::{EngineSpec, build};

/// The result of a run over the fixed positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// A hash of every answer with its score, depth and node count.
    pub signature: u64,
    /// Total nodes.
    pub nodes: u64,
    /// Positions searched.
    pub positions: u64,
}

/// Random turns before each search; they reach opening and middle game.
const PLIES: [usize; 3] = [0, 8, 20];
/// Nodes per search: enough to reach all code of the searches, few enough for a second or two.
const NODES: u64 = 4_000;

/// Searches fixed positions of every game with fixed nodes on one thread: first the standard games, then variants.
///
/// Calls `progress` with each spec as it begins.
pub fn bench(mut progress: impl FnMut(&str)) -> Result<BenchResult, Fault> {
    let mut result = BenchResult::default();
    let standard = BUNDLED.iter().filter_map(|players| players.bench.first());
    let variants = BUNDLED.iter().flat_map(|players| players.bench.iter().skip(1));
    for spec in standard.chain(variants) {
        progress(spec);
        for plies in PLIES {
            let table = walk(spec, plies)?;
            let mut engine = build(table.as_ref(), &EngineSpec::default())?;
            let thought = engine.think(SearchRequest::quiet(table.as_ref(), &Limits::nodes(NODES), &Stop::new()))?;
            result.add(&thought);
        }
    }
    Ok(result)
}

/// Work whose speed is measured; returns how much was done.
pub type SpeedWork = Box<dyn FnOnce() -> Result<u64, Fault>>;

/// Something whose speed is measured, in rounds that are all the same.
pub struct SpeedCase {
    /// The name.
    pub name: String,
    /// What is counted.
    pub unit: &'static str,
    /// Prepares a round: allocations and the like, which are not measured.
    pub prepare: Box<dyn FnMut() -> Result<SpeedWork, Fault>>,
}

/// What the speed of each game's players is measured on.
pub fn speed_cases() -> Vec<SpeedCase> {
    BUNDLED.iter().flat_map(|players| (players.speed_cases)()).collect()
}

impl SpeedCase {
    /// A search with this limit of nodes after these turns, by a bot or the highest level.
    pub fn of_search(
        name: &str,
        unit: &'static str,
        spec: &'static str,
        turns: &'static str,
        bot: Option<&str>,
        nodes: u64,
    ) -> Self {
        let engine_spec = EngineSpec { bot: bot.map(str::to_owned), ..EngineSpec::default() };
        let prepare = move || {
            let mut table = agon_games::open(spec)?;
            for turn in turns.split_whitespace() {
                table.play(turn)?;
            }
            let mut engine = build(table.as_ref(), &engine_spec)?;
            let mut think =
                move |nodes| engine.think(SearchRequest::quiet(table.as_ref(), &Limits::nodes(nodes), &Stop::new()));
            // The first search allocates.
            think(1)?;
            let work: SpeedWork = Box::new(move || Ok(think(nodes)?.nodes));
            Ok(work)
        };
        Self { name: name.to_owned(), unit, prepare: Box::new(prepare) }
    }
}

impl BenchResult {
    fn add(&mut self, thought: &Thought) {
        self.positions += 1;
        self.nodes += thought.nodes;
        let score = thought.line.as_ref().map(|line| format!(" {} {:?}", line.depth, line.score));
        let bytes = thought.turn.bytes().chain(score.unwrap_or_default().into_bytes());
        let answer = bytes.fold(thought.nodes, |hash, byte| mix(hash ^ u64::from(byte)));
        self.signature = mix(self.signature ^ answer);
    }
}

/// The position after this many random turns, always the same, with a player to move.
fn walk(spec: &str, plies: usize) -> Result<Box<dyn AnyTable>, Fault> {
    let mut table = agon_games::open(spec)?;
    let mut rng = Rng::new(plies as u64 + 1);
    let mut turns = 0;
    loop {
        if table.roll(&mut rng).is_some() {
            continue;
        }
        if turns == plies && table.outcome().is_none() {
            return Ok(table);
        }
        if let Some(turn) = rng.choose(&table.legal()).cloned() {
            table.play(&turn)?;
            turns += 1;
        } else {
            // The game ended too early: the next one may be longer.
            table.restart();
            turns = 0;
        }
    }
}
