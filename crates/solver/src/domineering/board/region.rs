use agon_core::Player;
use agon_domineering::{Board, CellSet};

/// Largest number of rows or columns of a board.
pub(crate) const MAX_SIDE: usize = 16;

/// A set of free cells: one word for each row, in which bit `col` is the cell of that column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    rows: [u16; MAX_SIDE],
}

impl Region {
    /// The free cells of a board.
    pub fn of<W: CellSet>(board: &Board<W>) -> Self {
        let mut region = Self::default();
        for cell in board.free().cells() {
            let (col, row) = board.column_row(cell);
            region.rows[usize::from(row)] |= 1 << col;
        }
        region
    }

    /// The region with these rows, lowest first; rows beyond the sixteenth are ignored.
    pub fn from_rows(rows: impl IntoIterator<Item = u16>) -> Self {
        let mut region = Self::default();
        for (own, row) in region.rows.iter_mut().zip(rows) {
            *own = row;
        }
        region
    }

    /// An empty board of at most sixteen rows and columns.
    pub fn board(rows: usize, cols: usize) -> Self {
        let row = u16::MAX.checked_shr(MAX_SIDE.saturating_sub(cols) as u32).unwrap_or(0);
        Self::from_rows(std::iter::repeat_n(row, rows))
    }

    /// The rows, lowest first.
    pub fn rows(&self) -> &[u16; MAX_SIDE] {
        &self.rows
    }

    /// Whether the region has no cells.
    pub fn is_empty(&self) -> bool {
        self.rows == [0; MAX_SIDE]
    }

    /// The number of cells.
    pub fn count(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Row and column of each cell.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        (0u32..).zip(self.rows).flat_map(|(row, cells)| cells.cells_of().map(move |col| (row, col)))
    }

    /// The regions after each move of a player.
    pub fn after_moves(&self, player: Player) -> impl Iterator<Item = Self> + use<> {
        let region = *self;
        (0..MAX_SIDE).flat_map(move |row| {
            let places = match player {
                Player::P1 if row + 1 == MAX_SIDE => 0,
                Player::P1 => region.rows[row] & region.rows[row + 1],
                Player::P2 => region.rows[row] & region.rows[row] >> 1,
            };
            places.cells_of().map(move |col| {
                let mut left = region;
                let lower = 1 << col;
                match player {
                    Player::P1 => {
                        left.rows[row] &= !lower;
                        left.rows[row + 1] &= !lower;
                    }
                    Player::P2 => left.rows[row] &= !(lower | lower << 1),
                }
                left
            })
        })
    }

    /// Removes and returns the connected part with the first cell.
    pub fn split_off(&mut self) -> Option<Self> {
        let row = self.rows.iter().position(|&row| row != 0)?;
        let mut part = Self::default();
        part.rows[row] = self.rows[row] & self.rows[row].wrapping_neg();
        loop {
            let before = part;
            for row in 0..MAX_SIDE {
                part.rows[row] |= self.touched(&part, row);
            }
            if part == before {
                break;
            }
        }
        for (row, taken) in self.rows.iter_mut().zip(part.rows) {
            *row &= !taken;
        }
        Some(part)
    }

    /// The cells of a row that are beside, above or below a cell of a part.
    fn touched(&self, part: &Self, row: usize) -> u16 {
        let own = part.rows[row];
        let below = if row > 0 { part.rows[row - 1] } else { 0 };
        let above = part.rows.get(row + 1).copied().unwrap_or(0);
        (own | own << 1 | own >> 1 | below | above) & self.rows[row]
    }

    /// The connected parts with room for a domino, each moved to the corner.
    pub fn parts(mut self) -> Vec<Self> {
        let mut parts = Vec::new();
        while let Some(part) = self.split_off() {
            if part.count() > 1 {
                parts.push(part.at_corner());
            }
        }
        parts
    }

    /// The region moved to the first row and column.
    #[must_use]
    pub fn at_corner(&self) -> Self {
        let all = self.rows.iter().fold(0, |all, row| all | row);
        let skip = self.rows.iter().position(|&row| row != 0).unwrap_or(0);
        let shift = if all == 0 { 0 } else { all.trailing_zeros() };
        Self::from_rows(self.rows[skip..].iter().map(|row| row >> shift))
    }

    /// Height and width of a region at the corner.
    pub fn size(&self) -> (usize, usize) {
        let height = self.rows.iter().rposition(|&row| row != 0).map_or(0, |row| row + 1);
        let all = self.rows.iter().fold(0, |all, row| all | row);
        (height, (u16::BITS - all.leading_zeros()) as usize)
    }

    /// The region with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let column =
            |col: usize| self.rows.iter().enumerate().fold(0, |bits, (row, cells)| bits | (cells >> col & 1) << row);
        Self { rows: std::array::from_fn(column) }
    }

    /// The least of the region and its mirror images, moved to the corner; they all have the same value.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let region = self.at_corner();
        let (height, width) = region.size();
        if height == 0 {
            return region;
        }
        let mirrored = Self { rows: region.rows.map(|row| row.reverse_bits() >> (MAX_SIDE - width)) };
        let upside_down = |region: &Self| {
            let mut turned = *region;
            turned.rows[..height].reverse();
            turned
        };
        region.min(mirrored).min(upside_down(&region)).min(upside_down(&mirrored))
    }
}

/// The numbers of the set bits.
trait CellsOf {
    fn cells_of(self) -> impl Iterator<Item = u32>;
}

impl CellsOf for u16 {
    fn cells_of(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let col = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(col)
        })
    }
}
