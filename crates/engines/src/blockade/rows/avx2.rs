#![allow(unsafe_code, reason = "vector instructions; the tests compare it with the portable version")]

use std::arch::x86_64::{
    __m256i, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi16, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi16, _mm256_setr_epi16, _mm256_setzero_si256,
    _mm256_slli_epi16, _mm256_srli_epi16, _mm256_testc_si256, _mm256_testz_si256, _mm256_xor_si256,
};
use std::mem::transmute;

use agon_blockade::{Square, SquareSet};

use crate::blockade::planes::{BitPlane, BoardPlane};

/// One row of squares in each of sixteen lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows(__m256i);

impl Rows {
    #[inline]
    fn words(self) -> [u64; 4] {
        // SAFETY: both types are 32 bytes in which every pattern is a value.
        unsafe { transmute(self.0) }
    }
}

impl PartialEq for Rows {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // SAFETY: this module is only compiled for machines with AVX2.
        unsafe {
            let differing = _mm256_xor_si256(self.0, other.0);
            _mm256_testz_si256(differing, differing) == 1
        }
    }
}

impl BitPlane for Rows {
    #[inline]
    fn empty() -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe { _mm256_setzero_si256() })
    }

    #[inline]
    fn of(square: Square) -> Self {
        let (row, col) = (i16::from(square.row()), 1u16 << (square.col() & 15));
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe {
            let numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let lane = _mm256_cmpeq_epi16(numbers, _mm256_set1_epi16(row));
            _mm256_and_si256(lane, _mm256_set1_epi16(col as i16))
        })
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline]
    fn left(self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe { _mm256_srli_epi16::<1>(self.0) })
    }

    #[inline]
    fn right(self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe { _mm256_slli_epi16::<1>(self.0) })
    }

    #[inline]
    fn up(self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe {
            // The upper half beside nothing: its first lane follows the last of the lower half.
            let next = _mm256_permute2x128_si256::<0x81>(self.0, self.0);
            _mm256_alignr_epi8::<2>(next, self.0)
        })
    }

    #[inline]
    fn down(self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe {
            let before = _mm256_permute2x128_si256::<0x08>(self.0, self.0);
            _mm256_alignr_epi8::<14>(self.0, before)
        })
    }

    #[inline]
    fn is_empty(self) -> bool {
        // SAFETY: this module is only compiled for machines with AVX2.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        // SAFETY: this module is only compiled for machines with AVX2.
        unsafe { _mm256_testz_si256(self.0, other.0) == 0 }
    }

    #[inline]
    fn covers(self, other: Self) -> bool {
        // SAFETY: this module is only compiled for machines with AVX2.
        unsafe { _mm256_testc_si256(self.0, other.0) == 1 }
    }

    #[inline]
    fn count(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }
}

impl BoardPlane<3, 16> for Rows {
    #[inline]
    fn from_squares(squares: SquareSet<3, 16>) -> Self {
        let [first, second, third] = squares.words().map(|word| word as i64);
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(unsafe { _mm256_set_epi64x(0, third, second, first) })
    }

    #[inline]
    fn squares(self) -> SquareSet<3, 16> {
        let [first, second, third, _] = self.words();
        SquareSet::from_words([first, second, third])
    }
}
