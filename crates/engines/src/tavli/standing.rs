use agon_core::{Player, Position as _};
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{Fevga, MatchGame, MatchPosition, Plakoto, Portes, Position, Variant};

use super::match_equity::MATCH_EQUITY;

/// What a point of a game is worth in a match, roughly: both are counted from losing to winning.
const POINT: f32 = 0.2;

/// Judges a position of a match by the chance to win the match: what the game on the board may bring,
/// and what that is worth at the score.
#[derive(Clone, Debug)]
pub(crate) struct Standing<A, B, C> {
    portes: Ask<Portes, A>,
    plakoto: Ask<Plakoto, B>,
    fevga: Ask<Fevga, C>,
}

/// How closely a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Glance,
    Judge,
}

/// The evaluation of one game with what it is asked in a batch.
#[derive(Clone, Debug)]
struct Ask<V: Variant, E> {
    evaluator: E,
    positions: Vec<Position<V>>,
    places: Vec<usize>,
    answers: Vec<Probabilities>,
}

impl<V: Variant, E: DiceEvaluator<Position<V>>> Ask<V, E> {
    fn new(evaluator: E) -> Self {
        Self { evaluator, positions: Vec::new(), places: Vec::new(), answers: Vec::new() }
    }

    fn push(&mut self, place: usize, position: &Position<V>) {
        self.positions.push(*position);
        self.places.push(place);
    }

    /// Answers what has been asked: each place with the probabilities of the game.
    fn answer(&mut self, sight: Sight, player: Player, mut use_it: impl FnMut(usize, &Probabilities)) {
        self.answers.clear();
        if !self.positions.is_empty() {
            let glanced = sight == Sight::Glance
                && self.evaluator.quick_probabilities(&self.positions, player, &mut self.answers);
            if !glanced {
                self.evaluator.probabilities(&self.positions, player, &mut self.answers);
            }
        }
        for (&place, probabilities) in self.places.iter().zip(&self.answers) {
            use_it(place, probabilities);
        }
        self.positions.clear();
        self.places.clear();
    }
}

impl<A, B, C> Standing<A, B, C>
where
    A: DiceEvaluator<Position<Portes>>,
    B: DiceEvaluator<Position<Plakoto>>,
    C: DiceEvaluator<Position<Fevga>>,
{
    /// The evaluations of the three games.
    pub(crate) fn new(portes: A, plakoto: B, fevga: C) -> Self {
        Self { portes: Ask::new(portes), plakoto: Ask::new(plakoto), fevga: Ask::new(fevga) }
    }
}

/// The points that both players still need, the given one first.
fn needs(position: &MatchPosition, player: Player) -> [u8; 2] {
    [player, player.opponent()]
        .map(|player| position.rules().points.saturating_sub(position.score()[player.index()]))
}

/// The chances at the start of a game, which are the table's own.
fn begun<V: Variant>(
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
    let chance = MATCH_EQUITY.begun(game, own, other);
    Some(Probabilities::of_win(if starter == player { chance } else { 1.0 - chance }))
}

/// The place of the game on the board among the three.
fn number(game: &MatchGame) -> usize {
    match game {
        MatchGame::Portes(_) => 0,
        MatchGame::Plakoto(_) => 1,
        MatchGame::Fevga(_) => 2,
    }
}

impl<A, B, C> Standing<A, B, C>
where
    A: DiceEvaluator<Position<Portes>>,
    B: DiceEvaluator<Position<Plakoto>>,
    C: DiceEvaluator<Position<Fevga>>,
{
    fn see(
        &mut self,
        sight: Sight,
        positions: &[MatchPosition],
        player: Player,
        out: &mut Vec<Probabilities>,
    ) {
        let first = out.len();
        for (place, position) in positions.iter().enumerate() {
            let game = position.game();
            let known = match (position.outcome(), game) {
                (Some(outcome), _) => Some(Probabilities::of_outcome(outcome, player)),
                (None, MatchGame::Portes(board)) => begun(board, number(game), position, player),
                (None, MatchGame::Plakoto(board)) => begun(board, number(game), position, player),
                (None, MatchGame::Fevga(board)) => begun(board, number(game), position, player),
            };
            match (known, game) {
                (Some(_), _) => {}
                (None, MatchGame::Portes(board)) => self.portes.push(place, board),
                (None, MatchGame::Plakoto(board)) => self.plakoto.push(place, board),
                (None, MatchGame::Fevga(board)) => self.fevga.push(place, board),
            }
            out.push(known.unwrap_or_default());
        }
        let mut put = |place: usize, probabilities: &Probabilities| {
            let position = &positions[place];
            let begins = position.starter() == player;
            let needs = needs(position, player);
            let chance = MATCH_EQUITY.chance(number(position.game()), probabilities, needs, begins);
            out[first + place] = Probabilities::of_win(chance);
        };
        self.portes.answer(sight, player, &mut put);
        self.plakoto.answer(sight, player, &mut put);
        self.fevga.answer(sight, player, &mut put);
    }
}

