use std::marker::PhantomData;
use std::time::Duration;

use agon_core::{Actor, AnyTable, Fault, Game, Player, Position, Rng};

use crate::budget::{Budget, Pulse};
use crate::playing::{root_moves, typed, wait_if_asked};
use crate::{Engine, Equity, Limits, Line, NOBODY_TO_MOVE, Prospects, Score, Skill, Stop, Thought};

/// Turns beyond this are not looked at: the next costs several hundred times as much.
const DEEPEST: u32 = 4;
/// How many turns at the root, and below it, are looked at more deeply than one turn.
const ROOT_WIDTH: usize = 8;
const WIDTH: usize = 3;
/// What is worse than the best by more than so many points is not looked at again.
const MARGIN: f32 = 0.3;
/// One turn more takes at least so many times as long; what cannot end in time is not begun.
const GROWTH: u32 = 10;
/// A rollout that has not ended after so many turns is judged as it stands.
const LONGEST_ROLLOUT: u32 = 400;

/// The engine of dice games: the best expectation over the rolls to come.
///
/// One turn deep it judges every position it can reach; two turns deep it plays all 21 rolls of
/// the opponent, and so on as time allows. With trials asked for it plays games out instead.
pub struct Expectimax<G: Game, E> {
    name: String,
    evaluator: E,
    skill: Skill,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E: Equity<G::Position>> Expectimax<G, E> {
    /// An engine for one game.
    pub fn new(name: impl Into<String>, evaluator: E, skill: Skill) -> Self {
        Self { name: name.into(), evaluator, skill, game: PhantomData }
    }
}

/// A turn at the root, where it leads, and what that is worth.
struct Choice<P: Position> {
    first: P::Move,
    after: P,
    equity: f32,
}

impl<G: Game, E: Equity<G::Position>> Engine for Expectimax<G, E> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        table: &dyn AnyTable,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Line),
    ) -> Result<Thought, Fault> {
        let (table, player) = typed::<G>(table)?;
        let budget = Budget::new(limits, &self.skill, player, DEEPEST);
        let position = *table.position();
        let moves = root_moves(&position, limits)?;
        if moves.is_empty() {
            return Err(NOBODY_TO_MOVE.with("actor", table.actor()));
        }
        let pulse = Pulse::new(&budget, stop, &Stop::new());
        let mut search = Search {
            evaluator: self.evaluator.clone(),
            skill: self.skill,
            pulse,
            moves: Vec::new(),
            judged: Vec::new(),
        };
        let mut choices = search.choices(&position, player, moves);
        let shown = limits.multi_pv.max(1).min(choices.len());
        let mut tell = |search: &Search<_, _>, choices: &[Choice<_>], depth| {
            for (number, choice) in choices[..shown].iter().enumerate() {
                report(&search.line(&position, choice, depth, number));
            }
        };
        tell(&search, &choices, 1);
        let mut depth = 1;
        if let Some(trials) = limits.trials {
            search.roll_out(&mut choices, shown, player, trials);
            tell(&search, &choices, depth);
        } else {
            let mut last = Duration::ZERO;
            while depth < budget.depth && choices.len() > 1 && budget.has_room_for(last * GROWTH) {
                let start = search.pulse.time();
                if !search.deepen(&mut choices, shown, player, depth + 1) {
                    break;
                }
                depth += 1;
                last = search.pulse.time().saturating_sub(start);
                tell(&search, &choices, depth);
            }
        }
        wait_if_asked(limits, stop);
        let line = search.line(&position, &choices[0], depth, 0);
        Ok(Thought {
            word: position.move_text(choices[0].first),
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

/// The points of an ended game to a player.
fn points<P: Position>(position: &P, player: Player) -> f32 {
    position.outcome().map_or(0.0, |outcome| Prospects::of_outcome(outcome, player).points())
}

fn hundredths(equity: f32) -> i32 {
    (equity * 100.0).round() as i32
}

/// Best first; equals keep their order, so that searches are repeatable.
fn sort<P: Position>(choices: &mut [Choice<P>]) {
    choices.sort_by(|a, b| b.equity.total_cmp(&a.equity));
}

struct Search<P: Position, E> {
    evaluator: E,
    skill: Skill,
    pulse: Pulse,
    /// Moves of all nodes on the path, used as a stack.
    moves: Vec<P::Move>,
    /// Positions behind the moves worth a second look, used as a stack.
    judged: Vec<(f32, P)>,
}

impl<P: Position, E: Equity<P>> Search<P, E> {
    /// Every turn with what it is worth at first sight.
    fn choices(&mut self, position: &P, player: Player, moves: Vec<P::Move>) -> Vec<Choice<P>> {
        let mut choices: Vec<Choice<P>> = moves
            .into_iter()
            .map(|first| {
                let mut after = *position;
                after.play_unchecked(first);
                // Once stopped, the turns not yet judged count as bad.
                let equity = if self.pulse.tick() { f32::MIN } else { self.judge(&after, player) };
                Choice { first, after, equity }
            })
            .collect();
        sort(&mut choices);
        choices
    }

    /// Looks at the promising turns more deeply; `false` if the time was not enough, and then
    /// nothing has changed.
    fn deepen(&mut self, choices: &mut [Choice<P>], shown: usize, player: Player, depth: u32) -> bool {
        let best = choices[0].equity;
        let width = choices
            .iter()
            .take(ROOT_WIDTH.max(shown))
            .enumerate()
            .take_while(|(at, choice)| *at < shown || best - choice.equity <= MARGIN)
            .count();
        let mut equities = Vec::with_capacity(width);
        for choice in &choices[..width] {
            equities.push(self.expect(&choice.after, player, depth - 1));
            if self.pulse.halted() {
                return false;
            }
        }
        for (choice, equity) in choices.iter_mut().zip(equities) {
            choice.equity = equity;
        }
        sort(&mut choices[..width]);
        true
    }

    /// The static worth of a position to a player, misjudged as the skill says.
    fn judge(&mut self, position: &P, player: Player) -> f32 {
        if position.outcome().is_some() {
            return points(position, player);
        }
        let mut equity = self.evaluator.equity(position, player);
        if self.skill.misjudgement > 0 {
            let error = self.skill.error(position.key()) as f32 / 100.0;
            equity += if player == Player::P1 { error } else { -error };
        }
        equity
    }

    /// What a player can expect from a position if both play so many turns well.
    fn expect(&mut self, position: &P, player: Player, depth: u32) -> f32 {
        match position.actor() {
            Actor::Nobody => points(position, player),
            Actor::Player(mover) => {
                let equity = self.best(position, mover, depth);
                if mover == player { equity } else { -equity }
            }
            Actor::Chance if depth == 0 => self.judge(position, player),
            Actor::Chance => {
                let (mut sum, mut weights) = (0.0, 0.0);
                for &(chance, weight) in position.chances() {
                    let mut next = *position;
                    next.resolve_unchecked(chance);
                    sum += weight as f32 * self.expect(&next, player, depth);
                    weights += weight as f32;
                    if self.pulse.halted() {
                        return 0.0;
                    }
                }
                if weights > 0.0 { sum / weights } else { 0.0 }
            }
        }
    }

    /// What the best turn of the player to move is worth to him.
    fn best(&mut self, position: &P, mover: Player, depth: u32) -> f32 {
        let first_move = self.moves.len();
        let first_judged = self.judged.len();
        position.legal_moves(&mut self.moves);
        let mut best = f32::MIN;
        for at in first_move..self.moves.len() {
            if self.pulse.tick() {
                break;
            }
            let mut after = *position;
            after.play_unchecked(self.moves[at]);
            let equity = self.judge(&after, mover);
            best = best.max(equity);
            if depth > 1 {
                self.consider(first_judged, equity, after);
            }
        }
        self.moves.truncate(first_move);
        if depth > 1 && !self.pulse.halted() {
            best = f32::MIN;
            for at in first_judged..self.judged.len() {
                let after = self.judged[at].1;
                best = best.max(self.expect(&after, mover, depth - 1));
            }
        }
        self.judged.truncate(first_judged);
        if self.pulse.halted() { 0.0 } else { best }
    }

    /// Keeps a position among the best few above `base`.
    fn consider(&mut self, base: usize, equity: f32, after: P) {
        let at = base + self.judged[base..].partition_point(|(kept, _)| *kept >= equity);
        if at - base < WIDTH {
            self.judged.insert(at, (equity, after));
            self.judged.truncate(base + WIDTH);
        }
    }

    /// Judges the promising turns by games played to the end, all with the same dice.
    fn roll_out(&mut self, choices: &mut [Choice<P>], shown: usize, player: Player, trials: u64) {
        let best = choices[0].equity;
        let width = choices
            .iter()
            .take(WIDTH.max(shown))
            .enumerate()
            .take_while(|(at, choice)| *at < shown || best - choice.equity <= MARGIN)
            .count();
        let mut sums = vec![0.0f64; width];
        let mut done = 0u64;
        'trials: for trial in 0..trials.max(1) {
            let mut results = Vec::with_capacity(width);
            for choice in &choices[..width] {
                let mut rng = Rng::new(self.skill.seed.wrapping_add(trial));
                results.push(self.trial(choice.after, player, &mut rng));
                if self.pulse.halted() {
                    break 'trials;
                }
            }
            for (sum, result) in sums.iter_mut().zip(results) {
                *sum += f64::from(result);
            }
            done += 1;
        }
        if done > 0 {
            for (choice, sum) in choices.iter_mut().zip(sums) {
                choice.equity = (sum / done as f64) as f32;
            }
            sort(&mut choices[..width]);
        }
    }

    /// One game to its end, both sides choosing at first sight.
    fn trial(&mut self, mut position: P, player: Player, rng: &mut Rng) -> f32 {
        let mut turns = 0;
        loop {
            match position.actor() {
                Actor::Nobody => return points(&position, player),
                Actor::Chance => match rng.choose_weighted(position.chances()) {
                    Some(chance) => position.resolve_unchecked(chance),
                    None => return 0.0,
                },
                Actor::Player(mover) => {
                    turns += 1;
                    let Some(next) = self.at_first_sight(&position, mover) else { return 0.0 };
                    if turns > LONGEST_ROLLOUT {
                        return self.judge(&next, player);
                    }
                    position = next;
                }
            }
        }
    }

    fn at_first_sight(&mut self, position: &P, mover: Player) -> Option<P> {
        let base = self.moves.len();
        position.legal_moves(&mut self.moves);
        let mut best: Option<(f32, P)> = None;
        for at in base..self.moves.len() {
            if self.pulse.tick() {
                break;
            }
            let mut after = *position;
            after.play_unchecked(self.moves[at]);
            let equity = self.judge(&after, mover);
            if best.is_none_or(|(highest, _)| equity > highest) {
                best = Some((equity, after));
            }
        }
        self.moves.truncate(base);
        best.filter(|_| !self.pulse.halted()).map(|(_, after)| after)
    }

    fn line(&self, position: &P, choice: &Choice<P>, depth: u32, number: usize) -> Line {
        let player = position.actor().player();
        let wins = choice.after.outcome().is_some_and(|outcome| outcome.winner() == player);
        Line {
            depth,
            multi_pv: number + 1,
            score: if wins { Score::Win(1) } else { Score::Cp(hundredths(choice.equity)) },
            equity: Some(choice.equity),
            nodes: self.pulse.nodes,
            time: self.pulse.time(),
            pv: vec![position.move_text(choice.first)],
            ..Line::default()
        }
    }
}
