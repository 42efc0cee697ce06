//! One side bearing off by itself: in how many rolls it is done.

use std::sync::LazyLock;

use agon_tavli::Dice;

use super::home::{ALL, Home};

/// Chances of needing so many rolls: `chances[0]` that it takes `first` rolls, and so on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rolls<'a> {
    pub(crate) first: usize,
    pub(crate) chances: &'a [f32],
}

/// Smaller chances of lasting longer are left out.
const NEGLIGIBLE: f32 = 1e-8;
/// Nobody needs more rolls than this: a roll has at least three pips, a home board at most ninety.
const LONGEST: usize = 32;

/// For every way of standing at home: the rolls until all checkers are off, played to need the
/// fewest on average, and the rolls until the first of fifteen is off.
pub(crate) struct Alone {
    off: Distributions,
    first: Distributions,
}

#[derive(Default)]
struct Distributions {
    /// Where each begins: place in `chances`, and rolls of its first entry.
    starts: Vec<(u32, u8)>,
    chances: Vec<f32>,
    means: Vec<f32>,
}

impl Distributions {
    fn push(&mut self, chances: &[f32; LONGEST]) {
        let first = chances.iter().position(|&chance| chance > 0.0).unwrap_or(0);
        let end = chances.iter().rposition(|&chance| chance > NEGLIGIBLE).map_or(first + 1, |last| last + 1);
        self.starts.push((self.chances.len() as u32, first as u8));
        self.chances.extend_from_slice(&chances[first..end]);
        self.means.push(chances.iter().enumerate().map(|(rolls, chance)| rolls as f32 * chance).sum());
    }

    fn get(&self, at: usize) -> Rolls<'_> {
        let (start, first) = self.starts[at];
        let end = self.starts.get(at + 1).map_or(self.chances.len(), |next| next.0 as usize);
        Rolls { first: usize::from(first), chances: &self.chances[start as usize..end] }
    }

    /// One roll more than the distribution at a place, into a sum.
    fn add_later(&self, sum: &mut [f32; LONGEST], share: f32, at: usize) {
        let Rolls { first, chances } = self.get(at);
        for (slot, chance) in sum[(first + 1).min(LONGEST)..].iter_mut().zip(chances) {
            *slot += share * chance;
        }
    }
}

/// The table, computed when it is first asked for.
pub(crate) static ALONE: LazyLock<Alone> = LazyLock::new(Alone::compute);

impl Alone {
    /// Rolls until all checkers are off.
    pub(crate) fn off(&self, home: Home) -> Rolls<'_> {
        self.off.get(home.number())
    }

    /// Rolls until the first checker of fifteen is off; of fewer, one is off already.
    pub(crate) fn first(&self, home: Home) -> Rolls<'_> {
        // Only boards with all fifteen are listed, and they are the last.
        match home.number().checked_sub(super::home::ways(14)) {
            Some(at) => self.first.get(at),
            None => Rolls { first: 0, chances: &[1.0] },
        }
    }

    fn compute() -> Self {
        let mut done = [0.0; LONGEST];
        done[0] = 1.0;
        let mut off = Distributions::default();
        off.push(&done);
        off.compute(1, 0);
        // With one checker off there is nothing left to do.
        let mut first = Distributions::default();
        let fourteen = super::home::ways(14);
        for _ in 0..fourteen {
            first.push(&done);
        }
        first.compute(fourteen, 0);
        first.forget(fourteen);
        Self { off, first }
    }
}

/// Where to go from a board: the best that one, two and three equal dice lead to.
type Best = [[u16; 6]; 3];

impl Distributions {
    /// Goes through the boards from a number on; what is below is known and leads to `end`.
    fn compute(&mut self, from: usize, end: u16) {
        let mut best: Vec<Best> = vec![[[end; 6]; 3]; ALL];
        for number in from..ALL {
            let home = Home::from_number(number);
            let after: [Vec<usize>; 6] =
                std::array::from_fn(|die| home.after_die(die + 1).map(Home::number).collect());
            let mut sum = [0.0; LONGEST];
            for roll in Dice::ALL {
                let (high, low) = (usize::from(roll.high()) - 1, usize::from(roll.low()) - 1);
                let one =
                    self.least(after[high].iter().map(|&at| best[at][if high == low { 2 } else { 0 }][low]));
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

    /// The board from which the fewest rolls are needed on average.
    fn least(&self, boards: impl Iterator<Item = u16>) -> u16 {
        boards.min_by(|a, b| self.mean(*a).total_cmp(&self.mean(*b))).unwrap_or(0)
    }

    /// Leaves out the boards below a number.
    fn forget(&mut self, below: usize) {
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
        for number in 0..ALL {
            let home = Home::from_number(number);
            for rolls in [ALONE.off(home), ALONE.first(home)] {
                let sum: f32 = rolls.chances.iter().sum();
                assert!((sum - 1.0).abs() < 1e-5, "{home:?} {sum}");
            }
        }
    }

    /// Facts that can be counted by hand or are known from every book on the bear-off.
    #[test]
    fn known_boards_take_known_rolls() {
        let off_in_one = |home| {
            let rolls = ALONE.off(Home(home));
            if rolls.first == 1 { rolls.chances[0] * 36.0 } else { 0.0 }
        };
        // Two on the ace point go with any roll, three only with a double.
        assert!((off_in_one([0, 0, 0, 0, 0, 2]) - 36.0).abs() < 1e-3);
        let three = ALONE.off(Home([0, 0, 0, 0, 0, 3]));
        assert!((three.chances[0] - 6.0 / 36.0).abs() < 1e-6);
        // One checker each on the six and the ace point: 15 rolls of 36 with a six and any other,
        // or 22, 33, 44, 55 (11 leaves the six point).
        assert!((off_in_one([1, 0, 0, 0, 0, 1]) - 15.0).abs() < 1e-3);
        // Two on the two point: all but those with an ace, of which 11 takes both off.
        assert!((off_in_one([0, 0, 0, 0, 2, 0]) - 26.0).abs() < 1e-3);
        assert!((off_in_one([1, 0, 0, 0, 0, 0]) - 27.0).abs() < 1e-3);
        assert!((off_in_one([2, 0, 0, 0, 0, 0]) - 4.0).abs() < 1e-3);
        // The first of fifteen on the six point goes with any six, 51, 42, 33 and 22.
        let first = ALONE.first(Home([15, 0, 0, 0, 0, 0]));
        assert_eq!((first.first, (first.chances[0] * 36.0).round()), (1, 17.0));
        assert_eq!(ALONE.first(Home([14, 0, 0, 0, 0, 0])).first, 0);
    }
}
