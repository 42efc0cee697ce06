//! Legal walls (B3, B6).
//!
//! A wall can disconnect the board only if it closes a loop, that is, if two of the three lattice points
//! it covers are already connected by other walls or the edge of the board. All others are legal
//! wherever the pawns are. Only the few that close a loop (rarely more than a dozen) need a search, and
//! one search covers all squares a pawn may land on.

use agon_core::Player;

use crate::board::pawns::PawnChoices;
use crate::{Board, Colour, PassageSet, Pawn, PawnMove, Square, SquareSet, Wall, Walls};

/// The walls that the player to move could place, by what has to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallChoices<const W: usize, const S: usize> {
    /// Legal wherever the pawns are.
    pub(crate) free: Walls<W, S>,
    /// Closing a loop: legal if they leave all paths open.
    pub(crate) closing: Walls<W, S>,
}

impl<const W: usize, const S: usize> Board<W, S> {
    /// The walls that fit between those on the board (B3), ignoring stocks.
    #[inline]
    pub fn fitting_walls(&self) -> Walls<W, S> {
        let anchors = self.rules.anchors();
        let Walls { green, blue } = self.walls;
        Walls {
            green: anchors & !(green | green.up() | green.down() | blue),
            blue: anchors & !(blue | blue.left() | blue.right() | green),
        }
    }

    /// The walls that fit and that the player to move has in stock.
    #[inline]
    pub fn stocked_walls(&self) -> Walls<W, S> {
        let [green, blue] = self.stocks[self.side.index()];
        if green == 0 && blue == 0 {
            return Walls::EMPTY;
        }
        let fits = self.fitting_walls();
        Walls {
            green: if green > 0 { fits.green } else { SquareSet::EMPTY },
            blue: if blue > 0 { fits.blue } else { SquareSet::EMPTY },
        }
    }

    /// The walls that the player to move could place, by what has to be checked.
    #[inline]
    pub(crate) fn wall_choices(&self) -> WallChoices<W, S> {
        let fits = self.stocked_walls();
        let closing = self.closing(&fits);
        WallChoices { free: fits.without(&closing), closing }
    }

    /// The fitting walls that close a loop with others or with the edge.
    fn closing(&self, fits: &Walls<W, S>) -> Walls<W, S> {
        let Walls { green, blue } = self.walls;
        if (green | blue).is_empty() || fits.is_empty() {
            return Walls::EMPTY;
        }
        let lattice = Lattice::new(self);
        let mut closing = Walls::EMPTY;
        let edge = lattice.component(lattice.on_edge);
        if !edge.is_empty() {
            closing = lattice.closing_with_edge(edge);
        }
        // A loop away from the edge has four sides, so at least three connected walls.
        let mut loose = (green | blue) & !edge;
        while loose.count() >= 3 {
            let Some(first) = loose.first() else { break };
            let component = lattice.component(SquareSet::of(first));
            if (loose & component).count() >= 3 {
                closing = closing.or(&closing_with(component));
            }
            loose = loose & !component;
        }
        closing.and(fits)
    }

    /// The fitting walls that touch others or the edge at two points or more.
    ///
    /// A superset of those that close a loop, and quick to compute: all others keep every path open (B6).
    #[inline]
    pub fn touching_twice(&self, fits: &Walls<W, S>) -> Walls<W, S> {
        let Walls { green, blue } = self.walls;
        let points = green | green.up() | green.down() | blue | blue.left() | blue.right();
        Lattice::new(self).closing_with_edge(points & self.rules.anchors()).and(fits)
    }

    /// The squares that must be connected for a player: goals and pawns.
    #[inline]
    fn must_connect(&self, player: Player) -> SquareSet<W, S> {
        self.goals(player) | self.pawn_set(player)
    }

