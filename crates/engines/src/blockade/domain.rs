//! How the search walks Blockade.

use agon_blockade::{Board, Colour, Pawn, PawnMove, Square, Turn, Wall};
use agon_core::rng::mix;
use agon_core::{Outcome, Player, Position};
use agon_search::{Pruning, Score, ScoredStep, SearchDomain};

use super::planes::BoardPlane;
use super::root_order::RootOrder;
use super::scratch::EvalScratch;

/// Blockade for the search: whole turns, listed in stages, evaluated by distances.
#[derive(Clone, Debug)]
pub(crate) struct BlockadeDomain<P, const W: usize, const S: usize> {
    scratch: EvalScratch<P>,
    /// The order at the root, kept from one call to the next.
    root_order: Option<RootOrder<P, W, S>>,
}

impl<P: BoardPlane<W, S>, const W: usize, const S: usize> Default for BlockadeDomain<P, W, S> {
    fn default() -> Self {
        Self { scratch: EvalScratch::default(), root_order: None }
    }
}

impl<P: BoardPlane<W, S>, const W: usize, const S: usize> BlockadeDomain<P, W, S> {
    /// Evaluates by the weights that training starts from.
    pub(crate) fn untrained() -> Self {
        let mut domain = Self::default();
        domain.scratch.untrained = true;
        domain
    }

    /// The order of the turns at the root, the only position that the search asks for.
    fn root_order(&mut self, board: &Board<W, S>) -> &mut RootOrder<P, W, S> {
        if self.root_order.as_ref().is_some_and(|order| order.board != *board) {
            self.root_order = None;
        }
        self.root_order.get_or_insert_with(|| self.scratch.root_order(board))
    }
}

/// The number of a square: five bits for the row, five for the column.
fn place(square: Square) -> u32 {
    u32::from(square.row()) << 5 | u32::from(square.col())
}

fn square(place: u32) -> Option<Square> {
    Square::new((place >> 5 & 31) as u8, (place & 31) as u8)
}

/// Where a pawn can get in a turn: at most two steps away, in rows and columns.
const PAWN_OFFSETS: [(i8, i8); 12] =
    [(-2, 0), (-1, -1), (-1, 0), (-1, 1), (0, -2), (0, -1), (0, 1), (0, 2), (1, -1), (1, 0), (1, 1), (2, 0)];
/// The pawn part of the code of a turn without pawn move.
const NO_PAWN_MOVE: usize = 31;
/// The wall part of the code of a turn without wall.
const NO_WALL: u32 = 2047;

/// The number of a wall, below 2048.
pub(super) fn wall_number(wall: Wall) -> u32 {
    (wall.colour.index() as u32) << 10 | place(wall.anchor)
}

fn wall_of(number: u32) -> Option<Wall> {
    let colour = Colour::ALL[(number >> 10 & 1) as usize];
    square(number & 1023).map(|anchor| Wall { colour, anchor })
}

/// Five bits for the pawn move, eleven for the wall.
fn code<const W: usize, const S: usize>(board: &Board<W, S>, turn: Turn) -> u16 {
    let offset = turn.pawn.map_or(NO_PAWN_MOVE, |PawnMove { pawn, to }| {
        let from = board.pawn(board.side(), pawn);
        let by = (to.row() as i8 - from.row() as i8, to.col() as i8 - from.col() as i8);
        let number = PAWN_OFFSETS.iter().position(|offset| *offset == by).unwrap_or(0);
        // Pawns are numbered by where they stand, because positions with exchanged pawns share a key.
        let first = board.pawns_in_order() == (pawn == Pawn::One);
        number + if first { 0 } else { PAWN_OFFSETS.len() }
    });
    let wall = turn.wall.map_or(NO_WALL, wall_number);
    (offset as u16) << 11 | wall as u16
}

