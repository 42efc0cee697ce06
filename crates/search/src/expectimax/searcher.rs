use agon_core::{Actor, Player, Position};

use super::cache::Cache;
use super::filter::{SEARCHED_REPLIES, evaluated_replies};
use crate::engine::StopCheck;
use crate::{DiceEvaluator, LevelError, Probabilities, Strength};

/// Positions are evaluated this many at a time, so that the clock is checked in between.
const BATCH: usize = 256;

/// The value of a position for a player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Value {
    pub(crate) probabilities: Probabilities,
    /// The equity, with the errors of weak levels.
    pub(crate) points: f32,
}

impl Value {
    pub(crate) fn new(probabilities: Probabilities) -> Self {
        Self { probabilities, points: probabilities.points() }
    }

    pub(crate) fn flipped(&self) -> Self {
        Self { probabilities: self.probabilities.flipped(), points: -self.points }
    }

    pub(crate) fn add(&mut self, weight: f32, other: &Self) {
        self.probabilities.add(weight, &other.probabilities);
        self.points += weight * other.points;
    }
}

/// A roll of a chance node and the range of its replies on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roll {
    /// Its probability.
    pub(crate) probability: f32,
    first: usize,
    end: usize,
    /// The reply of the best evaluation.
    pub(crate) best: usize,
}

/// The search below the root.
pub(crate) struct DiceSearcher<'a, P: Position, E> {
    pub(crate) evaluator: &'a mut E,
    pub(crate) cache: &'a mut Cache,
    pub(crate) strength: Strength,
    pub(crate) stop_check: StopCheck,
    /// Scratch space for lists of turns.
    moves: Vec<P::Move>,
    /// Stacks of the positions after the turns of all nodes on the path, and of their values for the player who
    /// moved.
    pub(crate) afters: Vec<P>,
    pub(crate) values: Vec<Value>,
    /// Positions that are not in the cache, with their places on the stack and their cache keys.
    uncached: Vec<P>,
    places: Vec<(usize, u64)>,
    answers: Vec<Probabilities>,
    /// Scratch space for quick estimates of replies.
    estimates: Vec<Probabilities>,
    kept: Vec<u32>,
    /// Scratch space for what weak levels miss.
    level_errors: Vec<LevelError>,
}

impl<'a, P: Position, E: DiceEvaluator<P>> DiceSearcher<'a, P, E> {
    pub(crate) fn new(evaluator: &'a mut E, cache: &'a mut Cache, strength: Strength, stop_check: StopCheck) -> Self {
        Self {
            evaluator,
            cache,
            strength,
            stop_check,
            moves: Vec::new(),
            afters: Vec::new(),
            values: Vec::new(),
            uncached: Vec::new(),
            places: Vec::new(),
            answers: Vec::new(),
            estimates: Vec::new(),
            kept: Vec::new(),
            level_errors: Vec::new(),
        }
    }

    /// Evaluates the positions of the stack from `first` on for `player` and pushes their values. Once the search
    /// must stop, the remaining positions get the lowest value.
    pub(crate) fn evaluate(&mut self, first: usize, player: Player) {
        self.values.truncate(first);
        let mut from = first;
        while from < self.afters.len() {
            let end = (from + BATCH).min(self.afters.len());
            self.evaluate_batch(from, end, player);
            from = end;
        }
    }

    fn evaluate_batch(&mut self, from: usize, end: usize, player: Player) {
        self.uncached.clear();
        self.places.clear();
        self.answers.clear();
        for at in from..end {
            let after = &self.afters[at];
            if self.stop_check.count_node() {
                self.values.push(Value { points: f32::MIN, ..Value::default() });
                continue;
            }
            let known = after.outcome().map(|outcome| Probabilities::of_outcome(outcome, player));
            let key = Cache::key(after.key(), player);
            let known = known.or_else(|| self.cache.get(key));
            if known.is_none() {
                self.uncached.push(*after);
                self.places.push((at, key));
            }
            self.values.push(Value::new(known.unwrap_or_default()));
        }
        self.evaluator.probabilities(&self.uncached, player, &mut self.answers);
        for (&(at, key), &probabilities) in self.places.iter().zip(&self.answers) {
            self.cache.store(key, probabilities);
            self.values[at] = Value::new(probabilities);
        }
        self.add_errors(from, end, player);
    }

    /// Adds the errors of weak levels: always the same error for a position, and the same threat missed in all
    /// positions of a turn.
    fn add_errors(&mut self, from: usize, end: usize, player: Player) {
        if self.strength.eval_error == 0 {
            return;
        }
        for at in from..end {
            if self.afters[at].outcome().is_none() {
                let error = self.strength.error(self.afters[at].key()) as f32 / 100.0;
                self.values[at].points += if player == Player::P1 { error } else { -error };
                self.evaluator.level_errors(&self.afters[at], player, &mut self.level_errors);
                for LevelError { key, gain } in self.level_errors.drain(..) {
                    if self.strength.misses(key) {
                        self.values[at].points += gain;
                    }
                }
            }
        }
    }

    /// Pushes the position after each legal turn; returns where they begin.
    pub(crate) fn push_replies(&mut self, position: &P) -> usize {
        let first = self.afters.len();
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        for &m in &self.moves {
            let mut after = *position;
            after.play_unchecked(m);
            self.afters.push(after);
        }
        first
    }

