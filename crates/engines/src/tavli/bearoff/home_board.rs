//! Numbers for the positions of a home board.

use agon_tavli::{Place, Side};

/// Points of a home board.
pub(crate) const POINTS: usize = 6;
/// The number of home boards with up to 15 checkers.
pub(crate) const BOARDS: usize = 54_264;

/// The checkers in a home board, from its farthest point (six pips) to its nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HomeBoard(pub(crate) [u8; POINTS]);

/// Binomial coefficients: `CHOOSE[n][k]`.
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

/// The number of home boards with up to this many checkers.
pub(crate) const fn board_count(checkers: usize) -> usize {
    CHOOSE[checkers + POINTS][POINTS] as usize
}

impl HomeBoard {
    /// The home board of a side that has no checker elsewhere.
    pub(crate) fn of(side: &Side) -> Self {
        Self(std::array::from_fn(|at| side.count(Place::new(19 + at as u8))))
    }

    /// The board's number, few checkers first. Every turn leads to a lower number.
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

    /// The boards that one die can lead to; none without checkers.
    pub(crate) fn after_die(self, die: usize) -> impl Iterator<Item = Self> {
        let rear = self.0.iter().position(|&count| count > 0).unwrap_or(POINTS);
        (rear..POINTS).filter_map(move |from| {
            let mut next = self.0;
            next[from] = next[from].checked_sub(1)?;
            match (from + die).cmp(&POINTS) {
                std::cmp::Ordering::Less => next[from + die] += 1,
                std::cmp::Ordering::Equal => {}
                // A die that is too high bears off only from the rearmost point.
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
        assert_eq!((board_count(0), board_count(6), board_count(15)), (1, 924, BOARDS));
        let mut most = 0;
        for number in 0..BOARDS {
            let home = HomeBoard::from_number(number);
            assert_eq!(home.number(), number);
            // Few checkers come first, so the database of fewer checkers is a prefix.
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
