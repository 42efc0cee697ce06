use std::time::Instant;

use agon_core::view::TavliView;
use agon_core::{AnyTable, BoardView, Fault, Player, Rng};
use agon_search::{Engine, Limits, Line, NOBODY_TO_MOVE, Stop, Thought};

/// A player that looks one turn ahead and judges by plain figures of the board: a yardstick that
/// stays the same while engines get better. Equals are drawn by lot.
pub(crate) struct Baseline {
    rng: Rng,
}

impl Baseline {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

/// Better than anything on the board.
const WON: i64 = 1_000_000;

/// What a table is worth to a player who has just moved.
fn worth(table: &dyn AnyTable, player: Player) -> i64 {
    if let Some(outcome) = table.outcome() {
        let points = i64::from(outcome.points()) * WON;
        return if outcome.winner() == Some(player) { points } else { -points };
    }
    match table.view(&[]) {
        Ok(BoardView::Tavli(board)) => checkers(&board, player),
        _ => steps(table, player).unwrap_or_else(|| -(table.legal().len() as i64)),
    }
}

/// Turns that the opponent's nearest pawn needs more than one's own; `None` in games without paths,
/// where what counts is how little the opponent can do.
fn steps(table: &dyn AnyTable, player: Player) -> Option<i64> {
    let paths = table.paths();
    let nearest = |who: Player| paths.iter().filter(|path| path.player == who).map(|path| path.turns).min();
    Some(i64::from(nearest(player.opponent())?) - i64::from(nearest(player)?))
}

/// Pips ahead, points held for, single checkers that can be hit or pinned against, the more the
/// further they have come.
fn checkers(board: &TavliView, player: Player) -> i64 {
    let (own, other) = (player.index(), player.opponent().index());
    let mut worth = 4 * (i64::from(board.pips[other]) - i64::from(board.pips[own]));
    worth += 30 * i64::from(board.bar[other]) + 8 * i64::from(board.off[own]);
    let alone_is_safe = matches!(board.variant, "fevga" | "gulbara");
    for (index, point) in (0i64..).zip(&board.points) {
        let come = if player == Player::P1 { index } else { 23 - index };
        if point.owner == Some(player) {
            worth += match (point.count, point.pinned) {
                (_, true) => 40,
                (1, false) if !alone_is_safe => -6 - come,
                (1.., false) => 6,
                (0, false) => 0,
            };
        }
    }
    worth
}

impl Engine for Baseline {
    fn name(&self) -> String {
        "baseline greedy".to_owned()
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        table: &dyn AnyTable,
        _limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Line),
    ) -> Result<Thought, Fault> {
        let started = Instant::now();
        let nobody = || NOBODY_TO_MOVE.with("actor", table.actor());
        let player = table.actor().player().ok_or_else(nobody)?;
        let successors = table.successors();
        let mut scratch = table.clone_box();
        let mut best: Vec<&str> = Vec::new();
        let mut most = i64::MIN;
        for successor in &successors {
            scratch.set_position(&successor.position)?;
            let worth = worth(&*scratch, player);
            if worth > most {
                most = worth;
                best.clear();
            }
            if worth == most {
                best.push(&successor.word);
            }
            if stop.is_set() {
                break;
            }
        }
        let word = self.rng.choose(&best).ok_or_else(nobody)?;
        let nodes = successors.len() as u64;
        Ok(Thought { word: (*word).to_owned(), line: None, nodes, time: started.elapsed() })
    }
}
