//! Games of the engine against itself.

use agon_core::rng::mix;
use agon_core::{Fault, Position, Rng, Table};
use agon_engines::training::quoridor::{SelfPlayEvaluator, shortest_paths};
use agon_quoridor::{Board, Grid9x9, Move, Quoridor};
use agon_search::{Limits, Score, SearchRequest, Stop};

use super::sample::Sample;

/// Scores are clamped to this many hundredths: beyond it a game is decided anyway.
const MAX_SCORE: i32 = 3000;
/// Longer games are drawn.
pub(super) const MAX_TURNS: usize = 200;
/// One turn in this number is random.
const RANDOM_ONE_IN: u32 = 25;

/// Plays one game, which depends on the seed and its number alone, and appends its positions.
pub(super) fn play(
    seed: u64,
    nodes: u64,
    number: u64,
    evaluator: &SelfPlayEvaluator,
    out: &mut Vec<Sample>,
) -> Result<(), Fault> {
    let mut rng = Rng::new(mix(seed).wrapping_add(number));
    let mut table = Table::new(Quoridor::default());
    for _ in 0..2 + rng.below(12) {
        if let Some(m) = random_turn(table.position(), &mut rng) {
            table.play_move(m)?;
        }
    }
    let mut engine = evaluator.engine();
    let first = out.len();
    let mut winner = None;
    for _ in 0..MAX_TURNS {
        if let Some(outcome) = table.outcome() {
            winner = outcome.winner();
            break;
        }
        let board = *table.position();
        if rng.below(RANDOM_ONE_IN) == 0
            && let Some(m) = random_turn(&board, &mut rng)
        {
            table.play_move(m)?;
            continue;
        }
        let limit = nodes / 2 + u64::from(rng.below(nodes as u32));
        let thought = engine.think(SearchRequest::quiet(&table, &Limits::nodes(limit), &Stop::new()))?;
        let score = match thought.line.map_or(Score::Cp(0), |line| line.score) {
            Score::Cp(cp) => cp.clamp(-MAX_SCORE, MAX_SCORE),
            Score::Win(_) => {
                winner = Some(board.mover());
                break;
            }
            Score::Loss(_) => {
                winner = Some(board.mover().opponent());
                break;
            }
        };
        let turn = board.parse_move(&thought.turn)?;
        out.push(Sample::new(&board, shortest_paths(&board).0, score as i16, turn));
        table.play_move(turn)?;
    }
    for sample in &mut out[first..] {
        sample.result = match winner {
            Some(winner) if winner.index() as u8 == sample.mover => 1,
            Some(_) => -1,
            None => 0,
        };
    }
    Ok(())
}

/// A random turn: in half of the cases along the shortest path, else some pawn move or any turn.
pub(super) fn random_turn(board: &Board<Grid9x9>, rng: &mut Rng) -> Option<Move> {
    let (_, forward) = shortest_paths(board);
    match rng.below(20) {
        0..10 if board.is_legal(forward) => Some(forward),
        0..13 => {
            let targets: Vec<_> = board.targets(board.mover()).collect();
            rng.choose(&targets).copied().map(Move::pawn)
        }
        _ => board.random_move(rng, &mut Vec::new()),
    }
}
