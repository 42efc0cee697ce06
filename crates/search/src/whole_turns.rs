use agon_core::{Actor, Outcome, Player, Position};

use crate::{Evaluator, Score, ScoredStep, SearchDomain};

/// The domain of a game that only has an [`Evaluator`]: a step is a whole turn, and all turns are
/// listed at once.
#[derive(Clone, Debug)]
pub struct WholeTurns<P: Position, E> {
    evaluator: E,
    moves: Vec<P::Move>,
    marks: Vec<i32>,
}

impl<P: Position, E: Evaluator<P>> WholeTurns<P, E> {
    /// Walks by what the evaluator knows.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, moves: Vec::new(), marks: Vec::new() }
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
            // Not asked at an ended game.
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
        self.marks.clear();
        self.marks.resize(self.moves.len(), 0);
        self.evaluator.score_moves(node, &self.moves, &mut self.marks);
        out.extend(self.moves.iter().zip(&self.marks).map(|(&step, &mark)| ScoredStep { step, mark }));
        false
    }

    fn encode(&self, _node: &P, step: P::Move) -> u16 {
        let slot = self.evaluator.history_index(step);
        (slot ^ slot >> 16) as u16
    }

    fn history_index(&self, step: P::Move) -> u32 {
        self.evaluator.history_index(step)
    }

    fn late_move_reduction(&self, depth: u32, place: usize) -> u32 {
        self.evaluator.late_move_reduction(depth, place)
    }

    fn error_key(&self, node: &P) -> u64 {
        self.evaluator.error_key(node)
    }

    fn score_root_moves(&mut self, position: &P, turns: &[P::Move], marks: &mut [i32]) {
        self.evaluator.score_moves(position, turns, marks);
    }

    fn steps(&self, turn: P::Move, out: &mut Vec<P::Move>) {
        out.push(turn);
    }

    fn turn(&self, steps: &[P::Move]) -> Option<P::Move> {
        steps.first().copied()
    }
}
