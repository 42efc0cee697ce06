//! The outputs of the nets: the chances to win, to win and to lose double, to draw, to win and to lose triple. Games without
//! the last of these have fewer.

use agon_search::Probabilities;

/// The most outputs that a net has.
pub const MAX_OUTPUTS: usize = 6;

/// The outputs that a net should have for these chances.
pub fn to_outputs(probabilities: &Probabilities) -> [f32; MAX_OUTPUTS] {
    let Probabilities { win, loss } = probabilities;
    [win[0], win[1], loss[1], probabilities.draw(), win[2], loss[2]]
}

/// The chances of a net's outputs, made consistent.
#[inline]
pub fn from_outputs(outputs: &[f32]) -> Probabilities {
    let get = |at: usize| outputs.get(at).copied().unwrap_or(0.0);
    let draw = get(3);
    let win = get(0).min(1.0 - draw);
    let loss = 1.0 - draw - win;
    let (win_double, lose_double) = (get(1).min(win), get(2).min(loss));
    Probabilities { win: [win, win_double, get(4).min(win_double)], loss: [loss, lose_double, get(5).min(lose_double)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Outcome, Player};

    #[test]
    fn certain_results_survive_both_ways() {
        for points in 1..=3 {
            let outcome = Outcome::Win { winner: Player::P1, points };
            for player in Player::ALL {
                let probabilities = Probabilities::of_outcome(outcome, player);
                assert_eq!(from_outputs(&to_outputs(&probabilities)), probabilities);
            }
        }
        let draw = Probabilities::of_outcome(Outcome::Draw, Player::P1);
        assert_eq!(from_outputs(&to_outputs(&draw)), draw);
    }
}
