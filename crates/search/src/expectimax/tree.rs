use agon_core::{Actor, Player, Position};

use super::cache::Cache;
use super::filter::{REPLIES, judged_replies};
use crate::time::StopCheck;
use crate::{DiceEvaluator, LevelError, Probabilities, Strength};

/// Positions are judged so many at a time, so that the clock is asked in between.
const BATCH: usize = 256;

/// What a position is value to somebody.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Value {
    pub(crate) probabilities: Probabilities,
    /// The points to be expected; weak players add_errors them.
    pub(crate) points: f32,
}

impl Value {
    pub(crate) fn new(probabilities: Probabilities) -> Self {
        Self { probabilities, points: probabilities.points() }
    }

    pub(crate) fn flipped(&self) -> Self {
        Self { probabilities: self.probabilities.flipped(), points: -self.points }
    }

    pub(crate) fn add(&mut self, share: f32, other: &Self) {
        self.probabilities.add(share, &other.probabilities);
        self.points += share * other.points;
    }
}

/// One roll of a chance node: its share among the rolls, and where its replies stand in the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roll {
    pub(crate) share: f32,
    first: usize,
    end: usize,
    /// The best reply at first sight.
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
    /// Positions behind the turns of all nodes on the path with what they are value to whoever
    /// has moved there, used as stacks.
    pub(crate) afters: Vec<P>,
    pub(crate) values: Vec<Value>,
    /// What the cache does not know, and where its answer belongs.
    fresh: Vec<P>,
    places: Vec<(usize, u64)>,
    answers: Vec<Probabilities>,
    /// Scratch space for what replies look like at a glance.
    glances: Vec<Probabilities>,
    kept: Vec<u32>,
    /// Scratch space for what weak players overlook.
    level_errors: Vec<LevelError>,
}

impl<'a, P: Position, E: DiceEvaluator<P>> DiceSearcher<'a, P, E> {
    pub(crate) fn new(
        evaluator: &'a mut E,
        cache: &'a mut Cache,
        strength: Strength,
        stop_check: StopCheck,
    ) -> Self {
        Self {
            evaluator,
            cache,
            strength,
            stop_check,
            moves: Vec::new(),
            afters: Vec::new(),
            values: Vec::new(),
            fresh: Vec::new(),
            places: Vec::new(),
            answers: Vec::new(),
            glances: Vec::new(),
            kept: Vec::new(),
            level_errors: Vec::new(),
        }
    }

