use agon_blockade::{Board, PassageSet, Square, SquareSet};
use agon_core::Player;
use agon_search::Evaluator;

/// The evaluation of the greedy bot: the distances alone. It stays as it is, as a fixed opponent for measuring strength.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Greedy;

/// The cost of the distances of a player's two pawns: one pawn is enough, the other is a spare.
fn distance_cost(steps: [i32; 2]) -> i32 {
    let near = steps[0].min(steps[1]);
    let far = steps[0].max(steps[1]).min(near + 12);
    50 * near + 10 * far
}

fn distances<const W: usize, const S: usize>(
    ways: &PassageSet<W, S>,
    pawns: [Square; 2],
    goals: SquareSet<W, S>,
) -> [i32; 2] {
    pawns.map(|pawn| ways.distance(pawn, goals).map_or(999, i32::from))
}

impl<const W: usize, const S: usize> Evaluator<Board<W, S>> for Greedy {
    fn evaluate(&mut self, board: &Board<W, S>, player: Player) -> i32 {
        let ways = board.passages();
        let of = |player| distance_cost(distances(&ways, board.pawns(player), board.goals(player)));
        of(player.opponent()) - of(player)
    }
}
