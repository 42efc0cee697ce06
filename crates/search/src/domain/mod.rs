//! What a game supplies to a search.
//!
//! - `evaluator`: the evaluation of a game whose turns are listed at once
//! - `whole_turns`: the search domain made of such an evaluation
//! - `dice`: the evaluation of a game with dice
//! - `probabilities`: how such a game may end

mod dice;
mod evaluator;
mod probabilities;
mod whole_turns;

use agon_core::{Outcome, Player, Position};

use crate::Score;

pub use dice::{DiceEvaluator, LevelError};
pub use evaluator::Evaluator;
pub use probabilities::Probabilities;
pub use whole_turns::WholeTurns;

/// A step and its score for move ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredStep<S> {
    /// The step.
    pub step: S,
    /// How promising it looks; see [`OrderingScores`].
    pub score: i32,
}

/// The scale of move ordering.
///
/// History changes a score by at most ten thousand, so smaller differences can be reversed by what the
/// search has seen; [`OrderingScores::URGENT`] cannot.
pub struct OrderingScores;

impl OrderingScores {
    /// Steps scored higher are tried before killer steps.
    pub const URGENT: i32 = 100_000;
    /// The bonus of a killer step.
    pub(crate) const KILLER: i32 = 50_000;
    /// The maximum of a history score.
    pub(crate) const HISTORY: i32 = 10_000;
}

/// A step and its logit, as a policy gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLogit<S> {
    /// The step.
    pub step: S,
    /// The logarithm of its probability, up to a constant common to all steps of the node.
    pub logit: f32,
}

/// Margins and depths of the prunings; the default switches all of them off.
///
/// They apply to null-window nodes only, and never to proven scores. Depth is the depth left, in turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Reverse futility margin per turn of depth; 0 disables it.
    pub reverse_futility_margin: i32,
    /// Maximum depth of reverse futility pruning.
    pub reverse_futility_depth: u32,
    /// Futility margin per turn of depth; 0 disables it. Futile nodes skip the steps of later stages.
    pub futility_margin: i32,
    /// Maximum depth of futility pruning.
    pub futility_depth: u32,
    /// Late move pruning: at depth `d` steps of later stages are skipped after `n + n * d * d` steps; 0 disables it.
    pub late_move_count: usize,
    /// Maximum depth of late move pruning.
    pub late_move_depth: u32,
    /// Internal iterative reduction: minimum depth at which a node without a hash step is searched one turn less;
    /// 0 disables it.
    pub iir_depth: u32,
    /// Minimum depth of null move pruning; 0 disables it.
    pub null_move_depth: u32,
}

