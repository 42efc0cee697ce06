//! Positions.

use std::fmt;
use std::hash::{Hash, Hasher};

use agon_core::rng::mix;
use agon_core::{Actor, Fault, NoChance, Outcome, Player, Position, Rng};

use crate::grid::{Grid, Grid9x9};
use crate::move_list;
use crate::path::Passages;
use crate::square::{Move, MoveKind, Orientation, Shape, Square, Wall};
use crate::text::notation;
use crate::walls::WallSets;
use agon_core::Bits;

/// A position: pawns, walls, stocks and the player to move.
#[derive(Clone, Copy)]
pub struct Board<G: Grid = Grid9x9> {
    pub(crate) grid: G,
    pub(crate) walls: WallSets<G::Slots>,
    /// For each pawn a superset of the walls that would block one path to its goal.
    ///
    /// No other wall can close the pawn's last path. It depends on the moves played, so it takes no
    /// part in comparison and hashing; it is updated only while there are walls to place.
    pub(crate) path_blockers: [WallSets<G::Slots>; 2],
    pub(crate) pawns: [Square; 2],
    pub(crate) left: [u8; 2],
    pub(crate) mover: Player,
}

impl<G: Grid> Board<G> {
    /// The start: pawns in the middle of their rows, `walls` walls for each player.
    pub fn start(grid: G, walls: u8) -> Self {
        let Shape { rows, cols } = grid.shape();
        let pawns = [Square::new((cols - 1) / 2, 0), Square::new(cols / 2, rows - 1)];
        Self::from_parts(grid, WallSets::EMPTY, pawns, [walls; 2], Player::P1)
    }

    /// A position from its parts.
    ///
    /// The parts are not validated; use [`Game::parse_position`](agon_core::Game::parse_position) for
    /// untrusted input.
    pub fn from_parts(grid: G, walls: WallSets<G::Slots>, pawns: [Square; 2], left: [u8; 2], mover: Player) -> Self {
        let mut board = Self { grid, walls, path_blockers: [WallSets::EMPTY; 2], pawns, left, mover };
        board.path_blockers = Player::ALL.map(|player| board.find_path_blockers(player));
        board
    }

    /// Rows and columns of the board.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.grid.shape()
    }

    /// The player to move, also after the end of the game.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Where a player's pawn stands.
    #[inline]
    pub fn pawn(&self, player: Player) -> Square {
        self.pawns[player.index()]
    }

    /// How many walls a player has left.
    #[inline]
    pub fn walls_left(&self, player: Player) -> u8 {
        self.left[player.index()]
    }

    /// The walls on the board; see [`Board::slot`] for the bit numbers.
    #[inline]
    pub fn walls(&self) -> WallSets<G::Slots> {
        self.walls
    }

    /// The bit number of a wall in sets of walls.
    #[inline]
    pub fn slot(square: Square) -> u32 {
        u32::from(square.row()) * G::SLOT_ROW + u32::from(square.col())
    }

    /// The bit number of a square in sets of squares.
    #[inline]
    pub fn cell(square: Square) -> u32 {
        u32::from(square.row()) * G::CELL_ROW + u32::from(square.col())
    }

    /// The walls of one orientation on the board, by column, then row.
    pub fn walls_on_board(&self, orientation: Orientation) -> impl Iterator<Item = Wall> {
        let set = self.walls.of(orientation);
        let Shape { rows, cols } = self.shape();
        (0..cols - 1).flat_map(move |col| {
            (0..rows - 1)
                .map(move |row| Square::new(col, row))
                .filter(move |&square| set.has(Self::slot(square)))
                .map(move |square| Wall::new(square, orientation))
        })
    }

    /// Whether a wall is on the board.
    pub fn has_wall(&self, wall: Wall) -> bool {
        self.walls.has(self.grid, wall)
    }

    /// Whether a square is on the board.
    #[inline]
    pub fn is_square(&self, square: Square) -> bool {
        self.shape().has(square)
    }

    /// Whether a wall named by this square is wholly on the board.
    #[inline]
    pub fn is_slot(&self, square: Square) -> bool {
        self.shape().has_slot(square)
    }

    /// The goal row of a player, counted from 0.
    #[inline]
    pub fn goal_row(&self, player: Player) -> u8 {
        match player {
            Player::P1 => self.shape().rows - 1,
            Player::P2 => 0,
        }
    }

    /// Whether a player's pawn has reached its goal.
    #[inline]
    pub fn is_home(&self, player: Player) -> bool {
        self.pawn(player).row() == self.goal_row(player)
    }

    /// The position after a null move: the same with the opponent to move.
    ///
    /// Not legal by the rules; for null-move searches.
    #[must_use]
    pub fn after_null_move(&self) -> Self {
        Self { mover: self.mover.opponent(), ..*self }
    }

    /// The position after a legal move, for evaluation only.
    ///
    /// It skips updating what [`Board::legal_walls`] and [`Board::is_placeable`] need, so neither these
    /// nor further moves may be used on it.
    #[inline]
    #[must_use]
    pub fn preview(&self, m: Move) -> Self {
        let mut next = *self;
        let me = self.mover.index();
        match m.kind() {
            MoveKind::Pawn(to) => next.pawns[me] = to,
            MoveKind::Wall(wall) => next.add_wall(wall),
        }
        next.mover = self.mover.opponent();
        next
    }

    /// The open sides of squares, for paths and distances.
    #[inline]
    pub fn passages(&self) -> Passages<G> {
        Passages::new(self.grid, self.walls)
    }

    /// The length of the shortest path of a player's pawn to its goal, ignoring the other pawn.
    ///
    /// Never `None` in a legal position.
    pub fn distance(&self, player: Player) -> Option<u16> {
        self.passages().distance(self.pawn(player), player)
    }

    fn pawn_bits(&self) -> u64 {
        let [p1, p2] = self.pawns.map(|square| square.index() as u64);
        let [left1, left2] = self.left.map(u64::from);
        p1 | p2 << 8 | left1 << 16 | left2 << 24 | (self.mover.index() as u64) << 32
    }

    fn move_pawn(&mut self, to: Square) {
        let me = self.mover.index();
        let from = std::mem::replace(&mut self.pawns[me], to);
        if self.left == [0; 2] {
            return;
        }
        // The known path may now begin with a step back, so the walls that block the move just made are
        // added. A jump passes over the square of the other pawn.
        let over = self.pawns[1 - me];
        let by = to.difference(from);
        if matches!(by, 1 | -1 | 16 | -16) {
            self.path_blockers[me].add_step::<G>(from, to);
        } else {
            self.path_blockers[me].add_step::<G>(from, over);
            self.path_blockers[me].add_step::<G>(over, to);
        }
    }

    /// Adds a wall of the player to move.
    #[inline]
    fn add_wall(&mut self, wall: Wall) {
        let set = self.walls.of_mut(wall.orientation);
        *set |= G::Slots::bit(Self::slot(wall.square));
        let me = self.mover.index();
        self.left[me] = self.left[me].wrapping_sub(1);
    }

    fn place_wall(&mut self, wall: Wall) {
        self.add_wall(wall);
        if self.left == [0; 2] {
            return;
        }
        let slot = G::Slots::bit(Self::slot(wall.square));
        for player in Player::ALL {
            if !(self.path_blockers[player.index()].of(wall.orientation) & slot).is_empty() {
                self.path_blockers[player.index()] = self.find_path_blockers(player);
            }
        }
    }
}

