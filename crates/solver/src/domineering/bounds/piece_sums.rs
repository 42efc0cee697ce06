use crate::cgt::Value;

use crate::domineering::board::{Frame, Region};
use crate::domineering::bounds::MAX_ROWS;
use crate::domineering::pieces::{PieceValues, SwitchSum};
use agon_core::bits::UintBits;

/// Most pieces of a board.
const MAX_PIECES: usize = 48;

/// Most pairs of pieces that may be joined.
const MAX_PAIRS: usize = 96;

/// Most replies to a move that are tried.
const MAX_REPLIES: usize = 64;

/// Entries of the piece cache, as powers of two: at first, and at most.
const INITIAL_CACHE_BITS: u32 = 12;
const MAX_CACHE_BITS: u32 = 18;

/// By how much the sum may miss a win, in sixteenths, for a look-ahead.
const LOOKAHEAD_MARGIN: i32 = 16;

/// Plies of the look-ahead if the owner starts.
const LOOKAHEAD_PLIES: u32 = 5;

/// Most cells of a joined piece; values of the largest ones come from the shipped table only.
const MAX_CELLS: u32 = 20;

/// A mean, in sixteenths, at which pieces are never joined.
const NEVER_JOIN_MEAN: i32 = -10_000;

/// Cuts bands into connected pieces and joins pieces again where that gains and the exact value is cheap enough.
#[derive(Debug)]
pub(crate) struct PieceSums<B> {
    frame: Frame<B>,
    /// A cache of pieces by the hash of their cells.
    cache: Vec<PackedPiece<B>>,
    cache_bits: u32,
    /// Pieces entered since the cache grew.
    entered: usize,
    /// The pieces of the last board.
    list: [Piece<B>; MAX_PIECES],
    count: usize,
    /// By row: index of the first piece that begins in it.
    starts: [u8; MAX_ROWS + 1],
    total: SwitchSum,
    /// Pairs of pieces that lie above one another.
    pairs: [PiecePair; MAX_PAIRS],
    pair_count: usize,
}

/// Two pieces of which one lies above the other.
#[derive(Clone, Copy, Debug, Default)]
struct PiecePair {
    one: u8,
    other: u8,
    /// The gain of the mean from joining them.
    gain: i32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Piece<B> {
    cells: B,
    value: Value,
    sum: SwitchSum,
}

/// A piece in as few bytes as possible: most of the time goes into cache misses here.
#[derive(Clone, Copy, Debug, Default)]
struct PackedPiece<B> {
    cells: B,
    value: Value,
    /// Mean of its lower bound, in sixteenths.
    mean: i16,
    /// One more than the temperature of its lower bound; 0 for a number.
    hottest: u8,
}

impl<B: UintBits> PackedPiece<B> {
    fn new(piece: Piece<B>) -> Self {
        let Piece { cells, value, sum } = piece;
        let hottest = sum.temperatures.checked_ilog2().map_or(0, |temperature| temperature as u8 + 1);
        // A piece has at most 32 cells, each of a value below one move, so the mean fits.
        Self { cells, value, mean: sum.mean as i16, hottest }
    }

    #[inline]
    fn piece(self) -> Piece<B> {
        let sum = SwitchSum { mean: i32::from(self.mean), temperatures: 1 << self.hottest >> 1 };
        Piece { cells: self.cells, value: self.value, sum }
    }
}

/// Left's gaining moves in a list of pieces: the piece, and the change of the sum.
struct Replies {
    list: [(u8, SwitchSum); MAX_REPLIES],
    count: usize,
}

impl Replies {
    fn of<B: UintBits>(list: &[Piece<B>], pieces: &mut PieceValues) -> Self {
        let mut replies = Self { list: [(0, SwitchSum::default()); MAX_REPLIES], count: 0 };
        for (index, piece) in (0u8..).zip(list) {
            for choice in pieces.gains(piece.value) {
                if replies.count < MAX_REPLIES {
                    replies.list[replies.count] = (index, choice.sum.minus(piece.sum));
                    replies.count += 1;
                }
            }
        }
        replies
    }

