use std::collections::BTreeSet;

use crate::cgt::hash::FastMap;
use crate::cgt::{Games, Value};

use super::patch::Patch;
use super::region::Region;
use super::simple::Sum;
use super::table::{SHIPPED, Shipped};
use super::values::RegionValues;
use super::wide::Wide;

/// Exact values of pieces and the simple games below them.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    values: RegionValues,
    /// By value; nothing until needed.
    sums: Vec<Option<Sum>>,
    /// By value; nothing until needed.
    moves: Vec<Option<Moves>>,
    /// The options of all values in `moves`, side by side.
    options: Vec<Choice>,
    /// The shipped pieces of more than [`MOST_CELLS`] cells; nothing until needed.
    large: Option<FastMap<u64, Value>>,
    /// The connected pieces that were asked for, if anyone wants to know.
    pub(crate) asked: Option<BTreeSet<Patch>>,
}

/// Most cells of a piece of more than two rows that is worked out: more prove more, but cost more
/// to know.
const MOST_CELLS: u32 = 18;

/// Smaller pieces are quickly worked out; the shipped ones are read when a larger one is met, for
/// that takes a millisecond or two.
const READ_FROM: u32 = 14;

/// An option and the simple game below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    value: Value,
    pub(crate) sum: Sum,
}

/// Where the options of a value are, and the simple game below it.
#[derive(Clone, Copy, Debug)]
struct Moves {
    sum: Sum,
    start: u32,
    /// Left's options that may be better than what the simple game has: these come first.
    gains: u32,
    left: u32,
    /// Right's options come last.
    end: u32,
}

impl Pieces {
    /// The exact value of a region.
    pub(crate) fn value(&mut self, region: &Region) -> Value {
        if let Some(asked) = &mut self.asked {
            asked.extend(region.parts().iter().filter_map(Patch::of).map(Patch::normal));
        } else if self.large.is_none() && region.count() >= READ_FROM {
            self.read();
        }
        // Pieces are small, so there is no limit to reach.
        self.values.value(region).unwrap_or_else(|| self.values.games().zero())
    }

    /// The value of a small connected region in normal position.
    pub(crate) fn patch(&mut self, patch: Patch) -> Value {
        self.values.patch(patch).unwrap_or_else(|| self.values.games().zero())
    }

    pub(crate) fn games(&mut self) -> &mut Games {
        self.values.games()
    }

    /// The exact value of a connected region that was joined of pieces, unless it is large and
    /// not among the shipped ones.
    pub(crate) fn joined(&mut self, region: &Region) -> Option<Value> {
        // Two rows are what every board is cut into: these have to be known anyway.
        let is_small =
            region.count() <= MOST_CELLS || region.rows().iter().filter(|&&row| row != 0).count() <= 2;
        if is_small || self.asked.is_some() {
            return Some(self.value(region));
        }
        if self.large.is_none() {
            self.read();
        }
        // What was worked out by chance must not count, or searches would depend on earlier ones.
        self.large.as_ref()?.get(&Patch::of(region)?.normal().0).copied()
    }

    #[cold]
    fn read(&mut self) {
        let large = self.large.insert(FastMap::default());
        let Some(shipped) = Shipped::read(SHIPPED, self.values.games()) else { return };
        let is_large = |patch: Patch| patch.0.count_ones() > MOST_CELLS;
        large.extend(
            shipped.pieces.iter().filter(|piece| is_large(piece.0)).map(|&(patch, value)| (patch.0, value)),
        );
        self.values.enter(&shipped.pieces);
        self.sums.resize(self.values.games().count(), None);
        for (value, sum) in shipped.forms {
            self.sums[value.index()] = Some(sum);
        }
    }

    /// Whether a value is a number.
    #[inline]
    pub(crate) fn is_number(&mut self, value: Value) -> bool {
        self.values.games().number(value).is_some()
    }

