//! Games of nets against themselves, and learning from single samples.

use agon_core::{Player, Position as _, Rng};
use agon_engines::tavli::outputs::{MAX_OUTPUTS, to_outputs};
use agon_engines::tavli::{NetGame, Nets};
use agon_nn::{Backprop, Input, Net};
use agon_search::Probabilities;
use agon_tavli::{Position, Rules, ScoreRule};

use super::players::{NetPlayer, Successors, lowest_equity, roll};

/// How games are played and what is learned from them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelfPlaySettings {
    /// How much a position learns from the end of the game rather than from the next position.
    pub(super) lambda: f32,
    /// The share of turns that are random.
    pub(super) random_share: f32,
    /// How many turns of a roll the pruning net leaves, besides a share of long lists; all of them if `None`.
    pub(super) candidates: Option<usize>,
}

/// A position with the outputs that its net should have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<V: NetGame> {
    pub(super) position: Position<V>,
    pub(super) target: [f32; MAX_OUTPUTS],
}

/// For each this many turns of a roll, the pruning net leaves one more.
pub(super) const TURNS_PER_CANDIDATE: usize = 16;

/// Plays games of nets against themselves.
#[derive(Debug)]
pub(super) struct SelfPlay<V: NetGame> {
    player: NetPlayer<V>,
    rules: Rules<V>,
    score: ScoreRule,
    turns: Successors<V>,
    /// The positions of a game with the nets' evaluations.
    game: Vec<(Position<V>, Probabilities)>,
    /// Positions evaluated so far, those that were pruned left out.
    pub(super) evaluated: u64,
}

/// The rules for training: nets with outputs for triple wins learn them even where they are not scored.
pub(super) fn training_rules<V: NetGame>(rules: Rules<V>) -> Rules<V> {
    let score = if V::OUTPUTS > 4 { ScoreRule::Triple } else { rules.score };
    Rules { score, ..rules }
}

impl<V: NetGame> SelfPlay<V> {
    pub(super) fn new(nets: Nets<V>, rules: Rules<V>) -> Self {
        Self {
            player: NetPlayer::new(nets),
            rules: training_rules(rules),
            score: rules.score,
            turns: Successors::default(),
            game: Vec::new(),
            evaluated: 0,
        }
    }

    pub(super) fn nets(&self) -> &Nets<V> {
        &self.player.nets
    }

    pub(super) fn nets_mut(&mut self) -> &mut Nets<V> {
        &mut self.player.nets
    }

    /// Plays a game and appends its positions, the last one first.
    pub(super) fn play(&mut self, settings: SelfPlaySettings, rng: &mut Rng, samples: &mut Vec<Sample<V>>) {
        self.game.clear();
        let mut position = Position::start(self.rules, Player::P1);
        self.game.push((position, Probabilities::default()));
        while position.outcome().is_none() {
            self.turns.find(&position, roll(rng));
            let after = &mut self.turns.after;
            let is_random = settings.random_share > 0.0 && rng.unit() < f64::from(settings.random_share);
            if is_random {
                let any = rng.below(after.len() as u32) as usize;
                after.swap(0, any);
                after.truncate(1);
            } else if let Some(candidates) = settings.candidates {
                self.player.prune(after, candidates + after.len() / TURNS_PER_CANDIDATE);
            }
            self.evaluated += after.len() as u64;
            let evaluations = self.player.evaluate(after);
            let choice = lowest_equity(evaluations, self.score);
            position = after[choice];
            self.game.push((position, evaluations[choice]));
        }
        self.add_samples(settings.lambda, samples);
    }

    /// Goes back from the end of the game. The target of each position is a mixture of the next position's evaluation
    /// and of its target.
    fn add_samples(&self, lambda: f32, samples: &mut Vec<Sample<V>>) {
        let Some((_, mut target)) = self.game.last().copied() else { return };
        for at in (1..self.game.len()).rev() {
            let (_, evaluation) = self.game[at];
            let mut mixed = Probabilities::default();
            mixed.add(1.0 - lambda, &evaluation);
            mixed.add(lambda, &target);
            target = mixed.flipped();
            samples.push(Sample { position: self.game[at - 1].0, target: to_outputs(&target) });
        }
    }
}

/// Computes the gradients of single samples.
#[derive(Debug)]
pub(super) struct Gradients {
    phases: Backprop,
    pruning: Backprop,
    inputs: Vec<Input>,
}

impl Gradients {
    pub(super) fn new<V: NetGame>(nets: &Nets<V>) -> Self {
        Self {
            phases: Backprop::new(nets.phase(0).shape()),
            pruning: Backprop::new(nets.pruning_net().shape()),
            inputs: Vec::new(),
        }
    }

    /// One step of the pruning net.
    pub(super) fn descend_pruning<V: NetGame>(&mut self, nets: &mut Nets<V>, sample: &Sample<V>, rate: f32) {
        V::encode_board(&sample.position, &mut self.inputs);
        let net = nets.pruning_net_mut();
        self.pruning.forward(net, &self.inputs);
        self.pruning.backward(net, &sample.target[..V::OUTPUTS]);
        self.pruning.descend(net, &self.inputs, rate);
    }

    /// One step of the net of a phase.
    pub(super) fn descend_phase<V: NetGame>(&mut self, net: &mut Net, sample: &Sample<V>, rate: f32) {
        self.compute(net, sample);
        self.phases.descend(net, &self.inputs, rate);
    }

    /// Adds the gradient of a sample to others of its phase.
    pub(super) fn add<V: NetGame>(&mut self, net: &Net, sample: &Sample<V>, gradient: &mut Net) {
        self.compute(net, sample);
        self.phases.descend(gradient, &self.inputs, 1.0);
    }

    fn compute<V: NetGame>(&mut self, net: &Net, sample: &Sample<V>) {
        V::encode(&sample.position, &mut self.inputs);
        self.phases.forward(net, &self.inputs);
        self.phases.backward(net, &sample.target[..V::OUTPUTS]);
    }
}
