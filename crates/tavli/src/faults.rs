//! The mistakes that the tavli games report.

use agon_core::FaultKind;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        $($(#[$doc])* pub const $name: FaultKind = FaultKind::new($code, $text);)*

        /// All of them, for the catalogues.
        pub const FAULTS: &[FaultKind] = &[$($name),*];
    };
}

kinds! {
    /// A pass while something can be played.
    CAN_MOVE = "tavli-can-move", "{dice} can be played, for instance {example}; passing is not allowed";
    /// A move while nothing can be played.
    MUST_PASS = "tavli-must-pass", "{dice} cannot be played; the turn passes (pass)";
    /// More steps than dice.
    TOO_MANY_STEPS = "tavli-too-many-steps", "{word} has more steps than the dice {dice} allow";
    /// Another checker must enter first.
    BAR_FIRST = "tavli-bar-first", "{step} must wait: checkers on the bar enter first, as in {example}";
    /// Nothing stands there.
    NO_CHECKER = "tavli-no-checker", "{step}: no checker of yours stands on {place}";
    /// The checker is pinned.
    PINNED = "tavli-pinned", "{step}: the checker on {place} is pinned and cannot move";
    /// The checker has hit in its home.
    HELD = "tavli-held", "{step}: a checker that has hit in its home may not move on in the same turn";
    /// No die fits.
    WRONG_DICE = "tavli-wrong-dice", "{step} does not fit the dice {dice}";
    /// The target is blocked.
    BLOCKED = "tavli-blocked", "{step}: place {place} is blocked";
    /// Several dice lead there, but not over open places.
    NO_WAY = "tavli-no-way", "{step} cannot be played with the dice {dice}: a place on the way is blocked";
    /// Not all checkers are home.
    NOT_HOME = "tavli-not-home", "{step}: bearing off begins when all your checkers are home";
    /// A pinned checker forbids bearing off.
    BEAROFF_PINNED = "tavli-bearoff-pinned", "{step}: nothing may be borne off while a checker of yours is pinned";
    /// A higher die takes the rearmost checker only.
    FURTHER_BACK = "tavli-further-back", "{step}: a checker further back must be played with that die";
    /// The runner rule.
    RUNNER = "tavli-runner", "{step}: only the runner may move until it has come round to the enemy's first point";
    /// A longer turn is possible.
    TOO_SHORT = "tavli-too-short", "{word} plays {played} of the dice, but {needed} can be played, for instance {example}";
    /// The larger die must be played.
    LARGER_DIE = "tavli-larger-die", "{word}: of two dice that cannot both be played the larger one must be, for instance {example}";
    /// The position after the turn is not allowed.
    ENDING = "tavli-ending", "{word} ends in a wall that is not allowed; {example} would be";
    /// Several turns fit.
    AMBIGUOUS = "tavli-ambiguous", "{word} can mean {first} or {second}; write the steps one by one";
    /// The points do not make twenty-four.
    POINT_COUNT = "tavli-point-count", "the position has {count} points; there are 24";
    /// Something in the list of points cannot be read.
    POINT_SYNTAX = "tavli-point-syntax", "{text} is not a point; points look like w3, b2, w2+b or a number of empty ones";
    /// Pins exist in Plakoto only.
    NO_PINS = "tavli-no-pins", "{text}: there are no pinned checkers in {game}, so a point has one colour";
    /// Not fifteen checkers.
    CHECKER_COUNT = "tavli-checker-count", "{colour} has {count} checkers; each player has 15";
    /// Bar and tray cannot be read.
    TRAY_SYNTAX = "tavli-tray-syntax", "{text} is not a bar and a tray; write 0/0 for none on the bar, none off";
    /// There is no bar.
    NO_BAR = "tavli-no-bar", "{colour} has checkers on the bar, but {game} has no bar";
    /// The player to move cannot be read.
    MOVER_SYNTAX = "tavli-mover-syntax", "{text} is not a player; w or b is to move";
    /// The dice cannot be read.
    DICE_SYNTAX = "tavli-dice-syntax", "{text} are not dice; write 31, or - if a roll is due";
    /// Both have borne off everything.
    TWO_WINNERS = "tavli-two-winners", "both players have borne off all checkers; only one can have won";
    /// Dice in a finished game.
    DICE_AFTER_END = "tavli-dice-after-end", "the game is over in this position; its dice are -";
    /// The score of a match cannot be read.
    SCORE_SYNTAX = "tavli-score-syntax", "{text} is not a score; it looks like 3-2, with at most {points} points";
    /// No such game in a match.
    MATCH_GAME = "tavli-match-game", "{text} is not a game of the match; they are portes, plakoto and fevga";
    /// The match is over, but not by the game on the board.
    MATCH_OVER = "tavli-match-over", "with {text} the match to {points} is over, but the game on the board does not end it like that";
    /// The game on the board is over, but the match is not.
    MATCH_GOES_ON = "tavli-match-goes-on", "this game is over and the match to {points} is not; with {text} the next game must be on the board";
    /// A GNU Backgammon position ID that cannot be read.
    GNUBG_ID = "tavli-gnubg-id", "{text} is not a GNU Backgammon position ID; the start is 4HPwATDgc/ABMA";
    /// A position ID with impossible checkers.
    GNUBG_CHECKERS = "tavli-gnubg-checkers", "position ID {text} puts {reason}";
    /// A match file in which the wrong player moves.
    MAT_ORDER = "tavli-mat-order", "{player} is to move, but this stands in the column of {other}";
}
