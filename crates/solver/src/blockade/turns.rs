//! The turns of a position.

use agon_blockade::TurnKind;
use agon_core::bits::Bits;

use crate::blockade::geometry::{BlockadeGeometry, SquareSet};
use crate::blockade::position::SearchPosition;

/// Eight squares at two steps and four adjacent ones, for two pawns.
const MAX_PAWN_MOVES: usize = 24;

/// The pawn moves of the mover that do not arrive, as the squares of both pawns after each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnMoves {
    sets: [SquareSet; MAX_PAWN_MOVES],
    count: usize,
}

impl std::ops::Deref for PawnMoves {
    type Target = [SquareSet];

    #[inline]
    fn deref(&self) -> &[SquareSet] {
        &self.sets[..self.count]
    }
}

/// Lists the pawn moves of the mover that do not arrive.
#[inline]
pub(crate) fn pawn_moves(geometry: &BlockadeGeometry, position: &SearchPosition) -> PawnMoves {
    let own = position.pawns[position.mover];
    let mut moves = PawnMoves { sets: [0; MAX_PAWN_MOVES], count: 0 };
    for from in singles(own) {
        for to in singles(geometry.pawn_targets(&position.edges, position.pawns, position.mover, from)) {
            if let Some(place) = moves.sets.get_mut(moves.count) {
                *place = own ^ from | to;
                moves.count += 1;
            }
        }
    }
    moves
}

/// Calls `show` for the position after each turn that does not arrive.
pub(crate) fn each_turn(geometry: &BlockadeGeometry, position: &SearchPosition, mut show: impl FnMut(SearchPosition)) {
    let moves = pawn_moves(geometry, position);
    let stay = [position.pawns[position.mover]];
    let with_wall: &[SquareSet] = if geometry.turn == TurnKind::Swift { &stay } else { &moves };
    let mut walled = 0u32;
    let touched = geometry.touched(position.walls);
    for wall in position.fitting(geometry).members() {
        let edges = geometry.close(position.edges, wall);
        let Some(region) = geometry.legal_region(position, wall, &edges, touched) else { continue };
        for (number, &pawns) in with_wall.iter().enumerate().filter(|(_, pawns)| *pawns & !region == 0) {
            walled |= 1 << number;
            show(position.after(geometry, pawns, Some(wall)));
        }
    }
    for (number, &pawns) in moves.iter().enumerate() {
        if geometry.turn != TurnKind::Classic || walled >> number & 1 == 0 {
            show(position.after(geometry, pawns, None));
        }
    }
}

/// The members of a set, each as a set of one.
fn singles(mut set: SquareSet) -> impl Iterator<Item = SquareSet> {
    std::iter::from_fn(move || {
        let single = set & set.wrapping_neg();
        set ^= single;
        (single != 0).then_some(single)
    })
}