    /// The region that the mover's pawns must be in by the path rule (B6); `None` if the rule is broken
    /// wherever they are.
    ///
    /// The region is only complete for the squares of `wanted`.
    #[inline]
    pub(crate) fn pawn_region(&self, passages: &PassageSet<W, S>, wanted: SquareSet<W, S>) -> Option<SquareSet<W, S>> {
        let (mover, opponent) = (self.side, self.side.opponent());
        let [goal, second_goal] = self.rules.goals(mover);
        let theirs = self.must_connect(opponent);
        let region = passages.region_until(SquareSet::of(goal), wanted | theirs | SquareSet::of(second_goal));
        if !region.contains(second_goal) {
            return None;
        }
        if region.covers(theirs) {
            return Some(region);
        }
        if !(region & theirs).is_empty() {
            return None;
        }
        let home = SquareSet::of(self.rules.goals(opponent)[0]);
        passages.region_until(home, theirs).covers(theirs).then_some(region)
    }

    /// The pawn targets after which a wall that closes a loop is legal, by pawn.
    #[inline]
    pub(crate) fn targets_with(
        &self,
        passages: &PassageSet<W, S>,
        wall: Wall,
        choices: &PawnChoices<W, S>,
    ) -> [SquareSet<W, S>; 2] {
        let wanted = choices.quiet[0] | choices.quiet[1] | self.pawn_set(self.side);
        let Some(region) = self.pawn_region(&passages.with(wall), wanted) else {
            return [SquareSet::EMPTY; 2];
        };
        Pawn::ALL.map(|pawn| {
            let stays = self.pawn(self.side, pawn.other());
            if region.contains(stays) { choices.quiet[pawn.index()] & region } else { SquareSet::EMPTY }
        })
    }

    /// The pawn targets after which a wall that fits is legal in the same turn, without goals: no wall
    /// follows a win.
    pub fn targets_before(&self, wall: Wall) -> [SquareSet<W, S>; 2] {
        let passages = self.passages();
        self.targets_with(&passages, wall, &self.pawn_choices(&passages))
    }

    /// Whether the path rule (B6) holds with these passages.
    #[inline]
    pub(crate) fn paths_are_open(&self, passages: &PassageSet<W, S>) -> bool {
        let pawns = self.pawn_set(self.side);
        self.pawn_region(passages, pawns).is_some_and(|region| region.covers(pawns))
    }

    /// Every pawn without a path to a goal with these passages, and the goal.
    pub(crate) fn closed_paths(&self, passages: &PassageSet<W, S>) -> Vec<(Player, Pawn, Square)> {
        let mut closed = Vec::new();
        for player in Player::ALL {
            for goal in self.rules.goals(player) {
                let region = passages.region(SquareSet::of(goal));
                let stuck = Pawn::ALL.into_iter().filter(|&pawn| !region.contains(self.pawn(player, pawn)));
                closed.extend(stuck.map(|pawn| (player, pawn, goal)));
            }
        }
        closed
    }

    /// Whether the player to move may place a wall with the pawns where they are (B3, B6).
    ///
    /// For a turn that moves a pawn first, use it on the position that [`Board::moved`] returns.
    pub fn is_wall_legal(&self, wall: Wall) -> bool {
        let mut one = Walls::EMPTY;
        one.insert(wall);
        let one = self.stocked_walls().and(&one);
        self.rules.has_anchor(wall.anchor)
            && !one.is_empty()
            && (self.closing(&one).is_empty() || self.paths_are_open(&self.passages().with(wall)))
    }

    /// The walls that the player to move may place with the pawns where they are.
    ///
    /// For a turn that moves a pawn first, use it on the position that [`Board::moved`] returns.
    pub fn legal_walls(&self) -> Walls<W, S> {
        let passages = self.passages();
        let WallChoices { free, closing } = self.wall_choices();
        let mut legal = free;
        closing.iter().filter(|wall| self.paths_are_open(&passages.with(*wall))).for_each(|wall| legal.insert(wall));
        legal
    }

    /// The walls that may be placed after a pawn move; none if it wins.
    pub fn legal_walls_after(&self, step: PawnMove) -> Walls<W, S> {
        if self.wins_on(self.side, step.to) { Walls::EMPTY } else { self.moved(step).legal_walls() }
    }

