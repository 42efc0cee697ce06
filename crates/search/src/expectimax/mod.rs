//! Expectimax for games with dice.
//!
//! - `searcher`: the search below the root
//! - `filter`: which turns are searched more deeply
//! - `cache`: evaluations of positions seen before
//! - `rollout`: turns evaluated by playing the game on

mod cache;
mod filter;
mod rollout;
mod searcher;

use std::marker::PhantomData;
use std::time::Duration;

use agon_core::{AnyTable, Fault, Game, Player, Position};

use crate::engine::{Budget, StopCheck, root_moves, typed};
use crate::{
    DiceEvaluator, Engine, Line, NOBODY_TO_MOVE, Score, SearchRequest, Stop, Strength, Thought, wait_until_stopped,
};
use cache::Cache;
use filter::Filter;
use searcher::{DiceSearcher, Value};

/// Maximum depth: another turn would cost several hundred times as much.
const MAX_DEPTH: u32 = 4;
/// Each turn of depth takes at least this many times as long; an iteration that cannot end in time is not started.
const MIN_TIME_FACTOR_PER_TURN: u32 = 10;
/// Rollouts are evaluated after this many turns.
const ROLLOUT_TURNS: u32 = 12;

/// The engine of games with dice: expectimax with iterative deepening.
///
/// At depth 1 it evaluates every position it can reach, at depth 2 it averages over all 21 rolls of the opponent,
/// and so on as time allows. If the limits ask for trials it rolls out instead.
pub struct Expectimax<G: Game, E> {
    name: String,
    evaluator: E,
    strength: Strength,
    horizon: u32,
    cache: Cache,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E: DiceEvaluator<G::Position>> Expectimax<G, E> {
    /// An engine for one game.
    pub fn new(name: impl Into<String>, evaluator: E, strength: Strength) -> Self {
        Self { name: name.into(), evaluator, strength, horizon: ROLLOUT_TURNS, cache: Cache::new(), game: PhantomData }
    }

    /// Sets after how many turns rollouts are evaluated.
    #[must_use]
    pub fn with_horizon(mut self, turns: u32) -> Self {
        self.horizon = turns.max(1);
        self
    }
}

/// A turn at the root, the position after it, and its value for the player.
pub(crate) struct Choice<P: Position> {
    turn: P::Move,
    pub(crate) after: P,
    pub(crate) value: Value,
    /// The standard error of its points, if they come from rollouts.
    pub(crate) std_error: Option<f32>,
}

impl<G: Game, E: DiceEvaluator<G::Position>> Engine for Expectimax<G, E> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let (table, player) = typed::<G>(table)?;
        let budget = Budget::new(limits, &self.strength, player, MAX_DEPTH);
        let position = *table.position();
        let moves = root_moves(&position, limits)?;
        if moves.is_empty() {
            return Err(NOBODY_TO_MOVE.with("actor", table.actor()));
        }
        let stop_check = StopCheck::new(&budget, stop, &Stop::new());
        let mut searcher = DiceSearcher::new(&mut self.evaluator, &mut self.cache, self.strength, stop_check);
        let mut choices = choices(&mut searcher, &position, player, &moves);
        let shown = limits.multi_pv.max(1).min(choices.len());
        let mut report_lines = |searcher: &DiceSearcher<'_, _, _>, choices: &[Choice<_>], depth| {
            for (number, choice) in choices[..shown].iter().enumerate() {
                report(&line(searcher, &position, choice, depth, number));
            }
        };
        report_lines(&searcher, &choices, 1);
        let mut depth = 1;
        if let Some(trials) = limits.trials {
            searcher.rollout(&mut choices, shown, player, trials, self.horizon);
            report_lines(&searcher, &choices, depth);
        } else {
            let mut last = Duration::ZERO;
            let needless = |choices: &[Choice<_>]| budget.may_answer_early && choices.len() == 1;
            while depth < budget.depth && !needless(&choices) && budget.has_time_for(last * MIN_TIME_FACTOR_PER_TURN) {
                let (start, reported) = (searcher.stop_check.time(), choices[0].turn);
                if !deepen(&mut searcher, &mut choices, shown, player, depth + 1) {
                    if choices[0].turn != reported {
                        report_lines(&searcher, &choices, depth);
                    }
                    break;
                }
                depth += 1;
                last = searcher.stop_check.time().saturating_sub(start);
                report_lines(&searcher, &choices, depth);
            }
        }
        wait_until_stopped(limits, stop);
        let line = line(&searcher, &position, &choices[0], depth, 0);
        Ok(Thought { turn: position.move_text(choices[0].turn), nodes: line.nodes, time: line.time, line: Some(line) })
    }

    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        let (table, player) = typed::<G>(table).ok()?;
        Some(hundredths(self.evaluator.equity(table.position(), player)))
    }
}

fn hundredths(equity: f32) -> i32 {
    (equity * 100.0).round() as i32
}

/// Sorts the best first; equals keep their order, so that searches are repeatable.
fn sort<P: Position>(choices: &mut [Choice<P>]) {
    choices.sort_by(|a, b| b.value.points.total_cmp(&a.value.points));
}

/// Every turn with its evaluation, the best first.
fn choices<P: Position, E: DiceEvaluator<P>>(
    searcher: &mut DiceSearcher<'_, P, E>,
    position: &P,
    player: Player,
    moves: &[P::Move],
) -> Vec<Choice<P>> {
    for &m in moves {
        let mut after = *position;
        after.play_unchecked(m);
        searcher.afters.push(after);
    }
    searcher.evaluate(0, player);
    let mut choices: Vec<Choice<P>> = moves
        .iter()
        .zip(searcher.afters.iter().zip(&searcher.values))
        .map(|(&turn, (&after, &value))| Choice { turn, after, value, std_error: None })
        .collect();
    searcher.truncate(0);
    sort(&mut choices);
    choices
}

/// Searches the best turns one turn deeper; `false` if time ran out before all were searched. The turns that were
/// searched are then sorted before the others.
fn deepen<P: Position, E: DiceEvaluator<P>>(
    searcher: &mut DiceSearcher<'_, P, E>,
    choices: &mut [Choice<P>],
    shown: usize,
    player: Player,
    depth: u32,
) -> bool {
    let width = Filter::at_root(depth).pass(choices.iter().map(|choice| choice.value.points), shown);
    let mut reached = 0;
    for choice in &mut choices[..width] {
        let value = searcher.expected_value(&choice.after, player, depth - 1);
        if searcher.stop_check.is_stopped() {
            break;
        }
        choice.value = value;
        reached += 1;
    }
    sort(&mut choices[..reached]);
    reached == width
}

fn line<P: Position, E: DiceEvaluator<P>>(
    searcher: &DiceSearcher<'_, P, E>,
    position: &P,
    choice: &Choice<P>,
    depth: u32,
    number: usize,
) -> Line {
    let player = position.actor().player();
    let wins = choice.after.outcome().is_some_and(|outcome| outcome.winner() == player);
    let Value { probabilities, points } = choice.value;
    // A search that was stopped at once has evaluated nothing.
    let evaluated = points > f32::MIN;
    Line {
        depth,
        multi_pv: number + 1,
        score: if wins { Score::Win(1) } else { Score::Cp(hundredths(points.max(-1000.0))) },
        equity: evaluated.then_some(points),
        wdl: evaluated.then(|| probabilities.wdl()),
        probabilities: evaluated.then_some(probabilities),
        std_error: choice.std_error,
        nodes: searcher.stop_check.nodes,
        time: searcher.stop_check.time(),
        pv: vec![position.move_text(choice.turn)],
    }
}
