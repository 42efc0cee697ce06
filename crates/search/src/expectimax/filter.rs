//! Which turns are value a deeper look, as backgammon programs choose them.

/// How many turns are looked at, and how far behind the best they may be, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filter {
    width: usize,
    margin: f32,
}

/// Below the root: the best turn at first sight alone goes on. A second one would double the time for
/// each turn and changes the average over all rolls by little.
pub(crate) const REPLIES: usize = 1;

/// How many of so many replies to a roll are judged, those that look best at a glance; of long lists some more.
pub(crate) const fn judged_replies(all: usize) -> usize {
    let most = 4 + all / 16;
    if all < most { all } else { most }
}

/// Turns that are value trials.
pub(crate) const TRIALS: Filter = Filter { width: 4, margin: 0.16 };

impl Filter {
    /// What the root looks at when it goes on to this depth: the deeper, the narrower.
    pub(crate) fn at_root(depth: u32) -> Self {
        match depth {
            0..=2 => Self { width: 16, margin: 0.32 },
            3 => Self { width: 8, margin: 0.16 },
            _ => Self { width: 4, margin: 0.08 },
        }
    }

    /// How many of the turns, given by their value from the best on, pass; those shown always do.
    pub(crate) fn pass(self, values: impl Iterator<Item = f32>, shown: usize) -> usize {
        let mut values = values.peekable();
        let best = values.peek().copied().unwrap_or_default();
        values
            .take(self.width.max(shown))
            .enumerate()
            .take_while(|(at, value)| *at < shown || best - value <= self.margin)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_near_and_the_shown_pass() {
        let values = [0.5, 0.45, 0.30, 0.1, -0.9];
        let filter = Filter { width: 3, margin: 0.25 };
        assert_eq!(filter.pass(values.into_iter(), 0), 3);
        assert_eq!(filter.pass(values.into_iter(), 4), 4);
        assert_eq!(Filter { width: 8, margin: 0.1 }.pass(values.into_iter(), 1), 2);
    }
}
