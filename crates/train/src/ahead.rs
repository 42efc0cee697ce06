//! Games whose positions are judged by looking one roll ahead.
//!
//! What a position should be worth is the mean over all 21 rolls of what the best turn leads to, so the
//! luck of the dice that were thrown does not blur it. How far the nets were wrong later in the game is
//! carried back, as far as it is trusted: that is what returns from the end of a game teach, without
//! the luck.

use agon_core::{Player, Position as _, Rng};
use agon_engines::tavli::outputs::to_outputs;
use agon_engines::tavli::{Learnt, Nets};
use agon_search::Prospects;
use agon_tavli::{Dice, Position, Rules, Score};

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
}

/// A position of a game.
#[derive(Clone, Copy, Debug)]
struct Stage<V: Learnt> {
    position: Position<V>,
    /// What the nets thought of it.
    thought: Prospects,
    /// What looking one roll ahead gives.
    seen: Prospects,
    /// Whether the best turn was played from here.
    best: bool,
}

/// Plays games and looks one roll ahead at each of their positions.
#[derive(Debug)]
pub(crate) struct AheadPlay<V: Learnt> {
    player: ByNets<V>,
    rules: Rules<V>,
    score: Score,
    turns: Turns<V>,
    /// Where all rolls can lead, roll by roll, and where each roll's positions end.
    candidates: Vec<Position<V>>,
    ends: Vec<usize>,
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
            let (seen, next, next_thought) = self.look(&position, dice, ahead.closely, stray.then_some(pick));
            self.game.push(Stage { position, thought, seen, best: !stray });
            (position, thought) = (next, next_thought);
        }
        self.trace_back(ahead.trust, thought, samples);
    }

    /// What a position is worth one roll ahead, and where the dice thrown lead, with what the nets
    /// think of it: by the best turn, or by any that was picked.
    fn look(
        &mut self,
        position: &Position<V>,
        dice: Dice,
        closely: usize,
        pick: Option<usize>,
    ) -> (Prospects, Position<V>, Prospects) {
        self.candidates.clear();
        self.ends.clear();
        for roll in Dice::ALL {
            self.turns.find(position, roll);
            let after = &mut self.turns.after;
            self.player.sift(after, closely + after.len() / ONE_IN);
            self.candidates.extend_from_slice(after);
            self.ends.push(self.candidates.len());
        }
        self.judged += self.candidates.len() as u64;
        let judged = self.player.judge(&self.candidates);
        let mut seen = Prospects::default();
        let mut next = (self.candidates[0], judged[0]);
        let mut start = 0;
        for (roll, &end) in Dice::ALL.into_iter().zip(&self.ends) {
            let best = start + worst(&judged[start..end], self.score);
            seen.add(roll.weight() as f32 / 36.0, &judged[best]);
            if roll == dice {
                let chosen = pick.map_or(best, |pick| start + pick % (end - start));
                next = (self.candidates[chosen], judged[chosen]);
            }
            start = end;
        }
        (seen.flipped(), next.0, next.1)
    }

    /// From the end of the game backwards: what each position looked like one roll ahead, and the errors
    /// of the positions after it, as long as the best was played.
    fn trace_back(&self, trust: f32, end: Prospects, samples: &mut Vec<Sample<V>>) {
        // The end is known.
        let (mut target, mut thought) = (end, end);
        for stage in self.game.iter().rev() {
            let mut seen = stage.seen;
            if stage.best {
                seen.add(trust, &target.flipped());
                seen.add(-trust, &thought.flipped());
            }
            (target, thought) = (seen, stage.thought);
            samples.push(Sample { position: stage.position, target: to_outputs(&target.tidied()) });
        }
    }
}
