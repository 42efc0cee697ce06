use super::plane::{Passages, Plane, around};
use agon_blockade::Wall;

/// How far squares are from some goals: for every number of steps the squares within it.
#[derive(Clone, Debug)]
pub(crate) struct Field<P> {
    reached: Vec<P>,
}

/// No way leads there.
pub(crate) const FAR: u8 = 255;

/// The walls that can lengthen a way, by colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cuts<P> {
    pub(crate) green: P,
    pub(crate) blue: P,
}

impl<P: Plane> Cuts<P> {
    pub(crate) fn none() -> Self {
        Self { green: P::empty(), blue: P::empty() }
    }

    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        Self { green: self.green.or(other.green), blue: self.blue.or(other.blue) }
    }
}

impl<P: Plane> Default for Field<P> {
    fn default() -> Self {
        Self { reached: Vec::with_capacity(64) }
    }
}

impl<P: Plane> Field<P> {
    /// Measures from the goals outwards, at least as far as the wanted squares.
    pub(crate) fn fill(&mut self, passages: &Passages<P>, goals: P, wanted: P) {
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

    /// The steps to the nearest of some squares.
    #[inline]
    pub(crate) fn distance(&self, squares: P) -> u8 {
        let steps = self.reached.iter().position(|reached| reached.meets(squares));
        steps.map_or(FAR, |steps| steps.min(254) as u8)
    }

    /// The squares that are exactly so many steps away.
    pub(crate) fn ring(&self, steps: usize) -> P {
        let within = |steps: usize| self.reached.get(steps).copied().unwrap_or_else(P::empty);
        if steps == 0 { within(0) } else { within(steps).without(within(steps - 1)) }
    }

    /// The field as far as a wall cannot have changed it: the steps, and the squares within them.
    #[inline]
    pub(crate) fn untouched(&self, wall: Wall) -> (usize, P) {
        let near = around::<P>(wall);
        let last = self.reached.len() - 1;
        let steps = self.reached.iter().position(|reached| reached.meets(near)).unwrap_or(last);
        (steps, self.reached[steps])
    }

    /// The distances of some sets of squares with one more wall on the board.
    #[inline]
    pub(crate) fn distances_with<const N: usize>(
        &self,
        passages: &Passages<P>,
        wall: Wall,
        sets: [P; N],
    ) -> [u8; N] {
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

    /// The walls that can make the nearest of some squares farther from the goals. All others leave
    /// its distance as it is.
    ///
    /// Every shortest way has one passage on each level. A wall that closes one passage of a level on which
    /// shortest ways have others, and nothing else of them, leaves a shortest way open: only a
    /// level's single passage counts, or two passages closed by one wall.
    pub(crate) fn cuts(&self, passages: &Passages<P>, from: P) -> Cuts<P> {
        let distance = self.distance(from);
        let mut cuts = Cuts::none();
        if distance == FAR || distance == 0 {
            return cuts;
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
                cuts.green = cuts.green.or(right).or(right.up());
                cuts.blue = cuts.blue.or(down).or(down.left());
            }
            all_right = all_right.or(right);
            all_down = all_down.or(down);
            here = next;
        }
        cuts.green = cuts.green.or(all_right.and(all_right.up()));
        cuts.blue = cuts.blue.or(all_down.and(all_down.left()));
        cuts
    }
}
