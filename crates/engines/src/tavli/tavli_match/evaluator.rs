//! The evaluation of matches.

use agon_core::{Player, Position as _};
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{Fevga, MatchGame, MatchPosition, Plakoto, Portes, Position, Variant};

use super::equity::MATCH_EQUITY;

/// The value of a point of a game in chances to win the match, roughly.
const MATCH_VALUE_PER_POINT: f32 = 0.2;

/// Evaluates positions of a match by the chance to win the match: the chances of the game on the board, weighted by
/// the match equity of each result.
#[derive(Clone, Debug)]
pub(crate) struct MatchEvaluator<A, B, C> {
    portes: GameBatch<Portes, A>,
    plakoto: GameBatch<Plakoto, B>,
    fevga: GameBatch<Fevga, C>,
}

/// Which evaluation of a game is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precision {
    Rough,
    Full,
}

/// The evaluation of one game, with the positions of a batch.
#[derive(Clone, Debug)]
struct GameBatch<V: Variant, E> {
    evaluator: E,
    positions: Vec<Position<V>>,
    /// The indices of the positions in the batch of the match.
    indices: Vec<usize>,
    results: Vec<Probabilities>,
}

impl<V: Variant, E: DiceEvaluator<Position<V>>> GameBatch<V, E> {
    fn new(evaluator: E) -> Self {
        Self { evaluator, positions: Vec::new(), indices: Vec::new(), results: Vec::new() }
    }

    fn push(&mut self, index: usize, position: &Position<V>) {
        self.positions.push(*position);
        self.indices.push(index);
    }

    /// Evaluates the positions and passes each index with the chances in the game to `each`.
    fn evaluate(&mut self, precision: Precision, player: Player, mut each: impl FnMut(usize, &Probabilities)) {
        self.results.clear();
        if !self.positions.is_empty() {
            let is_done = precision == Precision::Rough
                && self.evaluator.quick_probabilities(&self.positions, player, &mut self.results);
            if !is_done {
                self.evaluator.probabilities(&self.positions, player, &mut self.results);
            }
        }
        for (&index, probabilities) in self.indices.iter().zip(&self.results) {
            each(index, probabilities);
        }
        self.positions.clear();
        self.indices.clear();
    }
}

impl<A, B, C> MatchEvaluator<A, B, C>
where
    A: DiceEvaluator<Position<Portes>>,
    B: DiceEvaluator<Position<Plakoto>>,
    C: DiceEvaluator<Position<Fevga>>,
{
    /// An evaluation from those of the three games.
    pub(crate) fn new(portes: A, plakoto: B, fevga: C) -> Self {
        Self { portes: GameBatch::new(portes), plakoto: GameBatch::new(plakoto), fevga: GameBatch::new(fevga) }
    }
}

/// The points that both players still need, the given one first.
fn needs(position: &MatchPosition, player: Player) -> [u8; 2] {
    [player, player.opponent()].map(|player| position.rules().points.saturating_sub(position.score()[player.index()]))
}

/// The chances if the game on the board has just started, from the match equity table.
fn start_prospects<V: Variant>(
    position: &Position<V>,
    game: usize,
    whole: &MatchPosition,
    player: Player,
) -> Option<Probabilities> {
    let starter = position.mover();
    if *position != Position::start(*position.rules(), starter) {
        return None;
    }
    let [own, other] = needs(whole, starter).map(i32::from);
    let chance = MATCH_EQUITY.at_start(game, own, other);
    Some(Probabilities::of_win(if starter == player { chance } else { 1.0 - chance }))
}

/// The number of the game on the board.
fn number(game: &MatchGame) -> usize {
    match game {
        MatchGame::Portes(_) => 0,
        MatchGame::Plakoto(_) => 1,
        MatchGame::Fevga(_) => 2,
    }
}

impl<A, B, C> MatchEvaluator<A, B, C>
where
    A: DiceEvaluator<Position<Portes>>,
    B: DiceEvaluator<Position<Plakoto>>,
    C: DiceEvaluator<Position<Fevga>>,
{
    fn evaluate(
        &mut self,
        precision: Precision,
        positions: &[MatchPosition],
        player: Player,
        out: &mut Vec<Probabilities>,
    ) {
        let first = out.len();
        for (index, position) in positions.iter().enumerate() {
            let game = position.game();
            let known = match (position.outcome(), game) {
                (Some(outcome), _) => Some(Probabilities::of_outcome(outcome, player)),
                (None, MatchGame::Portes(board)) => start_prospects(board, number(game), position, player),
                (None, MatchGame::Plakoto(board)) => start_prospects(board, number(game), position, player),
                (None, MatchGame::Fevga(board)) => start_prospects(board, number(game), position, player),
            };
            match (known, game) {
                (Some(_), _) => {}
                (None, MatchGame::Portes(board)) => self.portes.push(index, board),
                (None, MatchGame::Plakoto(board)) => self.plakoto.push(index, board),
                (None, MatchGame::Fevga(board)) => self.fevga.push(index, board),
            }
            out.push(known.unwrap_or_default());
        }
        let mut put = |index: usize, probabilities: &Probabilities| {
            let position = &positions[index];
            let begins = position.starter() == player;
            let needs = needs(position, player);
            let chance = MATCH_EQUITY.chance(number(position.game()), probabilities, needs, begins);
            out[first + index] = Probabilities::of_win(chance);
        };
        self.portes.evaluate(precision, player, &mut put);
        self.plakoto.evaluate(precision, player, &mut put);
        self.fevga.evaluate(precision, player, &mut put);
    }
}

