//! Games whose positions are evaluated by looking one or two rolls ahead.
//!
//! The target of a position is the mean over all 21 rolls of the evaluation after the best turn, so it does not depend on
//! the luck of the dice. Two rolls ahead, each of these evaluations is such a mean itself. The nets' errors later in the
//! game are carried back with a factor: what temporal differences learn from the end of the game, without the
//! luck.

use agon_core::{Player, Position as _, Rng};
use agon_engines::tavli::outputs::to_outputs;
use agon_engines::tavli::{NetGame, Nets};
use agon_search::Probabilities;
use agon_tavli::{Dice, Position, Rules, ScoreRule};

use super::players::{NetPlayer, Successors, lowest_equity, roll};
use super::self_play::{Sample, TURNS_PER_CANDIDATE, training_rules};

/// How games with look-ahead are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookAheadSettings {
    /// The factor of errors found later in the game.
    pub(super) trust: f32,
    /// The share of turns chosen at random among the candidates.
    pub(super) exploration: f32,
    /// How many turns of a roll the pruning net leaves, besides a share of long lists.
    pub(super) candidates: usize,
    /// One or two rolls ahead.
    pub(super) rolls: u32,
}

/// A position of a game.
#[derive(Clone, Copy, Debug)]
struct Visited<V: NetGame> {
    position: Position<V>,
    /// The nets' evaluation.
    evaluation: Probabilities,
    /// The evaluation by looking ahead.
    ahead: Probabilities,
    /// Whether the best turn was played here.
    is_best: bool,
}

/// Plays games and looks ahead at each of their positions.
#[derive(Debug)]
pub(super) struct LookAheadPlay<V: NetGame> {
    player: NetPlayer<V>,
    rules: Rules<V>,
    score: ScoreRule,
    turns: Successors<V>,
    /// The positions after the candidates of all rolls, roll by roll.
    after: Vec<Position<V>>,
    /// Where each roll's positions end.
    ends: Vec<usize>,
    /// The position after the best turn of each roll, with its evaluation for the player who rolls next.
    bests: Vec<(Position<V>, Probabilities)>,
    game: Vec<Visited<V>>,
    /// Positions evaluated so far, those that were pruned left out.
    pub(super) evaluated: u64,
}

impl<V: NetGame> LookAheadPlay<V> {
    pub(super) fn new(nets: Nets<V>, rules: Rules<V>) -> Self {
        Self {
            player: NetPlayer::new(nets),
            rules: training_rules(rules),
            score: rules.score,
            turns: Successors::default(),
            after: Vec::new(),
            ends: Vec::new(),
            bests: Vec::new(),
            game: Vec::new(),
            evaluated: 0,
        }
    }

    pub(super) fn nets_mut(&mut self) -> &mut Nets<V> {
        &mut self.player.nets
    }

    /// Plays a game and appends its positions, the last one first.
    pub(super) fn play(&mut self, settings: LookAheadSettings, rng: &mut Rng, samples: &mut Vec<Sample<V>>) {
        self.game.clear();
        let mut position = Position::start(self.rules, Player::P1);
        let mut evaluation = self.player.evaluate(&[position])[0];
        while position.outcome().is_none() {
            let dice = roll(rng);
            let explores = rng.unit() < f64::from(settings.exploration);
            let pick = rng.below(1 << 16) as usize;
            let (ahead, next) = self.look(&position, dice, settings, explores.then_some(pick));
            self.game.push(Visited { position, evaluation, ahead, is_best: !explores });
            (position, evaluation) = next;
        }
        self.add_samples(settings.trust, evaluation, samples);
    }

    /// The evaluation of a position by looking ahead, for the player who rolls there.
    pub(super) fn evaluate(&mut self, position: &Position<V>, settings: LookAheadSettings) -> Probabilities {
        self.look(position, Dice::ALL[0], settings, None).0
    }

    /// The evaluation by looking ahead; and the position after a turn with the given dice, with the nets' evaluation:
    /// the best turn, or a candidate that was picked.
    fn look(
        &mut self,
        position: &Position<V>,
        dice: Dice,
        settings: LookAheadSettings,
        pick: Option<usize>,
    ) -> (Probabilities, (Position<V>, Probabilities)) {
        self.after.clear();
        self.ends.clear();
        self.add_candidates(position, settings.candidates);
        self.evaluated += self.after.len() as u64;
        let evaluations = self.player.evaluate(&self.after);
        let mut next = (self.after[0], evaluations[0]);
        self.bests.clear();
        let mut start = 0;
        for (roll, &end) in Dice::ALL.into_iter().zip(&self.ends) {
            let best = start + lowest_equity(&evaluations[start..end], self.score);
            self.bests.push((self.after[best], evaluations[best]));
            if roll == dice {
                let chosen = pick.map_or(best, |pick| start + pick % (end - start));
                next = (self.after[chosen], evaluations[chosen]);
            }
            start = end;
        }
        if settings.rolls > 1 {
            self.look_further(settings.candidates);
        }
        (mean_of_rolls(self.bests.iter().map(|best| best.1)).flipped(), next)
    }

