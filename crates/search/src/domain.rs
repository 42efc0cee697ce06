use agon_core::{Outcome, Player, Position};

use crate::Score;

/// A step and its mark, as a [`SearchDomain`] lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredStep<S> {
    /// The step.
    pub step: S,
    /// How promising it looks; see [`OrderingScores`](crate::OrderingScores).
    pub mark: i32,
}

/// A step and how likely it is to be the best, as a [`SearchDomain`] that has a policy says it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLogit<S> {
    /// The step.
    pub step: S,
    /// The natural logarithm of its chance, up to a term that all steps of the node have in common.
    pub logit: f32,
}

/// How boldly a search leaves out what looks hopeless; everything is off by default.
///
/// Only nodes away from the principal variation are cut short, never proven ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// A node so far above the window for each turn of depth left is believed; 0 for never.
    pub reverse_futility_margin: i32,
    /// Up to this depth.
    pub reverse_futility_depth: u32,
    /// Steps of later stages are left out at this distance below the window; 0 for never.
    pub futility_margin: i32,
    /// Up to this depth; the distance grows with it.
    pub futility_depth: u32,
    /// At depth `d` no more than `late + late * d * d` steps of later stages are tried; 0 for all.
    pub late_move_count: usize,
    /// Up to this depth.
    pub late_move_depth: u32,
    /// Nodes of which nothing is remembered are searched one turn less from this depth on; 0 for
    /// never.
    pub iir_depth: u32,
    /// From this depth on the other side may move twice to see whether that helps; 0 for never.
    pub null_move_depth: u32,
}

