//! Symmetry of positions.

use agon_core::Player;

use crate::{Board, Square, Wall, Walls};

/// With more walls on the board, symmetric positions hardly ever occur in one search.
const MAX_WALLS: u32 = 6;

impl<const W: usize, const S: usize> Board<W, S> {
    /// A hash that is equal for equivalent positions.
    ///
    /// Equivalent are positions with the two pawns of a player exchanged and, while there are few walls,
    /// positions mirrored top to bottom or left to right with the players exchanged, if the start squares
    /// are symmetric.
    pub fn symmetry_key(&self) -> u64 {
        let key = self.sorted().hash_key();
        if self.walls.count() > MAX_WALLS {
            return key;
        }
        let flipped = self.rules.flips().then(|| self.flipped());
        let variants = [flipped, self.mirrored(), flipped.and_then(|board| board.mirrored())];
        variants.into_iter().flatten().map(|board| board.sorted().hash_key()).fold(key, u64::min)
    }

    /// Whether the pawns of the player to move are in the order of their squares.
    pub fn pawns_in_order(&self) -> bool {
        let [one, two] = self.pawns(self.side);
        one <= two
    }

    fn sorted(&self) -> Self {
        let mut board = *self;
        board.pawns.iter_mut().for_each(|pawns| pawns.sort_unstable());
        board
    }

    /// The position mirrored top to bottom.
    fn flipped(&self) -> Self {
        let last = self.rules.rows - 1;
        let square = |at: Square| Square::at(last - at.row(), at.col());
        let anchor = |at: Square| Square::at(last - 1 - at.row(), at.col());
        let mut board = *self;
        board.pawns = self.pawns.map(|pawns| pawns.map(square));
        board.walls = self.moved_walls(anchor);
        board
    }

    /// The position mirrored left to right with the players exchanged, if the start squares are symmetric.
    fn mirrored(&self) -> Option<Self> {
        let last = self.rules.cols - 1;
        let square = |at: Square| Square::at(at.row(), last - at.col());
        if !self.rules.mirrors() {
            return None;
        }
        let mut board = *self;
        board.pawns = [1, 0].map(|player: usize| self.pawns[player].map(square));
        board.stocks = [self.stocks[1], self.stocks[0]];
        board.walls = self.moved_walls(|at| Square::at(at.row(), last - 1 - at.col()));
        board.side = self.side.opponent();
        Some(board)
    }

    fn moved_walls(&self, anchor: impl Fn(Square) -> Square) -> Walls<W, S> {
        let mut walls = Walls::EMPTY;
        for wall in self.walls.iter() {
            walls.insert(Wall { anchor: anchor(wall.anchor), ..wall });
        }
        walls
    }
}

impl crate::Rules {
    /// Whether each player's start squares are symmetric from top to bottom.
    fn flips(&self) -> bool {
        let last = self.rows - 1;
        Player::ALL.into_iter().all(|player| {
            let starts = self.starts(player);
            starts.iter().all(|at| starts.contains(&Square::at(last - at.row(), at.col())))
        })
    }

    /// Whether the players' start squares are symmetric from left to right.
    fn mirrors(&self) -> bool {
        let last = self.cols - 1;
        let others = self.starts(Player::P2);
        self.starts(Player::P1).iter().all(|at| others.contains(&Square::at(at.row(), last - at.col())))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, Position, Rng};

    use super::*;
    use crate::{INFO, Standard};

    fn board(options: &str, position: &str) -> Board<3, 16> {
        let game = Standard::new(&Options::parse(&INFO, options).unwrap()).unwrap().unwrap();
        game.parse_position(position).unwrap()
    }

    #[test]
    fn equivalent_positions_have_one_key() {
        let all = [
            "35 / 72 / 64 84 4B 8B / 8 9 9 8 / 2",
            "35 / 72 / 84 64 8B 4B / 8 9 9 8 / 2",
            // Top to bottom.
            "85 / 42 / 64 44 4B 8B / 8 9 9 8 / 2",
            // Left to right, players exchanged.
            "39 / 7C / 44 84 6B 8B / 9 8 8 9 / 1",
        ];
        let key = board("", all[0]).symmetry_key();
        for position in all {
            assert_eq!(board("", position).symmetry_key(), key, "{position}");
        }
        let others = [
            "35 / 72 / 64 84 4B 8B / 8 9 9 8 / 1",
            "36 / 72 / 64 84 4B 8B / 8 9 9 8 / 2",
            "35 / 72 / 64 84 4B 8B / 8 8 9 9 / 2",
        ];
        for position in others {
            assert_ne!(board("", position).symmetry_key(), key, "{position}");
        }
    }

    #[test]
    fn asymmetric_starts_are_not_mirrored() {
        let odd = "starts=44-74-4B-8B";
        let one = board(odd, "35 / / 44 74 4B 8B / 8 9 9 9 / 2");
        let other = board(odd, "39 / / 44 74 4B 8B / 9 9 8 9 / 1");
        assert!(!one.rules().flips() && !one.rules().mirrors());
        assert_ne!(one.symmetry_key(), other.symmetry_key());
    }

    #[test]
    fn equivalent_positions_have_equally_many_turns() {
        let game = Standard::new(&Options::defaults(&INFO)).unwrap().unwrap();
        let mut rng = Rng::new(3);
        let mut turns = Vec::new();
        for _ in 0..20 {
            let mut board = game.start();
            for _ in 0..4 {
                let turn = board.random_move(&mut rng, &mut turns).unwrap();
                board.play_unchecked(turn);
            }
            let count = board.count_moves(&mut turns);
            for other in [board.sorted(), board.flipped(), board.mirrored().unwrap()] {
                assert_eq!(other.count_moves(&mut turns), count);
                assert_eq!(other.symmetry_key(), board.symmetry_key());
            }
        }
    }
}
