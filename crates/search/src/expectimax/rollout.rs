//! Rollouts: turns evaluated by playing the game on, with variance reduction.

use agon_core::{Actor, Player, Position, Rng};

use super::Choice;
use super::filter::ROLLOUTS;
use super::searcher::{DiceSearcher, Roll, Value};
use crate::{DiceEvaluator, Probabilities};

/// Trials of a round: the first roll takes each of its 36 outcomes once.
const TRIALS_PER_ROUND: u64 = 36;
/// A turn this many standard errors behind the best after a round gets no more trials.
const MAX_STANDARD_ERRORS: f64 = 4.0;

/// Sums over the trials of one turn.
#[derive(Clone, Debug, Default)]
struct TrialStats {
    sum: [f64; 6],
    points: f64,
    squares: f64,
    trials: u64,
}

impl TrialStats {
    fn add(&mut self, value: &Value) {
        let Probabilities { win, loss } = value.probabilities;
        for (sum, chance) in self.sum.iter_mut().zip(win.into_iter().chain(loss)) {
            *sum += f64::from(chance);
        }
        let points = f64::from(value.points);
        self.points += points;
        self.squares += points * points;
        self.trials += 1;
    }

    fn count(&self) -> f64 {
        self.trials.max(1) as f64
    }

    fn mean(&self) -> f64 {
        self.points / self.count()
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let variance = (self.squares / self.count() - self.mean().powi(2)).max(0.0);
        (variance / (self.count() - 1.0).max(1.0)).sqrt()
    }

    fn probabilities(&self) -> Probabilities {
        let at = |at: usize| (self.sum[at] / self.count()) as f32;
        Probabilities { win: [at(0), at(1), at(2)], loss: [at(3), at(4), at(5)] }.normalized()
    }
}

impl<P: Position, E: DiceEvaluator<P>> DiceSearcher<'_, P, E> {
    /// Evaluates the best turns by rollouts with the same dice for all, and sorts them. Each trial ends after
    /// `horizon` turns.
    pub(crate) fn rollout(
        &mut self,
        choices: &mut [Choice<P>],
        shown: usize,
        player: Player,
        trials: u64,
        horizon: u32,
    ) {
        let width = ROLLOUTS.pass(choices.iter().map(|choice| choice.value.points), shown);
        let mut tallies = vec![TrialStats::default(); width];
        let mut live: Vec<usize> = (0..width).collect();
        for trial in 0..trials.max(1) {
            let mut results = Vec::with_capacity(live.len());
            for &at in &live {
                results.push(self.trial(choices[at].after, player, trial, horizon));
                if self.stop_check.is_stopped() {
                    break;
                }
            }
            // A trial that only some turns played would bias the comparison.
            if self.stop_check.is_stopped() {
                break;
            }
            for (&at, result) in live.iter().zip(&results) {
                tallies[at].add(result);
            }
            if (trial + 1) % TRIALS_PER_ROUND == 0 {
                drop_beaten(&mut live, &tallies, shown);
            }
        }
        for (choice, tally) in choices.iter_mut().zip(&tallies).filter(|(_, tally)| tally.trials > 0) {
            choice.value = Value { probabilities: tally.probabilities(), points: tally.mean() as f32 };
            choice.std_error = Some(tally.error() as f32);
        }
        if tallies[0].trials > 0 {
            choices[..width].sort_by(|a, b| b.value.points.total_cmp(&a.value.points));
        }
    }

    /// Plays one game in which both sides choose by evaluation alone. From the result it subtracts the luck of
    /// every roll: its value minus the average over all rolls.
    fn trial(&mut self, mut position: P, player: Player, trial: u64, horizon: u32) -> Value {
        let mut dice = Dice::new(self.strength.seed, trial);
        let mut luck = Value::default();
        let mut rolls = Vec::with_capacity(21);
        for _ in 0..horizon {
            if self.stop_check.is_stopped() || self.evaluator.is_exact(&position) {
                break;
            }
            match position.actor() {
                Actor::Nobody => break,
                Actor::Player(mover) => position = self.play_greedy(&position, mover),
                Actor::Chance => {
                    let Some(next) = self.lucky_roll(&position, player, &mut rolls, &mut dice, &mut luck) else {
                        break;
                    };
                    position = next;
                }
            }
        }
        let mut result = self.evaluate_one(&position, player);
        result.add(-1.0, &luck);
        result
    }

    fn lucky_roll(
        &mut self,
        position: &P,
        player: Player,
        rolls: &mut Vec<Roll>,
        dice: &mut Dice,
        luck: &mut Value,
    ) -> Option<P> {
        let base = self.afters.len();
        let mover = self.expand_rolls(position, rolls);
        let sign = |value: Value, mover| if mover == player { value } else { value.flipped() };
        let fallen = dice.next(rolls);
        let next = mover.zip(fallen).map(|(mover, fallen)| {
            for roll in rolls.iter() {
                luck.add(-roll.probability, &sign(self.values[roll.best], mover));
            }
            luck.add(1.0, &sign(self.values[fallen.best], mover));
            self.afters[fallen.best]
        });
        self.truncate(base);
        next
    }

    /// The position after the turn of the best evaluation.
    fn play_greedy(&mut self, position: &P, mover: Player) -> P {
        let base = self.push_replies(position);
        self.evaluate(base, mover);
        let best = (base..self.afters.len())
            .max_by(|a, b| self.values[*a].points.total_cmp(&self.values[*b].points).then(b.cmp(a)));
        let after = best.map_or(*position, |best| self.afters[best]);
        self.truncate(base);
        after
    }
}

/// Removes the turns that can no longer be the best, except those to be shown.
fn drop_beaten(live: &mut Vec<usize>, tallies: &[TrialStats], shown: usize) {
    let best = live.iter().map(|&at| &tallies[at]).max_by(|a, b| a.mean().total_cmp(&b.mean()));
    let Some(best) = best else { return };
    live.retain(|&at| {
        let other = &tallies[at];
        at < shown || best.mean() - other.mean() <= MAX_STANDARD_ERRORS * best.error().hypot(other.error())
    });
}

/// The dice of a trial: the first two rolls are stratified over all outcomes, the others are random.
struct Dice {
    rng: Rng,
    /// Quantiles of the first two rolls.
    stratified: Vec<f32>,
    rolled: usize,
}

impl Dice {
    fn new(seed: u64, trial: u64) -> Self {
        // Each round has every first outcome once, and 36 rounds have every pair of outcomes once.
        let mut faces: Vec<u64> = (0..TRIALS_PER_ROUND).collect();
        Rng::new(seed ^ 0xd1ce).shuffle(&mut faces);
        let first = faces[(trial % TRIALS_PER_ROUND) as usize];
        let second = faces[((trial / TRIALS_PER_ROUND + trial) % TRIALS_PER_ROUND) as usize];
        let stratified = [first, second].map(|face| (face as f32 + 0.5) / TRIALS_PER_ROUND as f32).to_vec();
        Self { rng: Rng::new(seed.wrapping_add(trial).wrapping_mul(0x9e37_79b9)), stratified, rolled: 0 }
    }

    fn next(&mut self, rolls: &[Roll]) -> Option<Roll> {
        let random = (self.rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
        let mut place = self.stratified.get(self.rolled).copied().unwrap_or(random);
        self.rolled += 1;
        for roll in rolls {
            if place < roll.probability {
                return Some(*roll);
            }
            place -= roll.probability;
        }
        rolls.last().copied()
    }
}
