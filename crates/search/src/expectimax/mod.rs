mod cache;
mod filter;
mod rollout;
mod tree;

use std::marker::PhantomData;
use std::time::Duration;

use agon_core::{AnyTable, Fault, Game, Player, Position};

use crate::playing::{root_moves, typed, wait_until_stopped};
use crate::time::{Budget, StopCheck};
use crate::{DiceEvaluator, Engine, Line, NOBODY_TO_MOVE, Score, SearchRequest, Stop, Strength, Thought};
use cache::Cache;
use filter::Filter;
use tree::{DiceSearcher, Value};

/// Turns beyond this are not looked at: the next costs several hundred times as much.
const DEEPEST: u32 = 4;
/// One turn more takes at least so many times as long; what cannot end in time is not begun.
const GROWTH: u32 = 10;
/// A trial that has not ended after so many turns is judged as it stands.
const HORIZON: u32 = 12;

/// The engine of dice games: the best expectation over the rolls to come.
///
/// One turn deep it judges every position it can reach; two turns deep it plays all 21 rolls of
/// the opponent, and so on as time allows. With trials asked for it plays games on instead.
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
        Self {
            name: name.into(),
            evaluator,
            strength,
            horizon: HORIZON,
            cache: Cache::new(),
            game: PhantomData,
        }
    }

    /// Lets trials go on for so many turns before they are judged.
    #[must_use]
    pub fn with_horizon(mut self, turns: u32) -> Self {
        self.horizon = turns.max(1);
        self
    }
}

/// A turn at the root, where it leads, and what that is value to the player.
pub(crate) struct Choice<P: Position> {
    first: P::Move,
    pub(crate) after: P,
    pub(crate) value: Value,
    /// The standard error of its points, if trials have given them.
    pub(crate) deviation: Option<f32>,
}

impl<G: Game, E: DiceEvaluator<G::Position>> Engine for Expectimax<G, E> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let (table, player) = typed::<G>(table)?;
        let budget = Budget::new(limits, &self.strength, player, DEEPEST);
        let position = *table.position();
        let moves = root_moves(&position, limits)?;
        if moves.is_empty() {
            return Err(NOBODY_TO_MOVE.with("actor", table.actor()));
        }
        let stop_check = StopCheck::new(&budget, stop, &Stop::new());
        let mut searcher = DiceSearcher::new(&mut self.evaluator, &mut self.cache, self.strength, stop_check);
        let mut choices = choices(&mut searcher, &position, player, &moves);
        let shown = limits.multi_pv.max(1).min(choices.len());
        let mut tell = |searcher: &DiceSearcher<'_, _, _>, choices: &[Choice<_>], depth| {
            for (number, choice) in choices[..shown].iter().enumerate() {
                report(&line(searcher, &position, choice, depth, number));
            }
        };
        tell(&searcher, &choices, 1);
        let mut depth = 1;
        if let Some(trials) = limits.trials {
            searcher.rollout(&mut choices, shown, player, trials, self.horizon);
            tell(&searcher, &choices, depth);
        } else {
            let mut last = Duration::ZERO;
            let needless = |choices: &[Choice<_>]| budget.may_answer_early && choices.len() == 1;
            while depth < budget.depth && !needless(&choices) && budget.has_time_for(last * GROWTH) {
                let (start, told) = (searcher.stop_check.time(), choices[0].first);
                if !deepen(&mut searcher, &mut choices, shown, player, depth + 1) {
                    if choices[0].first != told {
                        tell(&searcher, &choices, depth);
                    }
                    break;
                }
                depth += 1;
                last = searcher.stop_check.time().saturating_sub(start);
                tell(&searcher, &choices, depth);
            }
        }
        wait_until_stopped(limits, stop);
        let line = line(&searcher, &position, &choices[0], depth, 0);
        Ok(Thought {
            turn: position.move_text(choices[0].first),
            nodes: line.nodes,
            time: line.time,
            line: Some(line),
        })
    }

    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        let (table, player) = typed::<G>(table).ok()?;
        Some(hundredths(self.evaluator.equity(table.position(), player)))
    }
}

fn hundredths(equity: f32) -> i32 {
    (equity * 100.0).round() as i32
}

/// Best first; equals keep their order, so that searches are repeatable.
fn sort<P: Position>(choices: &mut [Choice<P>]) {
    choices.sort_by(|a, b| b.value.points.total_cmp(&a.value.points));
}

/// Every turn with what it is value at first sight, the best first.
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
        .map(|(&first, (&after, &value))| Choice { first, after, value, deviation: None })
        .collect();
    searcher.cut(0);
    sort(&mut choices);
    choices
}

/// Looks at the promising turns more deeply; `false` if the time was not enough for all of them.
/// Then those that were reached are put into order before the others.
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
        let value = searcher.expect(&choice.after, player, depth - 1);
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
    // A search that was stopped at once has judged nothing.
    let judged = points > f32::MIN;
    Line {
        depth,
        multi_pv: number + 1,
        score: if wins { Score::Win(1) } else { Score::Cp(hundredths(points.max(-1000.0))) },
        equity: judged.then_some(points),
        wdl: judged.then(|| probabilities.wdl()),
        probabilities: judged.then_some(probabilities),
        deviation: choice.deviation,
        nodes: searcher.stop_check.nodes,
        time: searcher.stop_check.time(),
        pv: vec![position.move_text(choice.first)],
    }
}
