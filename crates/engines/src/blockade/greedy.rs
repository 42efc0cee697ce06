use agon_blockade::{Board, Square, SquareSet, Ways};
use agon_core::Player;
use agon_search::Evaluator;

/// Judges by nothing but the distances: what the greedy player goes by. It stays as it is, so that
/// strength can be measured against it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Greedy;

/// The worth of the distances of a player's two pawns: one pawn is enough, the other is a spare.
fn burden(steps: [i32; 2]) -> i32 {
    let near = steps[0].min(steps[1]);
    let far = steps[0].max(steps[1]).min(near + 12);
    50 * near + 10 * far
}

fn steps<const W: usize, const S: usize>(
    ways: &Ways<W, S>,
    pawns: [Square; 2],
    goals: SquareSet<W, S>,
) -> [i32; 2] {
    pawns.map(|pawn| ways.distance(pawn, goals).map_or(999, i32::from))
}

impl<const W: usize, const S: usize> Evaluator<Board<W, S>> for Greedy {
    fn evaluate(&mut self, board: &Board<W, S>, player: Player) -> i32 {
        let ways = board.ways();
        let of = |player| burden(steps(&ways, board.pawns(player), board.goals(player)));
        of(player.opponent()) - of(player)
    }
}
