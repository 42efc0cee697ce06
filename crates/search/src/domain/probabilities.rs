use agon_core::{Outcome, Player};

/// How a game may end for a player: the probability of each kind of win and of loss.
///
/// The entries are cumulative: `win[0]` is any win, `win[1]` a double or better, `win[2]` a triple. What is left
/// after wins and losses is the probability of a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probabilities {
    /// Probabilities of winning at least one, two, three points.
    pub win: [f32; 3],
    /// Probabilities of losing at least one, two, three points.
    pub loss: [f32; 3],
}

impl Probabilities {
    /// For a game without draws in which every win counts once.
    pub fn of_win(chance: f32) -> Self {
        Self { win: [chance, 0.0, 0.0], loss: [1.0 - chance, 0.0, 0.0] }
    }

    /// For a game that is over.
    pub fn of_outcome(outcome: Outcome, player: Player) -> Self {
        let reached = std::array::from_fn(|at| f32::from(usize::from(outcome.points()) > at));
        match outcome.winner() {
            Some(winner) if winner == player => Self { win: reached, loss: [0.0; 3] },
            Some(_) => Self { win: [0.0; 3], loss: reached },
            None => Self::default(),
        }
    }

    /// The equity: expected points, losses counted negative.
    #[inline]
    pub fn points(&self) -> f32 {
        self.win.iter().sum::<f32>() - self.loss.iter().sum::<f32>()
    }

    /// The probability of a draw.
    pub fn draw(&self) -> f32 {
        (1.0 - self.win[0] - self.loss[0]).clamp(0.0, 1.0)
    }

    /// The same for the opponent.
    #[inline]
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { win: self.loss, loss: self.win }
    }

    /// Adds other probabilities with a weight, for averages.
    #[inline]
    pub fn add(&mut self, weight: f32, other: &Self) {
        for at in 0..3 {
            self.win[at] += weight * other.win[at];
            self.loss[at] += weight * other.loss[at];
        }
    }

    /// Clamps estimates to valid probabilities: between 0 and 1, a double no likelier than a win.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        let mut ceiling = 1.0;
        for at in 0..3 {
            self.win[at] = self.win[at].clamp(0.0, ceiling);
            ceiling = self.win[at];
        }
        ceiling = 1.0 - self.win[0];
        for at in 0..3 {
            self.loss[at] = self.loss[at].clamp(0.0, ceiling);
            ceiling = self.loss[at];
        }
        self
    }

    /// Win, draw and loss in thousandths that sum to a thousand.
    pub fn wdl(&self) -> [u16; 3] {
        let thousandths = |chance: f32| (chance.clamp(0.0, 1.0) * 1000.0).round() as u16;
        let win = thousandths(self.win[0]);
        let draw = thousandths(self.draw()).min(1000 - win);
        [win, draw, 1000 - win - draw]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ended_game_is_certain() {
        let double = Outcome::Win { winner: Player::P2, points: 2 };
        let probabilities = Probabilities::of_outcome(double, Player::P1);
        assert_eq!(probabilities, Probabilities { win: [0.0; 3], loss: [1.0, 1.0, 0.0] });
        assert!((probabilities.points() + 2.0).abs() < 1e-6);
        assert!((probabilities.flipped().points() - 2.0).abs() < 1e-6);
        assert_eq!(probabilities.wdl(), [0, 0, 1000]);
        assert_eq!(Probabilities::of_outcome(Outcome::Draw, Player::P1).wdl(), [0, 1000, 0]);
    }

    #[test]
    fn normalized_estimates_are_chances() {
        let wild = Probabilities { win: [1.1, 0.4, 0.6], loss: [0.2, -0.3, 0.0] };
        assert_eq!(wild.normalized(), Probabilities { win: [1.0, 0.4, 0.4], loss: [0.0; 3] });
    }
}