impl<A, B, C> DiceEvaluator<MatchPosition> for Standing<A, B, C>
where
    A: DiceEvaluator<Position<Portes>>,
    B: DiceEvaluator<Position<Plakoto>>,
    C: DiceEvaluator<Position<Fevga>>,
{
    fn probabilities(&mut self, positions: &[MatchPosition], player: Player, out: &mut Vec<Probabilities>) {
        self.see(Sight::Judge, positions, player, out);
    }

    fn quick_probabilities(
        &mut self,
        positions: &[MatchPosition],
        player: Player,
        out: &mut Vec<Probabilities>,
    ) -> bool {
        self.see(Sight::Glance, positions, player, out);
        true
    }

    fn level_errors(&self, position: &MatchPosition, player: Player, out: &mut Vec<LevelError>) {
        let first = out.len();
        match position.game() {
            MatchGame::Portes(board) => self.portes.evaluator.level_errors(board, player, out),
            MatchGame::Plakoto(board) => self.plakoto.evaluator.level_errors(board, player, out),
            MatchGame::Fevga(board) => self.fevga.evaluator.level_errors(board, player, out),
        }
        for oversight in &mut out[first..] {
            oversight.gain *= POINT;
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
    use super::super::endings::Exact;
    use super::super::judgement::Judgement;
    use super::*;
    use agon_core::{AnyTable, Game};
    use agon_search::{Engine, Expectimax, Limits, SearchRequest, Stop, Strength};
    use agon_tavli::TavliMatch;

    fn standing() -> impl DiceEvaluator<MatchPosition> {
        let judge = || Exact::new(Judgement);
        Standing::new(judge(), judge(), judge())
    }

    fn win(text: &str) -> f32 {
        let position = TavliMatch::from_text("points=5").unwrap().parse_position(text).unwrap();
        let mut out = Vec::new();
        standing().probabilities(&[position, position], Player::P1, &mut out);
        assert_eq!(out[0], out[1]);
        let mut other = Vec::new();
        standing().probabilities(&[position], Player::P2, &mut other);
        assert!((out[0].win[0] + other[0].win[0] - 1.0).abs() < 1e-5);
        out[0].win[0]
    }

    #[test]
    fn the_score_decides_with_the_board() {
        // White is off next turn whatever he rolls, and wins double.
        let sure = |score: &str| win(&format!("{score} portes b5,b5,b5,20,w2 0/13 0/0 w -"));
        assert!((sure("3-4") - 1.0).abs() < 1e-5, "two points are enough");
        let left = sure("2-4");
        assert!((left - MATCH_EQUITY.begun(1, 1, 1)).abs() < 1e-5, "{left}");
        // A single win leaves more to do.
        assert!(win("2-4 portes b5,b5,b4,20,w2 0/13 0/1 w -") < left);
    }

    #[test]
    fn the_start_of_a_game_is_worth_what_the_table_says() {
        let start = TavliMatch::default().start();
        let chance = {
            let mut out = Vec::new();
            standing().probabilities(&[start], Player::P1, &mut out);
            out[0].win[0]
        };
        assert!((chance - MATCH_EQUITY.begun(0, 7, 7)).abs() < 1e-6);
    }

    /// At the last point only winning counts; one point behind, the double is needed.
    #[test]
    fn the_engine_looks_at_the_score() {
        let think = |score: &str| {
            let mut table: Box<dyn AnyTable> = TavliMatch::open(
                agon_core::Options::parse(TavliMatch::default().info(), "points=3").unwrap(),
            )
            .unwrap();
            table.set_position(&format!("{score} portes b15,17,w1,w1,3,w1 0/12 0/0 w 41")).unwrap();
            let mut engine: Expectimax<TavliMatch, _> =
                Expectimax::new("match", standing(), Strength::default());
            engine
                .think(SearchRequest::quiet(&*table, &Limits::depth(2), &Stop::new()))
                .unwrap()
                .line
                .unwrap()
        };
        let (ahead, level) = (think("2-0"), think("0-0"));
        // Two ahead he has won after this game; the chances are those of the match, not of the game.
        assert!(ahead.probabilities.unwrap().win[0] > level.probabilities.unwrap().win[0]);
        assert!(ahead.probabilities.unwrap().win[1] == 0.0);
    }
}