    /// Whether Left wins with a move in another piece than `but`.
    fn win(&self, total: SwitchSum, but: usize) -> bool {
        let replies = &self.list[..self.count];
        replies.iter().any(|&(index, change)| usize::from(index) != but && total.plus(change).left_wins(false))
    }
}

impl<B: UintBits> PieceSums<B> {
    pub(crate) fn new(frame: Frame<B>) -> Self {
        Self {
            frame,
            cache: vec![PackedPiece::default(); 1 << INITIAL_CACHE_BITS],
            cache_bits: INITIAL_CACHE_BITS,
            entered: 0,
            list: [Piece::default(); MAX_PIECES],
            count: 0,
            starts: [0; MAX_ROWS + 1],
            total: SwitchSum::default(),
            pairs: [PiecePair::default(); MAX_PAIRS],
            pair_count: 0,
        }
    }

    /// Whether the owner wins, by a sum of joined pieces. `lower` are the cells that go with the row below them.
    pub(crate) fn proves_win(&mut self, free: B, lower: B, starts: bool, pieces: &mut PieceValues) -> bool {
        if !self.cut(free, lower, pieces) {
            return false;
        }
        if self.total.left_wins(starts) {
            return true;
        }
        self.pair_up(pieces);
        while let Some(pair) = self.best_pair() {
            self.join(pair, pieces);
            if self.total.left_wins(starts) {
                return true;
            }
        }
        self.proves_win_by_lookahead(starts, pieces)
    }

    /// Whether a search of the sum a few plies deep proves that the owner wins.
    fn proves_win_by_lookahead(&self, starts: bool, pieces: &mut PieceValues) -> bool {
        if self.total.stop(starts) <= -LOOKAHEAD_MARGIN {
            return false;
        }
        let mut hot = [(0, Value::default()); MAX_PIECES];
        let mut count = 0;
        for piece in &self.list[..self.count] {
            if !pieces.is_number(piece.value) {
                hot[count] = (-piece.sum.temperature(), piece.value);
                count += 1;
            }
        }
        // Hottest first: the best moves are found there.
        hot[..count].sort_unstable();
        let mut values = [Value::default(); MAX_PIECES];
        for (value, &(_, hot)) in values.iter_mut().zip(&hot[..count]) {
            *value = hot;
        }
        pieces.left_wins(&mut values[..count], self.total, starts, LOOKAHEAD_PLIES + u32::from(!starts))
    }

    /// Drops the last board.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Lists the pieces before any is joined; `false` if there are too many.
    fn cut(&mut self, free: B, lower: B, pieces: &mut PieceValues) -> bool {
        self.count = 0;
        self.total = SwitchSum::default();
        let (frame, staying, going_down) = (self.frame, free & !lower, free & lower);
        // Cells of the row that go with the row below, but have no cell below them.
        let mut alone = 0;
        for row in 0..frame.rows {
            self.starts[row as usize] = self.count as u8;
            let above = if row + 1 < frame.rows { frame.row(going_down, row + 1) } else { 0 };
            let mut rest = [frame.row(staying, row), above];
            while rest[0] | alone != 0 {
                if self.count == MAX_PIECES {
                    self.count = 0;
                    return false;
                }
                let part = if alone.trailing_zeros() < rest[0].trailing_zeros() {
                    let run = first_run(alone);
                    alone &= !run;
                    [run, 0]
                } else {
                    split_off(&mut rest)
                };
                let [low, high] = part.map(B::from);
                let piece = self.piece((low | high << frame.cols) << (row * frame.cols), pieces);
                self.total = self.total.plus(piece.sum);
                self.list[self.count] = piece;
                self.count += 1;
            }
            alone = rest[1];
        }
        self.starts[frame.rows as usize] = self.count as u8;
        true
    }

