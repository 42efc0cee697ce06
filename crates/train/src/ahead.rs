//! Games whose positions are judged by looking one roll ahead, or two.
//!
//! What a position should be worth is the mean over all 21 rolls of what the best turn leads to, so the
//! luck of the dice that were thrown does not blur it. Looking one roll further judges each of these by its own 21 rolls. How far the nets were wrong later in the game is
//! carried back, as far as it is trusted: that is what returns from the end of a game teach, without
//! the luck.

use agon_core::{Player, Position as _, Rng};
use agon_engines::tavli::outputs::to_outputs;
use agon_engines::tavli::{Learnt, Nets};
use agon_search::Probabilities;
use agon_tavli::{Dice, Position, Rules, ScoreRule};

use crate::ByNets;
use crate::play::{Turns, roll, worst};
use crate::student::{ONE_IN, Sample, as_learnt};

/// How games with look-ahead are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// How much of the errors found later in the game counts.
    pub(crate) trust: f32,
    /// How often any of the better turns is played instead of the best.
    pub(crate) stray: f32,
    /// How many turns of a roll are looked at closely, and of long lists some more.
    pub(crate) closely: usize,
    /// How many rolls ahead: one or two.
    pub(crate) rolls: u32,
}

/// A position of a game.
#[derive(Clone, Copy, Debug)]
struct Stage<V: Learnt> {
    position: Position<V>,
    /// What the nets thought of it.
    thought: Probabilities,
    /// What looking one roll ahead gives.
    seen: Probabilities,
    /// Whether the best turn was played from here.
    best: bool,
}

/// Plays games and looks one roll ahead at each of their positions.
#[derive(Debug)]
pub(crate) struct AheadPlay<V: Learnt> {
    player: ByNets<V>,
    rules: Rules<V>,
    score: ScoreRule,
    turns: Turns<V>,
    /// Where all rolls can lead, roll by roll, and where each roll's positions end.
    candidates: Vec<Position<V>>,
    ends: Vec<usize>,
    /// Where the best turn of each roll leads, with what that is worth to who rolls next.
    bests: Vec<(Position<V>, Probabilities)>,
    game: Vec<Stage<V>>,
    /// Positions looked at closely so far.
    pub(crate) judged: u64,
}

impl<V: Learnt> AheadPlay<V> {
    pub(crate) fn new(nets: Nets<V>, rules: Rules<V>) -> Self {
        Self {
            player: ByNets::new(nets),
            rules: as_learnt(rules),
            score: rules.score,
            turns: Turns::default(),
            candidates: Vec::new(),
            ends: Vec::new(),
            bests: Vec::new(),
            game: Vec::new(),
            judged: 0,
        }
    }

    pub(crate) fn nets_mut(&mut self) -> &mut Nets<V> {
        &mut self.player.nets
    }

    /// Plays a game; its positions follow from the last to the first.
    pub(crate) fn play(&mut self, ahead: Ahead, rng: &mut Rng, samples: &mut Vec<Sample<V>>) {
        self.game.clear();
        let mut position = Position::start(self.rules, Player::P1);
        let mut thought = self.player.judge(&[position])[0];
        while position.outcome().is_none() {
            let dice = roll(rng);
            let stray = rng.unit() < f64::from(ahead.stray);
            let pick = rng.below(1 << 16) as usize;
            let (seen, next, next_thought) = self.look(&position, dice, ahead, stray.then_some(pick));
            self.game.push(Stage { position, thought, seen, best: !stray });
            (position, thought) = (next, next_thought);
        }
        self.trace_back(ahead.trust, thought, samples);
    }

    /// What a position is worth some rolls ahead to who rolls there.
    pub(crate) fn worth(&mut self, position: &Position<V>, ahead: Ahead) -> Probabilities {
        self.look(position, Dice::ALL[0], ahead, None).0
    }

    /// What a position is worth some rolls ahead, and where the dice thrown lead, with what the nets
    /// think of it: by the best turn, or by any that was picked.
    fn look(
        &mut self,
        position: &Position<V>,
        dice: Dice,
        ahead: Ahead,
        pick: Option<usize>,
    ) -> (Probabilities, Position<V>, Probabilities) {
        self.candidates.clear();
        self.ends.clear();
        self.spread(position, ahead.closely);
        self.judged += self.candidates.len() as u64;
        let judged = self.player.judge(&self.candidates);
        let mut next = (self.candidates[0], judged[0]);
        self.bests.clear();
        let mut start = 0;
        for (roll, &end) in Dice::ALL.into_iter().zip(&self.ends) {
            let best = start + worst(&judged[start..end], self.score);
            self.bests.push((self.candidates[best], judged[best]));
            if roll == dice {
                let chosen = pick.map_or(best, |pick| start + pick % (end - start));
                next = (self.candidates[chosen], judged[chosen]);
            }
            start = end;
        }
        if ahead.rolls > 1 {
            self.look_further(ahead.closely);
        }
        let seen = mean_of_rolls(self.bests.iter().map(|best| best.1));
        (seen.flipped(), next.0, next.1)
    }

