//! Tables to play on.

use agon_core::{AnyTable, Rng};
use agon_engines::{EngineSpec, build};
use agon_search::{Engine, Limits, Line, SearchRequest, Stop, Thought};

/// Every registered game, and boards of other sizes and kinds.
pub(crate) fn specs() -> Vec<String> {
    let others = [
        "quoridor:size=4,walls=2",
        "quoridor:size=12",
        "blockade:turn=swift",
        "blockade:turn=optional,rows=5,cols=6,walls=2",
        "blockade:rows=22,cols=28,walls=18",
        "domineering:rows=3,cols=5",
        "domineering:rows=16,cols=16",
    ];
    let registered = agon_games::entries().iter().map(|entry| entry.info.name);
    registered.chain(others).map(str::to_owned).collect()
}

pub(crate) fn engine(table: &dyn AnyTable, level: u8, seed: u64) -> Box<dyn Engine> {
    build(table, &EngineSpec { level: Some(level), seed, ..EngineSpec::default() }).unwrap()
}

/// What an engine finds out, and every line it reports on the way.
pub(crate) fn think_aloud(engine: &mut dyn Engine, table: &dyn AnyTable, limits: &Limits) -> (Thought, Vec<Line>) {
    let mut lines = Vec::new();
    let report = &mut |line: &Line| lines.push(line.clone());
    let thought = engine.think(SearchRequest { table, limits, stop: &Stop::new(), report }).unwrap();
    (thought, lines)
}

pub(crate) fn think(engine: &mut dyn Engine, table: &dyn AnyTable, limits: &Limits) -> Thought {
    think_aloud(engine, table, limits).0
}

pub(crate) fn answer(engine: &mut dyn Engine, table: &dyn AnyTable, limits: &Limits) -> String {
    think(engine, table, limits).turn
}

/// A game after some random turns, with a player to move.
pub(crate) fn random_table(spec: &str, turns: usize, rng: &mut Rng) -> Box<dyn AnyTable> {
    loop {
        let mut table = agon_games::open(spec).unwrap();
        let mut left = turns;
        loop {
            if table.roll(rng).is_some() {
                continue;
            }
            if table.actor().player().is_none() {
                break;
            }
            if left == 0 {
                return table;
            }
            let turn = rng.choose(&table.legal()).cloned().unwrap();
            table.play(&turn).unwrap();
            left -= 1;
        }
    }
}
