//! What training Quoridor's nets needs from the engine: its search, the inputs of both nets and their shapes.

use agon_core::Fault;
use agon_nn::{Input, Shape};
use agon_quoridor::{Board, Grid9x9, Move, Quoridor, Square};
use agon_search::{AlphaBeta, Engine, Strength};

use super::domain::QuoridorDomain;
use super::evaluator::{QuoridorEvaluator, net_view};
use super::features::INPUTS;
use super::net::{FIRST_WIDTH, SECOND_WIDTH, ValueNet};
use super::node::{self, Layers, Node, PathCrossings};
use super::policy_features::{WallContext, for_each_step};

pub use super::features::NetView;
pub use super::net::SCORE_PER_LOGIT;
pub use super::policy::shape as policy_shape;

/// The evaluation that self-play uses: a value net, or the hand-written evaluation by default.
#[derive(Clone, Debug, Default)]
pub struct SelfPlayEvaluator(QuoridorEvaluator);

impl SelfPlayEvaluator {
    /// The evaluation by the value net of a weight file.
    pub fn from_net(bytes: &[u8]) -> Result<Self, Fault> {
        ValueNet::read(bytes).map(|net| Self(QuoridorEvaluator::with_net(net)))
    }

    /// The engine of self-play: one thread, a transposition table of one megabyte, no opening book.
    pub fn engine(&self) -> Box<dyn Engine> {
        let domain = QuoridorDomain::new(self.0.clone());
        let engine = AlphaBeta::<Quoridor<Grid9x9>, _>::new("", domain, Strength::default());
        Box::new(engine.with_resources(1, 1))
    }
}

/// The shape of the value net.
pub fn value_shape() -> Shape {
    Shape::new(INPUTS, &[FIRST_WIDTH, SECOND_WIDTH], 1)
}

/// The lengths of both players' shortest paths, P1's first, and the first pawn move of the path of the player to move.
pub fn shortest_paths(board: &Board<Grid9x9>) -> ([u8; 2], Move) {
    let node = Node::new(board);
    (node.steps, Move::pawn(node.next[board.mover().index()]))
}

/// The mirror image of a square, left and right exchanged.
pub fn mirror_square(square: Square) -> Square {
    node::mirror_square(square, 9)
}

/// The mirror image of a move, left and right exchanged.
pub fn mirror_move(m: Move) -> Move {
    node::mirror_move(m, 9)
}

/// Extracts what the policy net sees of a position. Reuses its buffers.
#[derive(Debug)]
pub struct PolicyInputs {
    layers: Box<Layers<Grid9x9>>,
}

impl Default for PolicyInputs {
    fn default() -> Self {
        Self { layers: Box::new(PathCrossings::<Grid9x9>::LAYERS) }
    }
}

impl PolicyInputs {
    /// Appends the net's inputs and calls `each` with every move and its features, which are outputs of the net.
    pub fn extract(&mut self, board: &Board<Grid9x9>, inputs: &mut Vec<Input>, each: impl FnMut(Move, &[u16])) {
        let node = Node::new(board);
        let view = net_view(&node);
        view.inputs(|input| inputs.push(Input::new(input as u16, 1.0)));
        let mover = node.mover();
        let [own, other] =
            [mover, mover.opponent()].map(|player| PathCrossings::new(&node.board, player, &mut self.layers));
        let walls = node.board.legal_walls();
        let context = WallContext { walls, own: &own, other: &other };
        for_each_step(&node, &view, (node.board.walls_left(mover) > 0).then_some(context), each);
    }
}