    /// Judges the positions of the stack from `first` on, to `player`, which brings the stack of
    /// values up to them. Once the search has to end, what is left counts as bad.
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
        self.fresh.clear();
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
                self.fresh.push(*after);
                self.places.push((at, key));
            }
            self.values.push(Value::new(known.unwrap_or_default()));
        }
        self.evaluator.probabilities(&self.fresh, player, &mut self.answers);
        for (&(at, key), &probabilities) in self.places.iter().zip(&self.answers) {
            self.cache.keep(key, probabilities);
            self.values[at] = Value::new(probabilities);
        }
        self.add_errors(from, end, player);
    }

    /// Errors of weak players: the same position is always misjudged alike, and the same danger or door overlooked
    /// in every position that a turn can lead to.
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

    /// Puts every position the mover can reach onto the stack; returns where they begin.
    fn spread(&mut self, position: &P) -> usize {
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

    /// Drops the replies from a place of the stack on that look bad at a glance; the others keep their order. Weak
    /// players look at all: what they add_errors is not what a glance sees.
    fn sift(&mut self, first: usize, player: Player) {
        let replies = &self.afters[first..];
        let keep = judged_replies(replies.len());
        self.glances.clear();
        if replies.len() == keep
            || self.strength.eval_error > 0
            || !self.evaluator.quick_probabilities(replies, player, &mut self.glances)
        {
            return;
        }
        let points = |at: &u32| self.glances[*at as usize].points();
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

    /// The best of the stack between two places, the first of equals.
    fn best(&self, first: usize, end: usize) -> usize {
        let mut best = first;
        for at in first..end {
            if self.values[at].points > self.values[best].points {
                best = at;
            }
        }
        best
    }

    /// Puts the replies to every roll onto the stack, judged, and notes the best of each roll.
    ///
    /// Returns who replies. Whoever calls cuts the stacks back to where they were.
    pub(crate) fn roll_all(&mut self, position: &P, rolls: &mut Vec<Roll>) -> Option<Player> {
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
                    let first = self.spread(&next);
                    self.sift(first, player);
                    first
                }
                // A roll that leaves nothing to decide.
                Actor::Chance | Actor::Nobody => {
                    self.afters.push(next);
                    self.afters.len() - 1
                }
            };
            let share = weight as f32 / weights.max(1) as f32;
            rolls.push(Roll { share, first, end: self.afters.len(), best: first });
        }
        let player = mover?;
        self.evaluate(base, player);
        for roll in rolls.iter_mut() {
            roll.best = self.best(roll.first, roll.end);
        }
        Some(player)
    }

    /// Goes back to a stack of so many positions.
    pub(crate) fn cut(&mut self, base: usize) {
        self.afters.truncate(base);
        self.values.truncate(base);
    }

    /// What a single position is value to a player.
    pub(crate) fn evaluate_one(&mut self, position: &P, player: Player) -> Value {
        let base = self.afters.len();
        self.afters.push(*position);
        self.evaluate(base, player);
        let value = self.values[base];
        self.cut(base);
        value
    }

    /// What a player can expect from a position if both play so many turns well. Means nothing once
    /// the search has had to end.
    pub(crate) fn expect(&mut self, position: &P, player: Player, depth: u32) -> Value {
        match position.actor() {
            Actor::Player(mover) if depth > 0 => {
                let value = self.turn(position, mover, depth);
                if mover == player { value } else { value.flipped() }
            }
            Actor::Chance if depth > 0 && !self.evaluator.is_exact(position) => {
                self.chance(position, player, depth)
            }
            _ => self.evaluate_one(position, player),
        }
    }

    fn chance(&mut self, position: &P, player: Player, depth: u32) -> Value {
        let base = self.afters.len();
        let mut rolls = Vec::with_capacity(21);
        let Some(mover) = self.roll_all(position, &mut rolls) else {
            self.cut(base);
            return self.evaluate_one(position, player);
        };
        let mut sum = Value::default();
        for roll in &rolls {
            if self.stop_check.is_stopped() {
                break;
            }
            let value = self.reply(roll.first, roll.end, roll.best, mover, depth);
            sum.add(roll.share, &value);
        }
        self.cut(base);
        if mover == player { sum } else { sum.flipped() }
    }

    /// A turn with the dice on the board.
    fn turn(&mut self, position: &P, mover: Player, depth: u32) -> Value {
        let base = self.spread(position);
        self.evaluate(base, mover);
        let end = self.afters.len();
        let value = if base == end {
            Value::default()
        } else {
            let best = self.best(base, end);
            self.reply(base, end, best, mover, depth)
        };
        self.cut(base);
        value
    }

    /// What the best reply between two places of the stack is value to whoever replies.
    fn reply(&mut self, first: usize, end: usize, best: usize, mover: Player, depth: u32) -> Value {
        if depth <= 1 {
            return self.values[best];
        }
        if REPLIES == 1 || end - first == 1 {
            let after = self.afters[best];
            return self.expect(&after, mover, depth - 1);
        }
        let mut order: Vec<usize> = (first..end).collect();
        order.sort_by(|a, b| self.values[*b].points.total_cmp(&self.values[*a].points));
        order.truncate(REPLIES);
        let mut highest = Value { points: f32::MIN, ..Value::default() };
        for at in order {
            let after = self.afters[at];
            let value = self.expect(&after, mover, depth - 1);
            if value.points > highest.points {
                highest = value;
            }
        }
        highest
    }
}
