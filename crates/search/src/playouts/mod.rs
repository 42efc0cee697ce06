//! Players of games that bring no evaluation. They work on positions of any game.
//!
//! - `tree`: nodes, and one simulation
//! - `greedy`: the engine that looks one turn ahead

mod greedy;
mod tree;

use agon_core::rng::mix;
use agon_core::{AnyPosition, AnyTable, Fault};

use crate::engine::{Budget, StopCheck};
use crate::{Engine, Limits, Line, NOBODY_TO_MOVE, Score, SearchRequest, Stop, Strength, Thought, wait_until_stopped};
use tree::Tree;

pub use greedy::MobilityGreedy;

/// Simulations per turn of depth, if a request limits the depth only.
const SIMULATIONS_PER_DEPTH: u64 = 2_000;

/// The engine of games without an evaluation: a tree of turns and rolls, grown by simulations that end in random games.
///
/// Nodes are simulations. The same seed and number of nodes give the same answer.
pub struct PlayoutSearch {
    name: String,
    strength: Strength,
}

impl PlayoutSearch {
    /// An engine of this strength; its depth is not used.
    pub fn new(name: impl Into<String>, strength: Strength) -> Self {
        Self { name: name.into(), strength }
    }

    /// The limits with simulations instead of depth and trials.
    fn limits(limits: &Limits) -> Limits {
        let of_depth = limits.depth.map(|depth| u64::from(depth) * SIMULATIONS_PER_DEPTH);
        Limits { nodes: limits.nodes.or(limits.trials).or(of_depth), ..limits.clone() }
    }
}

/// The choices that the limits ask for, as indices of the legal turns; empty means all.
pub(crate) fn root_choices(
    table: &dyn AnyTable,
    position: &dyn AnyPosition,
    limits: &Limits,
) -> Result<Vec<usize>, Fault> {
    if limits.search_moves.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Result<Vec<String>, Fault> = limits.search_moves.iter().map(|text| table.check(text)).collect();
    let wanted = wanted?;
    Ok((0..position.choices()).filter(|choice| wanted.contains(&position.notation(*choice))).collect())
}

impl Engine for PlayoutSearch {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let player = table.actor().player().ok_or_else(|| NOBODY_TO_MOVE.with("actor", table.actor()))?;
        let budget = Budget::new(&Self::limits(limits), &self.strength, player, 1);
        let mut stop_check = StopCheck::new(&budget, stop, &Stop::new());
        let root = table.search_position();
        let mut searched = root_choices(table, &*root, limits)?;
        let (choices, winning) = (root.choices(), root.winning_turn());
        let winning = winning.filter(|choice| searched.is_empty() || searched.contains(choice));
        if let Some(choice) = winning.filter(|_| limits.multi_pv <= 1) {
            searched = vec![choice];
        }
        // The errors of a seed differ from turn to turn, and do not depend on what was searched before.
        let seed = mix(self.strength.seed ^ mix(table.plies().len() as u64));
        let mut tree = Tree::new(root, &searched, table.info().max_turns, seed);
        let is_decided = (winning.is_some() || choices == 1) && budget.may_answer_early;
        while !stop_check.count_node() {
            tree.simulate();
            if is_decided {
                break;
            }
        }
        let mut ranking = tree.ranking(player);
        if let Some(at) = winning.and_then(|choice| ranking.iter().position(|ranked| ranked.0 == choice)) {
            ranking[..=at].rotate_right(1);
        }
        let line = |number: usize, ranked| {
            let pv = tree.line(ranked);
            let mean = tree.nodes[ranked.1].mean(player);
            let wins = number == 0 && winning.is_some();
            Line {
                depth: pv.len() as u32,
                multi_pv: number + 1,
                score: if wins { Score::Win(1) } else { Score::Cp((mean * 100.0).round() as i32) },
                equity: Some(mean),
                nodes: stop_check.nodes,
                time: stop_check.time(),
                pv,
                ..Line::default()
            }
        };
        let lines: Vec<Line> = ranking
            .into_iter()
            .take(limits.multi_pv.max(1))
            .enumerate()
            .map(|(number, ranked)| line(number, ranked))
            .collect();
        for line in &lines {
            report(line);
        }
        wait_until_stopped(limits, stop);
        let best = lines.into_iter().next().ok_or_else(|| NOBODY_TO_MOVE.with("actor", table.actor()))?;
        Ok(Thought { turn: best.pv[0].clone(), nodes: best.nodes, time: best.time, line: Some(best) })
    }
}