    /// Of the opponent's moves (left cells), those after which the same cut does not prove a win of the owner.
    ///
    /// As runs are never cut, a move changes a single piece.
    pub(crate) fn unrefuted(&mut self, mut places: B, pieces: &mut PieceValues) -> B {
        let mut left = places;
        let replies = Replies::of(&self.list[..self.count], pieces);
        for index in 0..self.count {
            let Piece { cells, sum, .. } = self.list[index];
            let mut here = places & cells;
            places &= !here;
            while !here.is_empty() {
                let place = B::bit(here.lowest());
                here = here.without_lowest();
                let after = self.piece(cells & !(place | place << 1), pieces);
                let total = self.total.minus(sum).plus(after.sum);
                let wins = total.left_wins(true)
                    || replies.win(total, index)
                    || pieces.left_wins(&mut [after.value], total, true, 1);
                if wins {
                    left &= !place;
                }
            }
        }
        left
    }

    /// Lists the pairs of pieces that lie above one another: a piece of two rows touches only pieces that begin in the next
    /// two rows.
    fn pair_up(&mut self, pieces: &mut PieceValues) {
        self.pair_count = 0;
        let rows = self.frame.rows as usize;
        for row in 0..rows {
            let upper_end = self.starts[rows.min(row + 3)];
            for one in self.starts[row]..self.starts[row + 1] {
                let Piece { cells, .. } = self.list[usize::from(one)];
                let above = cells << self.frame.cols;
                for other in self.starts[row + 1]..upper_end {
                    let upper = self.list[usize::from(other)].cells;
                    let is_pair = !(above & upper).is_empty() && (cells | upper).count() <= MAX_CELLS;
                    if is_pair && self.pair_count < MAX_PAIRS {
                        self.pairs[self.pair_count] = PiecePair { one, other, gain: 0 };
                        self.pair_count += 1;
                    }
                }
            }
        }
        // A separate loop, so that the cache misses of the lookups overlap.
        for index in 0..self.pair_count {
            self.pairs[index].gain = self.gain(self.pairs[index], pieces);
        }
    }

    /// The gain of the mean from joining two pieces.
    #[inline]
    fn gain(&mut self, pair: PiecePair, pieces: &mut PieceValues) -> i32 {
        let [lower, upper] = [pair.one, pair.other].map(|index| self.list[usize::from(index)]);
        self.piece(lower.cells | upper.cells, pieces).sum.mean - lower.sum.mean - upper.sum.mean
    }

    /// The pair that gains most from being joined, if any gains.
    #[inline]
    fn best_pair(&self) -> Option<PiecePair> {
        let mut best = PiecePair::default();
        for &pair in &self.pairs[..self.pair_count] {
            if pair.gain > best.gain {
                best = pair;
            }
        }
        (best.gain > 0).then_some(best)
    }

    /// Joins two pieces in the place of the first; the second becomes empty.
    fn join(&mut self, PiecePair { one, other, .. }: PiecePair, pieces: &mut PieceValues) {
        let [lower, upper] = [one, other].map(|index| self.list[usize::from(index)]);
        let joined = self.piece(lower.cells | upper.cells, pieces);
        self.total = self.total.minus(lower.sum).minus(upper.sum).plus(joined.sum);
        self.list[usize::from(one)] = joined;
        self.list[usize::from(other)] = Piece::default();
        let is_joined = |index: u8| index == one || index == other;
        let (mut seen, mut kept) = (1u64 << one | 1 << other, 0);
        for index in 0..self.pair_count {
            let mut pair = self.pairs[index];
            if is_joined(pair.one) || is_joined(pair.other) {
                let neighbour = if is_joined(pair.one) { pair.other } else { pair.one };
                let cells = joined.cells | self.list[usize::from(neighbour)].cells;
                if seen >> neighbour & 1 == 1 || cells.count() > MAX_CELLS {
                    continue;
                }
                seen |= 1 << neighbour;
                pair = PiecePair { one, other: neighbour, gain: 0 };
                pair.gain = self.gain(pair, pieces);
            }
            self.pairs[kept] = pair;
            kept += 1;
        }
        self.pair_count = kept;
    }

