//! Move filters: which turns are searched more deeply.

/// The maximum number of turns, and how far behind the best they may be in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filter {
    width: usize,
    margin: f32,
}

/// Replies searched below the root: only the one that evaluates best. A second one would double the time per turn
/// and changes the average over all rolls little.
pub(crate) const SEARCHED_REPLIES: usize = 1;

/// How many replies to a roll are evaluated fully, those of the best quick estimates; a few more of long lists.
pub(crate) const fn evaluated_replies(all: usize) -> usize {
    let most = 4 + all / 16;
    if all < most { all } else { most }
}

/// The turns that are rolled out.
pub(crate) const ROLLOUTS: Filter = Filter { width: 4, margin: 0.16 };

impl Filter {
    /// The filter of the root before it searches to this depth: the deeper, the narrower.
    pub(crate) fn at_root(depth: u32) -> Self {
        match depth {
            0..=2 => Self { width: 16, margin: 0.32 },
            3 => Self { width: 8, margin: 0.16 },
            _ => Self { width: 4, margin: 0.08 },
        }
    }

    /// How many turns pass, given their values from the best down; the first `shown` always pass.
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
