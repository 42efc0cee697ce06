use agon_core::Player;
use agon_quoridor::{Bits, Board, Nine};

/// A position of a game that was played, with what the search thought of it and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) horizontal: u64,
    pub(crate) vertical: u64,
    /// Table numbers of the squares, p1 first.
    pub(crate) pawns: [u8; 2],
    pub(crate) left: [u8; 2],
    /// Steps to the goals.
    pub(crate) steps: [u8; 2],
    /// 0 if p1 is to move.
    pub(crate) mover: u8,
    /// The result to the player to move: 1, 0, -1.
    pub(crate) result: i8,
    /// What the search thought, to the player to move, in hundredths.
    pub(crate) score: i16,
}

impl Sample {
    pub(crate) const BYTES: usize = 26;

    /// A position of which the result is not known yet.
    pub(crate) fn new(board: &Board<Nine>, steps: [u8; 2], score: i16) -> Self {
        let walls = board.walls();
        Self {
            horizontal: walls.horizontal.digest(),
            vertical: walls.vertical.digest(),
            pawns: Player::ALL.map(|player| board.pawn(player).index() as u8),
            left: Player::ALL.map(|player| board.walls_left(player)),
            steps,
            mover: board.mover().index() as u8,
            result: 0,
            score,
        }
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.horizontal.to_le_bytes());
        out.extend(self.vertical.to_le_bytes());
        out.extend(self.pawns);
        out.extend(self.left);
        out.extend(self.steps);
        out.push(self.mover);
        out.push(self.result as u8);
        out.extend(self.score.to_le_bytes());
    }

    pub(crate) fn read(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |at: usize| {
            let mut eight = [0; 8];
            eight.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(eight)
        };
        Self {
            horizontal: word(0),
            vertical: word(8),
            pawns: [bytes[16], bytes[17]],
            left: [bytes[18], bytes[19]],
            steps: [bytes[20], bytes[21]],
            mover: bytes[22],
            result: bytes[23] as i8,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
        }
    }
}
