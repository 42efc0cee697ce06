use std::sync::Arc;

use agon_core::Player;
use agon_search::{Equity, Prospects};
use agon_tavli::{MatchGame, MatchPosition};

use super::judgement::outlook;

/// Judges a position of a match by the chance to win the match.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// By the points that oneself and the other still need.
    chances: Arc<[f32]>,
}

/// No match is longer than 99 points.
const LONGEST: usize = 100;
/// How often a game is won double, as far as nothing is known of it.
const DOUBLE: f32 = 0.3;

impl Default for Standing {
    fn default() -> Self {
        let mut standing = Self { chances: Arc::new([]) };
        let mut chances = vec![0.0; LONGEST * LONGEST];
        for own in 0..LONGEST {
            for other in 0..LONGEST {
                chances[own * LONGEST + other] = match (own, other) {
                    (0, _) => 1.0,
                    (_, 0) => 0.0,
                    _ => {
                        let at = |own: usize, other: usize| chances[own * LONGEST + other];
                        let won =
                            (1.0 - DOUBLE) * at(own - 1, other) + DOUBLE * at(own.saturating_sub(2), other);
                        let lost =
                            (1.0 - DOUBLE) * at(own, other - 1) + DOUBLE * at(own, other.saturating_sub(2));
                        f32::midpoint(won, lost)
                    }
                };
            }
        }
        standing.chances = chances.into();
        standing
    }
}

impl Standing {
    /// The chance to win from the points that both still need, less what was just won.
    fn chance(&self, own: u8, other: u8, won: u8, lost: u8) -> f32 {
        let (own, other) = (own.saturating_sub(won), other.saturating_sub(lost));
        let index = usize::from(own) * LONGEST + usize::from(other);
        self.chances.get(index).copied().unwrap_or(0.5)
    }
}

impl Standing {
    fn win(&self, position: &MatchPosition, player: Player) -> f32 {
        let [own, other] = [player, player.opponent()]
            .map(|p| position.rules().points.saturating_sub(position.score()[p.index()]));
        let outlook = match position.game() {
            MatchGame::Portes(game) => outlook(game, player),
            MatchGame::Plakoto(game) => outlook(game, player),
            MatchGame::Fevga(game) => outlook(game, player),
        };
        let mix = |share: f32, double: f32, single: f32| share * double + (1.0 - share) * single;
        let won = mix(outlook.doubles[0], self.chance(own, other, 2, 0), self.chance(own, other, 1, 0));
        let lost = mix(outlook.doubles[1], self.chance(own, other, 0, 2), self.chance(own, other, 0, 1));
        mix(outlook.win, won, lost)
    }
}

impl Equity<MatchPosition> for Standing {
    fn prospects(&mut self, positions: &[MatchPosition], player: Player, out: &mut Vec<Prospects>) {
        out.extend(positions.iter().map(|position| Prospects::of_win(self.win(position, player))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_fair_and_grow_with_points() {
        let standing = Standing::default();
        for need in 1..=99 {
            assert!((standing.chance(need, need, 0, 0) - 0.5).abs() < 1e-4);
            assert!(standing.chance(need, need, 1, 0) > 0.5);
        }
        assert!((standing.chance(1, 7, 1, 0) - 1.0).abs() < 1e-6);
        assert!((standing.chance(2, 1, 0, 0) - (0.5 * 0.3 + 0.5 * 0.7 * 0.5)).abs() < 1e-5);
    }
}
