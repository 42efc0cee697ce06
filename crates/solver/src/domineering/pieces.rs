use agon_cgt::Value;

use super::region::Region;
use super::simple::Sum;
use super::values::Values;

/// Exact values of pieces and the simple games below them.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    values: Values,
    /// By value; nothing until needed.
    sums: Vec<Option<Sum>>,
}

impl Pieces {
    /// The exact value of a region.
    pub(crate) fn value(&mut self, region: &Region) -> Value {
        // Pieces are small, so there is no limit to reach.
        self.values.value(region).unwrap_or_else(|| self.values.games().zero())
    }

    /// The sum of simple games that is not greater than a region.
    pub(crate) fn below(&mut self, region: &Region) -> Sum {
        region.parts().iter().fold(Sum::default(), |sum, part| {
            let value = self.value(part);
            sum.plus(self.sum(value))
        })
    }

    /// The simple game that is not greater than a value.
    #[inline]
    pub(crate) fn sum(&mut self, value: Value) -> Sum {
        match self.sums.get(value.index()) {
            Some(&Some(sum)) => sum,
            _ => self.find(value),
        }
    }

    #[cold]
    fn find(&mut self, value: Value) -> Sum {
        let sum = Sum::below(self.values.games(), value);
        if self.sums.len() <= value.index() {
            self.sums.resize(self.values.games().count(), None);
        }
        self.sums[value.index()] = Some(sum);
        sum
    }

    /// Whether Left wins all these values together, beside what is simple in `total`, which
    /// includes the simple games below them.
    ///
    /// Looks so many moves ahead; `false` if that does not show it.
    pub(crate) fn win(&mut self, list: &mut [Value], total: Sum, starts: bool, depth: u32) -> bool {
        if total.wins(starts) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        if starts { self.any_move_wins(list, total, depth) } else { self.all_moves_lose(list, total, depth) }
    }

    fn any_move_wins(&mut self, list: &mut [Value], total: Sum, depth: u32) -> bool {
        for index in 0..list.len() {
            let value = list[index];
            let rest = total.less(self.sum(value));
            for number in 0..self.values.games().left(value).len() {
                let option = self.values.games().left(value)[number];
                list[index] = option;
                let sum = rest.plus(self.sum(option));
                if self.win(list, sum, false, depth - 1) {
                    list[index] = value;
                    return true;
                }
            }
            list[index] = value;
        }
        false
    }

    fn all_moves_lose(&mut self, list: &mut [Value], total: Sum, depth: u32) -> bool {
        // A move of Right in a number makes it greater, so it is no better than none at all.
        if !self.win(list, total, true, depth - 1) {
            return false;
        }
        for index in 0..list.len() {
            let value = list[index];
            let rest = total.less(self.sum(value));
            for number in 0..self.values.games().right(value).len() {
                let option = self.values.games().right(value)[number];
                list[index] = option;
                let sum = rest.plus(self.sum(option));
                if !self.win(list, sum, true, depth - 1) {
                    list[index] = value;
                    return false;
                }
            }
            list[index] = value;
        }
        true
    }
}
