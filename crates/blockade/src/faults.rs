//! Every mistake that the parsers of Blockade report.

use agon_core::FaultKind;

/// The pawn belongs to the player who is not to move.
pub const NOT_YOUR_TURN: FaultKind =
    FaultKind::new("blockade-not-your-turn", "{pawn} cannot move now; it is {side}'s turn");
/// There is no such pawn.
pub const NO_SUCH_PAWN: FaultKind =
    FaultKind::new("blockade-no-such-pawn", "there is no pawn {pawn}; the pawns are {side}1 and {side}2");
/// The target's row is not on the board.
pub const ROW_RANGE: FaultKind =
    FaultKind::new("blockade-row-range", "there is no row {row}; rows are 1 to {last}");
/// The target's column is not on the board.
pub const COLUMN_RANGE: FaultKind =
    FaultKind::new("blockade-column-range", "there is no column {col}; columns are 1 to {last}");
/// The target's column is missing.
pub const NO_COLUMN: FaultKind =
    FaultKind::new("blockade-no-column", "{word} names no square; give a row and a column, as in {example}");
/// The pawn stands on the target already.
pub const ALREADY_THERE: FaultKind =
    FaultKind::new("blockade-already-there", "{pawn} already stands on {square}");
/// The mover's other pawn stands on the target.
pub const OWN_PAWN_THERE: FaultKind =
    FaultKind::new("blockade-own-pawn-there", "your own pawn {other} stands on {square}");
/// An opponent's pawn stands on the target and cannot be taken there.
pub const RIVAL_PAWN_THERE: FaultKind = FaultKind::new(
    "blockade-rival-pawn-there",
    "{other} stands on {square}; a pawn can be taken only on a start square of its own side",
);
/// The pawn cannot go to the target.
pub const CANNOT_MOVE_THERE: FaultKind = FaultKind::new(
    "blockade-cannot-move-there",
    "{pawn} cannot move from {from} to {square}; it can move to {targets}",
);
/// The pawn cannot move at all.
pub const CANNOT_MOVE: FaultKind = FaultKind::new("blockade-cannot-move", "{pawn} on {from} cannot move now");
/// The classic turn needs a wall.
pub const NO_WALL: FaultKind = FaultKind::new(
    "blockade-no-wall",
    "no wall given; after {move} a wall has to be placed, as in {example}",
);
/// The turn has to begin with a pawn move.
pub const NO_PAWN_MOVE: FaultKind = FaultKind::new(
    "blockade-no-pawn-move",
    "a turn begins with a pawn move; {wall} alone is not enough, a turn looks like {example}",
);
/// A swift turn is one thing only.
pub const NOT_BOTH: FaultKind =
    FaultKind::new("blockade-not-both", "a turn is a pawn move or a wall, not both; play {move} or {wall}");
/// The letter is no colour of walls.
pub const NO_SUCH_COLOUR: FaultKind = FaultKind::new(
    "blockade-no-such-colour",
    "{word} is no wall colour; walls are G (or Z), green and vertical, or B (or P), blue and horizontal",
);
/// The wall has no place.
pub const NO_WALL_PLACE: FaultKind = FaultKind::new(
    "blockade-no-wall-place",
    "{word} names no place for a wall; give a colour, a row and a column, as in G35",
);
/// No green walls left.
pub const NO_GREEN_LEFT: FaultKind =
    FaultKind::new("blockade-no-green-left", "{side} has no green walls left");
/// No blue walls left.
pub const NO_BLUE_LEFT: FaultKind = FaultKind::new("blockade-no-blue-left", "{side} has no blue walls left");
/// The wall is not on the board.
pub const WALL_RANGE: FaultKind = FaultKind::new(
    "blockade-wall-range",
    "wall {wall} is not on the board; walls have rows 1 to {row} and columns 1 to {col}",
);
/// The wall overlaps another.
pub const WALL_OVERLAPS: FaultKind =
    FaultKind::new("blockade-wall-overlaps", "wall {wall} overlaps wall {other}");
