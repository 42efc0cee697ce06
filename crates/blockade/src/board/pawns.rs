//! Pawn moves (B4).

use agon_core::Player;

use crate::{Board, PassageSet, Pawn, SingleStep, SquareSet};

/// The targets of the pawns of the player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnChoices<const W: usize, const S: usize> {
    /// Goals, by pawn.
    pub(crate) wins: [SquareSet<W, S>; 2],
    /// All other targets, by pawn.
    pub(crate) quiet: [SquareSet<W, S>; 2],
}

impl<const W: usize, const S: usize> PawnChoices<W, S> {
    #[inline]
    pub(crate) fn win_count(&self) -> u32 {
        self.wins[0].count() + self.wins[1].count()
    }

    #[inline]
    pub(crate) fn quiet_count(&self) -> u32 {
        self.quiet[0].count() + self.quiet[1].count()
    }
}

impl<const W: usize, const S: usize> Board<W, S> {
    /// The squares that a pawn may go to if its player is to move.
    #[inline]
    pub fn pawn_targets(&self, player: Player, pawn: Pawn) -> SquareSet<W, S> {
        self.pawn_targets_by(&self.passages(), player, pawn)
    }

    /// The same with the passages of this board at hand.
    #[inline]
    pub fn pawn_targets_by(&self, passages: &PassageSet<W, S>, player: Player, pawn: Pawn) -> SquareSet<W, S> {
        let from = SquareSet::of(self.pawn(player, pawn));
        let opponents = self.pawn_set(player.opponent());
        let occupied = self.pawn_set(player) | opponents;
        let goals = self.goals(player);
        let landable = !occupied | (opponents & goals);

        let (right, left) = (passages.rightwards(from), passages.leftwards(from));
        let (down, up) = (passages.downwards(from), passages.upwards(from));
        let one = right | left | down | up;
        // Straight ahead or round a corner; pawns in between do not matter, but turning back is no move.
        let two = passages.step(one) & !from;
        let single = match self.rules.single {
            SingleStep::None => SquareSet::EMPTY,
            SingleStep::Free => one,
            SingleStep::Any | SingleStep::Opponent => {
                let blockers = if self.rules.single == SingleStep::Any { occupied & !from } else { opponents };
                let blocked = (passages.rightwards(right) & blockers).left()
                    | (passages.leftwards(left) & blockers).right()
                    | (passages.downwards(down) & blockers).up()
                    | (passages.upwards(up) & blockers).down();
                blocked & !occupied
            }
        };
        (two | (one & goals) | single) & landable
    }

    /// The targets of the pawns of the player to move.
    #[inline]
    pub(crate) fn pawn_choices(&self, passages: &PassageSet<W, S>) -> PawnChoices<W, S> {
        let goals = self.goals(self.side);
        let targets = Pawn::ALL.map(|pawn| self.pawn_targets_by(passages, self.side, pawn));
        PawnChoices { wins: targets.map(|set| set & goals), quiet: targets.map(|set| set & !goals) }
    }

    /// Whether the player to move has a legal turn (B8), given that no pawn has reached a goal.
    #[inline]
    pub(crate) fn has_turn(&self) -> bool {
        let passages = self.passages();
        Pawn::ALL.into_iter().any(|pawn| !self.pawn_targets_by(&passages, self.side, pawn).is_empty())
            || (self.rules.turn == crate::TurnKind::Swift && self.can_place_some_wall())
    }
}
