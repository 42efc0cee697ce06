//! A position as the solver stores it.

use agon_blockade::{Board, Colour};
use agon_core::Player;
use agon_core::bits::Bits;

use crate::blockade::geometry::{BlockadeGeometry, OpenEdges, SquareSet, WallSet};

/// Walls, pawns, stocks and the player to move. The two pawns of a player are interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchPosition {
    pub(crate) walls: WallSet,
    pub(crate) edges: OpenEdges,
    pub(crate) pawns: [SquareSet; 2],
    /// By player and colour.
    pub(crate) stocks: [[u8; 2]; 2],
    pub(crate) mover: usize,
}

/// An exact key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct PositionKey(pub(crate) u64, pub(crate) u64);

impl SearchPosition {
    pub(crate) fn new<const W: usize, const S: usize>(
        geometry: &BlockadeGeometry,
        board: &Board<W, S>,
        mover: Player,
    ) -> Self {
        let mut walls = 0;
        for wall in board.walls().iter() {
            let (row, col) = (u32::from(wall.anchor.row()), u32::from(wall.anchor.col()));
            walls |= 1 << geometry.wall(wall.colour.index(), row, col);
        }
        let pawns = Player::ALL.map(|player| {
            board
                .pawns(player)
                .iter()
                .fold(0, |set, square| set | 1 << (u32::from(square.row()) * geometry.cols + u32::from(square.col())))
        });
        Self {
            walls,
            edges: walls.members().fold(geometry.open(), |edges, wall| geometry.close(edges, wall)),
            pawns,
            stocks: Player::ALL.map(|player| Colour::ALL.map(|colour| board.stock(player, colour))),
            mover: mover.index(),
        }
    }

    /// The position after a turn of the mover.
    #[inline]
    pub(crate) fn after(&self, geometry: &BlockadeGeometry, pawns: SquareSet, wall: Option<u32>) -> Self {
        let mut next = *self;
        next.pawns[self.mover] = pawns;
        if let Some(wall) = wall {
            next.walls |= 1 << wall;
            next.edges = geometry.close(next.edges, wall);
            next.stocks[self.mover][geometry.walls[wall as usize].colour] -= 1;
        }
        next.mover = 1 - self.mover;
        next
    }

    /// The walls that fit and that the mover has in stock.
    #[inline]
    pub(crate) fn fitting(&self, geometry: &BlockadeGeometry) -> WallSet {
        let half = (1 << geometry.anchors()) - 1;
        let [green, blue] = self.stocks[self.mover];
        let stocked = if green > 0 { half } else { 0 } | if blue > 0 { half << geometry.anchors() } else { 0 };
        self.walls.members().fold(stocked, |set, wall| set & !geometry.walls[wall as usize].conflicts)
    }

    /// The smaller one of the keys of the position and of its mirror image.
    pub(crate) fn key(&self, geometry: &BlockadeGeometry) -> PositionKey {
        let key = self.pack(self.walls, self.pawns);
        if !geometry.is_symmetric {
            return key;
        }
        key.min(self.pack(geometry.flip_walls(self.walls), self.pawns.map(|set| geometry.flip(set))))
    }

    fn pack(&self, walls: WallSet, pawns: [SquareSet; 2]) -> PositionKey {
        // Up to 86 walls; four squares in 24 bits; four stocks of at most 18 in 17 bits; one bit for the mover.
        let mut rest = (walls >> 64) as u64;
        for set in pawns {
            rest = rest << 12 | u64::from(set.trailing_zeros()) << 6 | u64::from(set.ilog2());
        }
        let stocks = self.stocks.as_flattened().iter().fold(0, |sum, stock| 19 * sum + u64::from(*stock));
        PositionKey(walls as u64, rest << 18 | stocks << 1 | self.mover as u64)
    }
}
