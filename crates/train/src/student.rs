use agon_core::{Player, Position as _, Rng};
use agon_engines::tavli::outputs::{MOST_OUTPUTS, to_outputs};
use agon_engines::tavli::{Learnt, Nets};
use agon_nn::{Input, Learner};
use agon_search::Probabilities;
use agon_tavli::{Position, Rules, ScoreRule};

use crate::ByNets;
use crate::play::{Turns, roll, worst};

/// How games are played and what is learnt from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How much a position learns from the end of the game rather than from the next position.
    pub(crate) lambda: f32,
    /// How often anything is played.
    pub(crate) whim: f32,
    /// How many turns of a roll that look good to the sieve are looked at closely, and of long lists
    /// some more; all if it does not say.
    pub(crate) closely: Option<usize>,
}

/// A position with what it should be thought to be worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<V: Learnt> {
    pub(crate) position: Position<V>,
    pub(crate) target: [f32; MOST_OUTPUTS],
}

/// Of every so many turns one more is looked at closely.
pub(crate) const ONE_IN: usize = 16;

/// Plays games against itself.
#[derive(Debug)]
pub(crate) struct SelfPlay<V: Learnt> {
    player: ByNets<V>,
    rules: Rules<V>,
    score: ScoreRule,
    turns: Turns<V>,
    /// The positions of a game with what they were thought to be worth.
    game: Vec<(Position<V>, Probabilities)>,
    /// Positions looked at closely so far.
    pub(crate) judged: u64,
}

/// The rules as nets learn them: with triples also where they are not scored, if there are outputs for them.
pub(crate) fn as_learnt<V: Learnt>(rules: Rules<V>) -> Rules<V> {
    let score = if V::OUTPUTS > 4 { ScoreRule::Triple } else { rules.score };
    Rules { score, ..rules }
}

impl<V: Learnt> SelfPlay<V> {
    pub(crate) fn new(nets: Nets<V>, rules: Rules<V>) -> Self {
        Self {
            player: ByNets::new(nets),
            rules: as_learnt(rules),
            score: rules.score,
            turns: Turns::default(),
            game: Vec::new(),
            judged: 0,
        }
    }

    pub(crate) fn nets(&self) -> &Nets<V> {
        &self.player.nets
    }

    pub(crate) fn nets_mut(&mut self) -> &mut Nets<V> {
        &mut self.player.nets
    }

    /// Plays a game; its positions follow from the last to the first.
    pub(crate) fn play(&mut self, manner: Manner, rng: &mut Rng, samples: &mut Vec<Sample<V>>) {
        self.game.clear();
        let mut position = Position::start(self.rules, Player::P1);
        self.game.push((position, Probabilities::default()));
        while position.outcome().is_none() {
            self.turns.find(&position, roll(rng));
            let after = &mut self.turns.after;
            let whim = manner.whim > 0.0 && rng.unit() < f64::from(manner.whim);
            if whim {
                let any = rng.below(after.len() as u32) as usize;
                after.swap(0, any);
                after.truncate(1);
            } else if let Some(closely) = manner.closely {
                self.player.sift(after, closely + after.len() / ONE_IN);
            }
            self.judged += after.len() as u64;
            let judged = self.player.judge(after);
            let choice = worst(judged, self.score);
            position = after[choice];
            self.game.push((position, judged[choice]));
        }
        self.trace_back(manner.lambda, samples);
    }

    /// From the end of the game backwards: each position should be worth a mixture of what the next
    /// one was thought to be worth and of what that one should be.
    fn trace_back(&self, lambda: f32, samples: &mut Vec<Sample<V>>) {
        let Some((_, mut target)) = self.game.last().copied() else { return };
        for at in (1..self.game.len()).rev() {
            let (_, thought) = self.game[at];
            let mut mixed = Probabilities::default();
            mixed.add(1.0 - lambda, &thought);
            mixed.add(lambda, &target);
            target = mixed.flipped();
            samples.push(Sample { position: self.game[at - 1].0, target: to_outputs(&target) });
        }
    }
}

/// Teaches nets single samples.
#[derive(Debug)]
pub(crate) struct Teacher {
    phases: Learner,
    sieve: Learner,
    pub(crate) inputs: Vec<Input>,
}

impl Teacher {
    pub(crate) fn new<V: Learnt>(nets: &Nets<V>) -> Self {
        Self {
            phases: Learner::new(nets.phase(0).shape()),
            sieve: Learner::new(nets.sieve().shape()),
            inputs: Vec::new(),
        }
    }

    /// One step of descent of the sieve.
    pub(crate) fn sieve<V: Learnt>(&mut self, nets: &mut Nets<V>, sample: &Sample<V>, rate: f32) {
        V::encode_raw(&sample.position, &mut self.inputs);
        let net = nets.sieve_mut();
        self.sieve.forward(net, &self.inputs);
        self.sieve.backward(net, &sample.target[..V::OUTPUTS]);
        self.sieve.descend(net, &self.inputs, rate);
    }

    /// One step of descent of the race's net, or of the one that the other phases share.
    pub(crate) fn phase<V: Learnt>(
        &mut self,
        nets: &mut Nets<V>,
        sample: &Sample<V>,
        rate: f32,
        shared: usize,
    ) {
        let phase = if V::phase(&sample.position) == 0 { 0 } else { shared };
        self.look_with(nets.phase(phase), sample);
        let net = &mut nets.phases_mut()[phase];
        self.phases.descend(net, &self.inputs, rate);
    }

    /// The errors of a sample, to be added to a gradient; its phase.
    pub(crate) fn look<V: Learnt>(&mut self, nets: &Nets<V>, sample: &Sample<V>) -> usize {
        let phase = V::phase(&sample.position);
        self.look_with(nets.phase(phase), sample);
        phase
    }

    fn look_with<V: Learnt>(&mut self, net: &agon_nn::Net, sample: &Sample<V>) {
        V::encode(&sample.position, &mut self.inputs);
        self.phases.forward(net, &self.inputs);
        self.phases.backward(net, &sample.target[..V::OUTPUTS]);
    }

    /// Adds the errors last looked at to a gradient.
    pub(crate) fn add_to(&mut self, gradient: &mut agon_nn::Net) {
        self.phases.descend(gradient, &self.inputs, 1.0);
    }
}
