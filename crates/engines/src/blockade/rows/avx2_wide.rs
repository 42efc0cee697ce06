#![allow(unsafe_code, reason = "vector instructions; the sets of the rules are compared in the tests")]

use std::arch::x86_64::{
    __m256i, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi32, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256, _mm256_slli_epi32,
    _mm256_srli_epi32, _mm256_testc_si256, _mm256_testz_si256, _mm256_xor_si256,
};
use std::array::from_fn;
use std::mem::transmute;

use agon_blockade::{Square, SquareSet};

use crate::blockade::planes::{BitPlane, BoardPlane};

/// Twenty-four rows of thirty-two squares, eight rows in each word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideRows([__m256i; 3]);

impl WideRows {
    #[inline]
    fn words(self) -> [u64; 12] {
        // SAFETY: both types are 96 bytes in which every pattern is a value.
        unsafe { transmute(self.0) }
    }

    #[inline]
    fn by_word(self, change: impl Fn(__m256i) -> __m256i) -> Self {
        Self(self.0.map(change))
    }

    #[inline]
    fn with(self, other: Self, join: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Self(from_fn(|at| join(self.0[at], other.0[at])))
    }

    #[inline]
    fn any(self) -> __m256i {
        let [first, second, third] = self.0;
        // SAFETY: this module is only compiled for machines with AVX2.
        unsafe { _mm256_or_si256(_mm256_or_si256(first, second), third) }
    }
}

impl PartialEq for WideRows {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // SAFETY: this module is only compiled for machines with AVX2.
        self.with(*other, |a, b| unsafe { _mm256_xor_si256(a, b) }).is_empty()
    }
}

impl BitPlane for WideRows {
    #[inline]
    fn empty() -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        Self([unsafe { _mm256_setzero_si256() }; 3])
    }

    #[inline]
    fn of(square: Square) -> Self {
        let (row, col) = (i32::from(square.row()), 1u32 << (square.col() & 31));
        // SAFETY: this module is only compiled for machines with AVX2.
        Self(from_fn(|word| unsafe {
            let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let lane = _mm256_cmpeq_epi32(numbers, _mm256_set1_epi32(row - 8 * word as i32));
            _mm256_and_si256(lane, _mm256_set1_epi32(col as i32))
        }))
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        self.with(other, |a, b| unsafe { _mm256_or_si256(a, b) })
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        self.with(other, |a, b| unsafe { _mm256_and_si256(a, b) })
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        self.with(other, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }

    #[inline]
    fn left(self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        self.by_word(|word| unsafe { _mm256_srli_epi32::<1>(word) })
    }

    #[inline]
    fn right(self) -> Self {
        // SAFETY: this module is only compiled for machines with AVX2.
        self.by_word(|word| unsafe { _mm256_slli_epi32::<1>(word) })
    }

    #[inline]
    fn up(self) -> Self {
        let [first, second, third] = self.0;
        // SAFETY: this module is only compiled for machines with AVX2.
        let shift =
            |here, next| unsafe { _mm256_alignr_epi8::<4>(_mm256_permute2x128_si256::<0x21>(here, next), here) };
        // SAFETY: this module is only compiled for machines with AVX2.
        let nothing = unsafe { _mm256_setzero_si256() };
        Self([shift(first, second), shift(second, third), shift(third, nothing)])
    }

    #[inline]
    fn down(self) -> Self {
        let [first, second, third] = self.0;
        // SAFETY: this module is only compiled for machines with AVX2.
        let shift =
            |before, here| unsafe { _mm256_alignr_epi8::<12>(here, _mm256_permute2x128_si256::<0x21>(before, here)) };
        // SAFETY: this module is only compiled for machines with AVX2.
        let nothing = unsafe { _mm256_setzero_si256() };
        Self([shift(nothing, first), shift(first, second), shift(second, third)])
    }

    #[inline]
    fn is_empty(self) -> bool {
        let any = self.any();
        // SAFETY: this module is only compiled for machines with AVX2.
        unsafe { _mm256_testz_si256(any, any) == 1 }
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    #[inline]
    fn covers(self, other: Self) -> bool {
        // SAFETY: this module is only compiled for machines with AVX2.
        self.0.iter().zip(other.0).all(|(&mine, its)| unsafe { _mm256_testc_si256(mine, its) == 1 })
    }

    #[inline]
    fn count(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }
}

impl BoardPlane<11, 32> for WideRows {
    #[inline]
    fn from_squares(squares: SquareSet<11, 32>) -> Self {
        let mut words = [0u64; 12];
        words[..11].copy_from_slice(squares.words());
        // SAFETY: both types are 96 bytes in which every pattern is a value.
        Self(unsafe { transmute::<[u64; 12], [__m256i; 3]>(words) })
    }

    #[inline]
    fn squares(self) -> SquareSet<11, 32> {
        let words = self.words();
        SquareSet::from_words(from_fn(|at| words[at]))
    }
}
