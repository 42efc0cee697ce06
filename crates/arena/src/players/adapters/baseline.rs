use std::time::Instant;

use agon_core::view::TavliView;
use agon_core::{AnyTable, BoardView, Fault, Player, Rng};
use agon_search::{Engine, NOBODY_TO_MOVE, SearchRequest, Thought};

/// A player that looks one turn ahead with a simple evaluation. It stays the same while engines improve, so that their
/// strength can be compared over time. Ties are broken at random.
pub(crate) struct Baseline {
    rng: Rng,
}

impl Baseline {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

/// The value of a won point, above that of any position.
const WIN_VALUE: i64 = 1_000_000;

/// The value of a position to the player who has just moved.
fn value_of(table: &dyn AnyTable, player: Player) -> i64 {
    if let Some(outcome) = table.outcome() {
        let points = i64::from(outcome.points()) * WIN_VALUE;
        return if outcome.winner() == Some(player) { points } else { -points };
    }
    match table.view(&[]) {
        Ok(BoardView::Tavli(board)) => tavli_value(&board, player),
        _ => path_lead(table, player).unwrap_or_else(|| -(table.legal().len() as i64)),
    }
}

/// How many turns more the opponent's nearest pawn needs than the player's own; `None` in games without paths, where
/// the number of legal turns counts.
fn path_lead(table: &dyn AnyTable, player: Player) -> Option<i64> {
    let paths = table.paths();
    let nearest = |who: Player| paths.iter().filter(|path| path.player == who).map(|path| path.turns).min();
    Some(i64::from(nearest(player.opponent())?) - i64::from(nearest(player)?))
}

/// Pips ahead, plus a bonus for points held, minus a penalty for exposed single checkers that grows as they advance.
fn tavli_value(board: &TavliView, player: Player) -> i64 {
    let (own, other) = (player.index(), player.opponent().index());
    let mut value = 4 * (i64::from(board.pips[other]) - i64::from(board.pips[own]));
    value += 30 * i64::from(board.bar[other]) + 8 * i64::from(board.off[own]);
    for (index, point) in (0i64..).zip(&board.points) {
        let advanced = if player == Player::P1 { index } else { 23 - index };
        if point.owner == Some(player) {
            value += match (point.count, point.pinned) {
                (_, true) => 40,
                (1, false) if !board.blots_are_safe => -6 - advanced,
                (1.., false) => 6,
                (0, false) => 0,
            };
        }
    }
    value
}

impl Engine for Baseline {
    fn name(&self) -> String {
        "baseline greedy".to_owned()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, stop, .. } = request;
        let started = Instant::now();
        let nobody = || NOBODY_TO_MOVE.with("actor", table.actor());
        let player = table.actor().player().ok_or_else(nobody)?;
        let successors = table.successors();
        let mut scratch = table.clone_box();
        let mut best: Vec<&str> = Vec::new();
        let mut highest = i64::MIN;
        for successor in &successors {
            scratch.set_position(&successor.position)?;
            let value = value_of(&*scratch, player);
            if value > highest {
                highest = value;
                best.clear();
            }
            if value == highest {
                best.push(&successor.notation);
            }
            if stop.is_set() {
                break;
            }
        }
        let turn = self.rng.choose(&best).ok_or_else(nobody)?;
        let nodes = successors.len() as u64;
        Ok(Thought { turn: (*turn).to_owned(), line: None, nodes, time: started.elapsed() })
    }
}