/// The wall crosses another.
pub const WALL_CROSSES: FaultKind =
    FaultKind::new("blockade-wall-crosses", "wall {wall} crosses wall {other}");
/// The wall closes a path.
pub const PATH_CLOSED: FaultKind = FaultKind::new(
    "blockade-path-closed",
    "wall {wall} would close every way of {pawn} to the start square {square}",
);
/// More was written than a turn needs.
pub const EXTRA_WORDS: FaultKind =
    FaultKind::new("blockade-extra-words", "{words} is too much; a turn looks like {example}");

/// A square of a position is not on the board.
pub const PAWN_OFF_BOARD: FaultKind = FaultKind::new(
    "blockade-pawn-off-board",
    "{pawn} cannot stand on {square}; rows are 1 to {row} and columns 1 to {col}",
);
/// Two pawns share a square.
pub const TWO_PAWNS: FaultKind =
    FaultKind::new("blockade-two-pawns", "{pawn} and {other} both stand on {square}");
/// Both players stand on a goal.
pub const BOTH_ARRIVED: FaultKind = FaultKind::new(
    "blockade-both-arrived",
    "both players stand on a start square of the other; only one can have won",
);
/// A position's wall has half a name.
pub const WALL_SYNTAX: FaultKind = FaultKind::new(
    "blockade-wall-syntax",
    "{text} is no list of walls; write the two characters of each, as in 3549",
);
/// A position's path is closed.
pub const NO_WAY: FaultKind =
    FaultKind::new("blockade-no-way", "{pawn} on {from} has no way to the start square {square}");
/// More walls in stock than a player ever had.
pub const STOCK: FaultKind = FaultKind::new(
    "blockade-stock",
    "{side} cannot have {count} walls of a colour in stock; each player starts with {walls}",
);
/// More green walls than the players ever had.
pub const TOO_MANY_GREEN: FaultKind = FaultKind::new(
    "blockade-too-many-green",
    "{count} green walls on the board and in stock; the players had {total}",
);
/// More blue walls than the players ever had.
pub const TOO_MANY_BLUE: FaultKind = FaultKind::new(
    "blockade-too-many-blue",
    "{count} blue walls on the board and in stock; the players had {total}",
);

/// The starts are not four squares.
pub const STARTS_SYNTAX: FaultKind = FaultKind::new(
    "blockade-starts-syntax",
    "starts={value} is not allowed; give the squares of X1, X2, O1 and O2, as in {example}",
);
/// A start square is not on the board.
pub const STARTS_OFF_BOARD: FaultKind = FaultKind::new(
    "blockade-starts-off-board",
    "start square {square} is not on the board; rows are 1 to {row} and columns 1 to {col}",
);
/// A start square is given twice.
pub const STARTS_TWICE: FaultKind = FaultKind::new(
    "blockade-starts-twice",
    "start square {square} is given twice; four different ones are needed",
);

/// All of them, for the catalogues.
pub const FAULTS: &[FaultKind] = &[
    NOT_YOUR_TURN,
    NO_SUCH_PAWN,
    ROW_RANGE,
    COLUMN_RANGE,
    NO_COLUMN,
    ALREADY_THERE,
    OWN_PAWN_THERE,
    RIVAL_PAWN_THERE,
    CANNOT_MOVE_THERE,
    CANNOT_MOVE,
    NO_WALL,
    NO_PAWN_MOVE,
    NOT_BOTH,
    NO_SUCH_COLOUR,
    NO_WALL_PLACE,
    NO_GREEN_LEFT,
    NO_BLUE_LEFT,
    WALL_RANGE,
    WALL_OVERLAPS,
    WALL_CROSSES,
    PATH_CLOSED,
    EXTRA_WORDS,
    PAWN_OFF_BOARD,
    TWO_PAWNS,
    BOTH_ARRIVED,
    WALL_SYNTAX,
    NO_WAY,
    STOCK,
    TOO_MANY_GREEN,
    TOO_MANY_BLUE,
    STARTS_SYNTAX,
    STARTS_OFF_BOARD,
    STARTS_TWICE,
];