    /// The piece of these cells.
    #[inline]
    fn piece(&mut self, cells: B, pieces: &mut PieceValues) -> Piece<B> {
        let place = self.place(cells);
        // The empty piece has value 0, as an empty entry says.
        if self.cache[place].cells == cells {
            return self.cache[place].piece();
        }
        self.find(cells, pieces)
    }

    #[inline]
    fn place(&self, cells: B) -> usize {
        let wide = cells.widen();
        let folded = wide as u64 ^ ((wide >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // The upper bits of the product are mixed best.
        let hash = (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (u64::BITS - self.cache_bits)) as usize
    }

    #[cold]
    fn find(&mut self, cells: B, pieces: &mut PieceValues) -> Piece<B> {
        let frame = self.frame;
        let region = Region::from_rows((0..frame.rows).map(|row| frame.row(cells, row) as u16));
        let piece = match pieces.joined(&region) {
            Some(value) => Piece { cells, value, sum: pieces.sum(value) },
            None => Piece { cells, value: Value::default(), sum: SwitchSum { mean: NEVER_JOIN_MEAN, temperatures: 0 } },
        };
        self.entered += 1;
        if self.entered > self.cache.len() / 2 && self.cache_bits < MAX_CACHE_BITS {
            self.grow();
        }
        let place = self.place(cells);
        self.cache[place] = PackedPiece::new(piece);
        piece
    }

    /// Enlarges the cache: it starts small, so that short searches start at once.
    fn grow(&mut self) {
        self.cache_bits += 2;
        self.entered = 0;
        let old = std::mem::replace(&mut self.cache, vec![PackedPiece::default(); 1 << self.cache_bits]);
        for piece in old {
            let place = self.place(piece.cells);
            self.cache[place] = piece;
        }
    }
}

/// Removes and returns the connected part of two rows with the first cell of the lower row.
#[inline]
fn split_off(rows: &mut [u32; 2]) -> [u32; 2] {
    let mut part = [first_run(rows[0]), 0];
    loop {
        let above = touched(rows[1], part[0]);
        if above == part[1] {
            break;
        }
        part[1] = above;
        let below = touched(rows[0], above);
        if below == part[0] {
            break;
        }
        part[0] = below;
    }
    *rows = [rows[0] & !part[0], rows[1] & !part[1]];
    part
}

/// The first run of adjacent cells of a row.
#[inline]
fn first_run(row: u32) -> u32 {
    row & !(row + (row & row.wrapping_neg()))
}

/// The runs of a row of at most sixteen cells that share a cell with `others`.
#[inline]
fn touched(row: u32, others: u32) -> u32 {
    let met = row & others;
    // Towards higher columns, the carry of an addition runs through to the end of a run.
    let mut found = row & !(row + met) | met;
    let mut runs = row;
    for step in [1, 2, 4, 8] {
        found |= runs & found >> step;
        runs &= runs >> step;
    }
    found
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::*;

    /// The slow reference is [`Region`].
    #[test]
    fn parts_of_two_rows_are_those_of_a_region() {
        let mut rng = Rng::new(19);
        for _ in 0..5000 {
            let mut row = || rng.below(1 << 16) | rng.below(1 << 16);
            let mut rows = [row(), row()];
            let mut region = Region::from_rows(rows.map(|row| row as u16));
            while rows[0] != 0 {
                let part = region.split_off().map(|part| [part.rows()[0], part.rows()[1]].map(u32::from));
                assert_eq!(Some(split_off(&mut rows)), part);
            }
        }
    }
}