fn decode<const W: usize, const S: usize>(board: &Board<W, S>, code: u16) -> Option<Turn> {
    let offset = usize::from(code >> 11);
    let pawn = if offset == NO_PAWN_MOVE {
        None
    } else {
        let first = offset < PAWN_OFFSETS.len();
        let pawn = if board.pawns_in_order() == first { Pawn::One } else { Pawn::Two };
        let &(down, right) =
            PAWN_OFFSETS.get(offset % PAWN_OFFSETS.len()).filter(|_| offset < 2 * PAWN_OFFSETS.len())?;
        let from = board.pawn(board.side(), pawn);
        let to = Square::new(from.row().checked_add_signed(down)?, from.col().checked_add_signed(right)?)?;
        Some(PawnMove { pawn, to })
    };
    let wall = u32::from(code) & NO_WALL;
    let wall = if wall == NO_WALL { None } else { Some(wall_of(wall)?) };
    let turn = Turn { pawn, wall };
    board.is_legal(turn).then_some(turn)
}

impl<P: BoardPlane<W, S>, const W: usize, const S: usize> SearchDomain<Board<W, S>> for BlockadeDomain<P, W, S> {
    type Node = Board<W, S>;
    type Step = Turn;

    fn root(&mut self, board: &Board<W, S>) -> Board<W, S> {
        *board
    }

    fn apply(&mut self, board: &Board<W, S>, turn: Turn) -> Board<W, S> {
        let mut next = *board;
        next.play_unchecked(turn);
        next
    }

    fn mover(&self, board: &Board<W, S>) -> Player {
        board.side()
    }

    fn outcome(&self, board: &Board<W, S>) -> Option<Outcome> {
        board.outcome()
    }

    fn key(&self, board: &Board<W, S>) -> u64 {
        board.symmetry_key()
    }

    fn repetition_key(&self, board: &Board<W, S>) -> u64 {
        board.key()
    }

    fn is_irreversible(&self, board: &Board<W, S>, turn: Turn) -> bool {
        board.is_irreversible(turn)
    }

    fn evaluate(&mut self, board: &Board<W, S>) -> i32 {
        self.scratch.evaluate(board)
    }

    fn proven_score(&mut self, board: &Board<W, S>) -> Option<Score> {
        self.scratch.proven_score(board)
    }

    fn frontier_score(&mut self, board: &Board<W, S>) -> Option<Score> {
        self.scratch.horizon(board)
    }

    fn generate(&mut self, board: &Board<W, S>, stage: u32, out: &mut Vec<ScoredStep<Turn>>) -> bool {
        self.scratch.list(board, stage, out)
    }

    fn encode(&self, board: &Board<W, S>, turn: Turn) -> u16 {
        code(board, turn)
    }

    fn decode(&mut self, board: &Board<W, S>, number: u16) -> Option<Turn> {
        decode(board, number)
    }

    fn is_playable(&mut self, board: &Board<W, S>, turn: Turn) -> bool {
        board.is_legal(turn)
    }

    /// The history is by wall: the distances already tell where pawns should go.
    fn history_index(&self, turn: Turn) -> u32 {
        match (turn.wall, turn.pawn) {
            (Some(wall), _) => wall_number(wall),
            (None, Some(step)) => 2048 | place(step.to),
            (None, None) => 0,
        }
    }

    fn late_move_reduction(&self, depth: u32, place: usize) -> u32 {
        if depth < 2 || place < 3 {
            return 0;
        }
        let product = f64::from(depth).ln() * (place as f64).ln();
        (0.3 + product / 2.2) as u32
    }

    fn pruning(&self) -> Pruning {
        Pruning { late_move_count: 6, late_move_depth: 4, ..Pruning::default() }
    }

    /// A weak level misjudges walls, not its own path: positions with the same walls share their error.
    fn error_key(&self, board: &Board<W, S>) -> u64 {
        let square = |sum: u64, at: Square| mix(sum ^ u64::from(at.row()) << 8 ^ u64::from(at.col()));
        let walls = board.walls();
        let green = walls.green.iter().fold(1, square);
        walls.blue.iter().fold(mix(green), square)
    }

    fn score_root_moves(&mut self, board: &Board<W, S>, turns: &[Turn], scores: &mut [i32]) {
        let order = self.root_order(board);
        for (&turn, score) in turns.iter().zip(scores) {
            *score = order.score(turn);
        }
    }

    fn evaluate_after(&mut self, board: &Board<W, S>, turn: Turn) -> Option<i32> {
        self.root_order(board).evaluate_after(turn)
    }

    fn steps(&self, turn: Turn, out: &mut Vec<Turn>) {
        out.push(turn);
    }

    fn turn(&self, steps: &[Turn]) -> Option<Turn> {
        steps.first().copied()
    }
}
