//! Positions and everything that the rules say about them.
//!
//! - this file: the parts of a position
//! - [`passages`]: where pawns can walk, regions, distances and paths
//! - [`pawns`]: where pawns may go
//! - [`walls`]: which walls may be placed
//! - [`moves`]: whole turns: lists, counts, random ones
//! - [`steps`]: turns made step by step
//! - [`symmetry`]: positions that are equivalent

mod moves;
mod passages;
mod pawns;
mod steps;
mod symmetry;
mod walls;

use agon_core::{Outcome, Player, rng::mix};

pub use passages::{Distances, PassageSet};

use crate::rules::Rules;
use crate::{Colour, Pawn, PawnMove, Square, SquareSet, Turn, TurnKind, Wall, Walls};

/// A position: pawns, walls, stocks and the side to move, with the rules it is played by.
///
/// Its sets are `W` words of rows that are `S` bits apart; see [`Standard`](crate::Standard) and
/// [`Large`](crate::Large).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const W: usize, const S: usize> {
    pub(crate) walls: Walls<W, S>,
    /// By player and pawn. A taken pawn stays on its start square, under the pawn that won.
    pub(crate) pawns: [[Square; 2]; 2],
    /// By player and colour.
    pub(crate) stocks: [[u8; 2]; 2],
    pub(crate) side: Player,
    pub(crate) rules: Rules,
}

impl<const W: usize, const S: usize> Board<W, S> {
    /// The start of a game.
    pub(crate) fn start(rules: Rules) -> Self {
        Self { walls: Walls::EMPTY, pawns: rules.starts, stocks: [[rules.walls; 2]; 2], side: Player::P1, rules }
    }

    /// The options that the position is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What a turn consists of.
    pub fn turn_kind(&self) -> TurnKind {
        self.rules.turn
    }

    /// The player to move, also after the end of the game.
    #[inline]
    pub fn side(&self) -> Player {
        self.side
    }

    /// The squares of a player's pawns.
    #[inline]
    pub fn pawns(&self, player: Player) -> [Square; 2] {
        self.pawns[player.index()]
    }

    /// The square of a pawn.
    #[inline]
    pub fn pawn(&self, player: Player, pawn: Pawn) -> Square {
        self.pawns[player.index()][pawn.index()]
    }

    /// The squares of a player's pawns as a set.
    #[inline]
    pub(crate) fn pawn_set(&self, player: Player) -> SquareSet<W, S> {
        square_pair(self.pawns(player))
    }

    /// Number of walls of a colour that a player has left.
    #[inline]
    pub fn stock(&self, player: Player, colour: Colour) -> u8 {
        self.stocks[player.index()][colour.index()]
    }

    /// The walls on the board.
    #[inline]
    pub fn walls(&self) -> &Walls<W, S> {
        &self.walls
    }

    /// The open passages.
    #[inline]
    pub fn passages(&self) -> PassageSet<W, S> {
        PassageSet::new(self.rules.rows, self.rules.cols, &self.walls)
    }

    /// The goals of a player.
    #[inline]
    pub fn goals(&self, player: Player) -> SquareSet<W, S> {
        square_pair(self.rules.goals(player))
    }

    /// The steps from every square to the nearer goal of a player, ignoring pawns.
    pub fn distances(&self, player: Player) -> Distances<W, S> {
        self.passages().distances(self.goals(player))
    }

    /// The steps from a pawn to its nearer goal, ignoring other pawns.
    ///
    /// The pawn needs half as many turns, rounded up.
    pub fn distance(&self, player: Player, pawn: Pawn) -> Option<u16> {
        self.passages().distance(self.pawn(player, pawn), self.goals(player))
    }

    /// Whether landing on a square wins for a player (B5).
    #[inline]
    pub fn wins_on(&self, player: Player, square: Square) -> bool {
        self.rules.goals(player).contains(&square)
    }

    /// The player who has a pawn on a goal (B5).
    #[inline]
    pub(crate) fn arrived(&self) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| self.has_arrived(player))
    }

    #[inline]
    pub(crate) fn has_arrived(&self, player: Player) -> bool {
        self.pawns(player).iter().any(|&square| self.wins_on(player, square))
    }

    /// Whether a pawn was taken, that is, an opponent's pawn stands on its square.
    pub fn is_taken(&self, player: Player, pawn: Pawn) -> bool {
        let square = self.pawn(player, pawn);
        self.wins_on(player.opponent(), square) && self.pawns(player.opponent()).contains(&square)
    }

    /// The result: a pawn has reached a goal (B5), or the player to move has no turn (B8).
    #[inline]
    pub(crate) fn result(&self) -> Option<Outcome> {
        let winner = self.arrived().or_else(|| (!self.has_turn()).then(|| self.side.opponent()));
        winner.map(Outcome::win)
    }

    /// The position after a pawn move in the middle of a turn.
    #[inline]
    #[must_use]
    pub fn moved(&self, step: PawnMove) -> Self {
        let mut next = *self;
        next.pawns[self.side.index()][step.pawn.index()] = step.to;
        next
    }

    /// Plays a turn without checking it.
    #[inline]
    pub(crate) fn apply(&mut self, turn: Turn) {
        if let Some(step) = turn.pawn {
            self.pawns[self.side.index()][step.pawn.index()] = step.to;
        }
        if let Some(wall) = turn.wall {
            self.place(wall);
        }
        self.side = self.side.opponent();
    }

    /// Places a wall from the mover's stock.
    #[inline]
    pub(crate) fn place(&mut self, wall: Wall) {
        self.walls.insert(wall);
        let stock = &mut self.stocks[self.side.index()][wall.colour.index()];
        *stock = stock.saturating_sub(1);
    }

    /// A hash of everything that changes during a game.
    #[inline]
    pub(crate) fn hash_key(&self) -> u64 {
        let pawns = self
            .pawns
            .as_flattened()
            .iter()
            .fold(0, |word, square| word << 16 | u64::from(square.row()) << 8 | u64::from(square.col()));
        let rest = self
            .stocks
            .as_flattened()
            .iter()
            .fold(self.side.index() as u64, |word, stock| word << 8 | u64::from(*stock));
        let words = self.walls.green.words().iter().chain(self.walls.blue.words());
        let mut salt = 0x9e37_79b9_7f4a_7c15_u64;
        let mut sum = fold(pawns ^ salt, 0xa076_1d64_78bd_642f) ^ fold(rest, salt);
        for word in words {
            salt = salt.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x2545_f491_4f6c_dd1d);
            sum = sum.wrapping_add(fold(word ^ salt, salt.rotate_left(32) | 1));
        }
        mix(sum)
    }
}

/// The set of two squares.
#[inline]
pub(crate) fn square_pair<const W: usize, const S: usize>(squares: [Square; 2]) -> SquareSet<W, S> {
    SquareSet::of(squares[0]) | SquareSet::of(squares[1])
}

/// Both halves of a 128-bit product: every bit of the word affects every bit of the result.
#[inline]
fn fold(word: u64, factor: u64) -> u64 {
    let product = u128::from(word) * u128::from(factor);
    (product >> 64) as u64 ^ product as u64
}
