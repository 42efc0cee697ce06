//! The match equity table.

use std::sync::LazyLock;

use agon_search::Probabilities;

/// How often a game of a match ends in each result, for the player who starts it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameRates {
    /// Single and double wins.
    pub(crate) win: [f32; 2],
    /// Single and double losses; the rest are draws.
    pub(crate) loss: [f32; 2],
}

/// The rates of Portes, Plakoto and Fevga between equal players, counted by the test `measure_game_rates`.
const RATES: [GameRates; 3] = [
    GameRates { win: [0.3756, 0.1456], loss: [0.3619, 0.1169] },
    GameRates { win: [0.2955, 0.2371], loss: [0.2874, 0.1795] },
    GameRates { win: [0.4572, 0.1179], loss: [0.3825, 0.0424] },
];

/// The length of the table: matches have at most 99 points.
const TABLE_LEN: usize = 100;

/// The chance to win a match, by the next game to play and the points that both players still need.
///
/// Portes, Plakoto and Fevga follow one another; the winner of a game starts the next.
pub(crate) struct MatchEquity {
    /// For the player who starts: by game, own points needed, points that the opponent needs.
    starter: Vec<f32>,
}

/// The table for [`RATES`].
pub(crate) static MATCH_EQUITY: LazyLock<MatchEquity> = LazyLock::new(|| MatchEquity::new(&RATES));

impl MatchEquity {
    fn new(rates: &[GameRates; 3]) -> Self {
        let mut table = Self { starter: vec![0.0; 3 * TABLE_LEN * TABLE_LEN] };
        for sum in 2..2 * TABLE_LEN - 1 {
            for own in 1.max(sum.saturating_sub(TABLE_LEN - 1))..sum.min(TABLE_LEN) {
                let other = sum - own;
                // A drawn Plakoto leads to Fevga at the same score, so Fevga comes first.
                for game in [2, 1, 0] {
                    let GameRates { win, loss } = rates[game];
                    let draw = (1.0 - win[0] - win[1] - loss[0] - loss[1]).max(0.0);
                    let mut chance = 0.0;
                    for points in 1..=2 {
                        chance += win[points - 1] * table.after_win(game, own as i32 - points as i32, other as i32);
                        chance += loss[points - 1] * table.after_loss(game, own as i32, other as i32 - points as i32);
                    }
                    if draw > 0.0 {
                        chance += draw * table.at_start((game + 1) % 3, own as i32, other as i32);
                    }
                    table.starter[(game * TABLE_LEN + own) * TABLE_LEN + other] = chance;
                }
            }
        }
        table
    }

    /// The chance of the player who starts this game.
    pub(crate) fn at_start(&self, game: usize, own: i32, other: i32) -> f32 {
        match (own, other) {
            (..=0, _) => 1.0,
            (_, ..=0) => 0.0,
            _ => {
                let at = |need: i32| (need as usize).min(TABLE_LEN - 1);
                self.starter[(game * TABLE_LEN + at(own)) * TABLE_LEN + at(other)]
            }
        }
    }

    /// The chance after winning the game: the winner starts the next.
    fn after_win(&self, game: usize, own: i32, other: i32) -> f32 {
        self.at_start((game + 1) % 3, own, other)
    }

    fn after_loss(&self, game: usize, own: i32, other: i32) -> f32 {
        1.0 - self.at_start((game + 1) % 3, other, own)
    }

    /// The chance to win the match for a player with these chances in the game on the board. `needs` are the points that the
    /// player and the opponent need; `begins` says who starts the next game after a draw.
    pub(crate) fn chance(&self, game: usize, probabilities: &Probabilities, needs: [u8; 2], begins: bool) -> f32 {
        let [own, other] = needs.map(i32::from);
        let mut chance = 0.0;
        for points in 1..=3 {
            let exactly = |chances: &[f32; 3]| chances[points - 1] - chances.get(points).copied().unwrap_or(0.0);
            chance += exactly(&probabilities.win) * self.after_win(game, own - points as i32, other);
            chance += exactly(&probabilities.loss) * self.after_loss(game, own, other - points as i32);
        }
        let next = (game + 1) % 3;
        let drawn = if begins { self.at_start(next, own, other) } else { 1.0 - self.at_start(next, other, own) };
        (chance + probabilities.draw() * drawn).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Player, Rng};
    use agon_search::{EngineSpec, Limits, SearchRequest, Stop};

    const EVEN: GameRates = GameRates { win: [0.35, 0.15], loss: [0.35, 0.15] };

    #[test]
    fn chances_are_fair_and_grow_with_points() {
        let table = MatchEquity::new(&[EVEN; 3]);
        for need in 1..=99 {
            for game in 0..3 {
                assert!((table.at_start(game, need, need) - 0.5).abs() < 1e-4);
                assert!(table.at_start(game, need - 1, need) > 0.5);
                assert!(need == 99 || table.at_start(game, need + 1, need) < 0.5);
            }
        }
        // One against two: won at once by any win, else after a single loss even.
        assert!((table.at_start(0, 1, 2) - (0.5 + 0.35 * 0.5)).abs() < 1e-5);
    }

    #[test]
    fn the_table_is_nearly_even_at_equal_scores() {
        for game in 0..3 {
            for need in 1..=20 {
                // Starting is a small advantage, the largest in a last game of Fevga.
                let chance = MATCH_EQUITY.at_start(game, need, need);
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
        assert!((MATCH_EQUITY.chance(1, &drawn, [3, 4], true) - MATCH_EQUITY.at_start(2, 3, 4)).abs() < 1e-6);
        assert!((MATCH_EQUITY.chance(1, &drawn, [3, 4], false) - (1.0 - MATCH_EQUITY.at_start(2, 4, 3))).abs() < 1e-6);
    }

    /// Plays games between equal players and prints the rates of [`RATES`], with their standard error.
    #[test]
    #[ignore = "minutes; run it with --nocapture after a change of the nets"]
    fn measure_game_rates() {
        const GAMES: u32 = 8_000;
        for (spec, rates) in ["portes", "plakoto", "fevga"].into_iter().zip(&RATES) {
            let mut table = agon_games::open(spec).unwrap();
            let mut engine = crate::build(&*table, &EngineSpec { level: Some(10), ..EngineSpec::default() }).unwrap();
            let mut rng = Rng::new(1);
            // Single and double wins, single and double losses of the first player, draws.
            let mut counts = [0; 5];
            for _ in 0..GAMES {
                table.restart();
                while table.outcome().is_none() {
                    if table.roll(&mut rng).is_none() {
                        let limits = Limits::depth(1);
                        let thought = engine.think(SearchRequest::quiet(&*table, &limits, &Stop::new())).unwrap();
                        table.play(&thought.turn).unwrap();
                    }
                }
                let outcome = table.outcome().unwrap();
                let points = usize::from(outcome.points()).min(2);
                match outcome.winner() {
                    Some(Player::P1) => counts[points - 1] += 1,
                    Some(Player::P2) => counts[points + 1] += 1,
                    None => counts[4] += 1,
                }
            }
            let measured = counts.map(|count| f64::from(count) / f64::from(GAMES));
            println!("{spec}: {measured:.4?}, standard error at most {:.4}", 0.5 / f64::from(GAMES).sqrt());
            for (rate, measured) in rates.win.iter().chain(&rates.loss).zip(measured) {
                assert!((f64::from(*rate) - measured).abs() < 0.03, "{spec}: {rate} in the table, {measured}");
            }
        }
    }
}
