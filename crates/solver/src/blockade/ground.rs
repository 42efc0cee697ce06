//! The board, its rules and what walls do to it, as bits.

use agon_blockade::{Rules, Single, TurnKind};
use agon_core::Player;

use crate::blockade::spot::Spot;

/// A set of squares, numbered along the rows from the upper left.
pub(crate) type Set = u64;

/// A set of walls: green ones first, both numbered by their anchors along the rows.
pub(crate) type WallSet = u128;

/// Board and rules, with tables of what each wall does.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) turn: TurnKind,
    single: Single,
    /// By player: the squares he wants to reach.
    pub(crate) goals: [Set; 2],
    /// By player: one of them.
    first_goals: [Set; 2],
    pub(crate) walls: Vec<WallPlace>,
    /// Whether the board looks the same upside down.
    pub(crate) flips: bool,
}

/// One wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallPlace {
    /// 0 for green, 1 for blue.
    pub(crate) colour: usize,
    /// Walls that it leaves no room for, itself among them.
    pub(crate) hinders: WallSet,
    /// The wall seen upside down.
    pub(crate) flipped: u32,
    right: Set,
    down: Set,
    /// Points where walls meet inside the board, numbered as anchors.
    points: Set,
    /// Points on the edge of the board.
    rim: u32,
}

/// The open passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// Squares open to the right.
    pub(crate) right: Set,
    /// Squares open downwards.
    pub(crate) down: Set,
}

