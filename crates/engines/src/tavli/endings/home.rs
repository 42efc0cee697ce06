//! Numbers for the ways in which checkers can stand in a home board.

use agon_tavli::{Place, Side};

/// Points of a home board.
pub(crate) const POINTS: usize = 6;
/// Ways in which up to 15 checkers can stand there.
pub(crate) const ALL: usize = 54_264;

/// Checkers in a home board, from its farthest point (six pips) to its nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Home(pub(crate) [u8; POINTS]);

/// `CHOOSE[n][k]`: ways to choose `k` out of `n`.
const CHOOSE: [[u32; POINTS + 1]; 22] = {
    let mut choose = [[0; POINTS + 1]; 22];
    let mut n = 0;
    while n < 22 {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= POINTS && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Ways in which up to so many checkers can stand in a home board.
pub(crate) const fn ways(checkers: usize) -> usize {
    CHOOSE[checkers + POINTS][POINTS] as usize
}

impl Home {
    /// The home board of a side that has no checker elsewhere.
    pub(crate) fn of(side: &Side) -> Self {
        Self(std::array::from_fn(|at| side.count(Place::new(19 + at as u8))))
    }

    /// Its number among all ways, few checkers first. Every turn leads to a lower number.
    pub(crate) fn number(self) -> usize {
        let mut reach = 0;
        let mut number = 0;
        for (at, &count) in self.0.iter().enumerate() {
            reach += usize::from(count);
            number += CHOOSE[reach + at][at + 1];
        }
        number as usize
    }

    /// The home board with a number.
    pub(crate) fn from_number(number: usize) -> Self {
        let mut rest = number as u32;
        let mut reach = [0; POINTS];
        for at in (0..POINTS).rev() {
            let mut n = at;
            while CHOOSE[n + 1][at + 1] <= rest {
                n += 1;
            }
            rest -= CHOOSE[n][at + 1];
            reach[at] = n - at;
        }
        Self(std::array::from_fn(|at| (reach[at] - if at == 0 { 0 } else { reach[at - 1] }) as u8))
    }

    pub(crate) fn checkers(self) -> u8 {
        self.0.iter().sum()
    }

    /// Every board that one die can lead to; without checkers there is none.
    pub(crate) fn after_die(self, die: usize) -> impl Iterator<Item = Self> {
        let rear = self.0.iter().position(|&count| count > 0).unwrap_or(POINTS);
        (rear..POINTS).filter_map(move |from| {
            let mut next = self.0;
            next[from] = next[from].checked_sub(1)?;
            match (from + die).cmp(&POINTS) {
                std::cmp::Ordering::Less => next[from + die] += 1,
                std::cmp::Ordering::Equal => {}
                // A die that is too high takes only the rearmost.
                std::cmp::Ordering::Greater if from == rear => {}
                std::cmp::Ordering::Greater => return None,
            }
            Some(Self(next))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_boards_belong_together() {
        assert_eq!((ways(0), ways(6), ways(15)), (1, 924, ALL));
        let mut most = 0;
        for number in 0..ALL {
            let home = Home::from_number(number);
            assert_eq!(home.number(), number);
            // Few checkers come first, so that a part of the numbers is a table of its own.
            assert!(home.checkers() >= most);
            most = home.checkers();
            for die in 1..=6 {
                assert!(home.after_die(die).all(|after| after.number() < number));
                assert!(number == 0 || home.after_die(die).next().is_some());
            }
        }
        assert_eq!(most, 15);
    }
}
