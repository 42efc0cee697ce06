//! The order of all turns at the root.

use agon_blockade::{Board, Pawn, Turn, Wall, Walls};
use agon_search::OrderingScores;

use super::distances::DistanceField;
use super::domain::wall_number;
use super::planes::BoardPlane;
use super::scratch::{ARRIVING, EvalScratch, PositionInfo};
use super::turn_list::{PawnCandidate, SCORE_SCALE, SHIELD_BONUS, shields};
use super::weights::SideFeatures;

/// The static evaluations after all turns of a position. Each wall is measured once for all pawn moves.
#[derive(Clone, Debug)]
pub(crate) struct RootOrder<P, const W: usize, const S: usize> {
    pub(super) board: Board<W, S>,
    info: PositionInfo<P, W, S>,
    candidates: Vec<PawnCandidate<P>>,
    harming: Walls<W, S>,
    /// The walls that stand where the opponent's walls would harm.
    shields: Walls<W, S>,
    other_field: DistanceField<P>,
    walled_field: DistanceField<P>,
    /// The distances with each wall, by the wall's number.
    by_wall: Vec<Option<WallDistances>>,
    /// For each wall measured, the distances of the mover's pawns and of their targets; first those without a wall.
    own_distances: Vec<u8>,
}

/// The distances with one more wall.
#[derive(Clone, Copy, Debug)]
struct WallDistances {
    other: [u8; 2],
    /// Where the mover's begin in [`RootOrder::own_distances`].
    own_start: usize,
}

/// Above the number of every wall.
const WALL_NUMBERS: usize = 2048;

impl<P> EvalScratch<P> {
    /// Prepares the order of a position's turns.
    pub(super) fn root_order<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> RootOrder<P, W, S>
    where
        P: BoardPlane<W, S>,
    {
        let info = self.position_info(board);
        let mut candidates = Vec::new();
        self.fill_candidates(&info, &mut candidates);
        let harming = self.harming(&info, &candidates);
        let plain = info.own.distances.into_iter().chain(candidates.iter().map(|candidate| candidate.distance));
        RootOrder {
            board: *board,
            info,
            harming,
            shields: shields(&harming, &info.placeable),
            other_field: self.other_field.clone(),
            walled_field: DistanceField::default(),
            by_wall: vec![None; WALL_NUMBERS],
            own_distances: plain.collect(),
            candidates,
        }
    }
}

impl<P: BoardPlane<W, S>, const W: usize, const S: usize> RootOrder<P, W, S> {
    /// The ordering points of a legal turn: the evaluation after it, and a bonus for protecting the own path.
    pub(super) fn score(&mut self, turn: Turn) -> i32 {
        if turn.pawn.is_some_and(|step| self.board.wins_on(self.board.side(), step.to)) {
            return 2 * OrderingScores::URGENT;
        }
        let [own, other] = self.after(turn);
        let shield = turn.wall.is_some_and(|wall| self.shields.contains(wall));
        SCORE_SCALE * self.info.weights.value(own, other) + if shield { SHIELD_BONUS } else { 0 }
    }

    /// The static evaluation after a turn, unless the position after it may be decided or a repetition.
    pub(super) fn evaluate_after(&mut self, turn: Turn) -> Option<i32> {
        // Only a turn without a wall can repeat a position.
        turn.wall?;
        let [own, other] = self.after(turn);
        let is_open = |side: SideFeatures| side.near() > ARRIVING && side.stock != [0; 2];
        (is_open(own) && is_open(other)).then(|| self.info.weights.value(own, other))
    }

    /// The features of both players after a turn that does not win.
    fn after(&mut self, turn: Turn) -> [SideFeatures; 2] {
        let plain = WallDistances { other: self.info.other.distances, own_start: 0 };
        let WallDistances { other, own_start } = turn.wall.map_or(plain, |wall| self.with_wall(wall));
        let distances = [self.own_distances[own_start], self.own_distances[own_start + 1]];
        let mut own = SideFeatures { distances, ..self.info.own };
        if let Some(at) = self.candidates.iter().position(|candidate| Some(candidate.step) == turn.pawn) {
            let pawn = self.candidates[at].step.pawn;
            own.distances[pawn.index()] = self.own_distances[own_start + Pawn::ALL.len() + at];
        }
        if let Some(wall) = turn.wall {
            own.stock[wall.colour.index()] -= 1;
        }
        [own, SideFeatures { distances: other, ..self.info.other }]
    }

    fn with_wall(&mut self, wall: Wall) -> WallDistances {
        let number = wall_number(wall) as usize;
        if let Some(known) = self.by_wall[number] {
            return known;
        }
        let PositionInfo { passages, goals, wanted, pawns, .. } = self.info;
        let other = self.other_field.distances_with(&passages, wall, pawns[1]);
        let mut found = WallDistances { other, own_start: 0 };
        if self.info.may_close.contains(wall) || self.harming.contains(wall) {
            found.own_start = self.own_distances.len();
            self.walled_field.fill(&passages.with(wall), goals, wanted);
            let squares = pawns[0].into_iter().chain(self.candidates.iter().map(|candidate| candidate.to));
            self.own_distances.extend(squares.map(|square| self.walled_field.distance(square)));
        }
        self.by_wall[number] = Some(found);
        found
    }
}
