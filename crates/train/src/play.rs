use agon_core::{Player, Position as _, Rng};
use agon_engines::tavli::{Judgement, Learnt, Nets, Scratch};
use agon_search::{DiceEvaluator, Probabilities};
use agon_tavli::{Dice, Position, ScoreRule, Turn, Variant};

/// A roll of two dice.
#[inline]
pub(crate) fn roll(rng: &mut Rng) -> Dice {
    let throw = rng.below(36) as u8;
    Dice::new(throw / 6 + 1, throw % 6 + 1).unwrap_or(Dice::ALL[0])
}

/// Somebody who chooses among the positions that a roll can lead to.
pub trait Chooser<V: Variant> {
    /// Which of some positions is best for the player who has just moved there.
    fn choose(&mut self, player: Player, after: &[Position<V>]) -> usize;
}

/// Plays by nets, looking only at the position after its own turn.
#[derive(Clone, Debug)]
pub struct ByNets<V: Learnt> {
    /// The nets.
    pub nets: Nets<V>,
    scratch: Scratch,
}

/// Plays by hand-made rules.
#[derive(Clone, Copy, Debug)]
pub struct ByHand;

/// Plays anything.
#[derive(Clone, Debug)]
pub struct Random(pub Rng);

impl<V: Learnt> ByNets<V> {
    /// A player with these nets.
    pub fn new(nets: Nets<V>) -> Self {
        Self { nets, scratch: Scratch::default() }
    }

    /// Keeps so many positions, those that look best for the player who has just moved there.
    pub(crate) fn sift(&mut self, positions: &mut Vec<Position<V>>, keep: usize) {
        self.scratch.sift(&self.nets, positions, keep);
    }

    /// What each position is worth to the player whose turn it is there.
    pub(crate) fn judge(&mut self, positions: &[Position<V>]) -> &[Probabilities] {
        self.scratch.judge(&self.nets, positions)
    }
}

/// The points of a result if triples count as doubles, unless they are scored.
#[inline]
pub(crate) fn worth(probabilities: &Probabilities, score: ScoreRule) -> f32 {
    let Probabilities { win, loss } = probabilities;
    let double = win[0] + win[1] - loss[0] - loss[1];
    if score == ScoreRule::Triple { double + win[2] - loss[2] } else { double }
}

/// The least good for the one to play next; the first of equals.
#[inline]
pub(crate) fn worst(judged: &[Probabilities], score: ScoreRule) -> usize {
    let mut best = (0, f32::INFINITY);
    for (at, probabilities) in judged.iter().enumerate() {
        let worth = worth(probabilities, score);
        if worth < best.1 {
            best = (at, worth);
        }
    }
    best.0
}

impl<V: Learnt> Chooser<V> for ByNets<V> {
    fn choose(&mut self, _: Player, after: &[Position<V>]) -> usize {
        let score = after.first().map_or(ScoreRule::Double, |position| position.rules().score);
        worst(self.scratch.judge(&self.nets, after), score)
    }
}

impl<V: Variant> Chooser<V> for ByHand {
    fn choose(&mut self, player: Player, after: &[Position<V>]) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        for (at, position) in after.iter().enumerate() {
            let equity = Judgement.equity(position, player);
            if equity > best.1 {
                best = (at, equity);
            }
        }
        best.0
    }
}

impl<V: Variant> Chooser<V> for Random {
    fn choose(&mut self, _: Player, after: &[Position<V>]) -> usize {
        self.0.below(after.len() as u32) as usize
    }
}

/// Room for the turns of a roll and where they lead.
#[derive(Debug)]
pub(crate) struct Turns<V: Variant> {
    turns: Vec<Turn>,
    pub(crate) after: Vec<Position<V>>,
}

impl<V: Variant> Default for Turns<V> {
    fn default() -> Self {
        Self { turns: Vec::new(), after: Vec::new() }
    }
}

impl<V: Variant> Turns<V> {
    /// Finds the positions that a roll can lead to.
    #[inline]
    pub(crate) fn find(&mut self, position: &Position<V>, dice: Dice) -> &[Position<V>] {
        let rolled = position.with_dice(dice);
        self.turns.clear();
        rolled.legal_moves(&mut self.turns);
        self.after.clear();
        self.after.extend(self.turns.iter().map(|turn| rolled.after(*turn)));
        &self.after
    }
}
