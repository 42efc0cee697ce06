//! The board and the effects of walls as bit sets.

use agon_blockade::{Rules, SingleStep, TurnKind};
use agon_core::Player;
use agon_core::bits::Bits;

use crate::blockade::position::SearchPosition;

/// A set of squares, numbered along the rows from the upper left.
pub(crate) type SquareSet = u64;

/// A set of walls, green ones first, each numbered along the rows by their anchors.
pub(crate) type WallSet = u128;

/// Board and rules, with precomputed effects of each wall.
#[derive(Clone, Debug)]
pub(crate) struct BlockadeGeometry {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) turn: TurnKind,
    single: SingleStep,
    /// By player: the goal squares.
    pub(crate) goals: [SquareSet; 2],
    /// By player: one of the goal squares.
    first_goals: [SquareSet; 2],
    pub(crate) walls: Vec<WallInfo>,
    /// Whether the goals are symmetric top to bottom.
    pub(crate) is_symmetric: bool,
}

/// The effects of a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallInfo {
    /// 0 for green, 1 for blue.
    pub(crate) colour: usize,
    /// Walls that it makes impossible, including itself.
    pub(crate) conflicts: WallSet,
    /// The wall mirrored top to bottom.
    pub(crate) flipped: u32,
    right: SquareSet,
    down: SquareSet,
    /// Points where walls meet inside the board, numbered as anchors.
    points: SquareSet,
    /// Points on the edge of the board.
    edge_points: u32,
}

/// The open edges between neighbouring squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenEdges {
    /// Squares whose right side is open.
    pub(crate) right: SquareSet,
    /// Squares whose lower side is open.
    pub(crate) down: SquareSet,
}

