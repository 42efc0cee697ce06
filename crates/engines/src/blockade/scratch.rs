use agon_blockade::{Board, Colour, Pawn, Turn, TurnKind, Wall, Walls};
use agon_core::Player;
use agon_search::Score;

use super::distances::{DistanceField, FAR, WallPlanes};
use super::planes::{BitPlane, BoardPlane, Passages};
use super::turn_list::PawnCandidate;
use super::weights::{SideFeatures, Weights};

/// The evaluation with its buffers, which are reused from position to position.
#[derive(Clone, Debug)]
pub(crate) struct EvalScratch<P> {
    pub(super) own_field: DistanceField<P>,
    pub(super) other_field: DistanceField<P>,
    /// A field with one more wall.
    pub(super) walled_field: DistanceField<P>,
    pub(super) candidates: Vec<PawnCandidate<P>>,
    pub(super) turns: Vec<Turn>,
    /// Evaluates by the weights that training starts from.
    pub(super) untrained: bool,
}

/// What evaluation and move ordering need of a position, computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionInfo<P, const W: usize, const S: usize> {
    pub(super) passages: Passages<P>,
    /// The goals of the player to move.
    pub(super) goals: P,
    /// The pawns of the player to move, then the opponent's.
    pub(super) pawns: [[P; 2]; 2],
    /// The squares that each pawn of the player to move can go to.
    pub(super) targets: [P; 2],
    /// The targets and the pawns' own squares.
    pub(super) wanted: P,
    /// The walls in stock that fit.
    pub(super) placeable: Walls<W, S>,
    /// Those of them that may close a path.
    pub(super) may_close: Walls<W, S>,
    pub(super) weights: &'static Weights,
    pub(super) own: SideFeatures,
    pub(super) other: SideFeatures,
}

/// A pawn at most this many steps from a goal arrives with its next turn (B4).
pub(super) const ARRIVING: u8 = 2;

fn stock<const W: usize, const S: usize>(board: &Board<W, S>, player: Player) -> [u8; 2] {
    Colour::ALL.map(|colour| board.stock(player, colour))
}

pub(super) fn walls<const W: usize, const S: usize, P: BoardPlane<W, S>>(planes: WallPlanes<P>) -> Walls<W, S> {
    Walls { green: planes.green.squares(), blue: planes.blue.squares() }
}

/// Whether the player with these distances arrives with the next turn.
pub(super) fn is_arriving([one, two]: [u8; 2]) -> bool {
    one.min(two) <= ARRIVING
}

impl<P: BitPlane> Default for EvalScratch<P> {
    fn default() -> Self {
        Self {
            own_field: DistanceField::default(),
            other_field: DistanceField::default(),
            walled_field: DistanceField::default(),
            candidates: Vec::with_capacity(24),
            turns: Vec::new(),
            untrained: false,
        }
    }
}

impl<P> EvalScratch<P> {
    /// The static evaluation for the player to move.
    pub(super) fn evaluate<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> i32
    where
        P: BoardPlane<W, S>,
    {
        let [own, other] = self.features(board);
        -self.weights(board.turn_kind()).value(other, own)
    }

    fn weights(&self, kind: TurnKind) -> &'static Weights {
        if self.untrained { Weights::untrained(kind) } else { Weights::trained(kind) }
    }

    /// The features of both players, those of the player to move first.
    pub(super) fn features<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> [SideFeatures; 2]
    where
        P: BoardPlane<W, S>,
    {
        let passages = Passages::new(&board.passages());
        [board.side(), board.side().opponent()].map(|player| {
            let pawns = board.pawns(player).map(P::of);
            self.walled_field.fill(&passages, P::from_squares(board.goals(player)), pawns[0].or(pawns[1]));
            let distances = pawns.map(|pawn| self.walled_field.distance(pawn));
            SideFeatures { distances, stock: stock(board, player) }
        })
    }

    /// Computes both distance fields, the pawns' targets and the walls.
    pub(super) fn position_info<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> PositionInfo<P, W, S>
    where
        P: BoardPlane<W, S>,
    {
        let players = [board.side(), board.side().opponent()];
        let paths = board.passages();
        let passages = Passages::new(&paths);
        let pawns = players.map(|player| board.pawns(player).map(P::of));
        let targets = Pawn::ALL.map(|pawn| P::from_squares(board.pawn_targets_by(&paths, players[0], pawn)));
        let wanted = pawns[0][0].or(pawns[0][1]).or(targets[0]).or(targets[1]);
        let [goals, other_goals] = players.map(|player| P::from_squares(board.goals(player)));
        self.own_field.fill(&passages, goals, wanted);
        self.other_field.fill(&passages, other_goals, pawns[1][0].or(pawns[1][1]));
        let placeable = board.stocked_walls();
        let features = |player: usize, field: &DistanceField<P>| SideFeatures {
            distances: pawns[player].map(|pawn| field.distance(pawn)),
            stock: stock(board, players[player]),
        };
        PositionInfo {
            passages,
            goals,
            pawns,
            targets,
            wanted,
            placeable,
            may_close: board.touching_twice(&placeable),
            weights: self.weights(board.turn_kind()),
            own: features(0, &self.own_field),
            other: features(1, &self.other_field),
        }
    }

    /// The walls that can lengthen the path of an opposing pawn.
    pub(super) fn hindering<const W: usize, const S: usize>(&self, info: &PositionInfo<P, W, S>) -> Walls<W, S>
    where
        P: BoardPlane<W, S>,
    {
        let [one, two] = info.pawns[1].map(|pawn| self.other_field.critical_walls(&info.passages, pawn));
        walls(one.or(two)).and(&info.placeable)
    }

    /// The result if it is certain without search: the player to move arrives or cannot stop the opponent, or a race
    /// is decided.
    pub(super) fn proven_score<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> Option<Score>
    where
        P: BoardPlane<W, S>,
    {
        let passages = Passages::new(&board.passages());
        let arrives = |player: Player| {
            let [one, two] = board.pawns(player).map(P::of);
            let near = passages.step(one.or(two));
            near.or(passages.step(near)).meets(P::from_squares(board.goals(player)))
        };
        if arrives(board.side()) {
            return Some(Score::Win(1));
        }
        if arrives(board.side().opponent()) {
            return (!self.can_hold(board)).then_some(Score::Loss(2));
        }
        self.race(board)
    }

    /// Whether the player to move can stop an opponent who is about to arrive.
    ///
    /// Only walls can: pawns are jumped over, and captured on a goal.
    fn can_hold<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> bool
    where
        P: BoardPlane<W, S>,
    {
        let info = self.position_info(board);
        let is_legal = |wall: Wall| match board.turn_kind() {
            TurnKind::Swift => board.is_wall_legal(wall),
            TurnKind::Classic | TurnKind::Optional => {
                board.targets_before(wall).iter().any(|targets| !targets.is_empty())
            }
        };
        self.hindering(&info).iter().any(|wall| {
            let distances = self.other_field.distances_with(&info.passages, wall, info.pawns[1]);
            !distances.contains(&FAR) && !is_arriving(distances) && is_legal(wall)
        })
    }
}
