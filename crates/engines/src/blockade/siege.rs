use agon_blockade::{Board, Colour, Pawn, PawnMove, Square, Turn, Wall};
use agon_core::rng::mix;
use agon_core::{Outcome, Player, Position};
use agon_search::{Pruning, Score, ScoredStep, SearchDomain};

use super::outlook::Outlook;
use super::plane::Terrain;
use super::ranking::Ranking;

/// Two races at once, with walls to lengthen the other's.
#[derive(Clone, Debug)]
pub(crate) struct Siege<P, const W: usize, const S: usize> {
    outlook: Outlook<P>,
    /// Of the position at the root.
    ranking: Option<Ranking<P, W, S>>,
}

impl<P: Terrain<W, S>, const W: usize, const S: usize> Default for Siege<P, W, S> {
    fn default() -> Self {
        Self { outlook: Outlook::default(), ranking: None }
    }
}

impl<P: Terrain<W, S>, const W: usize, const S: usize> Siege<P, W, S> {
    /// Tries every turn everywhere and reduces nothing: to be measured and compared with.
    pub(crate) fn wide() -> Self {
        let mut siege = Self::default();
        siege.outlook.wide = true;
        siege
    }

    /// Judges by the weights that learning begins with.
    pub(crate) fn by_hand() -> Self {
        let mut siege = Self::default();
        siege.outlook.by_hand = true;
        siege
    }

    /// The ranking of the turns at the root, which is the only position that is asked about.
    fn ranking(&mut self, board: &Board<W, S>) -> &mut Ranking<P, W, S> {
        if self.ranking.as_ref().is_some_and(|ranking| ranking.board != *board) {
            self.ranking = None;
        }
        self.ranking.get_or_insert_with(|| self.outlook.ranking(board))
    }
}

/// The highest column number needs five bits, the highest row number too.
fn place(square: Square) -> u32 {
    u32::from(square.row()) << 5 | u32::from(square.col())
}

fn square(place: u32) -> Option<Square> {
    Square::new((place >> 5 & 31) as u8, (place & 31) as u8)
}

/// Wherever a pawn can get in a turn: at most two steps away.
const LEAPS: [(i8, i8); 12] =
    [(-2, 0), (-1, -1), (-1, 0), (-1, 1), (0, -2), (0, -1), (0, 1), (0, 2), (1, -1), (1, 0), (1, 1), (2, 0)];
/// The number of a turn in which no pawn moves.
const NO_LEAP: usize = 31;
/// The number of a turn without wall.
const NO_WALL: u32 = 2047;

fn wall_number(wall: Wall) -> u32 {
    (wall.colour.index() as u32) << 10 | place(wall.anchor)
}

fn wall_of(number: u32) -> Option<Wall> {
    let colour = Colour::ALL[(number >> 10 & 1) as usize];
    square(number & 1023).map(|anchor| Wall { colour, anchor })
}

/// Five bits for the pawn move, eleven for the wall.
fn code<const W: usize, const S: usize>(board: &Board<W, S>, turn: Turn) -> u16 {
    let leap = turn.pawn.map_or(NO_LEAP, |PawnMove { pawn, to }| {
        let from = board.pawn(board.side(), pawn);
        let by = (to.row() as i8 - from.row() as i8, to.col() as i8 - from.col() as i8);
        let number = LEAPS.iter().position(|leap| *leap == by).unwrap_or(0);
        // The pawns are told apart by where they stand: positions with exchanged pawns share a key.
        let first = board.is_in_order() == (pawn == Pawn::One);
        number + if first { 0 } else { LEAPS.len() }
    });
    let wall = turn.wall.map_or(NO_WALL, wall_number);
    (leap as u16) << 11 | wall as u16
}

fn decode<const W: usize, const S: usize>(board: &Board<W, S>, code: u16) -> Option<Turn> {
    let leap = usize::from(code >> 11);
    let pawn = if leap == NO_LEAP {
        None
    } else {
        let first = leap < LEAPS.len();
        let pawn = if board.is_in_order() == first { Pawn::One } else { Pawn::Two };
        let &(down, right) = LEAPS.get(leap % LEAPS.len()).filter(|_| leap < 2 * LEAPS.len())?;
        let from = board.pawn(board.side(), pawn);
        let to = Square::new(from.row().checked_add_signed(down)?, from.col().checked_add_signed(right)?)?;
        Some(PawnMove { pawn, to })
    };
    let wall = u32::from(code) & NO_WALL;
    let wall = if wall == NO_WALL { None } else { Some(wall_of(wall)?) };
    let turn = Turn { pawn, wall };
    board.is_legal(turn).then_some(turn)
}

impl<P: Terrain<W, S>, const W: usize, const S: usize> SearchDomain<Board<W, S>> for Siege<P, W, S> {
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
        board.likeness()
    }

    fn repetition_key(&self, board: &Board<W, S>) -> u64 {
        board.key()
    }

    fn is_irreversible(&self, board: &Board<W, S>, turn: Turn) -> bool {
        board.is_irreversible(turn)
    }

    fn evaluate(&mut self, board: &Board<W, S>) -> i32 {
        self.outlook.evaluate(board)
    }

    fn proven_score(&mut self, board: &Board<W, S>) -> Option<Score> {
        self.outlook.proven_score(board)
    }

    fn frontier_score(&mut self, board: &Board<W, S>) -> Option<Score> {
        self.outlook.horizon(board)
    }

    fn generate(&mut self, board: &Board<W, S>, stage: u32, out: &mut Vec<ScoredStep<Turn>>) -> bool {
        self.outlook.list(board, stage, out)
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

    /// Walls earn the experience; where pawns go is seen by the distances.
    fn history_index(&self, turn: Turn) -> u32 {
        match (turn.wall, turn.pawn) {
            (Some(wall), _) => wall_number(wall),
            (None, Some(step)) => 2048 | place(step.to),
            (None, None) => 0,
        }
    }

    fn late_move_reduction(&self, depth: u32, place: usize) -> u32 {
        if depth < 2 || place < 3 || self.outlook.wide {
            return 0;
        }
        let product = f64::from(depth).ln() * (place as f64).ln();
        (0.3 + product / 2.2) as u32
    }

    fn pruning(&self) -> Pruning {
        if self.outlook.wide {
            return Pruning::default();
        }
        Pruning { late_move_count: 6, late_move_depth: 4, ..Pruning::default() }
    }

    /// Walls are misjudged, the own way is not.
    fn error_key(&self, board: &Board<W, S>) -> u64 {
        let square = |sum: u64, at: Square| mix(sum ^ u64::from(at.row()) << 8 ^ u64::from(at.col()));
        let walls = board.walls();
        let green = walls.green.iter().fold(1, square);
        walls.blue.iter().fold(mix(green), square)
    }

    fn score_root_moves(&mut self, board: &Board<W, S>, turns: &[Turn], marks: &mut [i32]) {
        let ranking = self.ranking(board);
        for (&turn, mark) in turns.iter().zip(marks) {
            *mark = ranking.mark(turn);
        }
    }

    fn evaluate_after(&mut self, board: &Board<W, S>, turn: Turn) -> Option<i32> {
        self.ranking(board).evaluate_after(turn)
    }

    fn steps(&self, turn: Turn, out: &mut Vec<Turn>) {
        out.push(turn);
    }

    fn turn(&self, steps: &[Turn]) -> Option<Turn> {
        steps.first().copied()
    }
}