    /// Judges where the best turns lead by one roll more.
    fn look_further(&mut self, closely: usize) {
        self.candidates.clear();
        self.ends.clear();
        for at in 0..self.bests.len() {
            let position = self.bests[at].0;
            if position.outcome().is_none() {
                self.spread(&position, closely);
            }
        }
        self.judged += self.candidates.len() as u64;
        let judged = self.player.judge(&self.candidates);
        let (mut start, mut rolls) = (0, self.ends.chunks_exact(Dice::ALL.len()));
        for (position, worth) in &mut self.bests {
            if position.outcome().is_none()
                && let Some(ends) = rolls.next()
            {
                let bests = ends.iter().map(|&end| {
                    let best = start + worst(&judged[start..end], self.score);
                    start = end;
                    judged[best]
                });
                *worth = mean_of_rolls(bests).flipped();
            }
        }
    }

    /// Adds where the better turns of every roll lead to the candidates, roll by roll.
    fn spread(&mut self, position: &Position<V>, closely: usize) {
        for roll in Dice::ALL {
            self.turns.find(position, roll);
            let after = &mut self.turns.after;
            self.player.sift(after, closely + after.len() / ONE_IN);
            self.candidates.extend_from_slice(after);
            self.ends.push(self.candidates.len());
        }
    }

    /// From the end of the game backwards: what each position looked like one roll ahead, and the errors
    /// of the positions after it, as long as the best was played.
    fn trace_back(&self, trust: f32, end: Probabilities, samples: &mut Vec<Sample<V>>) {
        // The end is known.
        let (mut target, mut thought) = (end, end);
        for stage in self.game.iter().rev() {
            let mut seen = stage.seen;
            if stage.best {
                seen.add(trust, &target.flipped());
                seen.add(-trust, &thought.flipped());
            }
            (target, thought) = (seen, stage.thought);
            samples.push(Sample { position: stage.position, target: to_outputs(&target.normalized()) });
        }
    }
}

/// The mean of what each of the 21 rolls is worth.
fn mean_of_rolls(worths: impl Iterator<Item = Probabilities>) -> Probabilities {
    let mut mean = Probabilities::default();
    for (roll, worth) in Dice::ALL.into_iter().zip(worths) {
        mean.add(roll.weight() as f32 / 36.0, &worth);
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_nn::Activation;
    use agon_tavli::Portes;

    /// What a position is worth to who rolls, some rolls ahead, without any care for time.
    fn slow(player: &mut ByNets<Portes>, position: &Position<Portes>, rolls: u32) -> Probabilities {
        if rolls == 0 || position.outcome().is_some() {
            return player.judge(&[*position])[0];
        }
        let mut mean = Probabilities::default();
        for roll in Dice::ALL {
            let mut turns = Turns::default();
            let after = turns.find(position, roll);
            let best = after[worst(player.judge(after), ScoreRule::Double)];
            mean.add(roll.weight() as f32 / 36.0, &slow(player, &best, rolls - 1));
        }
        mean.flipped()
    }

    #[test]
    fn one_and_two_rolls_ahead_are_what_trying_all_rolls_gives() {
        let mut rng = Rng::new(4);
        let nets = Nets::random(&[8], Activation::Logistic, &mut rng);
        let mut play = AheadPlay::new(nets.clone(), Rules::default());
        let mut player = ByNets::new(nets);
        let mut position = Position::<Portes>::start(play.rules, Player::P1);
        let mut near_the_end = 0;
        while position.outcome().is_none() {
            let closely = rng.below(40) == 0 || position.own().off() >= 13;
            near_the_end += u32::from(closely && position.own().off() >= 13);
            for rolls in 1..=if closely { 2 } else { 0 } {
                let ahead = Ahead { trust: 0.0, stray: 0.0, closely: 1000, rolls };
                let (seen, ..) = play.look(&position, Dice::ALL[0], ahead, None);
                let right = slow(&mut player, &position, rolls);
                let error = (seen.points() - right.points()).abs();
                assert!(error < 1e-5, "{rolls} rolls ahead of {position:?}: {error} off");
            }
            // Anything is played, so that all kinds of positions come up.
            let mut turns = Turns::default();
            let after = turns.find(&position, roll(&mut rng));
            position = after[rng.below(after.len() as u32) as usize];
        }
        assert!(near_the_end > 0, "no position had an end in sight");
    }
}
