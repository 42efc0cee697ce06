use std::cmp::Ordering;

use crate::cgt::Dyadic;

/// One side of a thermograph: a piecewise linear function of the temperature from -1 upwards, constant beyond its last
/// corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    /// Temperature and value by ascending temperature; the first corner is at -1.
    corners: Vec<(Dyadic, Dyadic)>,
}

const COLDEST: Dyadic = Dyadic::integer(-1);

impl Trajectory {
    /// A trajectory with the same value at all temperatures.
    pub fn mast(value: Dyadic) -> Self {
        Self { corners: vec![(COLDEST, value)] }
    }

    /// Temperature and value of the corners by ascending temperature; the first is at -1.
    pub fn corners(&self) -> &[(Dyadic, Dyadic)] {
        &self.corners
    }

    /// The value at a temperature of at least -1.
    pub fn at(&self, temperature: Dyadic) -> Dyadic {
        let above = self.corners.iter().position(|&(t, _)| t > temperature);
        match above {
            None => self.corners[self.corners.len() - 1].1,
            Some(0) => self.corners[0].1,
            Some(index) => {
                let ((low, start), (_, end)) = (self.corners[index - 1], self.corners[index]);
                // Slopes are -1, 0 or 1.
                let run = temperature - low;
                match end.cmp(&start) {
                    Ordering::Greater => start + run,
                    Ordering::Less => start - run,
                    Ordering::Equal => start,
                }
            }
        }
    }

    /// The maximum of two trajectories.
    pub(crate) fn greater(&self, other: &Self) -> Self {
        Self::through(&self.meetings(other), |t| self.at(t).max(other.at(t)))
    }

    /// The minimum of two trajectories.
    pub(crate) fn lesser(&self, other: &Self) -> Self {
        Self::through(&self.meetings(other), |t| self.at(t).min(other.at(t)))
    }

    /// All temperatures at which either trajectory has a corner, or at which they cross.
    pub(crate) fn meetings(&self, other: &Self) -> Vec<Dyadic> {
        let mut temperatures: Vec<Dyadic> = self.corners.iter().chain(&other.corners).map(|&(t, _)| t).collect();
        temperatures.sort_unstable();
        temperatures.dedup();
        let mut crossings = Vec::new();
        for pair in temperatures.windows(2) {
            let gap = |t| self.at(t) - other.at(t);
            let (start, end) = (gap(pair[0]), gap(pair[1]));
            if start > Dyadic::ZERO && end < Dyadic::ZERO || start < Dyadic::ZERO && end > Dyadic::ZERO {
                crossings.push(crossing(pair[0], pair[1], start, end));
            }
        }
        temperatures.extend(crossings);
        temperatures.sort_unstable();
        temperatures
    }

    /// The trajectory through the values at these temperatures, without superfluous corners.
    pub(crate) fn through(temperatures: &[Dyadic], value: impl Fn(Dyadic) -> Dyadic) -> Self {
        let mut corners: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(temperatures.len());
        let slope = |a: (Dyadic, Dyadic), b: (Dyadic, Dyadic)| b.1.cmp(&a.1);
        for &t in temperatures {
            let corner = (t, value(t));
            if let [.., before, last] = corners[..]
                && slope(before, last) == slope(last, corner)
            {
                corners.pop();
            }
            corners.push(corner);
        }
        while let [.., before, last] = corners[..]
            && before.1 == last.1
        {
            corners.pop();
        }
        Self { corners }
    }
}

/// The temperature at which two lines cross, given gaps of opposite signs at both ends; the slope of the gap is an integer
/// from -2 to 2.
fn crossing(low: Dyadic, high: Dyadic, start: Dyadic, end: Dyadic) -> Dyadic {
    let size = if start < Dyadic::ZERO { -start } else { start };
    let change = if start < end { end - start } else { start - end };
    if change == high - low { low + size } else { low + size.half() }
}
