use std::fmt;

/// Two dice, the higher one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// The 21 distinct rolls, lowest first.
    pub const ALL: [Self; 21] = {
        let mut rolls = [Self { high: 1, low: 1 }; 21];
        let (mut index, mut high) = (0, 1);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                rolls[index] = Self { high, low };
                index += 1;
                low += 1;
            }
            high += 1;
        }
        rolls
    };

    /// A roll from two dice in any order; `None` unless both are 1..=6.
    pub const fn new(one: u8, two: u8) -> Option<Self> {
        if one < 1 || one > 6 || two < 1 || two > 6 {
            return None;
        }
        Some(if one >= two { Self { high: one, low: two } } else { Self { high: two, low: one } })
    }

    /// Reads two digits in any order: `31` or `13`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [one @ b'1'..=b'6', two @ b'1'..=b'6'] => Self::new(one - b'0', two - b'0'),
            _ => None,
        }
    }

    /// The higher die.
    #[inline]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower die.
    #[inline]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show the same number, which is then played four times.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How many of the 36 ordered rolls show these dice.
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The numbers to play: two different ones, or one four times.
    pub fn numbers(self) -> Vec<u8> {
        if self.is_double() { vec![self.high; 4] } else { vec![self.high, self.low] }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

/// The 21 rolls with their weights.
pub(crate) static ROLLS: [(Dice, u32); 21] = {
    let mut rolls = [(Dice::ALL[0], 1); 21];
    let mut index = 0;
    while index < rolls.len() {
        rolls[index] = (Dice::ALL[index], Dice::ALL[index].weight());
        index += 1;
    }
    rolls
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_one_rolls_weigh_thirty_six() {
        assert_eq!(ROLLS.iter().map(|(_, weight)| weight).sum::<u32>(), 36);
        assert!(ROLLS.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(Dice::parse("13"), Dice::parse("31"));
        assert_eq!(Dice::parse("70"), None);
    }
}
