use agon_core::{Actor, Outcome, Player, Position};

use crate::{Evaluator, Score, ScoredStep, SearchDomain};

/// The search domain of a game that has only an [`Evaluator`]: each step is a whole turn, and all turns form
/// one stage.
#[derive(Clone, Debug)]
pub struct WholeTurns<P: Position, E> {
    evaluator: E,
    moves: Vec<P::Move>,
    scores: Vec<i32>,
}

impl<P: Position, E: Evaluator<P>> WholeTurns<P, E> {
    /// The domain of this evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, moves: Vec::new(), scores: Vec::new() }
    }
}

impl<P: Position, E: Evaluator<P>> SearchDomain<P> for WholeTurns<P, E> {
    type Node = P;
    type Step = P::Move;

    fn root(&mut self, position: &P) -> P {
        *position
    }

    fn apply(&mut self, node: &P, step: P::Move) -> P {
        let mut next = *node;
        next.play_unchecked(step);
        next
    }

    fn mover(&self, node: &P) -> Player {
        match node.actor() {
            Actor::Player(player) => player,
            // Not called at an ended game.
            Actor::Nobody | Actor::Chance => Player::P1,
        }
    }

    fn outcome(&self, node: &P) -> Option<Outcome> {
        node.outcome()
    }

    fn key(&self, node: &P) -> u64 {
        self.evaluator.key(node)
    }

    fn repetition_key(&self, node: &P) -> u64 {
        node.key()
    }

    fn is_irreversible(&self, node: &P, step: P::Move) -> bool {
        node.is_irreversible(step)
    }

    fn evaluate(&mut self, node: &P) -> i32 {
        let player = self.mover(node);
        self.evaluator.evaluate(node, player)
    }

    fn proven_score(&mut self, node: &P) -> Option<Score> {
        self.evaluator.proven_score(node)
    }

    fn generate(&mut self, node: &P, _stage: u32, out: &mut Vec<ScoredStep<P::Move>>) -> bool {
        self.moves.clear();
        self.evaluator.candidates(node, &mut self.moves);
        self.scores.clear();
        self.scores.resize(self.moves.len(), 0);
        self.evaluator.score_moves(node, &self.moves, &mut self.scores);
        out.extend(self.moves.iter().zip(&self.scores).map(|(&step, &score)| ScoredStep { step, score }));
        false
    }

    fn encode(&self, _node: &P, step: P::Move) -> u16 {
        let slot = self.evaluator.history_index(step);
        (slot ^ slot >> 16) as u16
    }

    fn history_index(&self, step: P::Move) -> u32 {
        self.evaluator.history_index(step)
    }

    fn late_move_reduction(&self, depth: u32, index: usize) -> u32 {
        self.evaluator.late_move_reduction(depth, index)
    }

    fn error_key(&self, node: &P) -> u64 {
        self.evaluator.error_key(node)
    }

    fn score_root_moves(&mut self, position: &P, turns: &[P::Move], scores: &mut [i32]) {
        self.evaluator.score_moves(position, turns, scores);
    }

    fn steps(&self, turn: P::Move, out: &mut Vec<P::Move>) {
        out.push(turn);
    }

    fn turn(&self, steps: &[P::Move]) -> Option<P::Move> {
        steps.first().copied()
    }
}
