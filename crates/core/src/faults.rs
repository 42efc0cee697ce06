//! The faults that any game can report.

crate::faults! {
    /// The text is no move of this game.
    pub NOT_A_MOVE = "not-a-move", "{word} is not a move; moves look like {example}";
    /// The text is no roll of this game.
    pub NOT_A_ROLL = "not-a-roll", "{word} is not a roll; rolls look like 31:";
    /// A roll was given in a game or at a moment without dice.
    pub NO_ROLL_DUE = "no-roll-due", "{word} is a roll, but no roll is due; {actor} is to move";
    /// A move was given while the dice have to be rolled.
    pub ROLL_DUE = "roll-due", "{word} cannot be played before the dice are rolled; rolls look like 31:";
    /// The opening roll was expected.
    pub OPENING_DUE = "opening-due", "{word} cannot come first; this game starts with an opening roll such as o52: (White's die, then Black's)";
    /// The game is already over.
    pub GAME_OVER = "game-over", "the game is over; nothing can be played";
    /// The move can be read but is not legal here, and no better reason is known.
    pub ILLEGAL = "illegal", "{word} is not legal here";
    /// No such game.
    pub UNKNOWN_GAME = "unknown-game", "there is no game {name}; the games are {games}";
    /// A game is registered under a name that another one has.
    pub GAME_TAKEN = "game-taken", "there is already a game {name}";
    /// No such option.
    pub UNKNOWN_OPTION = "unknown-option", "{game} has no option {option}; its options are {options}";
    /// A game without options was given one.
    pub NO_OPTIONS = "no-options", "{game} has no options, but {option} was given";
    /// An option appears twice.
    pub OPTION_TWICE = "option-twice", "option {option} is given twice";
    /// An option's value is out of range.
    pub OPTION_VALUE = "option-value", "{option}={value} is not allowed; {option} takes {allowed}";
    /// Something between commas is not `name=value`.
    pub OPTION_SYNTAX = "option-syntax", "{text} is not an option; options are written name=value, separated by commas";
    /// No such house rules.
    pub UNKNOWN_PRESET = "unknown-preset", "{game} has no preset {preset}; its presets are {presets}";
    /// Named house rules were asked for in a game without any.
    pub NO_PRESETS = "no-presets", "{game} has no presets, but {preset} was given";
    /// A position string does not have the right shape.
    pub POSITION_SYNTAX = "position-syntax", "{text} is not a position; positions look like {example}";
    /// A step does not continue the turn.
    pub NO_SUCH_STEP = "no-such-step", "{word} cannot be played here";
    /// The turn is not complete yet.
    pub TURN_INCOMPLETE = "turn-incomplete", "the turn is not complete";
    /// Steps that no legal turn begins with.
    pub DEAD_END = "dead-end", "this cannot become a legal turn; take the last step back";

    /// Somebody else is to move.
    pub NOT_YOUR_TURN = "not-your-turn", "it is not your turn; {actor} is to move";
    /// Nothing was played yet, or taking back is off or used up.
    pub NO_TAKEBACK = "no-takeback", "there is nothing to take back here";
}
