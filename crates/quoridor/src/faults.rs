//! Errors in moves and positions.

agon_core::faults! {
    /// The square is not on the board.
    pub OFF_BOARD = "quoridor-off-board", "{square} is not on the board; squares are a1 to {last}";
    /// The wall would stick out of the board.
    pub WALL_OFF_BOARD = "quoridor-wall-off-board", "{wall} does not lie wholly on the board; walls are named by the squares a1 to {last}";
    /// The mover's stock is empty.
    pub NO_WALLS = "quoridor-no-walls", "{player} has no walls left";
    /// The wall lies on another one.
    pub WALL_OVERLAPS = "quoridor-wall-overlaps", "{wall} overlaps the wall {other}";
    /// The wall goes through another one.
    pub WALL_CROSSES = "quoridor-wall-crosses", "{wall} crosses the wall {other}";
    /// The wall would shut a pawn off from its goal.
    pub CLOSES_PATH = "quoridor-closes-path", "{wall} closes the last path of {player}; each pawn must keep a way to its goal row";
    /// The wall would shut both pawns off from their goals.
    pub CLOSES_BOTH_PATHS = "quoridor-closes-both-paths", "{wall} closes the last path of both players; each pawn must keep a way to its goal row";
    /// The pawn stands there already.
    pub PAWN_STAYS = "quoridor-pawn-stays", "the pawn stands on {square} already; it can go to {targets}";
    /// The other pawn stands there.
    pub OCCUPIED = "quoridor-occupied", "the other pawn stands on {square}; the pawn can go to {targets}";
    /// A wall bars the step.
    pub WALL_BETWEEN = "quoridor-wall-between", "a wall stands between {from} and {square}; the pawn can go to {targets}";
    /// A diagonal jump where the straight one is free.
    pub JUMP_STRAIGHT = "quoridor-jump-straight", "the straight jump to {straight} is free, so the pawn cannot jump diagonally to {square}; it can go to {targets}";
    /// No way of moving leads there.
    pub TOO_FAR = "quoridor-too-far", "the pawn on {from} cannot go to {square} in one move; it can go to {targets}";

    /// A list of walls cannot be read.
    pub WALL_LIST = "quoridor-wall-list", "{text} is not a list of walls; it is the squares that name them, one after the other: d2f7";
    /// The pawns' squares cannot be read.
    pub TWO_PAWNS = "quoridor-two-pawns", "{text} does not say where the pawns are; write the square of White's pawn, then that of Black's: e1 e9";
    /// The stocks cannot be read.
    pub TWO_STOCKS = "quoridor-two-stocks", "{text} does not say how many walls are left; write White's number, then Black's: 10 10";
    /// The side to move cannot be read.
    pub SIDE = "quoridor-side", "{text} does not say who is to move; it is 1 or 2";
    /// Both pawns on one square.
    pub SAME_SQUARE = "quoridor-same-square", "both pawns stand on {square}; a square holds one";
    /// Both pawns have reached their goals.
    pub BOTH_HOME = "quoridor-both-home", "both pawns stand on their goal rows; the game ends when the first one arrives";
    /// A stock larger than it ever was.
    pub STOCK = "quoridor-stock", "{player} cannot have {count} walls left; each player has {walls} at the start";
    /// More walls than the players had.
    pub TOO_MANY_WALLS = "quoridor-too-many-walls", "{placed} walls on the board and {left} left are more than the {all} that the players had";
    /// The walls shut a pawn off from its goal.
    pub PATH_CLOSED = "quoridor-path-closed", "the walls leave the pawn of {player} no path to its goal row";
}
