use std::fmt;

use agon_core::Player;

use crate::{Square, Wall};

/// The number of a pawn, which never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pawn {
    /// X1 or O1.
    One,
    /// X2 or O2.
    Two,
}

impl Pawn {
    /// Both pawns of a player.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// An index into pairs: 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other pawn of the player.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// Its name, such as `X1`.
    pub fn name(self, player: Player) -> String {
        format!("{}{}", letter(player), self.index() + 1)
    }
}

/// The letter of a side: X moves first.
pub const fn letter(player: Player) -> char {
    match player {
        Player::P1 => 'X',
        Player::P2 => 'O',
    }
}

/// A pawn of the player to move and the square it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PawnMove {
    /// Which pawn.
    pub pawn: Pawn,
    /// The target square.
    pub to: Square,
}

/// One whole turn: a pawn move, a wall, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// The pawn move, which comes first.
    pub pawn: Option<PawnMove>,
    /// The wall.
    pub wall: Option<Wall>,
}

impl Turn {
    /// A pawn move alone.
    #[inline]
    pub const fn pawn(pawn: PawnMove) -> Self {
        Self { pawn: Some(pawn), wall: None }
    }

    /// A wall alone.
    #[inline]
    pub const fn wall(wall: Wall) -> Self {
        Self { pawn: None, wall: Some(wall) }
    }

    /// A pawn move and then a wall.
    #[inline]
    pub const fn both(pawn: PawnMove, wall: Wall) -> Self {
        Self { pawn: Some(pawn), wall: Some(wall) }
    }

    /// Writes the turn of a player in its canonical form.
    pub(crate) fn write(self, player: Player, out: &mut dyn fmt::Write) -> fmt::Result {
        if let Some(pawn) = self.pawn {
            Step::Pawn(pawn).write(player, out)?;
        }
        if self.pawn.is_some() && self.wall.is_some() {
            out.write_char(',')?;
        }
        self.wall.map_or(Ok(()), |wall| Step::Wall(wall).write(player, out))
    }
}

/// A step of a turn: a pawn move or a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A pawn move.
    Pawn(PawnMove),
    /// A wall.
    Wall(Wall),
}

impl Step {
    /// Writes the step of a player: `X1-64` or `G35`.
    pub(crate) fn write(self, player: Player, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::Pawn(PawnMove { pawn, to }) => write!(out, "{}{}-{to}", letter(player), pawn.index() + 1),
            Self::Wall(wall) => write!(out, "{wall}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_small_and_written_as_the_rules_say() {
        assert_eq!(size_of::<Turn>(), 6);
        let to = PawnMove { pawn: Pawn::One, to: Square::at(5, 3) };
        let wall = Wall::green(Square::at(2, 4));
        let text = |turn: Turn| {
            let mut text = String::new();
            turn.write(Player::P1, &mut text).expect("writing to a string");
            text
        };
        assert_eq!(text(Turn::pawn(to)), "X1-64");
        assert_eq!(text(Turn::wall(wall)), "G35");
        assert_eq!(text(Turn::both(to, wall)), "X1-64,G35");
    }
}
