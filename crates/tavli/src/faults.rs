//! The faults that the tavli games report.

agon_core::faults! {
    /// A pass while something can be played.
    pub CAN_MOVE = "tavli-can-move", "{dice} can be played, for instance {example}; passing is not allowed";
    /// A move while nothing can be played.
    pub MUST_PASS = "tavli-must-pass", "{dice} cannot be played; the turn passes (pass)";
    /// More steps than dice.
    pub TOO_MANY_STEPS = "tavli-too-many-steps", "{word} has more steps than the dice {dice} allow";
    /// Another checker must enter first.
    pub BAR_FIRST = "tavli-bar-first", "{step} must wait: checkers on the bar enter first, as in {example}";
    /// Nothing stands there.
    pub NO_CHECKER = "tavli-no-checker", "{step}: no checker of yours stands on {place}";
    /// The checker is pinned.
    pub PINNED = "tavli-pinned", "{step}: the checker on {place} is pinned and cannot move";
    /// The checker has hit in its home.
    pub HELD = "tavli-held", "{step}: a checker that has hit in its home may not move on in the same turn";
    /// No die fits.
    pub WRONG_DICE = "tavli-wrong-dice", "{step} does not fit the dice {dice}";
    /// The target is blocked.
    pub BLOCKED = "tavli-blocked", "{step}: point {place} is blocked";
    /// Several dice lead there, but not over open places.
    pub NO_WAY = "tavli-no-way", "{step} cannot be played with the dice {dice}: a point on the way is blocked";
    /// Not all checkers are home.
    pub NOT_HOME = "tavli-not-home", "{step}: bearing off begins when all your checkers are home";
    /// A pinned checker forbids bearing off.
    pub BEAROFF_PINNED = "tavli-bearoff-pinned", "{step}: nothing may be borne off while a checker of yours is pinned";
    /// A higher die takes the rearmost checker only.
    pub FURTHER_BACK = "tavli-further-back", "{step}: a checker further back must be played with that die";
    /// The runner rule.
    pub RUNNER = "tavli-runner", "{step}: only the runner may move until it has come round to the enemy's first point";
    /// A longer turn is possible.
    pub TOO_SHORT = "tavli-too-short", "{word} plays {played} of the dice, but {needed} can be played, for instance {example}";
    /// The larger die must be played.
    pub LARGER_DIE = "tavli-larger-die", "{word}: of two dice that cannot both be played the larger one must be, for instance {example}";
    /// The position after the turn is not allowed.
    pub ENDING = "tavli-ending", "{word} makes a prime that is not allowed; {example} is legal";
    /// Several turns fit.
    pub AMBIGUOUS = "tavli-ambiguous", "{word} can mean {first} or {second}; write the steps one by one";
    /// The points do not make twenty-four.
    pub POINT_COUNT = "tavli-point-count", "the position has {count} points; there are 24";
    /// Something in the list of points cannot be read.
    pub POINT_SYNTAX = "tavli-point-syntax", "{text} is not a point; points look like w3, b2, w2+b or a number of empty ones";
    /// The game has no pins.
    pub NO_PINS = "tavli-no-pins", "{text}: there are no pinned checkers in {game}, so a point has one colour";
    /// Not fifteen checkers.
    pub CHECKER_COUNT = "tavli-checker-count", "{colour} has {count} checkers; each player has 15";
    /// Bar and tray cannot be read.
    pub TRAY_SYNTAX = "tavli-tray-syntax", "{text} is not a bar and a tray; write 0/0 for none on the bar, none off";
    /// There is no bar.
    pub NO_BAR = "tavli-no-bar", "{colour} has checkers on the bar, but {game} has no bar";
    /// The player to move cannot be read.
    pub MOVER_SYNTAX = "tavli-mover-syntax", "{text} is not a player; w or b is to move";
    /// The dice cannot be read.
    pub DICE_SYNTAX = "tavli-dice-syntax", "{text} are not dice; write 31, or - if a roll is due";
    /// Both have borne off everything.
    pub TWO_WINNERS = "tavli-two-winners", "both players have borne off all checkers; only one can have won";
    /// Dice in a finished game.
    pub DICE_AFTER_END = "tavli-dice-after-end", "the game is over in this position; its dice are -";
    /// The score of a match cannot be read.
    pub SCORE_SYNTAX = "tavli-score-syntax", "{text} is not a score; it looks like 3-2, with at most {points} points";
    /// No such game in a match.
    pub MATCH_GAME = "tavli-match-game", "{text} is not a game of the match; they are portes, plakoto and fevga";
    /// The match is over, but not by the game on the board.
    pub MATCH_OVER = "tavli-match-over", "with {text} the match to {points} is over, but the game on the board does not end it like that";
    /// The game on the board is over, but the match is not.
    pub MATCH_GOES_ON = "tavli-match-goes-on", "this game is over and the match to {points} is not; with {text} the next game must be on the board";
    /// A GNU Backgammon position ID that cannot be read.
    pub GNUBG_ID = "tavli-gnubg-id", "{text} is not a GNU Backgammon position ID; the start is 4HPwATDgc/ABMA";
    /// A position ID with impossible checkers.
    pub GNUBG_CHECKERS = "tavli-gnubg-checkers", "position ID {text} puts {reason}";
    /// A match file in which the wrong player moves.
    pub MAT_ORDER = "tavli-mat-order", "{player} is to move, but this stands in the column of {other}";
}