impl Ground {
    /// Nothing if the board has more squares or anchors than fit the sets.
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
        let mut ground = Self {
            rows,
            cols,
            turn: rules.turn(),
            single: rules.single(),
            goals,
            first_goals: Player::ALL.map(|player| set(player, 0)),
            walls: Vec::new(),
            flips: false,
        };
        ground.walls = (0..2 * ground.anchors()).map(|wall| ground.place(wall)).collect();
        ground.flips = goals.into_iter().all(|set| ground.flip(set) == set);
        Some(ground)
    }

    pub(crate) fn anchors(&self) -> u32 {
        (self.rows - 1) * (self.cols - 1)
    }

    /// The number of a wall.
    pub(crate) fn wall(&self, colour: usize, row: u32, col: u32) -> u32 {
        colour as u32 * self.anchors() + row * (self.cols - 1) + col
    }

    fn place(&self, wall: u32) -> WallPlace {
        let (colour, anchor) = ((wall / self.anchors()) as usize, wall % self.anchors());
        let (row, col) = (anchor / (self.cols - 1), anchor % (self.cols - 1));
        let square = row * self.cols + col;
        let mut hinders = 1 << wall | 1 << self.wall(1 - colour, row, col);
        let mut points = 1 << anchor;
        let mut rim = 0;
        let (along, last) = if colour == 0 { (row, self.rows - 2) } else { (col, self.cols - 2) };
        for (inside, by) in [(along > 0, along.wrapping_sub(1)), (along < last, along + 1)] {
            if inside {
                let (row, col) = if colour == 0 { (by, col) } else { (row, by) };
                hinders |= 1 << self.wall(colour, row, col);
                points |= 1 << (row * (self.cols - 1) + col);
            } else {
                rim += 1;
            }
        }
        WallPlace {
            colour,
            hinders,
            flipped: self.wall(colour, self.rows - 2 - row, col),
            right: if colour == 0 { 1 << square | 1 << (square + self.cols) } else { 0 },
            down: if colour == 1 { 1 << square | 1 << (square + 1) } else { 0 },
            points,
            rim,
        }
    }

    /// The passages of an empty board.
    pub(crate) fn open(&self) -> Ways {
        let mut ways = Ways { right: 0, down: 0 };
        for square in 0..self.rows * self.cols {
            ways.right |= Set::from((square + 1) % self.cols != 0) << square;
            ways.down |= Set::from(square + self.cols < self.rows * self.cols) << square;
        }
        ways
    }

    /// The passages after one more wall.
    #[inline]
    pub(crate) fn close(&self, ways: Ways, wall: u32) -> Ways {
        let place = &self.walls[wall as usize];
        Ways { right: ways.right & !place.right, down: ways.down & !place.down }
    }

    /// The points that walls touch.
    pub(crate) fn touched(&self, walls: WallSet) -> Set {
        members(walls).fold(0, |set, wall| set | self.walls[wall as usize].points)
    }

    /// The squares one step from these.
    #[inline]
    pub(crate) fn step(&self, ways: &Ways, from: Set) -> Set {
        (from & ways.right) << 1
            | from >> 1 & ways.right
            | (from & ways.down) << self.cols
            | from >> self.cols & ways.down
    }

    /// Every square that hangs together with these.
    pub(crate) fn region(&self, ways: &Ways, from: Set) -> Set {
        let mut region = from;
        loop {
            let grown = region | self.step(ways, region);
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// The squares from which a player can reach both his goals; none if no square is one.
    fn goal_region(&self, ways: &Ways, player: usize) -> Set {
        let region = self.region(ways, self.first_goals[player]);
        if self.goals[player] & !region == 0 { region } else { 0 }
    }

    /// Where the mover's pawns must be for a wall to be legal; nothing if it is not wherever they
    /// are.
    ///
    /// `ways` are the passages after the wall, `touched` the points that other walls touch.
    #[inline]
    pub(crate) fn region_left(&self, spot: &Spot, wall: u32, ways: &Ways, touched: Set) -> Option<Set> {
        let place = &self.walls[wall as usize];
        // What does not join two points of lines parts nothing, and the path rule holds before.
        if (place.points & touched).count_ones() + place.rim < 2 {
            return Some(!0);
        }
        let other = 1 - spot.mover;
        let holds = spot.pawns[other] & !self.goal_region(ways, other) == 0;
        holds.then(|| self.goal_region(ways, spot.mover)).filter(|region| *region != 0)
    }

    /// Where a pawn of a player may go that does not arrive; `pawns` by player, before the move.
    #[inline]
    pub(crate) fn targets(&self, ways: &Ways, pawns: [Set; 2], player: usize, from: Set) -> Set {
        let occupied = pawns[0] | pawns[1];
        let cols = self.cols;
        let (right, left) = ((from & ways.right) << 1, from >> 1 & ways.right);
        let (down, up) = ((from & ways.down) << cols, from >> cols & ways.down);
        let one = right | left | down | up;
        let two = self.step(ways, one) & !from;
        let single = match self.single {
            Single::None => 0,
            Single::Free => one,
            Single::Any | Single::Opponent => {
                let blockers = if self.single == Single::Any { occupied & !from } else { pawns[1 - player] };
                ((right & ways.right) << 1 & blockers) >> 1
                    | (left >> 1 & ways.right & blockers) << 1
                    | ((down & ways.down) << cols & blockers) >> cols
                    | (up >> cols & ways.down & blockers) << cols
            }
        };
        (two | single) & !occupied & !self.goals[player]
    }

    /// How far squares are from a player's goals.
    #[inline]
    pub(crate) fn field(&self, ways: &Ways, player: usize) -> Field {
        let mut within = self.goals[player];
        let mut field = Field { within: [0; Field::TURNS], turns: 0 };
        while field.turns < Field::TURNS {
            let one = within | self.step(ways, within);
            let two = one | self.step(ways, one);
            if two == within {
                break;
            }
            field.within[field.turns] = two;
            field.turns += 1;
            within = two;
        }
        field
    }

    /// A set of squares seen upside down.
    pub(crate) fn flip(&self, set: Set) -> Set {
        let row = (1 << self.cols) - 1;
        (0..self.rows).fold(0, |flipped, index| {
            flipped | (set >> (index * self.cols) & row) << ((self.rows - 1 - index) * self.cols)
        })
    }

    /// A set of walls seen upside down.
    pub(crate) fn flip_walls(&self, walls: WallSet) -> WallSet {
        members(walls).fold(0, |set, wall| set | 1 << self.walls[wall as usize].flipped)
    }
}

/// The squares from which a goal can be reached in so many turns, pawns being out of the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    within: [Set; Self::TURNS],
    turns: usize,
}

impl Field {
    /// As many turns are told apart.
    const TURNS: usize = 32;

    /// How many turns the nearest of some pawns needs.
    #[inline]
    pub(crate) fn need(&self, pawns: Set) -> u16 {
        let near = self.within[..self.turns].iter().position(|within| within & pawns != 0);
        near.unwrap_or(self.turns) as u16 + 1
    }
}

/// The members of a set, lowest first.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}