/// How a search walks a game of strength.
///
/// The search knows nothing but nodes and steps. A **node** is a position with whatever the game keeps
/// up to date beside it (distances, sums, hash keys). A **step** is what is chosen at a node: a whole turn,
/// or a part of one: in a game whose turn is a pawn move and a wall, the pawn move leads to a node
/// where the same player is still to choose. Depth counts whole turns.
///
/// Steps are listed in **stages**, the most urgent first, so that a node which is refuted by its
/// first steps never lists (nor checks) the others. Before the first stage the search tries the step
/// remembered from earlier searches, after it the steps that refuted neighbours; both are asked
/// back by [`SearchDomain::decode`] and [`SearchDomain::is_playable`], because they come from other nodes.
///
/// A clone works for another thread; domains may keep scratch space and caches in themselves.
pub trait SearchDomain<P: Position>: Clone + Send + 'static {
    /// A position, perhaps in the middle of a turn, with what is kept beside it.
    type Node: Copy + Send;
    /// What is chosen at a node.
    type Step: Copy + Eq + Send;

    /// The node of a position; called once for each search.
    fn root(&mut self, position: &P) -> Self::Node;

    /// The node after a step that may be played here.
    fn apply(&mut self, node: &Self::Node, step: Self::Step) -> Self::Node;

    /// The same, telling the new node's key as soon as it is known: what is remembered of it can be
    /// fetched while the rest is worked out.
    #[inline]
    fn apply_with_prefetch(
        &mut self,
        node: &Self::Node,
        step: Self::Step,
        tell: impl FnOnce(u64),
    ) -> Self::Node {
        let next = self.apply(node, step);
        tell(self.key(&next));
        next
    }

    /// The same for a node that is only judged, if the step ends a turn: asked for its outcome,
    /// its verdict and its worth, never for steps.
    #[inline]
    fn apply_to_leaf(&mut self, node: &Self::Node, step: Self::Step) -> Self::Node {
        self.apply(node, step)
    }

    /// The player who chooses; asked only while the game goes on.
    fn mover(&self, node: &Self::Node) -> Player;

    /// Whether a turn is about to begin, not half played.
    fn begins_turn(&self, node: &Self::Node) -> bool {
        let _ = node;
        true
    }

    /// The result if the game is over.
    fn outcome(&self, node: &Self::Node) -> Option<Outcome>;

    /// What the transposition table knows the node by. Nodes that play alike may share a key if
    /// [`SearchDomain::encode`] and [`SearchDomain::decode`] translate their steps.
    fn key(&self, node: &Self::Node) -> u64;

    /// What repetition knows the node by: equal exactly for equal positions, the same number as
    /// the position's own key.
    fn repetition_key(&self, node: &Self::Node) -> u64;

    /// Whether no position from before this step can ever come back after it.
    fn is_irreversible(&self, node: &Self::Node, step: Self::Step) -> bool {
        let _ = (node, step);
        false
    }

    /// The worth of the node to the player who chooses, in hundredths of the game's unit. The
    /// game is not over and a turn begins.
    fn evaluate(&mut self, node: &Self::Node) -> i32;

    /// A result that is proved without search, for the player who chooses. Must be exact in who
    /// wins; `Cp(0)` is a proven draw.
    fn proven_score(&mut self, node: &Self::Node) -> Option<Score> {
        let _ = node;
        None
    }

    /// The worth of the best turn to the player who chooses, exactly as if every turn had been
    /// played and the position after it evaluated. For games that can say that without playing them.
    fn frontier_score(&mut self, node: &Self::Node) -> Option<Score> {
        let _ = node;
        None
    }

    /// Appends the steps of a stage, counted from 0; `false` if there is no stage after it.
    ///
    /// All stages together hold no step twice, and at least one if there is any. The same node
    /// always gives the same list.
    fn generate(&mut self, node: &Self::Node, stage: u32, out: &mut Vec<ScoredStep<Self::Step>>) -> bool;

    /// Appends every step with how likely it is, judged by one look at the node; `false`, and nothing appended, if the
    /// domain has no policy, which it then has at no node of the game. [`Puct`](crate::Puct) goes by marks and by what lies behind
    /// each step then.
    fn policy(&mut self, node: &Self::Node, out: &mut Vec<StepLogit<Self::Step>>) -> bool {
        let _ = (node, out);
        false
    }

    /// A number for a step, to be remembered with the node's key.
    fn encode(&self, node: &Self::Node, step: Self::Step) -> u16;

    /// The step of such a number if it may be played here; `None` lets the search wait for the
    /// stage that lists a step with this number. Numbers of other nodes may come by accident.
    fn decode(&mut self, node: &Self::Node, code: u16) -> Option<Self::Step> {
        let _ = (node, code);
        None
    }

    /// Whether a step known from other nodes may be played here and is worth trying early.
    fn is_playable(&mut self, node: &Self::Node, step: Self::Step) -> bool {
        let _ = (node, step);
        false
    }

    /// Spreads steps over the history table; equal steps must give equal numbers.
    fn history_index(&self, step: Self::Step) -> u32;

    /// By how many turns to search the step at this place of the order less deeply at first.
    fn late_move_reduction(&self, depth: u32, place: usize) -> u32 {
        match (depth, place) {
            (0..3, _) | (_, 0..4) => 0,
            (_, 4..16) => 1,
            _ => 2,
        }
    }

    /// What the search may leave out.
    fn pruning(&self) -> Pruning {
        Pruning::default()
    }

    /// The node as if the player who chooses had passed, if that can be imagined here.
    fn null_move(&mut self, node: &Self::Node) -> Option<Self::Node> {
        let _ = node;
        None
    }

    /// What lower levels misjudge alike: nodes with the same key get the same error.
    fn error_key(&self, node: &Self::Node) -> u64 {
        self.repetition_key(node)
    }

    /// OrderingScores whole turns for the order at the root, where every legal turn is tried.
    fn score_root_moves(&mut self, position: &P, turns: &[P::Move], marks: &mut [i32]);

    /// The worth to its mover of the position after a turn at the root, if it is known beforehand: exactly what
    /// [`SearchDomain::evaluate`] would say of it, there is no verdict on it, and it never stood before.
    fn evaluate_after(&mut self, position: &P, turn: P::Move) -> Option<i32> {
        let _ = (position, turn);
        None
    }

    /// Appends the steps a turn is made of.
    fn steps(&self, turn: P::Move, out: &mut Vec<Self::Step>);

    /// The turn made of these steps.
    fn turn(&self, steps: &[Self::Step]) -> Option<P::Move>;
}
