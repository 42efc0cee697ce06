//! What training Quoridor's nets needs from the engine: its search, the inputs of both nets and their shapes.

use agon_core::Fault;
use agon_nn::{Input, Shape};
use agon_quoridor::{Board, Grid9x9, Move, Quoridor, Square};
use agon_search::{AlphaBeta, Engine, Strength};

use super::aspects::{Prospect, show_steps};
use super::features::INPUTS;
use super::guide::Pathfinder;
use super::judge::{Judge, view_of};
use super::net::{FIRST, PathNet, SECOND};
use super::node::{self, Corridor, Layers, Node};

pub use super::features::View;
pub use super::net::LOGIT as SCORE_PER_LOGIT;
pub use super::policy::shape as policy_shape;

/// The evaluation that self-play uses: a value net, or the hand-written evaluation by default.
#[derive(Clone, Debug, Default)]
pub struct SelfPlayEvaluator(Judge);

impl SelfPlayEvaluator {
    /// The evaluation by the value net of a weight file.
    pub fn from_net(bytes: &[u8]) -> Result<Self, Fault> {
        PathNet::read(bytes).map(|net| Self(Judge::learned(net)))
    }

    /// The engine of self-play: one thread, a transposition table of one megabyte, no opening book.
    pub fn engine(&self) -> Box<dyn Engine> {
        let skill = Strength { seed: 0, ..Strength::default() };
        let engine = AlphaBeta::<Quoridor<Grid9x9>, _>::new("", Pathfinder::new(self.0.clone()), skill);
        Box::new(engine.with_resources(1, 1))
    }
}

/// The shape of the value net.
pub fn value_shape() -> Shape {
    Shape::new(INPUTS, &[FIRST, SECOND], 1)
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
        Self { layers: Box::new(Corridor::<Grid9x9>::LAYERS) }
    }
}

impl PolicyInputs {
    /// Appends the net's inputs and calls `each` with every move and its features, which are outputs of the net.
    pub fn extract(
        &mut self,
        board: &Board<Grid9x9>,
        inputs: &mut Vec<Input>,
        each: impl FnMut(Move, &[u16]),
    ) {
        let node = Node::new(board);
        let view = view_of(&node);
        view.inputs(|input| inputs.push(Input::new(input as u16, 1.0)));
        let mover = node.mover();
        let [own, other] =
            [mover, mover.opponent()].map(|player| Corridor::new(&node.board, player, &mut self.layers));
        let walls = node.board.legal_walls();
        let prospect = Prospect { walls, own: &own, other: &other };
        show_steps(&node, &view, (node.board.walls_left(mover) > 0).then_some(prospect), each);
    }
}