    /// Drops the replies of the worst quick estimates, from a place of the stack on; the others keep their order.
    /// Weak levels evaluate all replies, because their errors are not in the estimates.
    fn filter_replies(&mut self, first: usize, player: Player) {
        let replies = &self.afters[first..];
        let keep = evaluated_replies(replies.len());
        self.estimates.clear();
        if replies.len() == keep
            || self.strength.eval_error > 0
            || !self.evaluator.quick_probabilities(replies, player, &mut self.estimates)
        {
            return;
        }
        let points = |at: &u32| self.estimates[*at as usize].points();
        let better = |a: &u32, b: &u32| points(b).total_cmp(&points(a)).then(a.cmp(b));
        self.kept.clear();
        self.kept.extend(0..replies.len() as u32);
        self.kept.select_nth_unstable_by(keep - 1, better);
        self.kept.truncate(keep);
        self.kept.sort_unstable();
        for (place, &kept) in self.kept.iter().enumerate() {
            self.afters[first + place] = self.afters[first + kept as usize];
        }
        self.afters.truncate(first + keep);
    }

    /// The best value between two places of the stack, the first of equals.
    fn best(&self, first: usize, end: usize) -> usize {
        let mut best = first;
        for at in first..end {
            if self.values[at].points > self.values[best].points {
                best = at;
            }
        }
        best
    }

    /// Pushes and evaluates the replies to every roll, and finds the best of each roll.
    ///
    /// Returns the player who replies. The caller truncates the stacks afterwards.
    pub(crate) fn expand_rolls(&mut self, position: &P, rolls: &mut Vec<Roll>) -> Option<Player> {
        let base = self.afters.len();
        let chances = position.chances();
        let weights: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let mut mover = None;
        rolls.clear();
        for &(chance, weight) in chances {
            let mut next = *position;
            next.resolve_unchecked(chance);
            let first = match next.actor() {
                Actor::Player(player) => {
                    mover = Some(player);
                    let first = self.push_replies(&next);
                    self.filter_replies(first, player);
                    first
                }
                // A roll after which no player moves.
                Actor::Chance | Actor::Nobody => {
                    self.afters.push(next);
                    self.afters.len() - 1
                }
            };
            let probability = weight as f32 / weights.max(1) as f32;
            rolls.push(Roll { probability, first, end: self.afters.len(), best: first });
        }
        let player = mover?;
        self.evaluate(base, player);
        for roll in rolls.iter_mut() {
            roll.best = self.best(roll.first, roll.end);
        }
        Some(player)
    }

    /// Truncates the stacks.
    pub(crate) fn truncate(&mut self, base: usize) {
        self.afters.truncate(base);
        self.values.truncate(base);
    }

    /// The value of a single position for a player.
    pub(crate) fn evaluate_one(&mut self, position: &P, player: Player) -> Value {
        let base = self.afters.len();
        self.afters.push(*position);
        self.evaluate(base, player);
        let value = self.values[base];
        self.truncate(base);
        value
    }

    /// The expected value for a player after a search of `depth` turns. Meaningless once the search was stopped.
    pub(crate) fn expected_value(&mut self, position: &P, player: Player, depth: u32) -> Value {
        match position.actor() {
            Actor::Player(mover) if depth > 0 => {
                let value = self.turn_node(position, mover, depth);
                if mover == player { value } else { value.flipped() }
            }
            Actor::Chance if depth > 0 && !self.evaluator.is_exact(position) => {
                self.chance_node(position, player, depth)
            }
            _ => self.evaluate_one(position, player),
        }
    }

    /// A node at which a roll is due.
    fn chance_node(&mut self, position: &P, player: Player, depth: u32) -> Value {
        let base = self.afters.len();
        let mut rolls = Vec::with_capacity(21);
        let Some(mover) = self.expand_rolls(position, &mut rolls) else {
            self.truncate(base);
            return self.evaluate_one(position, player);
        };
        let mut sum = Value::default();
        for roll in &rolls {
            if self.stop_check.is_stopped() {
                break;
            }
            let value = self.best_reply(roll.first, roll.end, roll.best, mover, depth);
            sum.add(roll.probability, &value);
        }
        self.truncate(base);
        if mover == player { sum } else { sum.flipped() }
    }

    /// A node at which a player is to move.
    fn turn_node(&mut self, position: &P, mover: Player, depth: u32) -> Value {
        let base = self.push_replies(position);
        self.evaluate(base, mover);
        let end = self.afters.len();
        let value = if base == end {
            Value::default()
        } else {
            let best = self.best(base, end);
            self.best_reply(base, end, best, mover, depth)
        };
        self.truncate(base);
        value
    }

    /// The value of the best reply between two places of the stack, for the player who replies.
    fn best_reply(&mut self, first: usize, end: usize, best: usize, mover: Player, depth: u32) -> Value {
        if depth <= 1 {
            return self.values[best];
        }
        if SEARCHED_REPLIES == 1 || end - first == 1 {
            let after = self.afters[best];
            return self.expected_value(&after, mover, depth - 1);
        }
        let mut order: Vec<usize> = (first..end).collect();
        order.sort_by(|a, b| self.values[*b].points.total_cmp(&self.values[*a].points));
        order.truncate(SEARCHED_REPLIES);
        let mut highest = Value { points: f32::MIN, ..Value::default() };
        for at in order {
            let after = self.afters[at];
            let value = self.expected_value(&after, mover, depth - 1);
            if value.points > highest.points {
                highest = value;
            }
        }
        highest
    }
}
