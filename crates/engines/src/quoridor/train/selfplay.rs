//! Games of the engine against itself, for learning.

use agon_core::rng::mix;
use agon_core::{Fault, Position, Rng, Table};
use agon_quoridor::{Board, Move, Nine, Quoridor};
use agon_search::{AlphaBeta, Engine, Limits, Score, SearchRequest, Stop, Strength};

use super::sample::Sample;
use crate::quoridor::guide::Pathfinder;
use crate::quoridor::judge::Judge;
use crate::quoridor::node::Node;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) seed: u64,
    /// Nodes a move.
    pub(crate) nodes: u64,
}

/// Scores are cut off here: beyond it a game is decided anyway.
const HIGHEST: i32 = 3000;
/// Longer games are drawn.
pub(crate) const LONGEST: usize = 200;

/// The search as it plays for learning.
pub(crate) type Mind = AlphaBeta<Quoridor<Nine>, Pathfinder<Nine>>;

/// A search that judges by a net, or by rule of thumb.
pub(crate) fn mind(judge: &Judge) -> Mind {
    let skill = Strength { seed: 0, ..Strength::default() };
    AlphaBeta::new("", Pathfinder::new(judge.clone()), skill).with_resources(1, 1)
}

/// Plays one game, always the same for a number, and appends its positions.
pub(crate) fn play(manner: Manner, number: u64, judge: &Judge, out: &mut Vec<Sample>) -> Result<(), Fault> {
    let mut rng = Rng::new(mix(manner.seed).wrapping_add(number));
    let game = Quoridor::default();
    let mut table = Table::new(game);
    for _ in 0..2 + rng.below(12) {
        if let Some(m) = stray(table.position(), &mut rng) {
            table.play_move(m)?;
        }
    }
    let mut engine = mind(judge);
    let base = out.len();
    let mut winner = None;
    for _ in 0..LONGEST {
        if let Some(outcome) = table.outcome() {
            winner = outcome.winner();
            break;
        }
        let board = *table.position();
        if rng.below(25) == 0
            && let Some(m) = stray(&board, &mut rng)
        {
            table.play_move(m)?;
            continue;
        }
        let nodes = manner.nodes / 2 + u64::from(rng.below(manner.nodes as u32));
        let thought = engine.think(SearchRequest::quiet(&table, &Limits::nodes(nodes), &Stop::new()))?;
        let score = match thought.line.map_or(Score::Cp(0), |line| line.score) {
            Score::Cp(cp) => cp.clamp(-HIGHEST, HIGHEST),
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
        out.push(Sample::new(&board, Node::new(&board).steps, score as i16, turn));
        table.play_move(turn)?;
    }
    for sample in &mut out[base..] {
        sample.result = match winner {
            Some(winner) if winner.index() as u8 == sample.mover => 1,
            Some(_) => -1,
            None => 0,
        };
    }
    Ok(())
}

/// A move that nobody thought about: most often forward, sometimes anything.
pub(crate) fn stray(board: &Board<Nine>, rng: &mut Rng) -> Option<Move> {
    let node = Node::new(board);
    let player = board.mover();
    let forward = Move::pawn(node.next[player.index()]);
    match rng.below(20) {
        0..10 if board.is_legal(forward) => Some(forward),
        0..13 => {
            let targets: Vec<_> = board.targets(player).collect();
            rng.choose(&targets).copied().map(Move::pawn)
        }
        _ => board.random_move(rng, &mut Vec::new()),
    }
}
