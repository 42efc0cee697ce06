/// The form a counted noun takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plural {
    /// 1 wall; in Serbian also 21, 31.
    One,
    /// The Hebrew dual.
    Two,
    /// The Serbian paucal: 2 zida, 23 zida.
    Few,
    /// All others.
    Other,
}

impl Plural {
    /// The name in the catalogues.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Other => "other",
        }
    }

    pub(crate) const fn one_or_other(n: u64) -> Self {
        if n == 1 { Self::One } else { Self::Other }
    }

    pub(crate) const fn serbian(n: u64) -> Self {
        match (n % 10, n % 100) {
            (_, 11..=14) => Self::Other,
            (1, _) => Self::One,
            (2..=4, _) => Self::Few,
            _ => Self::Other,
        }
    }

    pub(crate) const fn hebrew(n: u64) -> Self {
        match n {
            1 => Self::One,
            2 => Self::Two,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serbian_counts_by_the_last_digits() {
        for (n, form) in [
            (0, Plural::Other),
            (1, Plural::One),
            (2, Plural::Few),
            (4, Plural::Few),
            (5, Plural::Other),
            (11, Plural::Other),
            (12, Plural::Other),
            (14, Plural::Other),
            (21, Plural::One),
            (22, Plural::Few),
            (101, Plural::One),
            (111, Plural::Other),
            (113, Plural::Other),
            (4160, Plural::Other),
            (1003, Plural::Few),
        ] {
            assert_eq!(Plural::serbian(n), form, "{n}");
        }
    }

    #[test]
    fn hebrew_has_a_dual_of_two_alone() {
        assert_eq!(Plural::hebrew(2), Plural::Two);
        assert_eq!(Plural::hebrew(12), Plural::Other);
        assert_eq!(Plural::hebrew(0), Plural::Other);
    }
}
