use std::collections::BTreeSet;

use crate::cgt::hash::FastMap;
use crate::cgt::{Games, Value};

use crate::domineering::board::{Region, SmallRegion, WideRegion};
use crate::domineering::pieces::{PieceTable, RegionValues, SHIPPED, SwitchSum};

/// Cached values of pieces, with their lower bounds as switch sums.
#[derive(Debug, Default)]
pub(crate) struct PieceValues {
    values: RegionValues,
    /// Lower bounds by value, computed when needed.
    sums: Vec<Option<SwitchSum>>,
    /// Options by value, listed when needed.
    moves: Vec<Option<ValueOptions>>,
    /// The options of all values in `moves`.
    options: Vec<PieceOption>,
    /// The shipped pieces of more than [`MAX_CELLS`] cells, read when needed.
    large: Option<FastMap<u64, Value>>,
    /// Records the connected pieces that are looked up, if set.
    pub(crate) requested: Option<BTreeSet<SmallRegion>>,
}

/// Largest piece of more than two rows whose value is computed; values of larger pieces prove more but take too long.
const MAX_CELLS: u32 = 18;

/// Smallest piece for which the shipped table is read, which takes a millisecond or two; smaller ones are computed
/// quickly.
const MIN_CELLS_FOR_TABLE: u32 = 14;

/// An option of a value, with its lower bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceOption {
    value: Value,
    pub(crate) sum: SwitchSum,
}

/// Where the options of a value are listed, and its lower bound.
#[derive(Clone, Copy, Debug)]
struct ValueOptions {
    sum: SwitchSum,
    start: u32,
    /// End of the first options: those of Left that may gain over the lower bound.
    gains: u32,
    /// End of all options of Left.
    left: u32,
    /// End of Right's options, which come last.
    end: u32,
}

impl PieceValues {
    /// The exact value of a region.
    pub(crate) fn value(&mut self, region: &Region) -> Value {
        if let Some(requested) = &mut self.requested {
            requested.extend(region.parts().iter().filter_map(SmallRegion::of).map(SmallRegion::normalized));
        } else if self.large.is_none() && region.count() >= MIN_CELLS_FOR_TABLE {
            self.read();
        }
        // There is no limit.
        self.values.value(region).unwrap_or_else(|| self.values.games().zero())
    }

    /// The value of a normalized small connected region.
    pub(crate) fn small_region(&mut self, small_region: SmallRegion) -> Value {
        self.values.small_region(small_region).unwrap_or_else(|| self.values.games().zero())
    }

    pub(crate) fn games(&mut self) -> &mut Games {
        self.values.games()
    }

    /// The exact value of a connected region, unless it is large and not in the shipped table.
    pub(crate) fn joined(&mut self, region: &Region) -> Option<Value> {
        // Boards are cut into bands of two rows, so these values are always needed.
        let is_small = region.count() <= MAX_CELLS || region.rows().iter().filter(|&&row| row != 0).count() <= 2;
        if is_small || self.requested.is_some() {
            return Some(self.value(region));
        }
        if self.large.is_none() {
            self.read();
        }
        // Other cached values do not count: the result must not depend on earlier searches.
        self.large.as_ref()?.get(&SmallRegion::of(region)?.normalized().0).copied()
    }

