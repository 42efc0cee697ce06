//! The one-sided bear-off database: how many rolls a side needs.

use std::sync::LazyLock;

use agon_tavli::Dice;

use super::home_board::{BOARDS, HomeBoard};

/// The distribution of a number of rolls: `chances[0]` is the chance of `first` rolls, and so on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RollDistribution<'a> {
    pub(crate) first: usize,
    pub(crate) chances: &'a [f32],
}

/// Smaller chances at the end of a distribution are left out.
const NEGLIGIBLE: f32 = 1e-8;
/// The most rolls: a roll has at least three pips, a home board at most ninety.
const MAX_ROLLS: usize = 32;

/// For every home board: the rolls until all checkers are off, played to need the fewest on average, and the rolls until
/// the first of fifteen is off.
pub(crate) struct OneSided {
    off: Distributions,
    first: Distributions,
}

#[derive(Default)]
struct Distributions {
    /// The start of each: its index in `chances`, and the number of rolls of its first entry.
    starts: Vec<(u32, u8)>,
    chances: Vec<f32>,
    means: Vec<f32>,
}

impl Distributions {
    fn push(&mut self, chances: &[f32; MAX_ROLLS]) {
        let first = chances.iter().position(|&chance| chance > 0.0).unwrap_or(0);
        let end = chances.iter().rposition(|&chance| chance > NEGLIGIBLE).map_or(first + 1, |last| last + 1);
        self.starts.push((self.chances.len() as u32, first as u8));
        self.chances.extend_from_slice(&chances[first..end]);
        self.means.push(chances.iter().enumerate().map(|(rolls, chance)| rolls as f32 * chance).sum());
    }

    fn get(&self, at: usize) -> RollDistribution<'_> {
        let (start, first) = self.starts[at];
        let end = self.starts.get(at + 1).map_or(self.chances.len(), |next| next.0 as usize);
        RollDistribution { first: usize::from(first), chances: &self.chances[start as usize..end] }
    }

    /// Adds the distribution at an index, one roll later, to a sum.
    fn add_later(&self, sum: &mut [f32; MAX_ROLLS], share: f32, at: usize) {
        let RollDistribution { first, chances } = self.get(at);
        for (slot, chance) in sum[(first + 1).min(MAX_ROLLS)..].iter_mut().zip(chances) {
            *slot += share * chance;
        }
    }
}

/// The database, computed at its first use.
pub(crate) static ONE_SIDED: LazyLock<OneSided> = LazyLock::new(OneSided::compute);

impl OneSided {
    /// The rolls until all checkers are off.
    pub(crate) fn off(&self, home: HomeBoard) -> RollDistribution<'_> {
        self.off.get(home.number())
    }

    /// The rolls until the first checker of fifteen is off; 0 with fewer.
    pub(crate) fn first(&self, home: HomeBoard) -> RollDistribution<'_> {
        // Only boards with fifteen checkers are stored; they have the highest numbers.
        match home.number().checked_sub(super::home_board::board_count(14)) {
            Some(at) => self.first.get(at),
            None => RollDistribution { first: 0, chances: &[1.0] },
        }
    }

    fn compute() -> Self {
        let mut done = [0.0; MAX_ROLLS];
        done[0] = 1.0;
        let mut off = Distributions::default();
        off.push(&done);
        off.compute(1, 0);
        // With one checker off, no more rolls are needed.
        let mut first = Distributions::default();
        let fourteen = super::home_board::board_count(14);
        for _ in 0..fourteen {
            first.push(&done);
        }
        first.compute(fourteen, 0);
        first.remove(fourteen);
        Self { off, first }
    }
}

/// The best boards that one, two and three equal dice lead to, by die.
type BestBoards = [[u16; 6]; 3];