impl<A, B, C> DiceEvaluator<MatchPosition> for MatchEvaluator<A, B, C>
where
    A: DiceEvaluator<Position<Portes>>,
    B: DiceEvaluator<Position<Plakoto>>,
    C: DiceEvaluator<Position<Fevga>>,
{
    fn probabilities(&mut self, positions: &[MatchPosition], player: Player, out: &mut Vec<Probabilities>) {
        self.evaluate(Precision::Full, positions, player, out);
    }

    fn quick_probabilities(
        &mut self,
        positions: &[MatchPosition],
        player: Player,
        out: &mut Vec<Probabilities>,
    ) -> bool {
        self.evaluate(Precision::Rough, positions, player, out);
        true
    }

    fn level_errors(&self, position: &MatchPosition, player: Player, out: &mut Vec<LevelError>) {
        let first = out.len();
        match position.game() {
            MatchGame::Portes(board) => self.portes.evaluator.level_errors(board, player, out),
            MatchGame::Plakoto(board) => self.plakoto.evaluator.level_errors(board, player, out),
            MatchGame::Fevga(board) => self.fevga.evaluator.level_errors(board, player, out),
        }
        for error in &mut out[first..] {
            error.gain *= MATCH_VALUE_PER_POINT;
        }
    }

    fn is_exact(&self, position: &MatchPosition) -> bool {
        match position.game() {
            MatchGame::Portes(board) => self.portes.evaluator.is_exact(board),
            MatchGame::Plakoto(board) => self.plakoto.evaluator.is_exact(board),
            MatchGame::Fevga(board) => self.fevga.evaluator.is_exact(board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tavli::HandEvaluator;
    use crate::tavli::bearoff::BearoffEvaluator;
    use agon_core::{AnyTable, Game};
    use agon_search::{Engine, Expectimax, Limits, SearchRequest, Stop, Strength};
    use agon_tavli::TavliMatch;

    fn match_evaluator() -> impl DiceEvaluator<MatchPosition> {
        let evaluator = || BearoffEvaluator::new(HandEvaluator);
        MatchEvaluator::new(evaluator(), evaluator(), evaluator())
    }

    fn win(text: &str) -> f32 {
        let position = TavliMatch::from_text("points=5").unwrap().parse_position(text).unwrap();
        let mut out = Vec::new();
        match_evaluator().probabilities(&[position, position], Player::P1, &mut out);
        assert_eq!(out[0], out[1]);
        let mut other = Vec::new();
        match_evaluator().probabilities(&[position], Player::P2, &mut other);
        assert!((out[0].win[0] + other[0].win[0] - 1.0).abs() < 1e-5);
        out[0].win[0]
    }

    #[test]
    fn the_score_decides_with_the_board() {
        // White bears off the last checkers with any roll, and wins double.
        let sure = |score: &str| win(&format!("{score} portes b5,b5,b5,20,w2 0/13 0/0 w -"));
        assert!((sure("3-4") - 1.0).abs() < 1e-5, "two points are enough");
        let left = sure("2-4");
        assert!((left - MATCH_EQUITY.at_start(1, 1, 1)).abs() < 1e-5, "{left}");
        // A single win leaves more to do.
        assert!(win("2-4 portes b5,b5,b4,20,w2 0/13 0/1 w -") < left);
    }

    #[test]
    fn the_start_of_a_game_has_the_chances_of_the_table() {
        let start = TavliMatch::default().start();
        let chance = {
            let mut out = Vec::new();
            match_evaluator().probabilities(&[start], Player::P1, &mut out);
            out[0].win[0]
        };
        assert!((chance - MATCH_EQUITY.at_start(0, 7, 7)).abs() < 1e-6);
    }

    /// The chances are those of the match at the given score.
    #[test]
    fn the_engine_looks_at_the_score() {
        let think = |score: &str| {
            let mut table: Box<dyn AnyTable> =
                TavliMatch::open(agon_core::Options::parse(TavliMatch::default().info(), "points=3").unwrap()).unwrap();
            table.set_position(&format!("{score} portes b15,17,w1,w1,3,w1 0/12 0/0 w 41")).unwrap();
            let mut engine: Expectimax<TavliMatch, _> =
                Expectimax::new("match", match_evaluator(), Strength::default());
            engine.think(SearchRequest::quiet(&*table, &Limits::depth(2), &Stop::new())).unwrap().line.unwrap()
        };
        let (ahead, level) = (think("2-0"), think("0-0"));
        // At 2-0 a win of this game wins the match.
        assert!(ahead.probabilities.unwrap().win[0] > level.probabilities.unwrap().win[0]);
        assert!(ahead.probabilities.unwrap().win[1] == 0.0);
    }
}
