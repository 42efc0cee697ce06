//! Counts of moves, the cheapest bound.

use agon_core::bits::UintBits;

use crate::domineering::board::{BoardGeometry, FreeCells};

/// The most dominoes that a player can still place, and how many of them the opponent cannot prevent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCounts {
    possible: u32,
    safe: u32,
}

impl MoveCounts {
    /// The counts of both players.
    #[inline]
    pub(crate) fn of_both<B: UintBits>(geometry: &BoardGeometry<B>, state: &FreeCells<B>) -> [Self; 2] {
        [0, 1].map(|player| {
            // In the opponent's frame the player's dominoes are horizontal, which makes them quick to count.
            let (frame, free) = (&geometry.frames[1 - player], state.views[1 - player]);
            let safe = frame.other_packed(frame.other_sheltered(free));
            Self { possible: frame.other_packed(free), safe }
        })
    }

    /// Possible and safe moves together.
    #[inline]
    pub(crate) fn total(self) -> i32 {
        (self.possible + self.safe) as i32
    }

    /// Whether the player to move wins, if one player has enough safe moves to outlast all moves of the other.
    #[inline]
    pub(crate) fn winner(counts: [Self; 2], mover: usize) -> Option<bool> {
        let [own, their] = [counts[mover], counts[1 - mover]];
        if own.safe > their.possible {
            return Some(true);
        }
        (their.safe >= own.possible).then_some(false)
    }
}
