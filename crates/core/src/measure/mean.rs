/// The running mean of a sample, such as the points of game pairs, with its 95 % confidence interval.
///
/// ```
/// # use agon_core::Mean;
/// let mut points = Mean::default();
/// [1.0, 0.0, 0.5, 0.5].map(|pair| points.add(pair));
/// assert_eq!(points.value(), 0.5);
/// assert!((points.error() - 1.96 * (0.125f64 / 4.0).sqrt()).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean; 0 for an empty sample.
    pub fn value(&self) -> f64 {
        self.sum / self.count()
    }

    /// Half the width of the 95 % confidence interval.
    pub fn error(&self) -> f64 {
        let variance = (self.squares / self.count() - self.value().powi(2)).max(0.0);
        1.96 * (variance / self.count()).sqrt()
    }

    fn count(&self) -> f64 {
        f64::from(self.count.max(1))
    }
}
