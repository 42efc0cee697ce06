//! What can be wrong with a move or a position.

use agon_core::FaultKind;

/// The square is not on the board.
pub const OFF_BOARD: FaultKind =
    FaultKind::new("quoridor-off-board", "{square} is not on the board; squares are a1 to {last}");
/// The wall would stick out of the board.
pub const WALL_OFF_BOARD: FaultKind = FaultKind::new(
    "quoridor-wall-off-board",
    "{wall} does not lie wholly on the board; walls are named by the squares a1 to {last}",
);
/// The mover's stock is empty.
pub const NO_WALLS: FaultKind = FaultKind::new("quoridor-no-walls", "{player} has no walls left");
/// The wall lies on another one.
pub const WALL_OVERLAPS: FaultKind =
    FaultKind::new("quoridor-wall-overlaps", "{wall} overlaps the wall {other}");
/// The wall goes through another one.
pub const WALL_CROSSES: FaultKind =
    FaultKind::new("quoridor-wall-crosses", "{wall} crosses the wall {other}");
/// The wall would shut a pawn off from its goal.
pub const CLOSES_PATH: FaultKind = FaultKind::new(
    "quoridor-closes-path",
    "{wall} closes the last path of {player}; each pawn must keep a way to its goal row",
);
/// The wall would shut both pawns off from their goals.
pub const CLOSES_BOTH_PATHS: FaultKind = FaultKind::new(
    "quoridor-closes-both-paths",
    "{wall} closes the last path of both players; each pawn must keep a way to its goal row",
);
/// The pawn stands there already.
pub const PAWN_STAYS: FaultKind =
    FaultKind::new("quoridor-pawn-stays", "the pawn stands on {square} already; it can go to {targets}");
/// The other pawn stands there.
pub const OCCUPIED: FaultKind =
    FaultKind::new("quoridor-occupied", "the other pawn stands on {square}; the pawn can go to {targets}");
/// A wall bars the step.
pub const WALL_BETWEEN: FaultKind = FaultKind::new(
    "quoridor-wall-between",
    "a wall stands between {from} and {square}; the pawn can go to {targets}",
);
/// A diagonal jump where the straight one is free.
pub const JUMP_STRAIGHT: FaultKind = FaultKind::new(
    "quoridor-jump-straight",
    "the straight jump to {straight} is free, so the pawn cannot jump diagonally to {square}; it can go to {targets}",
);
/// No way of moving leads there.
pub const TOO_FAR: FaultKind = FaultKind::new(
    "quoridor-too-far",
    "the pawn on {from} cannot go to {square} in one move; it can go to {targets}",
);

/// A list of walls cannot be read.
pub const WALL_LIST: FaultKind = FaultKind::new(
    "quoridor-wall-list",
    "{text} is not a list of walls; it is the squares that name them, one after the other: d2f7",
);
/// The pawns' squares cannot be read.
pub const TWO_PAWNS: FaultKind = FaultKind::new(
    "quoridor-two-pawns",
    "{text} does not say where the pawns are; it is the square of p1's pawn, then that of p2's: e1 e9",
);
/// The stocks cannot be read.
pub const TWO_STOCKS: FaultKind = FaultKind::new(
    "quoridor-two-stocks",
    "{text} does not say how many walls are left; it is the number of p1, then that of p2: 10 10",
);
/// The side to move cannot be read.
pub const SIDE: FaultKind =
    FaultKind::new("quoridor-side", "{text} does not say who is to move; it is 1 or 2");
/// Both pawns on one square.
pub const SAME_SQUARE: FaultKind =
    FaultKind::new("quoridor-same-square", "both pawns stand on {square}; a square holds one");
/// Both pawns have reached their goals.
pub const BOTH_HOME: FaultKind = FaultKind::new(
    "quoridor-both-home",
    "both pawns stand on their goal rows; the game ends when the first one arrives",
);
/// A stock larger than it ever was.
pub const STOCK: FaultKind = FaultKind::new(
    "quoridor-stock",
    "{player} cannot have {count} walls left; each player has {walls} at the start",
);
/// More walls than the players had.
pub const TOO_MANY_WALLS: FaultKind = FaultKind::new(
    "quoridor-too-many-walls",
    "{placed} walls on the board and {left} left are more than the {all} that the players had",
);
/// The walls shut a pawn off from its goal.
pub const PATH_CLOSED: FaultKind =
    FaultKind::new("quoridor-path-closed", "the walls leave the pawn of {player} no path to its goal row");

/// Every mistake of this game, for the catalogues.
pub const FAULTS: &[FaultKind] = &[
    OFF_BOARD,
    WALL_OFF_BOARD,
    NO_WALLS,
    WALL_OVERLAPS,
    WALL_CROSSES,
    CLOSES_PATH,
    CLOSES_BOTH_PATHS,
    PAWN_STAYS,
    OCCUPIED,
    WALL_BETWEEN,
    JUMP_STRAIGHT,
    TOO_FAR,
    WALL_LIST,
    TWO_PAWNS,
    TWO_STOCKS,
    SIDE,
    SAME_SQUARE,
    BOTH_HOME,
    STOCK,
    TOO_MANY_WALLS,
    PATH_CLOSED,
];