/// A game without dice as a search sees it: nodes and steps.
///
/// A **node** is a position with what the game updates incrementally (distances, sums, hash keys). A **step** is
/// a choice at a node: a whole turn or a part of one. In a game whose turn is a pawn move and a wall, the pawn
/// move leads to a node where the same player chooses the wall. Depth counts whole turns.
///
/// Steps are generated in **stages**, the most promising first, so that a node which fails high on an early
/// step never generates the rest. Before the first stage the search tries the hash step, and after it the
/// killer steps and the counter move. These come from other nodes, so [`SearchDomain::decode`] and
/// [`SearchDomain::is_playable`] check them first.
///
/// Each search thread works on its own clone, so a domain may hold scratch space and caches.
pub trait SearchDomain<P: Position>: Clone + Send + 'static {
    /// A position, possibly in the middle of a turn, with its incremental state.
    type Node: Copy + Send;
    /// A choice at a node.
    type Step: Copy + Eq + Send;

    /// The node of a position. Called once per search.
    fn root(&mut self, position: &P) -> Self::Node;

    /// The node after a legal step.
    fn apply(&mut self, node: &Self::Node, step: Self::Step) -> Self::Node;

    /// Like [`SearchDomain::apply`], but passes the new node's key to `prefetch` as soon as it is known, so that
    /// its table entry is fetched while the rest is computed.
    #[inline]
    fn apply_with_prefetch(&mut self, node: &Self::Node, step: Self::Step, prefetch: impl FnOnce(u64)) -> Self::Node {
        let next = self.apply(node, step);
        prefetch(self.key(&next));
        next
    }

    /// Like [`SearchDomain::apply`], for a node that becomes a leaf if the step ends the turn. A leaf is asked for
    /// its outcome, proven score and evaluation, never for steps.
    #[inline]
    fn apply_to_leaf(&mut self, node: &Self::Node, step: Self::Step) -> Self::Node {
        self.apply(node, step)
    }

    /// The player who chooses. Called only while the game goes on.
    fn mover(&self, node: &Self::Node) -> Player;

    /// Whether the node is at the start of a turn.
    fn begins_turn(&self, node: &Self::Node) -> bool {
        let _ = node;
        true
    }

    /// The result if the game is over.
    fn outcome(&self, node: &Self::Node) -> Option<Outcome>;

    /// The transposition table key. Symmetric nodes may share one if [`SearchDomain::encode`] and
    /// [`SearchDomain::decode`] translate their steps.
    fn key(&self, node: &Self::Node) -> u64;

    /// The key that detects repetition: the position's own key, equal for equal positions only.
    fn repetition_key(&self, node: &Self::Node) -> u64;

    /// Whether no earlier position can recur after this step.
    fn is_irreversible(&self, node: &Self::Node, step: Self::Step) -> bool {
        let _ = (node, step);
        false
    }

    /// The static evaluation for the player who chooses, in hundredths of the game's unit. The game goes on and
    /// the node is at the start of a turn.
    fn evaluate(&mut self, node: &Self::Node) -> i32;

    /// The score for the player who chooses, if it is proved without search. The winner must be exact;
    /// `Cp(0)` is a proven draw.
    fn proven_score(&mut self, node: &Self::Node) -> Option<Score> {
        let _ = node;
        None
    }

    /// The exact score of a depth-1 search, for games that can compute it without playing each turn.
    fn frontier_score(&mut self, node: &Self::Node) -> Option<Score> {
        let _ = node;
        None
    }

    /// Appends the steps of a stage, counted from 0. Returns `false` if this was the last stage.
    ///
    /// No step appears in two stages, and at least one step appears if any is legal. The same node always
    /// gives the same list.
    fn generate(&mut self, node: &Self::Node, stage: u32, out: &mut Vec<ScoredStep<Self::Step>>) -> bool;

    /// Appends every step with its logit. A domain without a policy returns `false` at every node and appends
    /// nothing; [`Puct`](crate::Puct) then makes priors of ordering scores and evaluations.
    fn policy(&mut self, node: &Self::Node, out: &mut Vec<StepLogit<Self::Step>>) -> bool {
        let _ = (node, out);
        false
    }

    /// The code that a table entry stores for a step.
    fn encode(&self, node: &Self::Node, step: Self::Step) -> u16;

    /// The step of a code if it is legal here. With `None`, the search waits for the stage that generates a step
    /// of this code. Hash collisions may bring codes of other nodes.
    fn decode(&mut self, node: &Self::Node, code: u16) -> Option<Self::Step> {
        let _ = (node, code);
        None
    }

    /// Whether a step of another node is legal here and should be tried early.
    fn is_playable(&mut self, node: &Self::Node, step: Self::Step) -> bool {
        let _ = (node, step);
        false
    }

    /// The index of a step in the history table; equal steps have equal indices.
    fn history_index(&self, step: Self::Step) -> u32;

    /// Late move reduction: how many turns less deeply the step at this index of the order is searched first.
    fn late_move_reduction(&self, depth: u32, index: usize) -> u32 {
        match (depth, index) {
            (0..3, _) | (_, 0..4) => 0,
            (_, 4..16) => 1,
            _ => 2,
        }
    }

    /// The margins and depths of the prunings.
    fn pruning(&self) -> Pruning {
        Pruning::default()
    }

    /// The node after a null move, where one makes sense: passing must never be better than the best step.
    fn null_move(&mut self, node: &Self::Node) -> Option<Self::Node> {
        let _ = node;
        None
    }

    /// The key of the evaluation error of low levels: nodes with equal keys get the same error.
    fn error_key(&self, node: &Self::Node) -> u64 {
        self.repetition_key(node)
    }

    /// Scores whole turns for the order at the root, where every legal turn is tried.
    fn score_root_moves(&mut self, position: &P, turns: &[P::Move], scores: &mut [i32]);

    /// The evaluation, for its mover, of the position after a turn at the root, if it is known cheaply: equal to
    /// [`SearchDomain::evaluate`], with no proven score and no repetition there.
    fn evaluate_after(&mut self, position: &P, turn: P::Move) -> Option<i32> {
        let _ = (position, turn);
        None
    }

    /// Appends the steps of a turn.
    fn steps(&self, turn: P::Move, out: &mut Vec<Self::Step>);

    /// The turn made of these steps.
    fn turn(&self, steps: &[Self::Step]) -> Option<P::Move>;
}
