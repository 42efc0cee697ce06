use agon_core::Player;
use agon_quoridor::{Bits, Board, Move, Nine, Square, WallSets};

use crate::quoridor::node::{mirror_move, mirror_square};

/// A position of a game that was played, with what the search thought of it, the turn it chose and how the
/// game ended.
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
    /// The turn that was played, by its number.
    pub(crate) turn: u16,
}

/// How a file of samples begins. Files without it are of the first kind, which knew no turns.
const HEAD: &[u8] = b"agon quoridor games 2\n";

impl Sample {
    const BYTES: usize = 28;

    /// A position of which the result is not known yet.
    pub(crate) fn new(board: &Board<Nine>, steps: [u8; 2], score: i16, turn: Move) -> Self {
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
            turn: turn.index() as u16,
        }
    }

    /// The position, which was one of a game.
    pub(crate) fn board(&self) -> Board<Nine> {
        let walls = WallSets { horizontal: self.horizontal, vertical: self.vertical };
        let mover = Player::ALL[usize::from(self.mover & 1)];
        Board::set_up(Nine, walls, self.pawns.map(Square::from_index), self.left, mover)
    }

    /// The mirror image, left and right exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        let flip = |set: u64| set.reverse_bits().swap_bytes();
        let turn = Move::from_index(self.turn.into()).map_or(self.turn, |m| mirror_move(m, 9).index() as u16);
        Self {
            horizontal: flip(self.horizontal),
            vertical: flip(self.vertical),
            pawns: self.pawns.map(|pawn| mirror_square(Square::from_index(pawn), 9).index() as u8),
            turn,
            ..*self
        }
    }

    /// The bytes of a file of samples.
    pub(crate) fn write_all(samples: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD.len() + samples.len() * Self::BYTES);
        bytes.extend(HEAD);
        for sample in samples {
            sample.write(&mut bytes);
        }
        bytes
    }

    /// Appends the samples of a file's bytes; what is wrong with them otherwise.
    pub(crate) fn read_all(bytes: &[u8], out: &mut Vec<Self>) -> Result<(), &'static str> {
        let rest = bytes.strip_prefix(HEAD).ok_or("its games are of an older kind, without turns")?;
        let (records, extra) = rest.as_chunks::<{ Self::BYTES }>();
        if !extra.is_empty() {
            return Err("it ends in the middle of a position");
        }
        out.extend(records.iter().map(Self::read));
        Ok(())
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.horizontal.to_le_bytes());
        out.extend(self.vertical.to_le_bytes());
        out.extend(self.pawns);
        out.extend(self.left);
        out.extend(self.steps);
        out.push(self.mover);
        out.push(self.result as u8);
        out.extend(self.score.to_le_bytes());
        out.extend(self.turn.to_le_bytes());
    }

    fn read(bytes: &[u8; Self::BYTES]) -> Self {
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
            turn: u16::from_le_bytes([bytes[26], bytes[27]]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Position};
    use agon_quoridor::Quoridor;

    #[test]
    fn samples_come_back_and_older_or_broken_files_are_refused() {
        let board = Quoridor::<Nine>::default().start();
        let turn = |word: &str| board.parse_move(word).unwrap();
        let first = Sample { result: -1, ..Sample::new(&board, [8, 7], -321, turn("e3h")) };
        let samples = [first, Sample::new(&board, [8, 8], 5, turn("e2"))];
        let bytes = Sample::write_all(&samples);
        let mut read = Vec::new();
        Sample::read_all(&bytes, &mut read).unwrap();
        assert_eq!(read, samples);
        assert!(Sample::read_all(&bytes[..bytes.len() - 1], &mut read).unwrap_err().contains("middle"));
        assert!(Sample::read_all(&bytes[HEAD.len()..], &mut read).unwrap_err().contains("older"));
        assert_eq!(read, samples, "what is refused adds nothing");
    }

    #[test]
    fn a_sample_gives_its_position_and_its_mirror_image() {
        let mut board = Quoridor::<Nine>::default().start();
        for word in ["e2", "d7h", "b3v", "e8"] {
            board.play_unchecked(board.parse_move(word).unwrap());
        }
        for (word, mirror) in [("d2", "f2"), ("a5h", "h5h"), ("g1v", "b1v")] {
            let sample = Sample::new(&board, [7, 8], 40, board.parse_move(word).unwrap());
            assert_eq!(sample.board(), board);
            let mirrored = sample.mirrored();
            assert_eq!(mirrored.board().to_string(), "e7 / g3 / e2 e8 / 9 9 / 1");
            let turn = Move::from_index(mirrored.turn.into()).unwrap();
            assert_eq!(turn.to_string(), mirror);
            assert_eq!(mirrored.mirrored(), sample);
        }
    }
}
