//! The turns of a position, one by one.

use agon_blockade::TurnKind;

use crate::blockade::ground::{Ground, Set, members};
use crate::blockade::spot::Spot;

/// Eight squares two steps away and four beside a pawn, for two pawns.
const MOST_MOVES: usize = 24;

/// The pawn moves of the mover that do not arrive, as sets of both pawns after them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnMoves {
    sets: [Set; MOST_MOVES],
    count: usize,
}

impl std::ops::Deref for PawnMoves {
    type Target = [Set];

    #[inline]
    fn deref(&self) -> &[Set] {
        &self.sets[..self.count]
    }
}

/// Lists the pawn moves of the mover that do not arrive.
#[inline]
pub(crate) fn pawn_moves(ground: &Ground, spot: &Spot) -> PawnMoves {
    let own = spot.pawns[spot.mover];
    let mut moves = PawnMoves { sets: [0; MOST_MOVES], count: 0 };
    for from in singles(own) {
        for to in singles(ground.targets(&spot.ways, spot.pawns, spot.mover, from)) {
            if let Some(place) = moves.sets.get_mut(moves.count) {
                *place = own ^ from | to;
                moves.count += 1;
            }
        }
    }
    moves
}

/// Shows every position that a turn leads to; turns that arrive lead to none.
pub(crate) fn each_turn(ground: &Ground, spot: &Spot, mut show: impl FnMut(Spot)) {
    let moves = pawn_moves(ground, spot);
    let stay = [spot.pawns[spot.mover]];
    let with_wall: &[Set] = if ground.turn == TurnKind::Swift { &stay } else { &moves };
    let mut walled = 0u32;
    let touched = ground.touched(spot.walls);
    for wall in members(spot.fitting(ground)) {
        let ways = ground.close(spot.ways, wall);
        let Some(region) = ground.region_left(spot, wall, &ways, touched) else { continue };
        for (number, &pawns) in with_wall.iter().enumerate().filter(|(_, pawns)| *pawns & !region == 0) {
            walled |= 1 << number;
            show(spot.after(ground, pawns, Some(wall)));
        }
    }
    for (number, &pawns) in moves.iter().enumerate() {
        if ground.turn != TurnKind::Classic || walled >> number & 1 == 0 {
            show(spot.after(ground, pawns, None));
        }
    }
}

/// The members of a set as sets of one.
fn singles(mut set: Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let single = set & set.wrapping_neg();
        set ^= single;
        (single != 0).then_some(single)
    })
}
