use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A dyadic rational: an integer divided by a power of two.
///
/// Exact as long as the numerator fits into 64 bits, which values of games that fit into memory do by far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    /// Odd unless the number is an integer.
    numerator: i64,
    /// The denominator is two to this power.
    exponent: u8,
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Self = Self::integer(0);

    /// An integer.
    pub const fn integer(value: i64) -> Self {
        Self { numerator: value, exponent: 0 }
    }

    /// `numerator / 2^exponent`.
    pub const fn new(mut numerator: i64, mut exponent: u8) -> Self {
        while exponent > 0 && numerator % 2 == 0 {
            numerator /= 2;
            exponent -= 1;
        }
        Self { numerator, exponent }
    }

    /// The numerator in lowest terms.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator in lowest terms is two to this power.
    pub const fn exponent(self) -> u8 {
        self.exponent
    }

    /// Whether the number is an integer.
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The greatest integer that is not greater than the number.
    pub const fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The least integer that is not less than the number.
    pub const fn ceil(self) -> i64 {
        -(-self.numerator >> self.exponent)
    }

    /// Half of the number.
    #[must_use]
    pub const fn half(self) -> Self {
        Self::new(self.numerator, self.exponent + 1)
    }

    /// The nearest floating point number, for drawing.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / f64::from(self.exponent).exp2()
    }

    /// The numerator over a denominator at least as large as its own.
    const fn over(self, exponent: u8) -> i64 {
        self.numerator << (exponent - self.exponent)
    }
}

impl Add for Dyadic {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let exponent = self.exponent.max(other.exponent);
        Self::new(self.over(exponent) + other.over(exponent), exponent)
    }
}

impl Neg for Dyadic {
    type Output = Self;
    fn neg(self) -> Self {
        Self { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Sub for Dyadic {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.over(exponent).cmp(&other.over(exponent))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, 1u64 << exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_exact_and_in_lowest_terms() {
        let half = Dyadic::new(2, 2);
        assert_eq!(half, Dyadic::new(1, 1));
        assert_eq!(half + half, Dyadic::integer(1));
        assert_eq!((half - Dyadic::new(3, 3)).to_string(), "1/8");
        assert!(Dyadic::new(-3, 1) < Dyadic::integer(-1));
        assert_eq!((Dyadic::new(-3, 1).floor(), Dyadic::new(-3, 1).ceil()), (-2, -1));
        assert_eq!((Dyadic::new(5, 2).floor(), Dyadic::new(5, 2).ceil()), (1, 2));
        assert_eq!(Dyadic::integer(0).half(), Dyadic::ZERO);
    }
}