    /// The sum of simple games that is not greater than a region.
    pub(crate) fn below(&mut self, region: &Region) -> Sum {
        let mut sum = Sum::default();
        let Some(mut rest) = Wide::of(region) else {
            return region.parts().iter().fold(sum, |sum, part| {
                let value = self.value(part);
                sum.plus(self.sum(value))
            });
        };
        while let Some(part) = rest.split_off() {
            if let Some(asked) = &mut self.asked {
                asked.extend(part.patch().map(Patch::normal));
            } else if self.large.is_none() && part.count() >= READ_FROM {
                self.read();
            }
            let value = self.values.wide(part).unwrap_or_else(|| self.values.games().zero());
            sum = sum.plus(self.sum(value));
        }
        sum
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

    #[inline]
    fn moves(&mut self, value: Value) -> Moves {
        match self.moves.get(value.index()) {
            Some(&Some(moves)) => moves,
            _ => self.find_moves(value),
        }
    }

    #[cold]
    fn find_moves(&mut self, value: Value) -> Moves {
        let sum = self.sum(value);
        let start = self.options.len();
        let mut others = Vec::new();
        for option in self.values.games().left(value).to_vec() {
            let choice = Choice { value: option, sum: self.sum(option) };
            if sum.may_gain(choice.sum) { self.options.push(choice) } else { others.push(choice) }
        }
        let gains = self.options.len();
        self.options.append(&mut others);
        let left = self.options.len();
        for option in self.values.games().right(value).to_vec() {
            let choice = Choice { value: option, sum: self.sum(option) };
            self.options.push(choice);
        }
        // There is room for four thousand million options nowhere.
        let [start, gains, left, end] = [start, gains, left, self.options.len()].map(|index| index as u32);
        let moves = Moves { sum, start, gains, left, end };
        if self.moves.len() <= value.index() {
            self.moves.resize(self.values.games().count(), None);
        }
        self.moves[value.index()] = Some(moves);
        moves
    }

    /// The options with which Left may gain more than the simple game below the value promises.
    #[inline]
    pub(crate) fn gains(&mut self, value: Value) -> &[Choice] {
        let moves = self.moves(value);
        &self.options[moves.start as usize..moves.gains as usize]
    }

    /// Whether Left wins all these values together, beside what is simple in `total`, which
    /// includes the simple games below them. Numbers need not be in the list.
    ///
    /// Looks so many moves ahead; `false` if that does not show it.
    pub(crate) fn win(&mut self, list: &mut [Value], total: Sum, starts: bool, depth: u32) -> bool {
        if total.wins(starts) {
            return true;
        }
        match (depth, starts) {
            (0, _) => false,
            (1, true) => self.any_gain_wins(list, total),
            (_, true) => self.any_move_wins(list, total, depth),
            (_, false) => self.all_moves_lose(list, total, depth),
        }
    }

    /// A move that only does what the simple games promise anyway is no news.
    fn any_gain_wins(&mut self, list: &[Value], total: Sum) -> bool {
        list.iter().any(|&value| {
            let rest = total.less(self.moves(value).sum);
            self.gains(value).iter().any(|choice| rest.plus(choice.sum).wins(false))
        })
    }

    fn any_move_wins(&mut self, list: &mut [Value], total: Sum, depth: u32) -> bool {
        for index in 0..list.len() {
            let value = list[index];
            let moves = self.moves(value);
            let rest = total.less(moves.sum);
            for number in moves.start..moves.left {
                let option = self.options[number as usize];
                list[index] = option.value;
                if self.win(list, rest.plus(option.sum), false, depth - 1) {
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
            let moves = self.moves(value);
            let rest = total.less(moves.sum);
            for number in moves.left..moves.end {
                let option = self.options[number as usize];
                list[index] = option.value;
                if !self.win(list, rest.plus(option.sum), true, depth - 1) {
                    list[index] = value;
                    return false;
                }
            }
            list[index] = value;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::*;

    /// Looking one move ahead, options that are not among the gains never win.
    #[test]
    fn gains_are_all_that_a_first_move_needs() {
        let mut pieces = Pieces::default();
        let mut rng = Rng::new(3);
        let mut won = 0;
        for _ in 0..4000 {
            let mut list = [0; 3].map(|_| {
                let rows = [0; 4].map(|_| (rng.below(16) | rng.below(16)) as u16);
                pieces.value(&Region::from_rows(rows))
            });
            let number =
                Sum { mean: rng.below(64) as i32 - 32, heat: u64::from(rng.below(2)) << rng.below(20) };
            let total = list.iter().fold(number, |sum, &value| sum.plus(pieces.sum(value)));
            if total.wins(true) {
                continue;
            }
            let gained = pieces.win(&mut list, total, true, 1);
            assert_eq!(gained, pieces.any_move_wins(&mut list, total, 1), "{list:?} {number:?}");
            won += u32::from(gained);
        }
        assert!(won > 20, "{won}");
    }
}
