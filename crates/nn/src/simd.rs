//! Vectors and inputs.

/// The lanes of a vector.
pub(crate) const LANES: usize = 8;

/// A vector of eight numbers, aligned for AVX registers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct F32x8(pub(crate) [f32; LANES]);

impl F32x8 {
    /// `self += scale * other`, rounded once.
    #[expect(clippy::inline_always, reason = "must be compiled into functions with other target features")]
    // By index: iterators are not always inlined there.
    #[inline(always)]
    pub(crate) fn add_scaled(&mut self, scale: f32, other: &Self) {
        for k in 0..LANES {
            self.0[k] = scale.mul_add(other.0[k], self.0[k]);
        }
    }
}

/// The number of vectors that hold this many numbers.
pub(crate) const fn vectors(numbers: usize) -> usize {
    numbers.div_ceil(LANES)
}

/// One input that is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// The number of the input.
    pub index: u16,
    /// Its value.
    pub value: f32,
}

impl Input {
    /// An input with its value.
    #[inline]
    pub const fn new(index: u16, value: f32) -> Self {
        Self { index, value }
    }
}

/// One number of a row of vectors.
#[inline]
pub(crate) fn element(row: &[F32x8], at: usize) -> f32 {
    row[at / LANES].0[at % LANES]
}
