use std::sync::LazyLock;

use agon_search::Probabilities;

/// How a game of a match ends, to whoever begins it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// Single and double wins.
    pub(crate) win: [f32; 2],
    /// Single and double losses; what is left are draws.
    pub(crate) loss: [f32; 2],
}

/// Portes, Plakoto and Fevga between equal players of ours, as the example `match_rates` counts them.
pub(crate) const RATES: [Rates; 3] = [
    Rates { win: [0.3756, 0.1456], loss: [0.3619, 0.1169] },
    Rates { win: [0.2955, 0.2371], loss: [0.2874, 0.1795] },
    Rates { win: [0.4572, 0.1179], loss: [0.3825, 0.0424] },
];

/// No match is longer than 99 points.
const LONGEST: usize = 100;

/// The chance to win a match, by the game that is to be begun and the points both still need.
///
/// Portes, Plakoto and Fevga follow one another; the winner of a game begins the next.
pub(crate) struct MatchEquity {
    /// Of the player who begins: game, points he needs, points the other needs.
    starter: Vec<f32>,
}

/// The table of our own rates.
pub(crate) static MATCH_EQUITY: LazyLock<MatchEquity> = LazyLock::new(|| MatchEquity::new(&RATES));

impl MatchEquity {
    fn new(rates: &[Rates; 3]) -> Self {
        let mut table = Self { starter: vec![0.0; 3 * LONGEST * LONGEST] };
        for sum in 2..2 * LONGEST - 1 {
            for own in 1.max(sum.saturating_sub(LONGEST - 1))..sum.min(LONGEST) {
                let other = sum - own;
                // A drawn Plakoto leads to Fevga at the same score, so Fevga comes first.
                for game in [2, 1, 0] {
                    let Rates { win, loss } = rates[game];
                    let draw = (1.0 - win[0] - win[1] - loss[0] - loss[1]).max(0.0);
                    let mut chance = 0.0;
                    for points in 1..=2 {
                        chance +=
                            win[points - 1] * table.after_win(game, own as i32 - points as i32, other as i32);
                        chance += loss[points - 1]
                            * table.after_loss(game, own as i32, other as i32 - points as i32);
                    }
                    if draw > 0.0 {
                        chance += draw * table.begun((game + 1) % 3, own as i32, other as i32);
                    }
                    table.starter[(game * LONGEST + own) * LONGEST + other] = chance;
                }
            }
        }
        table
    }

    /// The chance of the player who begins this game.
    pub(crate) fn begun(&self, game: usize, own: i32, other: i32) -> f32 {
        match (own, other) {
            (..=0, _) => 1.0,
            (_, ..=0) => 0.0,
            _ => {
                let at = |need: i32| (need as usize).min(LONGEST - 1);
                self.starter[(game * LONGEST + at(own)) * LONGEST + at(other)]
            }
        }
    }

    /// The chance after winning the game: the winner begins the next.
    fn after_win(&self, game: usize, own: i32, other: i32) -> f32 {
        self.begun((game + 1) % 3, own, other)
    }

    fn after_loss(&self, game: usize, own: i32, other: i32) -> f32 {
        1.0 - self.begun((game + 1) % 3, other, own)
    }

    /// The chance to win the match of a player with these probabilities in the game on the board, who
    /// needs so many points, as the other does. After a draw `begins` says whether he begins the next.
    pub(crate) fn chance(
        &self,
        game: usize,
        probabilities: &Probabilities,
        needs: [u8; 2],
        begins: bool,
    ) -> f32 {
        let [own, other] = needs.map(i32::from);
        let mut chance = 0.0;
        for points in 1..=3 {
            let exactly =
                |chances: &[f32; 3]| chances[points - 1] - chances.get(points).copied().unwrap_or(0.0);
            chance += exactly(&probabilities.win) * self.after_win(game, own - points as i32, other);
            chance += exactly(&probabilities.loss) * self.after_loss(game, own, other - points as i32);
        }
        let next = (game + 1) % 3;
        let drawn = if begins { self.begun(next, own, other) } else { 1.0 - self.begun(next, other, own) };
        (chance + probabilities.draw() * drawn).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Rates = Rates { win: [0.35, 0.15], loss: [0.35, 0.15] };

    #[test]
    fn chances_are_fair_and_grow_with_points() {
        let table = MatchEquity::new(&[EVEN; 3]);
        for need in 1..=99 {
            for game in 0..3 {
                assert!((table.begun(game, need, need) - 0.5).abs() < 1e-4);
                assert!(table.begun(game, need - 1, need) > 0.5);
                assert!(need == 99 || table.begun(game, need + 1, need) < 0.5);
            }
        }
        // One against two: won at once by any win, else after a single loss even.
        assert!((table.begun(0, 1, 2) - (0.5 + 0.35 * 0.5)).abs() < 1e-5);
    }

    #[test]
    fn our_own_table_counts_every_game() {
        for game in 0..3 {
            for need in 1..=20 {
                // Whoever begins is a little better off, most of all in a last game of Fevga.
                let chance = MATCH_EQUITY.begun(game, need, need);
                assert!((0.47..0.58).contains(&chance), "{game} {need} {chance}");
            }
        }
    }

    #[test]
    fn doubles_count_only_where_they_help() {
        let single = Probabilities { win: [0.6, 0.0, 0.0], loss: [0.4, 0.0, 0.0] };
        let risky = Probabilities { win: [0.55, 0.5, 0.0], loss: [0.45, 0.0, 0.0] };
        assert!(risky.points() > single.points());
        let chance = |probabilities, needs| MATCH_EQUITY.chance(0, probabilities, needs, true);
        // One point away a win is a win.
        assert!(chance(&single, [1, 5]) > chance(&risky, [1, 5]));
        // Two away against one, only a double or two singles win.
        assert!(chance(&risky, [2, 1]) > chance(&single, [2, 1]));
        assert!((chance(&single, [1, 1]) - 0.6).abs() < 1e-6);
    }

    #[test]
    fn a_draw_leaves_the_score() {
        let drawn = Probabilities::default();
        assert!((MATCH_EQUITY.chance(1, &drawn, [3, 4], true) - MATCH_EQUITY.begun(2, 3, 4)).abs() < 1e-6);
        assert!(
            (MATCH_EQUITY.chance(1, &drawn, [3, 4], false) - (1.0 - MATCH_EQUITY.begun(2, 4, 3))).abs()
                < 1e-6
        );
    }
}