    /// Evaluates the positions after the best turns by looking one roll further.
    fn look_further(&mut self, candidates: usize) {
        self.after.clear();
        self.ends.clear();
        for at in 0..self.bests.len() {
            let position = self.bests[at].0;
            if position.outcome().is_none() {
                self.add_candidates(&position, candidates);
            }
        }
        self.evaluated += self.after.len() as u64;
        let evaluations = self.player.evaluate(&self.after);
        let (mut start, mut rolls) = (0, self.ends.chunks_exact(Dice::ALL.len()));
        for (position, evaluation) in &mut self.bests {
            if position.outcome().is_none()
                && let Some(ends) = rolls.next()
            {
                let bests = ends.iter().map(|&end| {
                    let best = start + lowest_equity(&evaluations[start..end], self.score);
                    start = end;
                    evaluations[best]
                });
                *evaluation = mean_of_rolls(bests).flipped();
            }
        }
    }

    /// Appends the positions after the candidates of every roll.
    fn add_candidates(&mut self, position: &Position<V>, candidates: usize) {
        for roll in Dice::ALL {
            self.turns.find(position, roll);
            let after = &mut self.turns.after;
            self.player.prune(after, candidates + after.len() / TURNS_PER_CANDIDATE);
            self.after.extend_from_slice(after);
            self.ends.push(self.after.len());
        }
    }

    /// Goes back from the end of the game. The target of each position is its evaluation by looking ahead, corrected by
    /// the errors of the positions after it as long as the best turn was played.
    fn add_samples(&self, trust: f32, end: Probabilities, samples: &mut Vec<Sample<V>>) {
        // The last position has its certain result.
        let (mut target, mut evaluation) = (end, end);
        for visited in self.game.iter().rev() {
            let mut ahead = visited.ahead;
            if visited.is_best {
                ahead.add(trust, &target.flipped());
                ahead.add(-trust, &evaluation.flipped());
            }
            (target, evaluation) = (ahead, visited.evaluation);
            samples.push(Sample { position: visited.position, target: to_outputs(&target.normalized()) });
        }
    }
}

/// The weighted mean over the 21 rolls.
fn mean_of_rolls(evaluations: impl Iterator<Item = Probabilities>) -> Probabilities {
    let mut mean = Probabilities::default();
    for (roll, evaluation) in Dice::ALL.into_iter().zip(evaluations) {
        mean.add(roll.weight() as f32 / 36.0, &evaluation);
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_nn::Activation;
    use agon_tavli::Portes;

    /// The evaluation some rolls ahead, by trying everything.
    fn slow(player: &mut NetPlayer<Portes>, position: &Position<Portes>, rolls: u32) -> Probabilities {
        if rolls == 0 || position.outcome().is_some() {
            return player.evaluate(&[*position])[0];
        }
        let mut mean = Probabilities::default();
        for roll in Dice::ALL {
            let mut turns = Successors::default();
            let after = turns.find(position, roll);
            let best = after[lowest_equity(player.evaluate(after), ScoreRule::Double)];
            mean.add(roll.weight() as f32 / 36.0, &slow(player, &best, rolls - 1));
        }
        mean.flipped()
    }

    #[test]
    fn one_and_two_rolls_ahead_are_what_trying_all_rolls_gives() {
        let mut rng = Rng::new(4);
        let nets = Nets::random(&[8], Activation::Logistic, &mut rng);
        let mut play = LookAheadPlay::new(nets.clone(), Rules::default());
        let mut player = NetPlayer::new(nets);
        let mut position = Position::<Portes>::start(play.rules, Player::P1);
        let mut near_the_end = 0;
        while position.outcome().is_none() {
            let is_checked = rng.below(40) == 0 || position.own().off() >= 13;
            near_the_end += u32::from(is_checked && position.own().off() >= 13);
            for rolls in 1..=if is_checked { 2 } else { 0 } {
                let settings = LookAheadSettings { trust: 0.0, exploration: 0.0, candidates: 1000, rolls };
                let ahead = play.evaluate(&position, settings);
                let right = slow(&mut player, &position, rolls);
                let error = (ahead.points() - right.points()).abs();
                assert!(error < 1e-5, "{rolls} rolls ahead of {position:?}: {error} off");
            }
            // Random turns reach all kinds of positions.
            let mut turns = Successors::default();
            let after = turns.find(&position, roll(&mut rng));
            position = after[rng.below(after.len() as u32) as usize];
        }
        assert!(near_the_end > 0, "no position had an end in sight");
    }
}
