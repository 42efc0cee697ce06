use agon_core::rng::mix;
use agon_core::{Player, Position};
use agon_domineering::{Board, Cell, CellSet};
use agon_search::{Evaluator, Score};

/// Evaluation by the moves each player can still make, and the safe ones among them.
#[derive(Clone, Debug)]
pub(crate) struct Mobility<W> {
    size: (u8, u8),
    rows: [W; 16],
    cols: [W; 16],
}

impl<W: CellSet> Default for Mobility<W> {
    fn default() -> Self {
        Self { size: (0, 0), rows: [W::EMPTY; 16], cols: [W::EMPTY; 16] }
    }
}

/// Bounds on the number of moves a player will make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MoveBounds {
    /// The maximum, if the opponent always passed.
    max: i32,
    /// Moves that the opponent cannot prevent.
    safe: i32,
}

impl<W: CellSet> Mobility<W> {
    /// Sets the masks of rows and columns for the size of the board.
    fn resize(&mut self, board: &Board<W>) {
        let size = (board.rows(), board.cols());
        if self.size == size {
            return;
        }
        self.size = size;
        self.rows = [W::EMPTY; 16];
        self.cols = [W::EMPTY; 16];
        for row in 0..size.0 {
            for col in 0..size.1 {
                let bit = W::bit(u32::from(Cell::new(col, row, size.1).index()));
                self.rows[usize::from(row)] |= bit;
                self.cols[usize::from(col)] |= bit;
            }
        }
    }

    /// The maximum number of dominoes of a player that fit at these places without overlap: line by line from one end,
    /// which is optimal in a row of cells.
    fn packed(&self, player: Player, mut places: W) -> i32 {
        let (lines, step) = match player {
            Player::P1 => (&self.rows[..usize::from(self.size.0)], u32::from(self.size.1)),
            Player::P2 => (&self.cols[..usize::from(self.size.1)], 1),
        };
        let mut count = 0;
        for &line in lines {
            let taken = places & line;
            count += taken.count();
            places &= !(taken << step);
        }
        count as i32
    }

    fn move_bounds(&self, board: &Board<W>, player: Player) -> MoveBounds {
        let own = board.moves_of(player);
        let other = board.moves_of(player.opponent());
        let step = |player| if player == Player::P1 { u32::from(self.size.1) } else { 1 };
        let threatened = other | other << step(player.opponent());
        let safe = own & !threatened & !(threatened >> step(player));
        MoveBounds { max: self.packed(player, own), safe: self.packed(player, safe) }
    }
}

impl<W: CellSet> Evaluator<Board<W>> for Mobility<W> {
    fn evaluate(&mut self, board: &Board<W>, player: Player) -> i32 {
        self.resize(board);
        let own = self.move_bounds(board, player);
        let other = self.move_bounds(board, player.opponent());
        let mobility = board.move_count(player) as i32 - board.move_count(player.opponent()) as i32;
        let tempo = if board.mover() == player { 40 } else { -40 };
        50 * (own.max + own.safe - other.max - other.safe) + 8 * mobility + tempo
    }

    /// A player with more safe moves than the maximum of the opponent has won.
    fn proven_score(&mut self, board: &Board<W>) -> Option<Score> {
        self.resize(board);
        let own = self.move_bounds(board, board.mover());
        let other = self.move_bounds(board, board.mover().opponent());
        if own.safe > other.max {
            Some(Score::Win(2 * other.max as u32 + 1))
        } else if other.safe >= own.max {
            Some(Score::Loss(2 * own.max as u32))
        } else {
            None
        }
    }

    fn score_moves(&mut self, board: &Board<W>, moves: &[Cell], scores: &mut [i32]) {
        let player = board.mover();
        for (&m, score) in moves.iter().zip(scores) {
            let mut next = *board;
            next.play_unchecked(m);
            let (own, other) = (next.move_count(player) as i32, next.move_count(player.opponent()) as i32);
            *score = 2000 * (own - other);
        }
    }

    /// It does not matter which player covered a cell.
    fn key(&self, board: &Board<W>) -> u64 {
        mix(board.free().hash_value() ^ mix(board.mover().index() as u64))
    }

    fn history_index(&self, m: Cell) -> u32 {
        u32::from(m.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Rng};
    use agon_domineering::Domineering;

    fn board(text: &str) -> Board<u64> {
        let rows = text.split(' ').next().unwrap().split('/').count() as u8;
        Domineering::new(rows, 4).unwrap().parse_position(text).unwrap()
    }

    #[test]
    fn safe_moves_are_those_the_opponent_cannot_prevent() {
        let mut mobility = Mobility::default();
        // A column of four beside a covered one: two safe moves for Vertical, none for Horizontal.
        let board = board("1v2/1v2/1v2/1v2 v");
        mobility.resize(&board);
        assert_eq!(mobility.move_bounds(&board, Player::P1), MoveBounds { max: 6, safe: 2 });
        assert_eq!(mobility.move_bounds(&board, Player::P2), MoveBounds { max: 4, safe: 0 });
    }

    /// Whether the player to move wins, by trying everything.
    fn wins(board: &Board<u64>) -> bool {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        moves.into_iter().any(|m| {
            let mut next = *board;
            next.play_unchecked(m);
            !wins(&next)
        })
    }

    #[test]
    fn proofs_agree_with_trying_everything() {
        let mut mobility = Mobility::default();
        let mut rng = Rng::new(5);
        let mut proved = 0;
        for _ in 0..300 {
            let mut board = Domineering::<u64>::new(4, 5).unwrap().start();
            while let Some(m) = board.random_move(&mut rng, &mut Vec::new()) {
                board.play_unchecked(m);
                if board.free().count_ones() > 14 || board.outcome().is_some() {
                    continue;
                }
                match mobility.proven_score(&board) {
                    Some(Score::Win(_)) => assert!(wins(&board), "{board:?}"),
                    Some(_) => assert!(!wins(&board), "{board:?}"),
                    None => continue,
                }
                proved += 1;
            }
        }
        assert!(proved > 300, "{proved}");
    }
}
