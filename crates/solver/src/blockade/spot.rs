//! A position as the solver holds it.

use agon_blockade::{Board, Colour};
use agon_core::Player;

use crate::blockade::ground::{Ground, Set, WallSet, Ways, members};

/// Walls, pawns, stocks and the player to move. The two pawns of a player are not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) walls: WallSet,
    pub(crate) ways: Ways,
    pub(crate) pawns: [Set; 2],
    /// By player and colour.
    pub(crate) stocks: [[u8; 2]; 2],
    pub(crate) mover: usize,
}

/// A position packed: equal for equal positions, and only for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Key(pub(crate) u64, pub(crate) u64);

impl Spot {
    pub(crate) fn new<const W: usize, const S: usize>(
        ground: &Ground,
        board: &Board<W, S>,
        mover: Player,
    ) -> Self {
        let mut walls = 0;
        for wall in board.walls().iter() {
            let (row, col) = (u32::from(wall.anchor.row()), u32::from(wall.anchor.col()));
            walls |= 1 << ground.wall(wall.colour.index(), row, col);
        }
        let pawns = Player::ALL.map(|player| {
            board.pawns(player).iter().fold(0, |set, square| {
                set | 1 << (u32::from(square.row()) * ground.cols + u32::from(square.col()))
            })
        });
        Self {
            walls,
            ways: members(walls).fold(ground.open(), |ways, wall| ground.close(ways, wall)),
            pawns,
            stocks: Player::ALL.map(|player| Colour::ALL.map(|colour| board.stock(player, colour))),
            mover: mover.index(),
        }
    }

    /// The position with a wall of the mover's placed and the other player to move.
    #[inline]
    pub(crate) fn after(&self, ground: &Ground, pawns: Set, wall: Option<u32>) -> Self {
        let mut next = *self;
        next.pawns[self.mover] = pawns;
        if let Some(wall) = wall {
            next.walls |= 1 << wall;
            next.ways = ground.close(next.ways, wall);
            next.stocks[self.mover][ground.walls[wall as usize].colour] -= 1;
        }
        next.mover = 1 - self.mover;
        next
    }

    /// The walls that fit and that the mover has.
    #[inline]
    pub(crate) fn fitting(&self, ground: &Ground) -> WallSet {
        let half = (1 << ground.anchors()) - 1;
        let [green, blue] = self.stocks[self.mover];
        let stocked = if green > 0 { half } else { 0 } | if blue > 0 { half << ground.anchors() } else { 0 };
        members(self.walls).fold(stocked, |set, wall| set & !ground.walls[wall as usize].hinders)
    }

    /// The position packed; the smaller one of it and what it looks like upside down.
    pub(crate) fn key(&self, ground: &Ground) -> Key {
        let key = self.pack(self.walls, self.pawns);
        if !ground.flips {
            return key;
        }
        key.min(self.pack(ground.flip_walls(self.walls), self.pawns.map(|set| ground.flip(set))))
    }

    fn pack(&self, walls: WallSet, pawns: [Set; 2]) -> Key {
        // Up to 86 walls; four squares in 24 bits; four stocks of at most 18 in 17; one bit for the
        // mover.
        let mut rest = (walls >> 64) as u64;
        for set in pawns {
            rest = rest << 12 | u64::from(set.trailing_zeros()) << 6 | u64::from(set.ilog2());
        }
        let stocks = self.stocks.as_flattened().iter().fold(0, |sum, stock| 19 * sum + u64::from(*stock));
        Key(walls as u64, rest << 18 | stocks << 1 | self.mover as u64)
    }
}