impl<G: Grid> PartialEq for Board<G> {
    fn eq(&self, other: &Self) -> bool {
        self.walls == other.walls && self.pawn_bits() == other.pawn_bits() && self.grid == other.grid
    }
}

impl<G: Grid> Eq for Board<G> {}

impl<G: Grid> Hash for Board<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<G: Grid> fmt::Debug for Board<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<G: Grid> Position for Board<G> {
    type Move = Move;
    type Chance = NoChance;

    #[inline]
    fn actor(&self) -> Actor {
        if self.outcome().is_some() { Actor::Nobody } else { Actor::Player(self.mover) }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_home(Player::P1) {
            Some(Outcome::win(Player::P1))
        } else if self.is_home(Player::P2) {
            Some(Outcome::win(Player::P2))
        } else {
            None
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        let targets = self.targets(self.mover);
        if self.walls_left(self.mover) == 0 {
            out.extend(targets.map(Move::pawn));
        } else {
            move_list::push::<G>(targets, self.legal_walls(), out);
        }
    }

    fn count_moves(&self, _scratch: &mut Vec<Move>) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        let targets = self.targets(self.mover).len() as u64;
        if self.walls_left(self.mover) == 0 { targets } else { targets + u64::from(self.legal_walls().count()) }
    }

    /// Rejection sampling: draws among the pawn's targets and all slots until the move is legal.
    ///
    /// Every legal move is equally likely, and only the walls drawn are checked.
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        if self.outcome().is_some() {
            return None;
        }
        let mut targets = self.targets(self.mover);
        let steps = targets.len() as u32;
        if self.walls_left(self.mover) == 0 {
            return targets.nth(rng.below(steps) as usize).map(Move::pawn);
        }
        let Shape { rows, cols } = self.shape();
        let (across, slots) = (u32::from(cols) - 1, (u32::from(rows) - 1) * (u32::from(cols) - 1));
        loop {
            let drawn = rng.below(steps + 2 * slots);
            if drawn < steps {
                return targets.nth(drawn as usize).map(Move::pawn);
            }
            let drawn = drawn - steps;
            let (orientation, slot) =
                if drawn < slots { (Orientation::Horizontal, drawn) } else { (Orientation::Vertical, drawn - slots) };
            let wall = Wall::new(Square::new((slot % across) as u8, (slot / across) as u8), orientation);
            if self.is_placeable(wall) {
                return Some(Move::wall(wall));
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        match m.kind() {
            MoveKind::Pawn(to) => self.move_pawn(to),
            MoveKind::Wall(wall) => self.place_wall(wall),
        }
        self.mover = self.mover.opponent();
    }

    #[inline]
    fn key(&self) -> u64 {
        // Multiplication by odd factors is injective; `mix` spreads the bits.
        let horizontal = self.walls.horizontal.digest().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let vertical = self.walls.vertical.digest().wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let pawns = self.pawn_bits().wrapping_mul(0xd6e8_feb8_6659_fd93);
        mix(horizontal ^ vertical.rotate_left(32) ^ pawns)
    }

    fn fmt_move(&self, m: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{m}")
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        notation::parse_move(self, text)
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        !m.is_pawn()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.outcome().is_none()
            && match m.kind() {
                MoveKind::Pawn(to) => self.targets(self.mover).any(|target| target == to),
                MoveKind::Wall(wall) => self.walls_left(self.mover) > 0 && self.is_placeable(wall),
            }
    }
}
