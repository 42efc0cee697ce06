//! Both sides bearing off with few checkers left: exactly who wins.

use std::sync::LazyLock;

use agon_tavli::Dice;

use super::home::{Home, ways};

/// Each side has at most so many checkers left.
pub(crate) const MOST: usize = 6;

/// The chance of the side on roll to win, both playing perfectly, for every pair of boards.
pub(crate) struct Both {
    side: usize,
    chances: Vec<f32>,
}

/// The table, computed when it is first asked for.
pub(crate) static BOTH: LazyLock<Both> = LazyLock::new(|| Both::compute(MOST));

impl Both {
    /// The chance of the side on roll to win; nothing if there are too many checkers for the table.
    pub(crate) fn win(&self, roller: Home, other: Home) -> Option<f32> {
        let (roller, other) = (roller.number(), other.number());
        (roller < self.side && other < self.side).then(|| self.chances[roller * self.side + other])
    }

    /// The table for at most so many checkers a side.
    pub(crate) fn compute(most: usize) -> Self {
        let side = ways(most);
        let ends: Vec<Vec<Vec<u16>>> = (0..side).map(|number| ends(Home::from_number(number))).collect();
        let mut both = Self { side, chances: vec![0.0; side * side] };
        // With none left the game is over: whoever is on roll has lost. Each pair needs only pairs
        // with a lower board, so the pairs are done by their higher one.
        for high in 1..side {
            both.chances[high * side] = 0.0;
            both.chances[high] = 1.0;
        }
        for high in 1..side {
            for low in 1..=high {
                both.fill(&ends, high, low);
                both.fill(&ends, low, high);
            }
        }
        both
    }

    fn fill(&mut self, ends: &[Vec<Vec<u16>>], roller: usize, other: usize) {
        let replies = &self.chances[other * self.side..(other + 1) * self.side];
        let mut sum = 0.0;
        for (roll, ends) in Dice::ALL.iter().zip(&ends[roller]) {
            let worst = ends.iter().map(|&end| replies[usize::from(end)]).fold(1.0, f32::min);
            sum += roll.weight() as f32 * (1.0 - worst);
        }
        self.chances[roller * self.side + other] = sum / 36.0;
    }
}

/// Every board each roll can lead to.
fn ends(home: Home) -> Vec<Vec<u16>> {
    let step = |boards: Vec<Home>, die: u8| -> Vec<Home> {
        let all = boards.into_iter().flat_map(|board| {
            // The last checker may go before the dice are used up.
            let rest = (board.checkers() == 0).then_some(board);
            board.after_die(usize::from(die)).chain(rest)
        });
        let mut all: Vec<Home> = all.collect();
        all.sort_by_key(|board| board.number());
        all.dedup();
        all
    };
    let orders = |roll: Dice| {
        let (high, low) = (roll.high(), roll.low());
        if roll.is_double() { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] }
    };
    let of_roll = |roll: Dice| {
        let played = orders(roll).into_iter().flat_map(|dice| dice.into_iter().fold(vec![home], step));
        let mut numbers: Vec<u16> = played.map(|board| board.number() as u16).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    Dice::ALL.into_iter().map(of_roll).collect()
}
