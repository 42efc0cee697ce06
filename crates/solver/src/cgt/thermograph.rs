use std::sync::Arc;

use crate::cgt::{Dyadic, Games, Trajectory, Value};

/// What a game is worth to either player to move when every move costs a tax, the temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// What Left makes of it when she starts.
    pub left: Trajectory,
    /// What Right makes of it when he starts.
    pub right: Trajectory,
    /// The value at which both walls meet: what the game is worth on average.
    pub mean: Dyadic,
    /// The tax from which on nobody wants to move; -1 for whole numbers, 0 for infinitesimals.
    pub temperature: Dyadic,
}

impl Games {
    /// The thermograph.
    pub fn thermograph(&mut self, value: Value) -> Arc<Thermograph> {
        if let Some(known) = self.thermographs.get(&value.0) {
            return Arc::clone(known);
        }
        let thermograph = Arc::new(self.draw(value));
        self.thermographs.insert(value.0, Arc::clone(&thermograph));
        thermograph
    }

    /// What the game is worth on average.
    pub fn mean(&mut self, value: Value) -> Dyadic {
        self.number(value).unwrap_or_else(|| self.thermograph(value).mean)
    }

    /// How urgent it is to move in it.
    pub fn temperature(&mut self, value: Value) -> Dyadic {
        self.thermograph(value).temperature
    }

    fn draw(&mut self, value: Value) -> Thermograph {
        if let Some(number) = self.number(value)
            && number.is_integer()
        {
            let mast = Trajectory::mast(number);
            return Thermograph {
                left: mast.clone(),
                right: mast,
                mean: number,
                temperature: Dyadic::integer(-1),
            };
        }
        // Only whole numbers lack options in canonical form.
        let left = (0..self.left(value).len()).map(|index| self.thermograph(self.left(value)[index])).fold(
            None,
            |best: Option<Trajectory>, option| {
                Some(best.map_or_else(|| option.right.clone(), |best| best.greater(&option.right)))
            },
        );
        let right = (0..self.right(value).len())
            .map(|index| self.thermograph(self.right(value)[index]))
            .fold(None, |best: Option<Trajectory>, option| {
                Some(best.map_or_else(|| option.left.clone(), |best| best.lesser(&option.left)))
            });
        let nothing = || Trajectory::mast(Dyadic::ZERO);
        meet(&left.unwrap_or_else(nothing), &right.unwrap_or_else(nothing))
    }
}

/// The thermograph of a game whose best options have these walls: both are taxed, and above the
/// point where they meet stands a mast.
fn meet(left_option: &Trajectory, right_option: &Trajectory) -> Thermograph {
    let mut corners = left_option.meetings(right_option);
    let last = corners[corners.len() - 1];
    let gap = |t: Dyadic| (left_option.at(t) - t) - (right_option.at(t) + t);
    // Beyond the last corner the gap closes by two for each degree.
    let open = gap(last);
    let end = if open > Dyadic::ZERO { last + open.half() } else { last };
    corners.push(end);
    corners.dedup();
    let cold = corners.iter().position(|&t| gap(t) <= Dyadic::ZERO).unwrap_or(corners.len() - 1);
    let temperature = match cold {
        0 => corners[0],
        index => {
            let (low, high) = (corners[index - 1], corners[index]);
            close(low, high, gap(low), gap(high))
        }
    };
    let mean = left_option.at(temperature) - temperature;
    corners.truncate(cold);
    corners.push(temperature);
    corners.dedup();
    Thermograph {
        left: Trajectory::through(&corners, |t| left_option.at(t) - t),
        right: Trajectory::through(&corners, |t| right_option.at(t) + t),
        mean,
        temperature,
    }
}

/// Where a gap that falls from `start` to `end` or below nought is nought.
fn close(low: Dyadic, high: Dyadic, start: Dyadic, end: Dyadic) -> Dyadic {
    if end == Dyadic::ZERO {
        return high;
    }
    // Slopes of a gap between taxed walls are 0, -1 or -2.
    if start - end == high - low { low + start } else { low + start.half() }
}
