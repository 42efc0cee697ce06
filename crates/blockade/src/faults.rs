//! Errors in turns, positions and options.

agon_core::faults! {
    /// The pawn belongs to the player who is not to move.
    pub NOT_YOUR_TURN = "blockade-not-your-turn", "{pawn} cannot move now; it is {side}'s turn";
    /// There is no such pawn.
    pub NO_SUCH_PAWN = "blockade-no-such-pawn", "there is no pawn {pawn}; the pawns are {side}1 and {side}2";
    /// The target's row is not on the board.
    pub ROW_RANGE = "blockade-row-range", "there is no row {row}; rows are 1 to {last}";
    /// The target's column is not on the board.
    pub COLUMN_RANGE = "blockade-column-range", "there is no column {col}; columns are 1 to {last}";
    /// The target's column is missing.
    pub NO_COLUMN = "blockade-no-column", "{word} names no square; give a row and a column, as in {example}";
    /// The pawn stands on the target already.
    pub ALREADY_THERE = "blockade-already-there", "{pawn} already stands on {square}";
    /// The mover's other pawn stands on the target.
    pub OWN_PAWN_THERE = "blockade-own-pawn-there", "your own pawn {other} stands on {square}";
    /// An opponent's pawn stands on the target and cannot be taken there.
    pub RIVAL_PAWN_THERE = "blockade-rival-pawn-there", "{other} stands on {square}; a pawn can be taken only on a start square of its own side";
    /// The pawn cannot go to the target.
    pub CANNOT_MOVE_THERE = "blockade-cannot-move-there", "{pawn} cannot move from {from} to {square}; it can move to {targets}";
    /// The pawn cannot move at all.
    pub CANNOT_MOVE = "blockade-cannot-move", "{pawn} on {from} cannot move now";
    /// The classic turn needs a wall.
    pub NO_WALL = "blockade-no-wall", "no wall given; after {move} a wall has to be placed, as in {example}";
    /// The turn has to begin with a pawn move.
    pub NO_PAWN_MOVE = "blockade-no-pawn-move", "a turn begins with a pawn move; {wall} alone is not enough, a turn looks like {example}";
    /// A swift turn is a pawn move or a wall, not both.
    pub NOT_BOTH = "blockade-not-both", "a turn is a pawn move or a wall, not both; play {move} or {wall}";
    /// The letter is no colour of walls.
    pub NO_SUCH_COLOUR = "blockade-no-such-colour", "{word} is no wall colour; walls are G (or Z), green and vertical, or B (or P), blue and horizontal";
    /// The wall has no place.
    pub NO_WALL_PLACE = "blockade-no-wall-place", "{word} names no place for a wall; give a colour, a row and a column, as in G35";
    /// No green walls left.
    pub NO_GREEN_LEFT = "blockade-no-green-left", "{side} has no green walls left";
    /// No blue walls left.
    pub NO_BLUE_LEFT = "blockade-no-blue-left", "{side} has no blue walls left";
    /// The wall is not on the board.
    pub WALL_RANGE = "blockade-wall-range", "wall {wall} is not on the board; walls have rows 1 to {row} and columns 1 to {col}";
    /// The wall overlaps another.
    pub WALL_OVERLAPS = "blockade-wall-overlaps", "wall {wall} overlaps wall {other}";
    /// The wall crosses another.
    pub WALL_CROSSES = "blockade-wall-crosses", "wall {wall} crosses wall {other}";
    /// The wall closes a path.
    pub PATH_CLOSED = "blockade-path-closed", "wall {wall} would close every way of {pawn} to the start square {square}";
    /// More was written than a turn needs.
    pub EXTRA_WORDS = "blockade-extra-words", "{words} is too much; a turn looks like {example}";

    /// A square of a position is not on the board.
    pub PAWN_OFF_BOARD = "blockade-pawn-off-board", "{pawn} cannot stand on {square}; rows are 1 to {row} and columns 1 to {col}";
    /// Two pawns share a square.
    pub TWO_PAWNS = "blockade-two-pawns", "{pawn} and {other} both stand on {square}";
    /// Both players stand on a goal.
    pub BOTH_ARRIVED = "blockade-both-arrived", "both players stand on a start square of the other; only one can have won";
    /// A position's list of walls cannot be read.
    pub WALL_SYNTAX = "blockade-wall-syntax", "{text} is no list of walls; write the two characters of each, as in 3549";
    /// A position's path is closed.
    pub NO_WAY = "blockade-no-way", "{pawn} on {from} has no way to the start square {square}";
    /// More walls in stock than a player ever had.
    pub STOCK = "blockade-stock", "{side} cannot have {count} walls of a colour in stock; each player starts with {walls}";
    /// More green walls than the players ever had.
    pub TOO_MANY_GREEN = "blockade-too-many-green", "{count} green walls on the board and in stock; the players had {total}";
    /// More blue walls than the players ever had.
    pub TOO_MANY_BLUE = "blockade-too-many-blue", "{count} blue walls on the board and in stock; the players had {total}";

    /// The start squares are not four squares.
    pub STARTS_SYNTAX = "blockade-starts-syntax", "starts={value} is not allowed; give the squares of X1, X2, O1 and O2, as in {example}";
    /// A start square is not on the board.
    pub STARTS_OFF_BOARD = "blockade-starts-off-board", "start square {square} is not on the board; rows are 1 to {row} and columns 1 to {col}";
    /// A start square is given twice.
    pub STARTS_TWICE = "blockade-starts-twice", "start square {square} is given twice; four different ones are needed";
}
