//! Players that choose by the position after their turn.

use agon_core::{Player, Position as _, Rng};
use agon_engines::tavli::{HandEvaluator, NetGame, NetScratch, Nets};
use agon_search::{DiceEvaluator, Probabilities};
use agon_tavli::{Dice, Position, ScoreRule, Turn, Variant};

/// A roll of two dice.
#[inline]
pub(super) fn roll(rng: &mut Rng) -> Dice {
    let throw = rng.below(36) as u8;
    Dice::new(throw / 6 + 1, throw % 6 + 1).unwrap_or(Dice::ALL[0])
}

/// Chooses among the positions that a roll can lead to.
pub trait TurnChooser<V: Variant> {
    /// The index of the best position for the player who has just moved there.
    fn choose(&mut self, player: Player, after: &[Position<V>]) -> usize;
}

/// Plays by nets.
#[derive(Clone, Debug)]
pub struct NetPlayer<V: NetGame> {
    /// The nets.
    pub nets: Nets<V>,
    scratch: NetScratch,
}

/// Plays by the hand-written evaluation.
#[derive(Clone, Copy, Debug)]
pub struct HandPlayer;

/// Plays random turns.
#[derive(Clone, Debug)]
pub struct RandomPlayer(pub Rng);

impl<V: NetGame> NetPlayer<V> {
    /// A player with these nets.
    pub fn new(nets: Nets<V>) -> Self {
        Self { nets, scratch: NetScratch::default() }
    }

    /// Keeps the positions that look best to the pruning net for the player who has just moved there.
    pub(super) fn prune(&mut self, positions: &mut Vec<Position<V>>, keep: usize) {
        self.scratch.prune(&self.nets, positions, keep);
    }

    /// Evaluates positions for the players to roll there.
    pub(super) fn evaluate(&mut self, positions: &[Position<V>]) -> &[Probabilities] {
        self.scratch.evaluate(&self.nets, positions)
    }
}

/// The equity; triple wins count as double unless they are scored.
#[inline]
pub(super) fn equity(probabilities: &Probabilities, score: ScoreRule) -> f32 {
    let Probabilities { win, loss } = probabilities;
    let double = win[0] + win[1] - loss[0] - loss[1];
    if score == ScoreRule::Triple { double + win[2] - loss[2] } else { double }
}

/// The index of the lowest equity, which is the best position for the player who has just moved; the first of equals.
#[inline]
pub(super) fn lowest_equity(evaluations: &[Probabilities], score: ScoreRule) -> usize {
    let mut best = (0, f32::INFINITY);
    for (at, probabilities) in evaluations.iter().enumerate() {
        let equity = equity(probabilities, score);
        if equity < best.1 {
            best = (at, equity);
        }
    }
    best.0
}

impl<V: NetGame> TurnChooser<V> for NetPlayer<V> {
    fn choose(&mut self, _: Player, after: &[Position<V>]) -> usize {
        let score = after.first().map_or(ScoreRule::Double, |position| position.rules().score);
        lowest_equity(self.scratch.evaluate(&self.nets, after), score)
    }
}

impl<V: Variant> TurnChooser<V> for HandPlayer {
    fn choose(&mut self, player: Player, after: &[Position<V>]) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        for (at, position) in after.iter().enumerate() {
            let equity = HandEvaluator.equity(position, player);
            if equity > best.1 {
                best = (at, equity);
            }
        }
        best.0
    }
}

impl<V: Variant> TurnChooser<V> for RandomPlayer {
    fn choose(&mut self, _: Player, after: &[Position<V>]) -> usize {
        self.0.below(after.len() as u32) as usize
    }
}

/// The turns of a roll and the positions after them. Reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct Successors<V: Variant> {
    turns: Vec<Turn>,
    pub(super) after: Vec<Position<V>>,
}

impl<V: Variant> Successors<V> {
    /// Finds the positions that a roll can lead to.
    #[inline]
    pub(super) fn find(&mut self, position: &Position<V>, dice: Dice) -> &[Position<V>] {
        let rolled = position.with_dice(dice);
        self.turns.clear();
        rolled.legal_moves(&mut self.turns);
        self.after.clear();
        self.after.extend(self.turns.iter().map(|turn| rolled.after(*turn)));
        &self.after
    }
}
