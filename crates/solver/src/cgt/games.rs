use std::sync::Arc;

use crate::cgt::hash::FastMap;
use crate::cgt::{Dyadic, Thermograph};

/// A value in a [`Games`] store; equal values of one store compare equal.
///
/// The default is zero, the first value of every store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) u32);

impl Value {
    /// Index of the value in its store, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The outcome class of a game: who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeClass {
    /// Left wins, no matter who starts: the value is positive.
    Left,
    /// Right wins, no matter who starts: the value is negative.
    Right,
    /// The first player wins: the value is confused with zero.
    First,
    /// The second player wins: the value is zero.
    Second,
}

/// A canonical form: its options in ascending order, and properties that are always computed.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) left: Arc<[Value]>,
    pub(crate) right: Arc<[Value]>,
    pub(crate) number: Option<Dyadic>,
    pub(crate) left_stop: Dyadic,
    pub(crate) right_stop: Dyadic,
    pub(crate) birthday: u32,
}

/// Left and right options of a form, shared with it.
type OptionPair = (Arc<[Value]>, Arc<[Value]>);

/// A store of canonical forms: each value is stored once.
#[derive(Clone, Debug)]
pub struct Games {
    pub(crate) forms: Vec<Form>,
    known: FastMap<OptionPair, Value>,
    numbers: FastMap<(i64, u8), Value>,
    sums: FastMap<(u32, u32), Value>,
    negatives: FastMap<u32, Value>,
    pub(crate) orders: FastMap<(u32, u32), bool>,
    pub(crate) thermographs: FastMap<u32, Arc<Thermograph>>,
}

impl Default for Games {
    fn default() -> Self {
        Self::new()
    }
}

impl Games {
    /// A store with the value zero alone.
    pub fn new() -> Self {
        let mut games = Self {
            forms: Vec::new(),
            known: FastMap::default(),
            numbers: FastMap::default(),
            sums: FastMap::default(),
            negatives: FastMap::default(),
            orders: FastMap::default(),
            thermographs: FastMap::default(),
        };
        games.intern(&[], &[]);
        games
    }

    /// The number of values in the store.
    pub fn count(&self) -> usize {
        self.forms.len()
    }

    pub(crate) fn form(&self, value: Value) -> &Form {
        &self.forms[value.0 as usize]
    }

    /// Left's options in the canonical form.
    pub fn left(&self, value: Value) -> &[Value] {
        &self.form(value).left
    }

    /// Right's options in the canonical form.
    pub fn right(&self, value: Value) -> &[Value] {
        &self.form(value).right
    }

    /// The number that the value equals, if any.
    pub fn number(&self, value: Value) -> Option<Dyadic> {
        self.form(value).number
    }

    /// The left stop: the number that perfect play reaches if Left starts.
    pub fn left_stop(&self, value: Value) -> Dyadic {
        self.form(value).left_stop
    }

    /// The right stop: the number that perfect play reaches if Right starts.
    pub fn right_stop(&self, value: Value) -> Dyadic {
        self.form(value).right_stop
    }

    /// The birthday: the height of the canonical game tree.
    pub fn birthday(&self, value: Value) -> u32 {
        self.form(value).birthday
    }

    /// The value 0.
    pub fn zero(&self) -> Value {
        Value(0)
    }

    /// An integer.
    pub fn integer(&mut self, value: i64) -> Value {
        self.dyadic(Dyadic::integer(value))
    }

    /// A number.
    pub fn dyadic(&mut self, number: Dyadic) -> Value {
        let key = (number.numerator(), number.exponent());
        if let Some(&value) = self.numbers.get(&key) {
            return value;
        }
        let value = if number.is_integer() {
            // Counts from zero, so that the depth of recursion does not depend on the number.
            let sign = number.numerator().signum();
            let mut value = self.zero();
            for _ in 0..number.numerator().abs() {
                value = if sign > 0 { self.intern(&[value], &[]) } else { self.intern(&[], &[value]) };
            }
            value
        } else {
            let step = Dyadic::new(1, number.exponent());
            let (below, above) = (self.dyadic(number - step), self.dyadic(number + step));
            self.intern(&[below], &[above])
        };
        self.numbers.insert(key, value);
        value
    }

    /// The nimber `*size`.
    pub fn nimber(&mut self, size: u32) -> Value {
        let mut smaller: Vec<Value> = Vec::new();
        for _ in 0..size {
            let next = self.intern(&smaller, &smaller);
            smaller.push(next);
            smaller.sort_unstable();
        }
        self.intern(&smaller, &smaller)
    }

