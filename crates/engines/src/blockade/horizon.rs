//! The value of the best turn, found without playing every turn.

use agon_blockade::{Board, Colour, TurnKind, Wall, Walls};
use agon_search::Score;

use super::distances::FAR;
use super::planes::BoardPlane;
use super::scratch::{EvalScratch, PositionInfo, is_arriving, walls};
use super::weights::SideFeatures;

/// The best turn so far: none, one that loses at once, or one with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Best {
    None,
    Lost,
    Score(i32),
}

impl<P> EvalScratch<P> {
    /// The value of the best turn, exactly as if every legal turn had been played and the position after it evaluated;
    /// `None` where that needs a list of all turns.
    ///
    /// A wall changes the distances of a player only if it is one of the field's [critical walls]. A wall that does not
    /// hinder the opponent is at best as good as one that changes nothing. So if there is a wall of that kind, only those
    /// that hinder the opponent have to be measured, each once for all pawn moves, of which only the nearest target
    /// of each pawn counts.
    ///
    /// [critical walls]: super::distances::DistanceField::critical_walls
    pub(super) fn horizon<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> Option<Score>
    where
        P: BoardPlane<W, S>,
    {
        let info = self.position_info(board);
        let sets = [info.pawns[0][0], info.pawns[0][1], info.targets[0], info.targets[1]];
        let hindering = self.hindering(&info);
        let critical = sets.map(|set| self.own_field.critical_walls(&info.passages, set));
        let critical = critical[0].or(critical[1]).or(critical[2].or(critical[3]));
        let harming = walls(critical).and(&info.placeable);
        let neutral = info.placeable.without(&info.may_close).without(&hindering).without(&harming);
        let plain = sets.map(|set| self.own_field.distance(set));
        let turns = TurnScores { info: &info, kind: board.turn_kind() };
        let mut best = match board.turn_kind() {
            _ if info.placeable.is_empty() => turns.moving(plain, info.other.distances, None),
            TurnKind::Classic if neutral.is_empty() => return None,
            TurnKind::Classic => turns.with_neutral_wall(plain, &neutral),
            // Where walls are optional, a wall that does not hinder is worse than none.
            TurnKind::Optional => turns.moving(plain, info.other.distances, None),
            TurnKind::Swift => {
                let moving = turns.moving(plain, info.other.distances, None);
                if neutral.is_empty() && moving == Best::None {
                    return None;
                }
                moving.max(turns.with_neutral_wall(plain, &neutral))
            }
        };
        for may_close in [false, true] {
            for wall in hindering.iter().filter(|wall| info.may_close.contains(*wall) == may_close) {
                let other = self.other_field.distances_with(&info.passages, wall, info.pawns[1]);
                if other.contains(&FAR) {
                    continue;
                }
                // The wall can only lengthen the player's own paths: with those as they are, this is an upper bound.
                if turns.with_wall(plain, other, wall) <= best {
                    continue;
                }
                let own = if may_close {
                    self.own_field.distances_with(&info.passages, wall, legal_sets(board, wall, sets))
                } else if harming.contains(wall) {
                    self.own_field.distances_with(&info.passages, wall, sets)
                } else {
                    plain
                };
                best = best.max(turns.with_wall(own, other, wall));
            }
        }
        match best {
            Best::None => None,
            Best::Lost => Some(Score::Loss(2)),
            Best::Score(score) => Some(Score::Cp(score)),
        }
    }
}

/// Reduces the sets to the squares from which a wall that may close a path is legal.
fn legal_sets<const W: usize, const S: usize, P: BoardPlane<W, S>>(
    board: &Board<W, S>,
    wall: Wall,
    sets: [P; 4],
) -> [P; 4] {
    if board.turn_kind() == TurnKind::Swift {
        return if board.is_wall_legal(wall) { sets } else { [P::empty(); 4] };
    }
    let [one, two] = board.targets_before(wall).map(P::from_squares);
    [sets[0], sets[1], one, two]
}

/// Scores turns by the distances after them: `own` has those of the two pawns, then of their nearest targets.
struct TurnScores<'a, P, const W: usize, const S: usize> {
    info: &'a PositionInfo<P, W, S>,
    kind: TurnKind,
}

impl<P, const W: usize, const S: usize> TurnScores<'_, P, W, S> {
    /// The best turn with this wall.
    #[inline]
    fn with_wall(&self, own: [u8; 4], other: [u8; 2], wall: Wall) -> Best {
        match self.kind {
            TurnKind::Swift => self.score([own[0], own[1]], other, Some(wall.colour)),
            TurnKind::Classic | TurnKind::Optional => self.moving(own, other, Some(wall.colour)),
        }
    }

    /// The best turn with some wall that changes no distance.
    fn with_neutral_wall(&self, own: [u8; 4], neutral: &Walls<W, S>) -> Best {
        let other = self.info.other.distances;
        let colours = Colour::ALL.into_iter().filter(|colour| !neutral.of(*colour).is_empty());
        let scores = colours.map(|colour| match self.kind {
            TurnKind::Swift => self.score([own[0], own[1]], other, Some(colour)),
            TurnKind::Classic | TurnKind::Optional => self.moving(own, other, Some(colour)),
        });
        scores.max().unwrap_or(Best::None)
    }

    /// The better of moving one pawn or the other, with a wall of a colour or none.
    #[inline]
    fn moving(&self, own: [u8; 4], other: [u8; 2], wall: Option<Colour>) -> Best {
        self.score([own[2], own[1]], other, wall).max(self.score([own[0], own[3]], other, wall))
    }

    #[inline]
    fn score(&self, own: [u8; 2], other: [u8; 2], wall: Option<Colour>) -> Best {
        if own.contains(&FAR) {
            return Best::None;
        }
        if is_arriving(other) {
            return Best::Lost;
        }
        let mut own = SideFeatures { distances: own, ..self.info.own };
        if let Some(colour) = wall {
            own.stock[colour.index()] -= 1;
        }
        let other = SideFeatures { distances: other, ..self.info.other };
        Best::Score(self.info.weights.value(own, other))
    }
}