    #[cold]
    fn read(&mut self) {
        let large = self.large.insert(FastMap::default());
        let Some(shipped) = PieceTable::read(SHIPPED, self.values.games()) else { return };
        let uses_learned_order = |small_region: SmallRegion| small_region.0.count_ones() > MAX_CELLS;
        large.extend(
            shipped
                .pieces
                .iter()
                .filter(|piece| uses_learned_order(piece.0))
                .map(|&(small_region, value)| (small_region.0, value)),
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

    /// A switch sum that is not greater than the value of a region: the sum of the bounds of its parts.
    pub(crate) fn lower_bound(&mut self, region: &Region) -> SwitchSum {
        let mut sum = SwitchSum::default();
        let Some(mut rest) = WideRegion::of(region) else {
            return region.parts().iter().fold(sum, |sum, part| {
                let value = self.value(part);
                sum.plus(self.sum(value))
            });
        };
        while let Some(part) = rest.split_off() {
            if let Some(requested) = &mut self.requested {
                requested.extend(part.small_region().map(SmallRegion::normalized));
            } else if self.large.is_none() && part.count() >= MIN_CELLS_FOR_TABLE {
                self.read();
            }
            let value = self.values.wide(part).unwrap_or_else(|| self.values.games().zero());
            sum = sum.plus(self.sum(value));
        }
        sum
    }

    /// The lower bound of a value.
    #[inline]
    pub(crate) fn sum(&mut self, value: Value) -> SwitchSum {
        match self.sums.get(value.index()) {
            Some(&Some(sum)) => sum,
            _ => self.find(value),
        }
    }

    #[cold]
    fn find(&mut self, value: Value) -> SwitchSum {
        let sum = SwitchSum::lower_bound(self.values.games(), value);
        if self.sums.len() <= value.index() {
            self.sums.resize(self.values.games().count(), None);
        }
        self.sums[value.index()] = Some(sum);
        sum
    }

    #[inline]
    fn moves(&mut self, value: Value) -> ValueOptions {
        match self.moves.get(value.index()) {
            Some(&Some(moves)) => moves,
            _ => self.find_moves(value),
        }
    }

    #[cold]
    fn find_moves(&mut self, value: Value) -> ValueOptions {
        let sum = self.sum(value);
        let start = self.options.len();
        let mut others = Vec::new();
        for option in self.values.games().left(value).to_vec() {
            let choice = PieceOption { value: option, sum: self.sum(option) };
            if sum.may_gain(choice.sum) { self.options.push(choice) } else { others.push(choice) }
        }
        let gains = self.options.len();
        self.options.append(&mut others);
        let left = self.options.len();
        for option in self.values.games().right(value).to_vec() {
            let choice = PieceOption { value: option, sum: self.sum(option) };
            self.options.push(choice);
        }
        // Memory ends before 2^32 options.
        let [start, gains, left, end] = [start, gains, left, self.options.len()].map(|index| index as u32);
        let moves = ValueOptions { sum, start, gains, left, end };
        if self.moves.len() <= value.index() {
            self.moves.resize(self.values.games().count(), None);
        }
        self.moves[value.index()] = Some(moves);
        moves
    }

    /// The options with which Left may gain more than with a move in the lower bound.
    #[inline]
    pub(crate) fn gains(&mut self, value: Value) -> &[PieceOption] {
        let moves = self.moves(value);
        &self.options[moves.start as usize..moves.gains as usize]
    }

    /// Whether a search of `depth` plies proves that Left wins a sum of values; `false` if it does not.
    ///
    /// `total` is the lower bound of the whole sum. Numbers can be left out of the list.
    pub(crate) fn left_wins(&mut self, list: &mut [Value], total: SwitchSum, starts: bool, depth: u32) -> bool {
        if total.left_wins(starts) {
            return true;
        }
        match (depth, starts) {
            (0, _) => false,
            (1, true) => self.any_gain_wins(list, total),
            (_, true) => self.any_move_wins(list, total, depth),
            (_, false) => self.all_moves_lose(list, total, depth),
        }
    }

    /// Only moves that gain over the lower bounds can win where the bounds do not.
    fn any_gain_wins(&mut self, list: &[Value], total: SwitchSum) -> bool {
        list.iter().any(|&value| {
            let rest = total.minus(self.moves(value).sum);
            self.gains(value).iter().any(|choice| rest.plus(choice.sum).left_wins(false))
        })
    }

    fn any_move_wins(&mut self, list: &mut [Value], total: SwitchSum, depth: u32) -> bool {
        for index in 0..list.len() {
            let value = list[index];
            let moves = self.moves(value);
            let rest = total.minus(moves.sum);
            for number in moves.start..moves.left {
                let option = self.options[number as usize];
                list[index] = option.value;
                if self.left_wins(list, rest.plus(option.sum), false, depth - 1) {
                    list[index] = value;
                    return true;
                }
            }
            list[index] = value;
        }
        false
    }

    fn all_moves_lose(&mut self, list: &mut [Value], total: SwitchSum, depth: u32) -> bool {
        // Right loses by moving in a number, so passing stands for all such moves.
        if !self.left_wins(list, total, true, depth - 1) {
            return false;
        }
        for index in 0..list.len() {
            let value = list[index];
            let moves = self.moves(value);
            let rest = total.minus(moves.sum);
            for number in moves.left..moves.end {
                let option = self.options[number as usize];
                list[index] = option.value;
                if !self.left_wins(list, rest.plus(option.sum), true, depth - 1) {
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

    /// With a depth of one ply, options that are not among the gains never win.
    #[test]
    fn gains_are_all_that_a_first_move_needs() {
        let mut pieces = PieceValues::default();
        let mut rng = Rng::new(3);
        let mut won = 0;
        for _ in 0..4000 {
            let mut list = [0; 3].map(|_| {
                let rows = [0; 4].map(|_| (rng.below(16) | rng.below(16)) as u16);
                pieces.value(&Region::from_rows(rows))
            });
            let number =
                SwitchSum { mean: rng.below(64) as i32 - 32, temperatures: u64::from(rng.below(2)) << rng.below(20) };
            let total = list.iter().fold(number, |sum, &value| sum.plus(pieces.sum(value)));
            if total.left_wins(true) {
                continue;
            }
            let gained = pieces.left_wins(&mut list, total, true, 1);
            assert_eq!(gained, pieces.any_move_wins(&mut list, total, 1), "{list:?} {number:?}");
            won += u32::from(gained);
        }
        assert!(won > 20, "{won}");
    }
}
