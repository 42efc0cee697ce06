use std::fmt;

use crate::Place;

/// One checker moved by one die.
///
/// The die is not stored. Where two dice could bear off the same checker, no other checker is further back, so it does
/// not matter which one was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Its start.
    pub from: Place,
    /// Its end.
    pub to: Place,
}

impl Step {
    /// Moves a checker by a die.
    #[inline]
    pub const fn by(from: Place, die: u8) -> Self {
        Self { from, to: Place::new(from.number() + die) }
    }

    /// The distance in pips; a checker borne off may use a higher die.
    pub const fn distance(self) -> u8 {
        self.to.number().saturating_sub(self.from.number())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.from, self.to)
    }
}

/// A whole turn: up to four steps in a playable order, none for a pass.
///
/// `legal_moves` gives canonical turns: of all step sequences that lead to the same position, the lexicographically
/// first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    steps: [Step; 4],
    len: u8,
}

impl Turn {
    /// The turn without a step.
    pub const PASS: Self = Self { steps: [Step { from: Place::BAR, to: Place::BAR }; 4], len: 0 };

    /// A turn of these steps; `None` if there are more than four.
    pub fn new(steps: &[Step]) -> Option<Self> {
        let mut turn = Self::PASS;
        turn.steps.get_mut(..steps.len())?.copy_from_slice(steps);
        turn.len = steps.len() as u8;
        Some(turn)
    }

    #[inline]
    pub(crate) const fn one(step: Step) -> Self {
        let mut turn = Self::PASS;
        turn.steps[0] = step;
        turn.len = 1;
        turn
    }

    #[inline]
    pub(crate) const fn two(first: Step, second: Step) -> Self {
        let mut turn = Self::PASS;
        turn.steps[0] = first;
        turn.steps[1] = second;
        turn.len = 2;
        turn
    }

    #[inline]
    pub(crate) const fn with(mut self, step: Step) -> Self {
        self.steps[self.len as usize & 3] = step;
        self.len += 1;
        self
    }

    /// The steps in order.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    /// Whether nothing is moved.
    pub const fn is_pass(self) -> bool {
        self.len == 0
    }
}

impl fmt::Display for Turn {
    /// Writes the steps joined by commas, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str(agon_core::record::PASS);
        }
        for (index, step) in self.steps().iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            step.fmt(f)?;
        }
        Ok(())
    }
}
