use agon_core::{Mean, Outcome, Player, Position as _, Rng};
use agon_tavli::{Position, Rules, Variant};

use super::players::{Successors, TurnChooser, roll};

/// The first player's result against the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DuelResult {
    /// Pairs of games with the same dice and swapped seats.
    pub pairs: u32,
    /// Points a game.
    pub points: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
    /// The share of games won.
    pub won: f64,
}

/// Plays pairs of games with the same dice and swapped seats.
pub fn duel<V: Variant>(
    first: &mut dyn TurnChooser<V>,
    second: &mut dyn TurnChooser<V>,
    rules: Rules<V>,
    pairs: u32,
    seed: u64,
) -> DuelResult {
    let (mut mean, mut won) = (Mean::default(), 0u32);
    let mut turns = Successors::default();
    for pair in 0..pairs {
        let mut points = 0.0;
        for seat in Player::ALL {
            let mut rng = Rng::new(seed ^ u64::from(pair) << 20);
            let outcome = play_game(first, second, seat, rules, &mut rng, &mut turns);
            if let Outcome::Win { winner, points: won_points } = outcome {
                let sign = if winner == seat { 1.0 } else { -1.0 };
                points += sign * f64::from(won_points) / 2.0;
                won += u32::from(winner == seat);
            }
        }
        mean.add(points);
    }
    let games = 2.0 * f64::from(pairs.max(1));
    DuelResult { pairs, points: mean.value(), error: mean.error(), won: f64::from(won) / games }
}

/// Plays one game; `seat` is the first player's.
fn play_game<V: Variant>(
    first: &mut dyn TurnChooser<V>,
    second: &mut dyn TurnChooser<V>,
    seat: Player,
    rules: Rules<V>,
    rng: &mut Rng,
    turns: &mut Successors<V>,
) -> Outcome {
    let mut position = Position::start(rules, Player::P1);
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let mover = position.mover();
        let after = turns.find(&position, roll(rng));
        let choice = match after.len() {
            0 | 1 => 0,
            _ if mover == seat => first.choose(mover, after),
            _ => second.choose(mover, after),
        };
        position = after[choice];
    }
}

impl std::fmt::Display for DuelResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.3} ± {:.3} ({:.1} % of {})", self.points, self.error, self.won * 100.0, 2 * self.pairs)
    }
}