    /// A multiple of `↑`, or of `↓` if negative.
    pub fn ups(&mut self, count: i32) -> Value {
        let star = self.nimber(1);
        let zero = self.zero();
        let up = self.game(&[zero], &[star]);
        let unit = if count < 0 { self.negative(up) } else { up };
        (0..count.unsigned_abs()).fold(zero, |sum, _| self.sum(sum, unit))
    }

    /// The switch or number `{left | right}` of two numbers.
    pub fn switch(&mut self, left: Dyadic, right: Dyadic) -> Value {
        let (left, right) = (self.dyadic(left), self.dyadic(right));
        self.game(&[left], &[right])
    }

    /// The value of a form that is known to be canonical, with sorted options. Any other form results in a value that equals
    /// no other.
    pub fn intern(&mut self, left: &[Value], right: &[Value]) -> Value {
        debug_assert!(left.is_sorted() && right.is_sorted());
        let key: OptionPair = (left.into(), right.into());
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = Value(u32::try_from(self.forms.len()).expect("memory ends first"));
        let form = self.describe(&key.0, &key.1);
        if let Some(number) = form.number {
            self.numbers.insert((number.numerator(), number.exponent()), value);
        }
        self.forms.push(form);
        self.known.insert(key, value);
        value
    }

    fn describe(&self, left: &Arc<[Value]>, right: &Arc<[Value]>) -> Form {
        let number = self.number_of(left, right);
        let options = left.iter().chain(right.iter());
        let birthday = options.map(|&option| self.birthday(option) + 1).max().unwrap_or(0);
        let left_stop = left.iter().map(|&option| self.right_stop(option)).max();
        let right_stop = right.iter().map(|&option| self.left_stop(option)).min();
        Form {
            left: Arc::clone(left),
            right: Arc::clone(right),
            number,
            // A canonical form without options of one side is an integer.
            left_stop: number.or(left_stop).unwrap_or(Dyadic::ZERO),
            right_stop: number.or(right_stop).unwrap_or(Dyadic::ZERO),
            birthday,
        }
    }

    /// The number that a canonical form equals, if any.
    fn number_of(&self, left: &[Value], right: &[Value]) -> Option<Dyadic> {
        let one = Dyadic::integer(1);
        match (left, right) {
            ([], []) => Some(Dyadic::ZERO),
            (&[left], []) => self.number(left).map(|number| number + one),
            ([], &[right]) => self.number(right).map(|number| number - one),
            (&[left], &[right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                (left < right).then(|| (left + right).half())
            }
            _ => None,
        }
    }

    /// The negative: the game with Left and Right exchanged.
    pub fn negative(&mut self, value: Value) -> Value {
        if let Some(number) = self.number(value) {
            return self.dyadic(-number);
        }
        if let Some(&known) = self.negatives.get(&value.0) {
            return known;
        }
        let (left, right) = (self.left(value).to_vec(), self.right(value).to_vec());
        let mut negate =
            |options: Vec<Value>| -> Vec<Value> { options.into_iter().map(|option| self.negative(option)).collect() };
        let (mut left, mut right) = (negate(right), negate(left));
        left.sort_unstable();
        right.sort_unstable();
        let negative = self.intern(&left, &right);
        self.negatives.insert(value.0, negative);
        self.negatives.insert(negative.0, value);
        negative
    }

    /// The sum of two games.
    pub fn sum(&mut self, one: Value, other: Value) -> Value {
        let (one, other) = (one.min(other), one.max(other));
        match (self.number(one), self.number(other)) {
            (Some(a), Some(b)) => return self.dyadic(a + b),
            _ if one == self.zero() => return other,
            _ => {}
        }
        if let Some(&known) = self.sums.get(&(one.0, other.0)) {
            return known;
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (fixed, moving) in [(one, other), (other, one)] {
            // No player needs to move in a number as long as another summand is no number.
            if self.number(moving).is_none() {
                for index in 0..self.left(moving).len() {
                    left.push(self.sum(fixed, self.left(moving)[index]));
                }
                for index in 0..self.right(moving).len() {
                    right.push(self.sum(fixed, self.right(moving)[index]));
                }
            }
        }
        let sum = self.game(&left, &right);
        self.sums.insert((one.0, other.0), sum);
        sum
    }

    /// The difference of two games.
    pub fn difference(&mut self, one: Value, other: Value) -> Value {
        let negative = self.negative(other);
        self.sum(one, negative)
    }

    /// The outcome class of a value.
    pub fn outcome(&mut self, value: Value) -> OutcomeClass {
        let zero = self.zero();
        match (self.at_most(zero, value), self.at_most(value, zero)) {
            (true, true) => OutcomeClass::Second,
            (true, false) => OutcomeClass::Left,
            (false, true) => OutcomeClass::Right,
            (false, false) => OutcomeClass::First,
        }
    }
}
