use agon_core::Bits;
use agon_core::{Player, Position};
use agon_quoridor::{Board, Grid, Grid9x9, Move, Square, WallSets};

use agon_engines::training::quoridor::{mirror_move, mirror_square};

/// A position of a self-play game, with the search's score and turn, and the result of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) horizontal: u64,
    pub(super) vertical: u64,
    /// The indices of the pawns' squares, P1's first.
    pub(super) pawns: [u8; 2],
    pub(super) left: [u8; 2],
    /// The lengths of the shortest paths.
    pub(super) steps: [u8; 2],
    /// The index of the player to move.
    pub(super) mover: u8,
    /// The result for the player to move: 1, 0, -1.
    pub(super) result: i8,
    /// The search's score for the player to move, in hundredths of a step.
    pub(super) score: i16,
    /// The index of the turn played.
    pub(super) turn: u16,
}

/// The first line of a file of samples. Older files have none, and no turns.
const HEADER: &[u8] = b"agon quoridor games 2\n";

/// The walls of each player at the start.
const WALLS: u8 = 10;

impl Sample {
    const BYTES: usize = 28;

    /// A sample whose result is not known yet.
    pub(super) fn new(board: &Board<Grid9x9>, steps: [u8; 2], score: i16, turn: Move) -> Self {
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

    /// The position.
    pub(super) fn board(&self) -> Board<Grid9x9> {
        let walls = WallSets { horizontal: self.horizontal, vertical: self.vertical };
        let mover = Player::ALL[usize::from(self.mover & 1)];
        Board::from_parts(Grid9x9, walls, self.pawns.map(Square::from_index), self.left, mover)
    }

    /// The mirror image, left and right exchanged.
    pub(super) fn mirrored(&self) -> Self {
        let flip = |set: u64| set.reverse_bits().swap_bytes();
        let turn = Move::from_index(self.turn.into()).map_or(self.turn, |m| mirror_move(m).index() as u16);
        Self {
            horizontal: flip(self.horizontal),
            vertical: flip(self.vertical),
            pawns: self.pawns.map(|pawn| mirror_square(Square::from_index(pawn)).index() as u8),
            turn,
            ..*self
        }
    }

    /// Encodes a file of samples.
    pub(super) fn write_all(samples: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER.len() + samples.len() * Self::BYTES);
        bytes.extend(HEADER);
        for sample in samples {
            sample.write(&mut bytes);
        }
        bytes
    }