impl Distributions {
    /// Computes the boards from a number on. Those below are known and lead to `end`.
    fn compute(&mut self, from: usize, end: u16) {
        let mut best: Vec<BestBoards> = vec![[[end; 6]; 3]; BOARDS];
        for number in from..BOARDS {
            let home = HomeBoard::from_number(number);
            let after: [Vec<usize>; 6] =
                std::array::from_fn(|die| home.after_die(die + 1).map(HomeBoard::number).collect());
            let mut sum = [0.0; MAX_ROLLS];
            for roll in Dice::ALL {
                let (high, low) = (usize::from(roll.high()) - 1, usize::from(roll.low()) - 1);
                let one = self.least(after[high].iter().map(|&at| best[at][if high == low { 2 } else { 0 }][low]));
                let other = self.least(after[low].iter().map(|&at| best[at][0][high]));
                let reached = if high == low || self.mean(one) <= self.mean(other) { one } else { other };
                self.add_later(&mut sum, roll.weight() as f32 / 36.0, usize::from(reached));
            }
            for die in 0..6 {
                let own = self.least(after[die].iter().map(|&at| at as u16));
                let two = self.least(after[die].iter().map(|&at| best[at][0][die]));
                let three = self.least(after[die].iter().map(|&at| best[at][1][die]));
                for (slot, reached) in best[number].iter_mut().zip([own, two, three]) {
                    slot[die] = reached;
                }
            }
            self.push(&sum);
        }
    }

    fn mean(&self, at: u16) -> f32 {
        self.means[usize::from(at)]
    }

    /// The board that needs the fewest rolls on average.
    fn least(&self, boards: impl Iterator<Item = u16>) -> u16 {
        boards.min_by(|a, b| self.mean(*a).total_cmp(&self.mean(*b))).unwrap_or(0)
    }

    /// Removes the boards below a number.
    fn remove(&mut self, below: usize) {
        let gone = self.starts[below].0;
        self.starts.drain(..below);
        self.means.drain(..below);
        self.chances.drain(..gone as usize);
        for start in &mut self.starts {
            start.0 -= gone;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one() {
        for number in 0..BOARDS {
            let home = HomeBoard::from_number(number);
            for rolls in [ONE_SIDED.off(home), ONE_SIDED.first(home)] {
                let sum: f32 = rolls.chances.iter().sum();
                assert!((sum - 1.0).abs() < 1e-5, "{home:?} {sum}");
            }
        }
    }

    /// Facts that can be counted by hand or are known from every book on the bear-off.
    #[test]
    fn known_boards_take_known_rolls() {
        let off_in_one = |home| {
            let rolls = ONE_SIDED.off(HomeBoard(home));
            if rolls.first == 1 { rolls.chances[0] * 36.0 } else { 0.0 }
        };
        // Two on the ace point go with any roll, three only with a double.
        assert!((off_in_one([0, 0, 0, 0, 0, 2]) - 36.0).abs() < 1e-3);
        let three = ONE_SIDED.off(HomeBoard([0, 0, 0, 0, 0, 3]));
        assert!((three.chances[0] - 6.0 / 36.0).abs() < 1e-6);
        // One checker each on the six and the ace point: 15 rolls of 36 with a six and any other,
        // or 22, 33, 44, 55 (11 leaves the six point).
        assert!((off_in_one([1, 0, 0, 0, 0, 1]) - 15.0).abs() < 1e-3);
        // Two on the two point: all but those with an ace, of which 11 takes both off.
        assert!((off_in_one([0, 0, 0, 0, 2, 0]) - 26.0).abs() < 1e-3);
        assert!((off_in_one([1, 0, 0, 0, 0, 0]) - 27.0).abs() < 1e-3);
        assert!((off_in_one([2, 0, 0, 0, 0, 0]) - 4.0).abs() < 1e-3);
        // The first of fifteen on the six point goes with any six, 51, 42, 33 and 22.
        let first = ONE_SIDED.first(HomeBoard([15, 0, 0, 0, 0, 0]));
        assert_eq!((first.first, (first.chances[0] * 36.0).round()), (1, 17.0));
        assert_eq!(ONE_SIDED.first(HomeBoard([14, 0, 0, 0, 0, 0])).first, 0);
    }
}
