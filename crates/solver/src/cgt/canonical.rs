//! Comparison of values, and reduction to canonical form.

use crate::cgt::{Games, Value};

/// A game of canonical options that need not be in canonical form itself.
struct RawGame<'a> {
    left: &'a [Value],
    right: &'a [Value],
}

impl Games {
    /// Whether one value is less than or equal to another: Left, moving second, wins the difference.
    pub fn at_most(&mut self, one: Value, other: Value) -> bool {
        if one == other {
            return true;
        }
        let (low, high) = (self.form(one), self.form(other));
        if let (Some(low), Some(high)) = (low.number, high.number) {
            return low <= high;
        }
        // The stops decide most comparisons.
        if low.left_stop < high.right_stop {
            return true;
        }
        if low.left_stop > high.left_stop || low.right_stop > high.right_stop {
            return false;
        }
        if let Some(&known) = self.orders.get(&(one.0, other.0)) {
            return known;
        }
        let answer = !self.any_left(one, |games, option| games.at_most(other, option))
            && !self.any_right(other, |games, option| games.at_most(option, one));
        self.orders.insert((one.0, other.0), answer);
        answer
    }

    /// Whether something holds for one of Left's options.
    fn any_left(&mut self, value: Value, mut holds: impl FnMut(&mut Self, Value) -> bool) -> bool {
        (0..self.left(value).len()).any(|index| holds(self, self.left(value)[index]))
    }

    /// Whether something holds for one of Right's options.
    fn any_right(&mut self, value: Value, mut holds: impl FnMut(&mut Self, Value) -> bool) -> bool {
        (0..self.right(value).len()).any(|index| holds(self, self.right(value)[index]))
    }

    /// The value of the game with these options of Left and Right.
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Value {
        let mut left = left.to_vec();
        let mut right = right.to_vec();
        loop {
            self.keep_best(&mut left, true);
            self.keep_best(&mut right, false);
            // Replacing reversible options does not change the value, so both sides can be compared with the
            // same form.
            let raw = RawGame { left: &left, right: &right };
            let new_left = self.bypass(&raw, true);
            let new_right = self.bypass(&raw, false);
            if new_left.is_none() && new_right.is_none() {
                left.sort_unstable();
                right.sort_unstable();
                return self.intern(&left, &right);
            }
            left = new_left.unwrap_or(left);
            right = new_right.unwrap_or(right);
        }
    }

    /// Drops dominated options.
    fn keep_best(&mut self, options: &mut Vec<Value>, is_left: bool) {
        options.sort_unstable();
        options.dedup();
        let mut kept: Vec<Value> = Vec::with_capacity(options.len());
        for &option in options.iter() {
            let worse = |games: &mut Self, a, b| if is_left { games.at_most(a, b) } else { games.at_most(b, a) };
            if kept.iter().any(|&other| worse(self, option, other)) {
                continue;
            }
            kept.retain(|&other| !worse(self, other, option));
            kept.push(option);
        }
        *options = kept;
    }

    /// Replaces every reversible option by the options behind it; nothing if no option is reversible.
    fn bypass(&mut self, raw: &RawGame, is_left: bool) -> Option<Vec<Value>> {
        let options = if is_left { raw.left } else { raw.right };
        let mut changed = false;
        let mut out = Vec::with_capacity(options.len());
        for &option in options {
            match self.reversing(raw, option, is_left) {
                Some(answer) => {
                    changed = true;
                    out.extend(if is_left { self.left(answer) } else { self.right(answer) });
                }
                None => out.push(option),
            }
        }
        changed.then_some(out)
    }

    /// The answer that reverses an option: it leaves the opponent at least as well off as before the option.
    fn reversing(&mut self, raw: &RawGame, option: Value, is_left: bool) -> Option<Value> {
        let mut found = None;
        if is_left {
            self.any_right(option, |games, answer| {
                found = games.raw_at_least(raw, answer).then_some(answer);
                found.is_some()
            });
        } else {
            self.any_left(option, |games, answer| {
                found = games.raw_at_most(raw, answer).then_some(answer);
                found.is_some()
            });
        }
        found
    }

    /// Whether `raw >= value`.
    fn raw_at_least(&mut self, raw: &RawGame, value: Value) -> bool {
        if raw.right.iter().any(|&option| self.at_most(option, value)) {
            return false;
        }
        !self.any_left(value, |games, option| games.raw_at_most(raw, option))
    }

    /// Whether `raw <= value`.
    fn raw_at_most(&mut self, raw: &RawGame, value: Value) -> bool {
        if raw.left.iter().any(|&option| self.at_most(value, option)) {
            return false;
        }
        !self.any_right(value, |games, option| games.raw_at_least(raw, option))
    }
}