impl BlockadeGeometry {
    /// Nothing if the board has too many squares or anchors for the sets.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        let (rows, cols) = (u32::from(rules.rows()), u32::from(rules.cols()));
        if rows * cols > 64 || (rows - 1) * (cols - 1) > 43 {
            return None;
        }
        let set = |player: Player, which: usize| {
            let square = rules.goals(player)[which];
            1 << (u32::from(square.row()) * cols + u32::from(square.col()))
        };
        let goals = Player::ALL.map(|player| set(player, 0) | set(player, 1));
        let mut geometry = Self {
            rows,
            cols,
            turn: rules.turn(),
            single: rules.single(),
            goals,
            first_goals: Player::ALL.map(|player| set(player, 0)),
            walls: Vec::new(),
            is_symmetric: false,
        };
        geometry.walls = (0..2 * geometry.anchors()).map(|wall| geometry.place(wall)).collect();
        geometry.is_symmetric = goals.into_iter().all(|set| geometry.flip(set) == set);
        Some(geometry)
    }

    pub(crate) fn anchors(&self) -> u32 {
        (self.rows - 1) * (self.cols - 1)
    }

    /// The number of a wall.
    pub(crate) fn wall(&self, colour: usize, row: u32, col: u32) -> u32 {
        colour as u32 * self.anchors() + row * (self.cols - 1) + col
    }

    fn place(&self, wall: u32) -> WallInfo {
        let (colour, anchor) = ((wall / self.anchors()) as usize, wall % self.anchors());
        let (row, col) = (anchor / (self.cols - 1), anchor % (self.cols - 1));
        let square = row * self.cols + col;
        let mut conflicts = 1 << wall | 1 << self.wall(1 - colour, row, col);
        let mut points = 1 << anchor;
        let mut edge_points = 0;
        let (along, last) = if colour == 0 { (row, self.rows - 2) } else { (col, self.cols - 2) };
        for (inside, by) in [(along > 0, along.wrapping_sub(1)), (along < last, along + 1)] {
            if inside {
                let (row, col) = if colour == 0 { (by, col) } else { (row, by) };
                conflicts |= 1 << self.wall(colour, row, col);
                points |= 1 << (row * (self.cols - 1) + col);
            } else {
                edge_points += 1;
            }
        }
        WallInfo {
            colour,
            conflicts,
            flipped: self.wall(colour, self.rows - 2 - row, col),
            right: if colour == 0 { 1 << square | 1 << (square + self.cols) } else { 0 },
            down: if colour == 1 { 1 << square | 1 << (square + 1) } else { 0 },
            points,
            edge_points,
        }
    }

    /// The edges of an empty board.
    pub(crate) fn open(&self) -> OpenEdges {
        let mut edges = OpenEdges { right: 0, down: 0 };
        for square in 0..self.rows * self.cols {
            edges.right |= SquareSet::from((square + 1) % self.cols != 0) << square;
            edges.down |= SquareSet::from(square + self.cols < self.rows * self.cols) << square;
        }
        edges
    }

    /// The open edges after one more wall.
    #[inline]
    pub(crate) fn close(&self, edges: OpenEdges, wall: u32) -> OpenEdges {
        let place = &self.walls[wall as usize];
        OpenEdges { right: edges.right & !place.right, down: edges.down & !place.down }
    }

    /// The points that walls touch.
    pub(crate) fn touched(&self, walls: WallSet) -> SquareSet {
        walls.members().fold(0, |set, wall| set | self.walls[wall as usize].points)
    }

    /// The squares one step from these.
    #[inline]
    pub(crate) fn step(&self, edges: &OpenEdges, from: SquareSet) -> SquareSet {
        (from & edges.right) << 1
            | from >> 1 & edges.right
            | (from & edges.down) << self.cols
            | from >> self.cols & edges.down
    }

    /// The squares connected to these.
    pub(crate) fn region(&self, edges: &OpenEdges, from: SquareSet) -> SquareSet {
        let mut region = from;
        loop {
            let grown = region | self.step(edges, region);
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// The squares from which a player can reach both goals; empty if the goals are not connected.
    fn goal_region(&self, edges: &OpenEdges, player: usize) -> SquareSet {
        let region = self.region(edges, self.first_goals[player]);
        if self.goals[player] & !region == 0 { region } else { 0 }
    }

    /// The region where the mover's pawns must be for a wall to be legal; nothing if it is always illegal.
    ///
    /// `edges` are the open edges after the wall, `touched` the points that other walls touch.
    #[inline]
    pub(crate) fn legal_region(
        &self,
        position: &SearchPosition,
        wall: u32,
        edges: &OpenEdges,
        touched: SquareSet,
    ) -> Option<SquareSet> {
        let place = &self.walls[wall as usize];
        // A wall that does not connect two points of other walls or of the edge separates nothing.
        if (place.points & touched).count_ones() + place.edge_points < 2 {
            return Some(!0);
        }
        let other = 1 - position.mover;
        let holds = position.pawns[other] & !self.goal_region(edges, other) == 0;
        holds.then(|| self.goal_region(edges, position.mover)).filter(|region| *region != 0)
    }

    /// The squares where a player's pawn can move to without arriving; `pawns` by player, before the move.
    #[inline]
    pub(crate) fn pawn_targets(
        &self,
        edges: &OpenEdges,
        pawns: [SquareSet; 2],
        player: usize,
        from: SquareSet,
    ) -> SquareSet {
        let occupied = pawns[0] | pawns[1];
        let cols = self.cols;
        let (right, left) = ((from & edges.right) << 1, from >> 1 & edges.right);
        let (down, up) = ((from & edges.down) << cols, from >> cols & edges.down);
        let one = right | left | down | up;
        let two = self.step(edges, one) & !from;
        let single = match self.single {
            SingleStep::None => 0,
            SingleStep::Free => one,
            SingleStep::Any | SingleStep::Opponent => {
                let blockers = if self.single == SingleStep::Any { occupied & !from } else { pawns[1 - player] };
                ((right & edges.right) << 1 & blockers) >> 1
                    | (left >> 1 & edges.right & blockers) << 1
                    | ((down & edges.down) << cols & blockers) >> cols
                    | (up >> cols & edges.down & blockers) << cols
            }
        };
        (two | single) & !occupied & !self.goals[player]
    }

    /// The distances of all squares from a player's goals, in turns.
    #[inline]
    pub(crate) fn distances(&self, edges: &OpenEdges, player: usize) -> DistanceField {
        let mut within = self.goals[player];
        let mut distances = DistanceField { within: [0; DistanceField::MAX_TURNS], turns: 0 };
        while distances.turns < DistanceField::MAX_TURNS {
            let one = within | self.step(edges, within);
            let two = one | self.step(edges, one);
            if two == within {
                break;
            }
            distances.within[distances.turns] = two;
            distances.turns += 1;
            within = two;
        }
        distances
    }

    /// A set of squares mirrored top to bottom.
    pub(crate) fn flip(&self, set: SquareSet) -> SquareSet {
        let row = (1 << self.cols) - 1;
        (0..self.rows).fold(0, |flipped, index| {
            flipped | (set >> (index * self.cols) & row) << ((self.rows - 1 - index) * self.cols)
        })
    }

    /// A set of walls mirrored top to bottom.
    pub(crate) fn flip_walls(&self, walls: WallSet) -> WallSet {
        walls.members().fold(0, |set, wall| set | 1 << self.walls[wall as usize].flipped)
    }
}

/// By number of turns: the squares from which a goal is that near, without regard to pawns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistanceField {
    within: [SquareSet; Self::MAX_TURNS],
    turns: usize,
}

impl DistanceField {
    /// The largest distance that is computed.
    const MAX_TURNS: usize = 32;

    /// The number of turns that the nearest of some pawns needs.
    #[inline]
    pub(crate) fn turns_needed(&self, pawns: SquareSet) -> u16 {
        let near = self.within[..self.turns].iter().position(|within| within & pawns != 0);
        near.unwrap_or(self.turns) as u16 + 1
    }
}
