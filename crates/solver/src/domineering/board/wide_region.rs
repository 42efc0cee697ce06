use crate::domineering::board::small_region::moves_in_a_word;
use crate::domineering::board::{Region, SmallRegion};

/// A region of at most eight rows and sixteen columns in one word, two bytes for each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WideRegion(pub(crate) u128);

const ROWS: usize = 8;
const FIRST_COLUMN: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;
const LAST_COLUMN: u128 = FIRST_COLUMN << 15;

moves_in_a_word!(WideRegion, u128, 16);

impl WideRegion {
    /// The region, if it has few enough rows when moved to the corner.
    pub(crate) fn of(region: &Region) -> Option<Self> {
        let rows = region.rows();
        let first = rows.iter().position(|&row| row != 0).unwrap_or(0);
        if rows.iter().skip(first + ROWS).any(|&row| row != 0) {
            return None;
        }
        let rows = rows[first..].iter().take(ROWS);
        Some(Self((0..).zip(rows).fold(0, |cells, (row, &bits)| cells | u128::from(bits) << (16 * row))))
    }

    /// The same region in a smaller word, if it has at most eight columns.
    pub(crate) fn small_region(self) -> Option<SmallRegion> {
        let Self(cells) = self.at_corner();
        if cells & (FIRST_COLUMN * 0xff00) != 0 {
            return None;
        }
        let bytes = |half: u64| {
            let half = (half | half >> 8) & 0x0000_ffff_0000_ffff;
            (half | half >> 16) & 0xffff_ffff
        };
        Some(SmallRegion(bytes(cells as u64) | bytes((cells >> 64) as u64) << 32))
    }

    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The region moved to the first row and column.
    #[inline]
    fn at_corner(self) -> Self {
        if self.0 == 0 {
            return self;
        }
        let cells = self.0 >> (self.0.trailing_zeros() & !15);
        let columns = cells as u64 | (cells >> 64) as u64;
        let columns = columns | columns >> 32;
        let columns = columns | columns >> 16;
        Self(cells >> (columns & 0xffff).trailing_zeros())
    }

    #[inline]
    fn upside_down(self) -> Self {
        let bytes = self.0.swap_bytes();
        Self(bytes >> 8 & (FIRST_COLUMN * 0xff) | (bytes & (FIRST_COLUMN * 0xff)) << 8)
    }

    /// The region turned by 180 degrees.
    #[inline]
    fn turned(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// The least of the region and its mirror images, moved to the corner; they all have the same value.
    pub(crate) fn normalized(self) -> Self {
        let turned = self.turned();
        let images = [self, turned, self.upside_down(), turned.upside_down()].map(Self::at_corner);
        images[0].min(images[1]).min(images[2]).min(images[3])
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Player, Rng};

    use super::*;

    /// The slow reference is [`Region`].
    #[test]
    fn wide_patches_do_what_regions_do() {
        let mut rng = Rng::new(10);
        let wide = |region: &Region| WideRegion::of(region).unwrap().at_corner();
        for _ in 0..2000 {
            let mut word = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let cells = word() & word() | word() & word() & word();
            let rows: [u16; ROWS] = std::array::from_fn(|row| (cells >> (16 * row)) as u16);
            let region = Region::from_rows(rows).at_corner();
            let mut fast = wide(&region);
            assert_eq!((fast.count(), fast.small_region()), (region.count(), SmallRegion::of(&region)));
            for (upright, player) in [(true, Player::P1), (false, Player::P2)] {
                let left: Vec<WideRegion> = fast.after_moves(upright).map(WideRegion::at_corner).collect();
                let slow: Vec<WideRegion> = region.after_moves(player).map(|left| wide(&left)).collect();
                assert_eq!(left, slow);
            }
            for part in region.parts() {
                let found = fast.split_off().unwrap();
                assert_eq!((found.at_corner(), found.small_region()), (wide(&part), SmallRegion::of(&part)));
                let images = [found, found.turned(), found.upside_down(), found.turned().upside_down()];
                assert!(images.iter().all(|image| image.normalized() == found.normalized()));
                assert!(images.iter().any(|image| image.at_corner() == wide(&part.normalized())));
            }
            assert_eq!(fast.split_off(), None);
        }
        assert_eq!(WideRegion::of(&Region::from_rows([1; 9])), None);
    }
}
