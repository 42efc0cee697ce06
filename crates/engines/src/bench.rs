use agon_core::rng::mix;
use agon_core::{AnyTable, Fault, Rng};
use agon_search::{Limits, SearchRequest, Stop, Thought};

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

/// Variants of games whose code differs from the standard board.
const VARIANTS: &[&str] = &[
    "quoridor:size=5,walls=3",
    "quoridor:size=11",
    "blockade:turn=swift",
    "blockade:rows=22,cols=28",
    "domineering:rows=10,cols=10",
];

/// Searches fixed positions of every game with fixed nodes on one thread.
///
/// Calls `progress` with each spec as it begins.
pub fn bench(mut progress: impl FnMut(&str)) -> Result<BenchResult, Fault> {
    let mut result = BenchResult::default();
    let registered = agon_games::entries().iter().map(|entry| entry.info.name);
    for spec in registered.chain(VARIANTS.iter().copied()) {
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

/// A position on which the speed of a search is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedCase {
    /// The name.
    pub name: &'static str,
    /// The rules.
    pub spec: &'static str,
    /// The turns from the start.
    pub turns: &'static str,
    /// The bot that searches; the highest level if `None`.
    pub bot: Option<&'static str>,
    /// What its nodes are called.
    pub unit: &'static str,
}

const MIDDLE: &str = "a3h b1v e2 e8 e3 e7 e4 e6 e3h e6h c3h f6 e5 g6 f4h h4v";

/// The positions on which the speed of searches is measured.
pub const SPEED_CASES: &[SpeedCase] = &[
    SpeedCase { name: "quoridor, start", spec: "quoridor", turns: "", bot: None, unit: "nodes" },
    SpeedCase { name: "quoridor, middle game", spec: "quoridor", turns: MIDDLE, bot: None, unit: "nodes" },
    SpeedCase {
        name: "quoridor, start, best first",
        spec: "quoridor",
        turns: "",
        bot: Some("puct"),
        unit: "simulations",
    },
    SpeedCase {
        name: "quoridor, middle game, best first",
        spec: "quoridor",
        turns: MIDDLE,
        bot: Some("puct"),
        unit: "simulations",
    },
];

impl SpeedCase {
    /// The engine that searches.
    pub fn engine_spec(&self) -> EngineSpec {
        EngineSpec { bot: self.bot.map(str::to_owned), ..EngineSpec::default() }
    }

    /// The position on a table.
    pub fn set_up(&self) -> Result<Box<dyn AnyTable>, Fault> {
        let mut table = agon_games::open(self.spec)?;
        for turn in self.turns.split_whitespace() {
            table.play(turn)?;
        }
        Ok(table)
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
