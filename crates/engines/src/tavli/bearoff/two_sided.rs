//! The two-sided bear-off database: exact winning chances with few checkers left.

use std::sync::LazyLock;

use agon_tavli::Dice;

use super::home_board::{HomeBoard, board_count};

/// The most checkers of each side.
const MAX_CHECKERS: usize = 6;

/// The winning chances of the side on roll with perfect play, for every pair of boards.
pub(crate) struct TwoSided {
    side: usize,
    chances: Vec<f32>,
}

/// The database, computed at its first use.
pub(crate) static TWO_SIDED: LazyLock<TwoSided> = LazyLock::new(|| TwoSided::compute(MAX_CHECKERS));

impl TwoSided {
    /// The winning chance of the side on roll; `None` with too many checkers for the database.
    pub(crate) fn win(&self, roller: HomeBoard, other: HomeBoard) -> Option<f32> {
        let (roller, other) = (roller.number(), other.number());
        (roller < self.side && other < self.side).then(|| self.chances[roller * self.side + other])
    }

    /// Computes the database for at most `checkers` checkers a side.
    pub(crate) fn compute(checkers: usize) -> Self {
        let side = board_count(checkers);
        let ends: Vec<Vec<Vec<u16>>> = (0..side).map(|number| ends(HomeBoard::from_number(number))).collect();
        let mut both = Self { side, chances: vec![0.0; side * side] };
        // If the other side has no checkers left, the side on roll has lost. Each pair needs only pairs with a lower board, so
        // they are computed by their higher one.
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

/// The boards that each roll can lead to.
fn ends(home: HomeBoard) -> Vec<Vec<u16>> {
    let step = |boards: Vec<HomeBoard>, die: u8| -> Vec<HomeBoard> {
        let all = boards.into_iter().flat_map(|board| {
            // The last checker may be off before all dice are used.
            let rest = (board.checkers() == 0).then_some(board);
            board.after_die(usize::from(die)).chain(rest)
        });
        let mut all: Vec<HomeBoard> = all.collect();
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