    /// Whether the player to move may place a wall with the pawns where they are.
    #[inline]
    pub(crate) fn can_place_some_wall(&self) -> bool {
        let fits = self.stocked_walls();
        if fits.is_empty() {
            return false;
        }
        let twice = self.touching_twice(&fits);
        if !fits.without(&twice).is_empty() {
            return true;
        }
        let passages = self.passages();
        twice.iter().any(|wall| self.paths_are_open(&passages.with(wall)))
    }

    /// A wall on the board that another one overlaps or crosses (B3).
    pub(crate) fn wall_in_the_way(&self, wall: Wall) -> Option<Wall> {
        let (row, col) = (wall.anchor.row(), wall.anchor.col());
        let shift = |by: i8| match wall.colour {
            Colour::Green => Some(Square::at(row.checked_add_signed(by)?, col)),
            Colour::Blue => Some(Square::at(row, col.checked_add_signed(by)?)),
        };
        let crossing = match wall.colour {
            Colour::Green => Wall::blue(wall.anchor),
            Colour::Blue => Wall::green(wall.anchor),
        };
        [0, -1, 1]
            .into_iter()
            .filter_map(shift)
            .map(|anchor| Wall { colour: wall.colour, anchor })
            .chain([crossing])
            .find(|other| self.walls.contains(*other))
    }
}

/// The points where walls can meet inside the board, and the unit pieces of wall between them.
///
/// The point of an anchor is the middle of the walls that have it.
struct Lattice<const W: usize, const S: usize> {
    /// Points with a piece of wall to the point below.
    down: SquareSet<W, S>,
    /// Points with a piece of wall to the point on the right.
    right: SquareSet<W, S>,
    /// Points with a piece of wall to the edge of the board.
    on_edge: SquareSet<W, S>,
    /// The uppermost, lowest, leftmost and rightmost points.
    borders: [SquareSet<W, S>; 4],
}

impl<const W: usize, const S: usize> Lattice<W, S> {
    #[inline]
    fn new(board: &Board<W, S>) -> Self {
        let (rows, cols) = (board.rules.rows - 1, board.rules.cols - 1);
        let points = SquareSet::rect(rows, cols);
        let (not_last_row, not_last_col) = (SquareSet::rect(rows - 1, cols), SquareSet::rect(rows, cols - 1));
        let borders =
            [SquareSet::rect(1, cols), points & !not_last_row, SquareSet::rect(rows, 1), points & !not_last_col];
        let Walls { green, blue } = board.walls;
        Self {
            down: (green | green.up()) & not_last_row,
            right: (blue | blue.left()) & not_last_col,
            on_edge: (green & (borders[0] | borders[1])) | (blue & (borders[2] | borders[3])),
            borders,
        }
    }

    /// The points connected to these.
    #[inline]
    fn component(&self, from: SquareSet<W, S>) -> SquareSet<W, S> {
        let mut component = from;
        loop {
            let grown = component
                | (component & self.down).down()
                | (component.up() & self.down)
                | (component & self.right).right()
                | (component.left() & self.right);
            if grown == component {
                return component;
            }
            component = grown;
        }
    }

    /// The walls with two of their three points among these or on the edge.
    #[inline]
    fn closing_with_edge(&self, points: SquareSet<W, S>) -> Walls<W, S> {
        let [top, bottom, left, right] = self.borders;
        Walls {
            green: two_of(points.down() | top, points, points.up() | bottom),
            blue: two_of(points.right() | left, points, points.left() | right),
        }
    }
}

/// The squares that are in at least two of three sets.
#[inline]
fn two_of<const W: usize, const S: usize>(
    a: SquareSet<W, S>,
    b: SquareSet<W, S>,
    c: SquareSet<W, S>,
) -> SquareSet<W, S> {
    (a & b) | (c & (a | b))
}

/// The walls with two of their three points among these.
#[inline]
fn closing_with<const W: usize, const S: usize>(points: SquareSet<W, S>) -> Walls<W, S> {
    Walls { green: two_of(points.down(), points, points.up()), blue: two_of(points.right(), points, points.left()) }
}