    /// Decodes a file and appends its samples. An error says what is wrong with the file and appends nothing.
    pub(super) fn read_all(bytes: &[u8], out: &mut Vec<Self>) -> Result<(), &'static str> {
        let rest = bytes.strip_prefix(HEADER).ok_or("its games are of an older kind, without turns")?;
        let (records, extra) = rest.as_chunks::<{ Self::BYTES }>();
        if !extra.is_empty() {
            return Err("it ends in the middle of a position");
        }
        let known = out.len();
        out.extend(records.iter().map(Self::read));
        if !out[known..].iter().all(Self::is_possible) {
            out.truncate(known);
            return Err("it holds an impossible position");
        }
        Ok(())
    }

    /// Whether the sample can be from a game. Files may be damaged, and fitting relies on sound samples.
    fn is_possible(&self) -> bool {
        let squares = self.pawns.map(Square::from_index);
        // Boards compute paths only for sound positions, so this check comes last.
        self.mover <= 1
            && (-1..=1).contains(&self.result)
            && squares[0] != squares[1]
            && squares.into_iter().all(|square| Grid9x9.shape().has(square))
            && self.walls_fit()
            && self.can_go_on()
    }

    /// Whether no walls overlap or cross, and each came from a stock. Every bit is a slot of the board.
    fn walls_fit(&self) -> bool {
        let Self { horizontal, vertical, left, .. } = *self;
        let on_the_right = (horizontal & !Grid9x9.masks().last_col) << 1;
        let collisions = horizontal & on_the_right | vertical & vertical << 8 | horizontal & vertical;
        let placed = horizontal.count() + vertical.count();
        collisions == 0
            && left.into_iter().all(|left| left <= WALLS)
            && placed + left.map(u32::from).iter().sum::<u32>() == 2 * u32::from(WALLS)
    }

    /// Whether the game is not over, both paths are open and as long as noted, and the turn is legal.
    fn can_go_on(&self) -> bool {
        let board = self.board();
        let lengths = Player::ALL.map(|player| board.distance(player));
        // No turn is legal after the end of a game.
        lengths == self.steps.map(|steps| Some(steps.into()))
            && Move::from_index(self.turn.into()).is_some_and(|turn| board.is_legal(turn))
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
        let wall_bits = |at: usize| {
            let mut eight = [0; 8];
            eight.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(eight)
        };
        Self {
            horizontal: wall_bits(0),
            vertical: wall_bits(8),
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
    use super::super::fit::{FitSettings, fit};
    use super::super::policy::PolicyObjective;
    use super::super::value::ValueObjective;
    use super::*;
    use agon_core::Game;
    use agon_quoridor::Quoridor;

    #[test]
    fn samples_come_back_and_older_or_broken_files_are_refused() {
        let board = Quoridor::<Grid9x9>::default().start();
        let turn = |notation: &str| board.parse_move(notation).unwrap();
        let first = Sample { result: -1, ..Sample::new(&board, [8, 8], -321, turn("e3h")) };
        let samples = [first, Sample::new(&board, [8, 8], 5, turn("e2"))];
        let bytes = Sample::write_all(&samples);
        let mut read = Vec::new();
        Sample::read_all(&bytes, &mut read).unwrap();
        assert_eq!(read, samples);
        assert!(Sample::read_all(&bytes[..bytes.len() - 1], &mut read).unwrap_err().contains("middle"));
        assert!(Sample::read_all(&bytes[HEADER.len()..], &mut read).unwrap_err().contains("older"));
        assert_eq!(read, samples, "what is refused adds nothing");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let start = Quoridor::<Grid9x9>::default().start();
        let fine = Sample::new(&start, [8, 8], 0, start.parse_move("e2").unwrap());
        let square = |col, row| Square::new(col, row).index() as u8;
        let pawn = |col, row| Move::pawn(Square::new(col, row)).index() as u16;
        let [p1, p2] = fine.pawns;
        // Walls are taken from the first stock.
        let walled = |horizontal: u64, vertical: u64| {
            let placed = (horizontal.count() + vertical.count()) as u8;
            Sample { horizontal, vertical, left: [10 - placed, 10], ..fine }
        };
        let refused = [
            ("nobody to move", Sample { mover: 2, ..fine }),
            ("no result", Sample { result: 2, ..fine }),
            ("beside the board", Sample { pawns: [square(9, 0), p2], ..fine }),
            ("above the board", Sample { pawns: [p1, square(4, 9)], ..fine }),
            ("far off the board", Sample { pawns: [0xff, p2], ..fine }),
            ("one square", Sample { pawns: [square(4, 4); 2], steps: [4; 2], turn: pawn(4, 5), ..fine }),
            ("p1 is home", Sample { pawns: [square(0, 8), p2], steps: [0, 8], turn: pawn(0, 7), ..fine }),
            ("p2 is home", Sample { pawns: [p1, square(0, 0)], steps: [8, 0], ..fine }),
            ("lying walls overlap", walled(0b11, 0)),
            ("upright walls overlap", walled(0, 1 << 8 | 1)),
            ("walls cross", walled(1, 1)),
            ("every wall", Sample { horizontal: !0, vertical: !0, ..fine }),
            ("too large a stock", Sample { left: [11, 9], ..fine }),
            ("a wall from nowhere", Sample { horizontal: 1, ..fine }),
            ("a lost wall", Sample { left: [9, 10], ..fine }),
            // Around e1 and f1, which is a way out for nobody.
            ("a closed way", Sample { steps: [0, 8], turn: pawn(5, 0), ..walled(1 << 4, 1 << 3 | 1 << 5) }),
            ("other steps", Sample { steps: [7, 8], ..fine }),
            ("too long a step", Sample { turn: pawn(4, 2), ..fine }),
            ("no turn at all", Sample { turn: u16::MAX, ..fine }),
            ("a wall off the board", Sample { turn: 1 << 8 | pawn(8, 8), ..fine }),
        ];
        for (what, sample) in refused {
            let mut read = vec![fine];
            let error = Sample::read_all(&Sample::write_all(&[fine, sample]), &mut read).unwrap_err();
            assert!(error.contains("impossible"), "{what}: {error}");
            assert_eq!(read, [fine], "{what}");
        }
        // Walls end to end, around the edge of a row, and at a tee collide with nothing.
        let steps = |sample: Sample| {
            let board = sample.board();
            Sample { steps: Player::ALL.map(|player| board.distance(player).unwrap() as u8), ..sample }
        };
        let samples = [walled(0b101, 1 << 9), walled(1 << 8 | 1 << 7, 0), walled(0, 1 << 16 | 1)].map(steps);
        let mut read = Vec::new();
        Sample::read_all(&Sample::write_all(&samples), &mut read).unwrap();
        assert_eq!(read, samples);
    }

    #[test]
    fn everything_that_is_read_can_be_fitted_to() {
        let start = Quoridor::<Grid9x9>::default().start();
        let fine = Sample::new(&start, [8, 8], 0, start.parse_move("e2").unwrap());
        let bytes = Sample::write_all(&[fine]);
        let settings = FitSettings { seed: 1, epochs: 1, rates: [0.01; 2] };
        for at in HEADER.len()..bytes.len() {
            let mut read = Vec::new();
            for value in 0..=u8::MAX {
                let mut changed = bytes.clone();
                changed[at] = value;
                let _ = Sample::read_all(&changed, &mut read);
            }
            assert!(read.contains(&fine), "byte {at}");
            fit(&read, settings, &mut PolicyObjective::default(), &mut |_| {});
            fit(&read, settings, &mut ValueObjective::new(0.5), &mut |_| {});
        }
    }

    #[test]
    fn a_sample_gives_its_position_and_its_mirror_image() {
        let mut board = Quoridor::<Grid9x9>::default().start();
        for turn in ["e2", "d7h", "b3v", "e8"] {
            board.play_unchecked(board.parse_move(turn).unwrap());
        }
        for (notation, mirror) in [("d2", "f2"), ("a5h", "h5h"), ("g1v", "b1v")] {
            let sample = Sample::new(&board, [7, 8], 40, board.parse_move(notation).unwrap());
            assert_eq!(sample.board(), board);
            let mirrored = sample.mirrored();
            assert_eq!(mirrored.board().to_string(), "e7 / g3 / e2 e8 / 9 9 / 1");
            let turn = Move::from_index(mirrored.turn.into()).unwrap();
            assert_eq!(turn.to_string(), mirror);
            assert_eq!(mirrored.mirrored(), sample);
        }
    }
}
