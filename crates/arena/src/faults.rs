//! What can be wrong with the settings of a match.

agon_core::faults! {
    /// No such player.
    pub WHO = "player", "{who} is no player; players are level:1 to level:10, bot:NAME, cmd:PROGRAM (UGI), uci:PROGRAM, qtp:PROGRAM, ubgi:PROGRAM, gnubg:PLIES and baseline:greedy, with settings after @ such as level:7@nodes=2000";
    /// No such level.
    pub PLAYER_LEVEL = "player-level", "there is no level {level}; levels are 1 to 10";
    /// GNU Backgammon does not look that far.
    pub GNUBG_PLIES = "gnubg-plies", "GNU Backgammon looks 0 to 7 plies ahead, not {plies}";
    /// A player's setting that does not exist.
    pub UNKNOWN_SETTING = "unknown-setting", "{who} has a setting {setting} that does not exist; settings are nodes, movetime, depth, tc, threads, hash, seed, name";
    /// A player's setting with a wrong value.
    pub SETTING_VALUE = "setting-value", "{setting}={value} is not allowed; {setting} takes {wanted}";
    /// A time control that cannot be read.
    pub TIME_CONTROL = "time-control", "{text} is no time control; write seconds a game and seconds added a turn, such as 60+0.5";
    /// Two kinds of time at once.
    pub TWO_TIMES = "two-times", "movetime (a time for each turn) and tc (a time for each game) cannot both be given; choose one of them";
    /// Bounds of a sequential test that cannot be read.
    pub SPRT_BOUNDS = "sprt-bounds", "{text} is no pair of bounds; write two Elo figures, the lower first, such as 0,10";
    /// A line of an openings file that cannot be played.
    pub OPENING_LINE = "opening-line", "openings, line {line}: {reason}";
    /// An openings file without openings.
    pub NO_OPENINGS = "no-openings", "the file holds no opening; write one a line: moves, or a position, or a position and moves after a bar";
    /// A folder that holds another match.
    pub MATCH_DIFFERS = "match-differs", "{folder} holds another match: its {what} is {old}, not {new}; choose another folder or the same settings";
    /// A tournament without enough players or games.
    pub TOO_FEW = "too-few-players", "{file}: a tournament needs at least two players and one game";
    /// Two players of a tournament that cannot be told apart.
    pub SAME_NAME = "same-player-name", "two players are called {name}; give one of them another by the field name";
    /// A file that cannot be read or written.
    pub FILE = "match-file", "{file}: {reason}";
}
