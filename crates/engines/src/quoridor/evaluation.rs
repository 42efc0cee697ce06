use std::marker::PhantomData;

use agon_core::rng::mix;
use agon_core::{Player, Position};
use agon_quoridor::{Bits, Board, Grid, Move, MoveKind, Square, Wall};
use agon_search::{Evaluator, Marks, Score};

use super::ways::Ways;

/// A race to the goal rows, with walls in hand.
#[derive(Clone, Debug)]
pub(crate) struct Race<G>(PhantomData<fn() -> G>);

impl<G> Default for Race<G> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// The worth of a wall in hand, in hundredths of a step: the first ones are worth more.
const WALLS: [i32; 11] = [0, 90, 160, 215, 260, 300, 335, 365, 390, 410, 430];
/// Being on move is worth half a step.
const TEMPO: i32 = 50;
/// A race that the other has no wall to disturb is as good as decided.
const UNDISTURBED: i32 = 600;

fn walls_worth(left: u8) -> i32 {
    WALLS[usize::from(left).min(WALLS.len() - 1)]
}

/// How far a wall is from a pawn: 0 if it touches the pawn's square.
fn wall_apart(wall: Wall, pawn: Square) -> u8 {
    let (col, row) = (wall.square.col(), wall.square.row());
    let beyond = |at: u8, low: u8| if at < low { low - at } else { at.saturating_sub(low + 1) };
    beyond(pawn.col(), col).max(beyond(pawn.row(), row))
}

/// Whether the player to move can step on his goal row now.
fn wins_now<G: Grid>(board: &Board<G>) -> bool {
    let player = board.mover();
    let goal = board.goal_row(player);
    // Even a jump covers two rows at most.
    board.pawn(player).row().abs_diff(goal) <= 2 && board.targets(player).any(|to| to.row() == goal)
}

impl<G: Grid> Race<G> {
    /// What a wall promises to the player who places it.
    fn mark(wall: Wall, own: &Ways<G>, other: &Ways<G>, pawns: [Square; 2]) -> i32 {
        let near = 3 - i32::from(wall_apart(wall, pawns[1]).min(3));
        4000 * other.steps_closed(wall) - 5000 * own.steps_closed(wall) + 500 * near
    }

    fn pawns(board: &Board<G>) -> [Square; 2] {
        [board.pawn(board.mover()), board.pawn(board.mover().opponent())]
    }
}

impl<G: Grid> Evaluator<Board<G>> for Race<G> {
    fn evaluate(&mut self, board: &Board<G>, player: Player) -> i32 {
        let passages = board.passages();
        let other = player.opponent();
        let steps =
            |player| i32::from(passages.distance(board.pawn(player), player).unwrap_or(u16::from(u8::MAX)));
        let (own_steps, other_steps) = (steps(player), steps(other));
        let (own_walls, other_walls) = (board.walls_left(player), board.walls_left(other));
        let mut score = 100 * (other_steps - own_steps) + walls_worth(own_walls) - walls_worth(other_walls);
        let on_move = board.mover() == player;
        score += if on_move { TEMPO } else { -TEMPO };
        let (first, second) = if on_move { (own_steps, other_steps) } else { (other_steps, own_steps) };
        let mover_ahead = first <= second;
        if other_walls == 0 && mover_ahead == on_move {
            score += UNDISTURBED;
        }
        if own_walls == 0 && mover_ahead != on_move {
            score -= UNDISTURBED;
        }
        score
    }

    fn verdict(&mut self, board: &Board<G>) -> Option<Score> {
        wins_now(board).then_some(Score::Win(1))
    }

    /// Pawn moves, walls on the ways of either pawn, walls near a pawn.
    fn candidates(&mut self, board: &Board<G>, out: &mut Vec<Move>) {
        let base = out.len();
        board.legal_moves(out);
        if out.len() - base <= 8 {
            return;
        }
        let own = Ways::new(board, board.mover());
        let other = Ways::new(board, board.mover().opponent());
        let pawns = Self::pawns(board);
        let mut kept = base;
        for at in base..out.len() {
            let keep = match out[at].kind() {
                MoveKind::Pawn(_) => true,
                MoveKind::Wall(wall) => {
                    other.steps_closed(wall) > 0
                        || wall_apart(wall, pawns[1]) <= 1
                        || wall_apart(wall, pawns[0]) == 0 && own.steps_closed(wall) == 0
                }
            };
            if keep {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn order(&mut self, board: &Board<G>, moves: &[Move], marks: &mut [i32]) {
        let player = board.mover();
        let own = Ways::new(board, player);
        let other = Ways::new(board, player.opponent());
        let pawns = Self::pawns(board);
        let passages = board.passages();
        for (&m, mark) in moves.iter().zip(marks) {
            *mark = match m.kind() {
                MoveKind::Pawn(to) => {
                    let steps = passages.distance(to, player).map_or(0, i32::from);
                    if steps == 0 { 2 * Marks::URGENT } else { 6000 + 4000 * (own.distance - steps) }
                }
                MoveKind::Wall(wall) => Self::mark(wall, &own, &other, pawns),
            };
        }
    }

    fn reduction(&self, depth: u32, place: usize) -> u32 {
        match (depth, place) {
            (0..3, _) | (_, 0..4) => 0,
            (_, 4..12) => 1,
            (_, 12..40) => 2,
            _ => 3,
        }
    }

    /// Walls are misjudged, the own way is not.
    fn error_key(&self, board: &Board<G>) -> u64 {
        let walls = board.walls();
        walls.horizontal.digest() ^ mix(walls.vertical.digest())
    }

    fn slot(&self, m: Move) -> u32 {
        m.index() as u32
    }
}
