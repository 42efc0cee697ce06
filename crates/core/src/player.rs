use std::fmt;

/// One of the two players; `P1` moves first in games without an opening roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Player {
    /// The first player: White, X, Vertical.
    P1,
    /// The second player: Black, O, Horizontal.
    P2,
}

impl Player {
    /// Both players, first to move first.
    pub const ALL: [Self; 2] = [Self::P1, Self::P2];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::P1 => Self::P2,
            Self::P2 => Self::P1,
        }
    }

    /// The index into arrays by player: 0 for `P1`, 1 for `P2`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in records, protocols and the web API: `p1` or `p2`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::P1 => "p1",
            Self::P2 => "p2",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who decides what happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player chooses a move.
    Player(Player),
    /// The dice decide.
    Chance,
    /// The game is over.
    Nobody,
}

impl Actor {
    /// The player to move, if it is a player's turn.
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Chance | Self::Nobody => None,
        }
    }

    /// The name in records, protocols and the web API: `p1`, `p2`, `chance` or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player(player) => player.name(),
            Self::Chance => "chance",
            Self::Nobody => "none",
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One player won a number of points (1 except in the tavli games).
    Win {
        /// Who won.
        winner: Player,
        /// The points won.
        points: u8,
    },
    /// A draw.
    Draw,
}

impl Outcome {
    /// A win of one point.
    pub const fn win(winner: Player) -> Self {
        Self::Win { winner, points: 1 }
    }

    /// The winner, unless it is a draw.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw => None,
        }
    }

    /// The points of the winner; 0 for a draw.
    pub const fn points(self) -> u8 {
        match self {
            Self::Win { points, .. } => points,
            Self::Draw => 0,
        }
    }

    /// Reads what `Display` writes: `p1 2`, `p2 1`, `draw`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split_whitespace();
        let who = parts.next()?;
        let points = match parts.next() {
            Some(points) => points.parse().ok().filter(|points| *points > 0)?,
            None => 1,
        };
        if parts.next().is_some() {
            return None;
        }
        match who.to_ascii_lowercase().as_str() {
            "p1" => Some(Self::Win { winner: Player::P1, points }),
            "p2" => Some(Self::Win { winner: Player::P2, points }),
            "draw" if text.trim().len() == 4 => Some(Self::Draw),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes the result as records do: `p1 2`, `p2 1`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, points } => write!(f, "{winner} {points}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}
