//! Distance fields, computed by flood fill over whole planes.

use agon_blockade::Wall;

use super::planes::{BitPlane, Passages, around};

/// The distances of squares from some goals: for each number of steps, the squares within it.
#[derive(Clone, Debug)]
pub(crate) struct DistanceField<P> {
    reached: Vec<P>,
}

/// The distance of a square without a path to the goals.
pub(super) const FAR: u8 = 255;

/// A set of walls: the planes of their anchors, by colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WallPlanes<P> {
    pub(super) green: P,
    pub(super) blue: P,
}

impl<P: BitPlane> WallPlanes<P> {
    #[must_use]
    pub(super) fn or(self, other: Self) -> Self {
        Self { green: self.green.or(other.green), blue: self.blue.or(other.blue) }
    }
}

impl<P: BitPlane> Default for DistanceField<P> {
    fn default() -> Self {
        Self { reached: Vec::with_capacity(64) }
    }
}

impl<P: BitPlane> DistanceField<P> {
    /// Fills the field from the goals outwards, at least as far as the wanted squares.
    pub(super) fn fill(&mut self, passages: &Passages<P>, goals: P, wanted: P) {
        self.reached.clear();
        let mut reached = goals;
        loop {
            self.reached.push(reached);
            if reached.covers(wanted) {
                return;
            }
            let wider = reached.or(passages.step(reached));
            if wider == reached {
                return;
            }
            reached = wider;
        }
    }

    /// The distance of the nearest of these squares.
    #[inline]
    pub(super) fn distance(&self, squares: P) -> u8 {
        let steps = self.reached.iter().position(|reached| reached.meets(squares));
        steps.map_or(FAR, |steps| steps.min(254) as u8)
    }

    /// The squares at exactly this distance.
    pub(super) fn ring(&self, steps: usize) -> P {
        let within = |steps: usize| self.reached.get(steps).copied().unwrap_or_else(P::empty);
        if steps == 0 { within(0) } else { within(steps).without(within(steps - 1)) }
    }

    /// The part of the field that a wall cannot change: its number of steps, and the squares within them.
    #[inline]
    fn untouched(&self, wall: Wall) -> (usize, P) {
        let near = around::<P>(wall);
        let last = self.reached.len() - 1;
        let steps = self.reached.iter().position(|reached| reached.meets(near)).unwrap_or(last);
        (steps, self.reached[steps])
    }

    /// The distances of some sets of squares with one more wall on the board. Only the part beyond the wall is filled again.
    #[inline]
    pub(super) fn distances_with<const N: usize>(&self, passages: &Passages<P>, wall: Wall, sets: [P; N]) -> [u8; N] {
        let mut found = [FAR; N];
        let (start, mut reached) = self.untouched(wall);
        for (found, set) in found.iter_mut().zip(sets) {
            if reached.meets(set) {
                *found = self.distance(set);
            }
        }
        let passages = passages.with(wall);
        let mut steps = start;
        loop {
            let wider = reached.or(passages.step(reached));
            if wider == reached {
                return found;
            }
            reached = wider;
            steps += 1;
            let mut all = true;
            for (found, set) in found.iter_mut().zip(sets) {
                if *found == FAR {
                    if reached.meets(set) {
                        *found = steps.min(254) as u8;
                    } else {
                        all = false;
                    }
                }
            }
            if all {
                return found;
            }
        }
    }

    /// The walls that can increase the distance of these squares. No other wall can.
    ///
    /// Every shortest path has one passage on each level. A wall that closes a single passage of a level leaves a
    /// shortest path open if the level has others. So a wall is critical only if it closes a level's one passage, or two
    /// passages.
    pub(super) fn critical_walls(&self, passages: &Passages<P>, from: P) -> WallPlanes<P> {
        let distance = self.distance(from);
        let mut critical = WallPlanes { green: P::empty(), blue: P::empty() };
        if distance == FAR || distance == 0 {
            return critical;
        }
        let (mut all_right, mut all_down) = (P::empty(), P::empty());
        let mut level = usize::from(distance);
        let mut here = from.and(self.reached[level]);
        while level > 0 {
            level -= 1;
            let next = passages.step(here).and(self.reached[level]);
            let right = passages.right.and(here.and(next.left()).or(next.and(here.left())));
            let down = passages.down.and(here.and(next.up()).or(next.and(here.up())));
            if right.count() + down.count() == 1 {
                critical.green = critical.green.or(right).or(right.up());
                critical.blue = critical.blue.or(down).or(down.left());
            }
            all_right = all_right.or(right);
            all_down = all_down.or(down);
            here = next;
        }
        critical.green = critical.green.or(all_right.and(all_right.up()));
        critical.blue = critical.blue.or(all_down.and(all_down.left()));
        critical
    }
}
