use std::sync::Arc;

use crate::cgt::{Dyadic, Games, Trajectory, Value};

/// The thermograph of a game: its stops when every move costs a tax, the temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The result if Left starts.
    pub left: Trajectory,
    /// The result if Right starts.
    pub right: Trajectory,
    /// The mean value, at which both trajectories meet.
    pub mean: Dyadic,
    /// The temperature from which on no player wants to move: -1 for integers, 0 for infinitesimals.
    pub temperature: Dyadic,
}

impl Games {
    /// The thermograph of a value.
    pub fn thermograph(&mut self, value: Value) -> Arc<Thermograph> {
        if let Some(known) = self.thermographs.get(&value.0) {
            return Arc::clone(known);
        }
        let thermograph = Arc::new(self.draw(value));
        self.thermographs.insert(value.0, Arc::clone(&thermograph));
        thermograph
    }

    /// The mean of a value.
    pub fn mean(&mut self, value: Value) -> Dyadic {
        self.number(value).unwrap_or_else(|| self.thermograph(value).mean)
    }

    /// The temperature of a value: how urgent a move in it is.
    pub fn temperature(&mut self, value: Value) -> Dyadic {
        self.thermograph(value).temperature
    }

    fn draw(&mut self, value: Value) -> Thermograph {
        if let Some(number) = self.number(value)
            && number.is_integer()
        {
            let mast = Trajectory::mast(number);
            return Thermograph { left: mast.clone(), right: mast, mean: number, temperature: Dyadic::integer(-1) };
        }
        // Only integers lack options in canonical form.
        let left = (0..self.left(value).len()).map(|index| self.thermograph(self.left(value)[index])).fold(
            None,
            |best: Option<Trajectory>, option| {
                Some(best.map_or_else(|| option.right.clone(), |best| best.greater(&option.right)))
            },
        );
        let right = (0..self.right(value).len()).map(|index| self.thermograph(self.right(value)[index])).fold(
            None,
            |best: Option<Trajectory>, option| {
                Some(best.map_or_else(|| option.left.clone(), |best| best.lesser(&option.left)))
            },
        );
        let nothing = || Trajectory::mast(Dyadic::ZERO);
        meet(&left.unwrap_or_else(nothing), &right.unwrap_or_else(nothing))
    }
}

/// The thermograph of a game from the trajectories of its best options: both are taxed, and a mast stands above the point
/// where they meet.
fn meet(left_option: &Trajectory, right_option: &Trajectory) -> Thermograph {
    let mut corners = left_option.meetings(right_option);
    let last = corners[corners.len() - 1];
    let gap = |t: Dyadic| (left_option.at(t) - t) - (right_option.at(t) + t);
    // Beyond the last corner the gap narrows by two for each unit of temperature.
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

/// The temperature at which a gap that falls from `start` to `end`, which is at most 0, becomes 0.
fn close(low: Dyadic, high: Dyadic, start: Dyadic, end: Dyadic) -> Dyadic {
    if end == Dyadic::ZERO {
        return high;
    }
    // The slope of a gap between taxed trajectories is 0, -1 or -2.
    if start - end == high - low { low + start } else { low + start.half() }
}
