//! The two parts of a net's inputs: a sparse list for the board, and a dense list of features.

use agon_nn::Input;
use agon_tavli::{POINTS, Place, Side, places};

/// Inputs for each point: at least one, two, three checkers, and how many more.
const POINT_INPUTS: usize = 4;

/// Appends the inputs of a board to a list.
pub(crate) struct InputList<'a> {
    out: &'a mut Vec<Input>,
    next: usize,
}

impl<'a> InputList<'a> {
    /// Continues a list; the next input has this number.
    pub(crate) fn new(out: &'a mut Vec<Input>, next: usize) -> Self {
        Self { out, next }
    }

    /// Adds the next input.
    #[inline]
    fn add(&mut self, value: f32) {
        if value != 0.0 {
            self.out.push(Input::new(self.next as u16, value));
        }
        self.next += 1;
    }

    #[inline]
    fn flag(&mut self, is: bool) {
        self.add(f32::from(is));
    }

    /// Adds an input further on, without moving on.
    #[inline]
    fn put(&mut self, at: usize, value: f32) {
        self.out.push(Input::new((self.next + at) as u16, value));
    }

    /// Adds one player's checkers.
    #[inline]
    pub(crate) fn side(&mut self, side: &Side) {
        for place in places(side.occupied() & POINTS) {
            let base = (usize::from(place.number()) - 1) * POINT_INPUTS;
            let count = side.count(place);
            self.put(base, 1.0);
            if count >= 2 {
                self.put(base + 1, 1.0);
            }
            if count >= 3 {
                self.put(base + 2, 1.0);
            }
            if count > 3 {
                self.put(base + 3, f32::from(count - 3) / 4.0);
            }
        }
        self.next += 24 * POINT_INPUTS;
        // Borne off: of the first five, the next five, the last five.
        for third in 0..3 {
            self.add(f32::from(side.off().saturating_sub(third * 5).min(5)) / 5.0);
        }
    }

    /// Adds the checkers on the bar.
    #[inline]
    pub(crate) fn bar(&mut self, side: &Side) {
        self.flag(side.bar() > 0);
        self.add(f32::from(side.bar().saturating_sub(1)) / 2.0);
    }

    /// Adds the pinned checkers.
    #[inline]
    pub(crate) fn pinned(&mut self, side: &Side) {
        for place in places(side.pinned()) {
            self.put(usize::from(place.number()) - usize::from(Place::FIRST.number()), 1.0);
        }
        self.next += 24;
    }
}

/// The number of inputs of [`InputList::side`].
pub(crate) const SIDE_INPUTS: usize = 24 * POINT_INPUTS + 3;

/// The hand-crafted features of a position, in order.
#[derive(Clone, Debug)]
pub struct Features {
    values: [f32; Self::CAPACITY],
    len: usize,
}

impl Default for Features {
    fn default() -> Self {
        Self { values: [0.0; Self::CAPACITY], len: 0 }
    }
}

impl Features {
    /// At least as many as any game has.
    const CAPACITY: usize = 72;

    /// Removes all of them.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The values added so far.
    #[inline]
    pub fn values(&self) -> &[f32] {
        &self.values[..self.len]
    }

    /// Adds the next value.
    #[inline]
    pub(crate) fn add(&mut self, value: f32) {
        self.values[self.len] = value;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn flag(&mut self, is: bool) {
        self.add(f32::from(is));
    }

    /// Adds zeros.
    #[inline]
    pub(crate) fn skip(&mut self, count: usize) {
        self.values[self.len..self.len + count].fill(0.0);
        self.len += count;
    }

    /// The number of values added so far.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}
