/// Numbers that are handled together.
pub const LANE: usize = 8;

/// Eight numbers, aligned for the widest registers that are used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Lane(pub(crate) [f32; LANE]);

impl Lane {
    /// `self += scale * other`, rounded once.
    #[expect(clippy::inline_always, reason = "must be compiled into functions with other target features")]
    // By index: iterators are not always inlined there.
    #[inline(always)]
    pub(crate) fn add_scaled(&mut self, scale: f32, other: &Self) {
        for k in 0..LANE {
            self.0[k] = scale.mul_add(other.0[k], self.0[k]);
        }
    }
}

/// How many lanes hold so many numbers.
pub(crate) const fn lanes(numbers: usize) -> usize {
    numbers.div_ceil(LANE)
}

/// One input that is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// Which input.
    pub index: u16,
    /// Its value, or how much it changed.
    pub value: f32,
}

impl Input {
    /// An input with its value.
    #[inline]
    pub const fn new(index: u16, value: f32) -> Self {
        Self { index, value }
    }
}

/// The number at a place of a row of lanes.
#[inline]
pub(crate) fn number(row: &[Lane], at: usize) -> f32 {
    row[at / LANE].0[at % LANE]
}
