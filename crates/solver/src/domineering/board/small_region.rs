use crate::domineering::board::Region;

/// A region of at most eight rows and columns in one word, a byte for each row; most pieces are this small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SmallRegion(pub(crate) u64);

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// Implements moves and connected parts of a region in one word with `$columns` bits for each row.
macro_rules! moves_in_a_word {
    ($region:ident, $word:ty, $columns:literal) => {
        impl $region {
            /// The lower cells of vertical dominoes.
            #[inline]
            fn upright(self) -> $word {
                self.0 & self.0 >> $columns
            }

            /// The left cells of horizontal dominoes.
            #[inline]
            fn lying(self) -> $word {
                self.0 & self.0 >> 1 & !LAST_COLUMN
            }

            /// The regions after each vertical, or each horizontal, domino.
            pub(crate) fn after_moves(self, upright: bool) -> impl Iterator<Item = Self> {
                let (mut places, domino) =
                    if upright { (self.upright(), 1 | 1 << $columns) } else { (self.lying(), 0b11) };
                std::iter::from_fn(move || {
                    let place = (places != 0).then(|| places.trailing_zeros())?;
                    places &= places - 1;
                    Some(Self(self.0 & !(domino << place)))
                })
            }

            /// Removes and returns the connected part with the first cell; single cells are dropped.
            pub(crate) fn split_off(&mut self) -> Option<Self> {
                let (upright, lying) = (self.upright(), self.lying());
                // A cell without a neighbour has value 0.
                self.0 &= upright | upright << $columns | lying | lying << 1;
                if self.0 == 0 {
                    return None;
                }
                let mut part = self.0 & self.0.wrapping_neg();
                loop {
                    let beside = (part & !LAST_COLUMN) << 1 | (part & !FIRST_COLUMN) >> 1;
                    let grown = (part | part << $columns | part >> $columns | beside) & self.0;
                    if grown == part {
                        self.0 &= !part;
                        return Some(Self(part));
                    }
                    part = grown;
                }
            }
        }
    };
}
pub(super) use moves_in_a_word;

moves_in_a_word!(SmallRegion, u64, 8);

impl SmallRegion {
    /// The region, if it is small enough when moved to the corner.
    pub(crate) fn of(region: &Region) -> Option<Self> {
        let rows = region.rows();
        let all = rows.iter().fold(0, |all, row| all | row);
        let Some(first) = rows.iter().position(|&row| row != 0) else { return Some(Self(0)) };
        let shift = all.trailing_zeros();
        if all >> shift > 0xff || rows[first..].iter().skip(8).any(|&row| row != 0) {
            return None;
        }
        let rows = rows[first..].iter().take(8);
        Some(Self((0..).zip(rows).fold(0, |cells, (row, &bits)| cells | u64::from(bits >> shift) << (8 * row))))
    }

    /// The region moved to the first row and column.
    #[inline]
    fn at_corner(self) -> Self {
        if self.0 == 0 {
            return self;
        }
        let cells = self.0 >> (self.0.trailing_zeros() & !7);
        let columns = cells | cells >> 32;
        let columns = columns | columns >> 16;
        let columns = columns | columns >> 8;
        Self(cells >> (columns & 0xff).trailing_zeros())
    }

    #[inline]
    fn mirrored(self) -> Self {
        let x = self.0;
        let x = x >> 1 & 0x5555_5555_5555_5555 | (x & 0x5555_5555_5555_5555) << 1;
        let x = x >> 2 & 0x3333_3333_3333_3333 | (x & 0x3333_3333_3333_3333) << 2;
        Self(x >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (x & 0x0f0f_0f0f_0f0f_0f0f) << 4)
    }

    #[inline]
    fn upside_down(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The region with rows and columns exchanged.
    pub(crate) fn transposed(self) -> Self {
        let swap = |x: u64, shift: u32, mask: u64| {
            let moved = (x ^ x >> shift) & mask;
            x ^ moved ^ moved << shift
        };
        let x = swap(self.0, 7, 0x00aa_00aa_00aa_00aa);
        let x = swap(x, 14, 0x0000_cccc_0000_cccc);
        Self(swap(x, 28, 0x0000_0000_f0f0_f0f0))
    }

    /// The least of the region and its mirror images, moved to the corner; they all have the same value.
    pub(crate) fn normalized(self) -> Self {
        let mirrored = self.mirrored();
        let images = [self, mirrored, self.upside_down(), mirrored.upside_down()].map(Self::at_corner);
        images[0].min(images[1]).min(images[2]).min(images[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Player, Rng};

    /// The slow reference is [`Region`].
    #[test]
    fn patches_do_what_regions_do() {
        let mut rng = Rng::new(9);
        let small_region = |region: &Region| SmallRegion::of(region).unwrap();
        for _ in 0..2000 {
            let cells = rng.next_u64() & rng.next_u64() | rng.next_u64() & rng.next_u64() & rng.next_u64();
            let region = Region::from_rows(cells.to_le_bytes().map(u16::from)).at_corner();
            let mut small = small_region(&region);
            assert_eq!(small.transposed().at_corner(), small_region(&region.transposed()));
            for (upright, player) in [(true, Player::P1), (false, Player::P2)] {
                let fast: Vec<SmallRegion> = small.after_moves(upright).map(SmallRegion::at_corner).collect();
                let slow: Vec<SmallRegion> = region.after_moves(player).map(|left| small_region(&left)).collect();
                assert_eq!(fast, slow);
            }
            for part in region.parts() {
                let found = small.split_off().unwrap();
                assert_eq!(found.at_corner(), small_region(&part));
                let mirrored = small_region(&part).mirrored().upside_down();
                assert_eq!(found.normalized(), mirrored.normalized());
            }
            assert_eq!(small.split_off(), None);
        }
    }
}
