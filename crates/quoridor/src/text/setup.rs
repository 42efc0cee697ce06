//! Position strings: `d2f7 / a1 / e4 e6 / 8 9 / 2`.

use std::fmt;
use std::str::FromStr;

use agon_core::{Fault, Player, faults as general};

use crate::board::Board;
use crate::faults;
use crate::grid::Grid;
use crate::square::{Orientation, Shape, Square, Wall};
use crate::text::notation::{collision, off_board, split_square, wall_off_board};
use crate::walls::WallSets;
use agon_core::Bits;

/// A parsed position string, not yet validated: only the squares are known to be on the board.
///
/// Its text is canonical once [`Setup::sort`] has sorted the walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// The horizontal walls, then the vertical ones, by their squares nearest a1.
    pub(crate) walls: [Vec<Square>; 2],
    /// The squares of the pawns, p1's first.
    pub(crate) pawns: [Square; 2],
    /// Walls left, p1's first.
    pub(crate) left: [u32; 2],
    /// The player to move.
    pub(crate) mover: Player,
}

impl Setup {
    /// Parses a position string of a board of this shape; `example` is shown in the error message.
    pub(crate) fn parse(text: &str, shape: Shape, example: impl fmt::Display) -> Result<Self, Fault> {
        let fields: Vec<&str> = text.split('/').map(str::trim).collect();
        let [horizontal, vertical, pawns, left, mover] = fields[..] else {
            return Err(general::POSITION_SYNTAX.with("text", text.trim()).with("example", example));
        };
        Ok(Self {
            walls: [
                read_walls(horizontal, Orientation::Horizontal, shape)?,
                read_walls(vertical, Orientation::Vertical, shape)?,
            ],
            pawns: read_pawns(pawns, shape)?,
            left: read_left(left)?,
            mover: match mover {
                "1" => Player::P1,
                "2" => Player::P2,
                _ => return Err(faults::SIDE.with("text", mover)),
            },
        })
    }

    /// Puts the walls into canonical order: by column, then row.
    pub(crate) fn sort(&mut self) {
        for squares in &mut self.walls {
            squares.sort_by_key(|square| (square.col(), square.row()));
        }
    }

    /// Validates the position for a game with `walls` walls for each player.
    pub(crate) fn board<G: Grid>(&self, grid: G, walls: u8) -> Result<Board<G>, Fault> {
        if self.pawns[0] == self.pawns[1] {
            return Err(faults::SAME_SQUARE.with("square", self.pawns[0]));
        }
        let left = self.check_stocks(walls)?;
        let mut sets = WallSets::EMPTY;
        for (orientation, squares) in Orientation::ALL.into_iter().zip(&self.walls) {
            for &square in squares {
                put_wall(grid, &mut sets, Wall::new(square, orientation))?;
            }
        }
        let board = Board::from_parts(grid, sets, self.pawns, left, self.mover);
        if Player::ALL.into_iter().all(|player| board.is_home(player)) {
            return Err(faults::BOTH_HOME.fault());
        }
        match Player::ALL.into_iter().find(|&player| board.distance(player).is_none()) {
            Some(player) => Err(faults::PATH_CLOSED.with("player", player)),
            None => Ok(board),
        }
    }

    /// Checks that no player has more walls than at the start, and both together no more than remain.
    fn check_stocks(&self, walls: u8) -> Result<[u8; 2], Fault> {
        let mut left = [0; 2];
        for player in Player::ALL {
            let count = self.left[player.index()];
            left[player.index()] = u8::try_from(count)
                .ok()
                .filter(|&count| count <= walls)
                .ok_or_else(|| faults::STOCK.with("player", player).with("count", count).with("walls", walls))?;
        }
        let placed: usize = self.walls.iter().map(Vec::len).sum();
        let stock = usize::from(left[0]) + usize::from(left[1]);
        let all = 2 * usize::from(walls);
        if placed + stock > all {
            return Err(faults::TOO_MANY_WALLS.with("placed", placed).with("left", stock).with("all", all));
        }
        Ok(left)
    }
}

fn put_wall<G: Grid>(grid: G, sets: &mut WallSets<G::Slots>, wall: Wall) -> Result<(), Fault> {
    if let Some(fault) = collision(wall, |other| sets.has(grid, other)) {
        return Err(fault);
    }
    let set = sets.of_mut(wall.orientation);
    *set |= G::Slots::bit(Board::<G>::slot(wall.square));
    Ok(())
}

fn read_walls(text: &str, orientation: Orientation, shape: Shape) -> Result<Vec<Square>, Fault> {
    let mut squares = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (square, after) = split_square(rest).ok_or_else(|| faults::WALL_LIST.with("text", text))?;
        let square = square.filter(|&square| shape.has_slot(square)).ok_or_else(|| {
            let word = &rest[..rest.len() - after.len()];
            wall_off_board(&format!("{word}{}", orientation.letter()), shape)
        })?;
        squares.push(square);
        rest = after.trim_start();
    }
    Ok(squares)
}

fn read_pawns(text: &str, shape: Shape) -> Result<[Square; 2], Fault> {
    let fault = || faults::TWO_PAWNS.with("text", text);
    let read = |word: &str| match split_square(word) {
        Some((square, "")) => square.filter(|&square| shape.has(square)).ok_or_else(|| off_board(word, shape)),
        _ => Err(fault()),
    };
    let [p1, p2] = pair(text).ok_or_else(fault)?;
    Ok([read(p1)?, read(p2)?])
}

fn read_left(text: &str) -> Result<[u32; 2], Fault> {
    let fault = || faults::TWO_STOCKS.with("text", text);
    let read = |word: &str| {
        // `parse` alone would accept a sign.
        Some(word).filter(|word| word.bytes().all(|b| b.is_ascii_digit())).and_then(|w| u32::from_str(w).ok())
    };
    let [p1, p2] = pair(text).ok_or_else(fault)?;
    Ok([read(p1).ok_or_else(fault)?, read(p2).ok_or_else(fault)?])
}

fn pair(text: &str) -> Option<[&str; 2]> {
    let mut words = text.split_whitespace();
    let pair = [words.next()?, words.next()?];
    words.next().is_none().then_some(pair)
}

impl<G: Grid> From<&Board<G>> for Setup {
    fn from(board: &Board<G>) -> Self {
        Self {
            walls: Orientation::ALL
                .map(|orientation| board.walls_on_board(orientation).map(|wall| wall.square).collect()),
            pawns: board.pawns,
            left: board.left.map(u32::from),
            mover: board.mover,
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for squares in &self.walls {
            for square in squares {
                write!(f, "{square}")?;
            }
            f.write_str(if squares.is_empty() { "/ " } else { " / " })?;
        }
        let ([p1, p2], [left1, left2]) = (self.pawns, self.left);
        write!(f, "{p1} {p2} / {left1} {left2} / {}", self.mover.index() + 1)
    }
}

impl<G: Grid> fmt::Display for Board<G> {
    /// Writes the canonical position string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(self), f)
    }
}
