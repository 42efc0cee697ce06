use agon_nn::Input;
use agon_tavli::{POINTS, Place, Side, places};

/// Inputs for each point: at least one, two, three checkers, and how many more.
const EACH: usize = 4;

/// A list of inputs under way.
pub(crate) struct Listing<'a> {
    out: &'a mut Vec<Input>,
    next: usize,
}

impl<'a> Listing<'a> {
    /// Goes on with a list; the next input has this number.
    pub(crate) fn new(out: &'a mut Vec<Input>, next: usize) -> Self {
        Self { out, next }
    }

    /// The next input in order.
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

    /// An input at some place further on; the order goes on elsewhere.
    #[inline]
    fn put(&mut self, at: usize, value: f32) {
        self.out.push(Input::new((self.next + at) as u16, value));
    }

    /// One player's checkers.
    #[inline]
    pub(crate) fn side(&mut self, side: &Side) {
        for place in places(side.occupied() & POINTS) {
            let base = (usize::from(place.number()) - 1) * EACH;
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
        self.next += 24 * EACH;
        // Borne off: the first five, the next, the last.
        for third in 0..3 {
            self.add(f32::from(side.off().saturating_sub(third * 5).min(5)) / 5.0);
        }
    }

    /// The checkers on the bar.
    #[inline]
    pub(crate) fn bar(&mut self, side: &Side) {
        self.flag(side.bar() > 0);
        self.add(f32::from(side.bar().saturating_sub(1)) / 2.0);
    }

    /// The pinned checkers.
    #[inline]
    pub(crate) fn pinned(&mut self, side: &Side) {
        for place in places(side.pinned()) {
            self.put(usize::from(place.number()) - usize::from(Place::FIRST.number()), 1.0);
        }
        self.next += 24;
    }
}

/// How many inputs [`Listing::side`] takes.
pub(crate) const SIDE: usize = 24 * EACH + 3;
