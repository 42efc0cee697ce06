//! What can be wrong with the settings of a match.

agon_core::faults! {
    /// No such player.
    pub PLAYER = "player", "{who} is not a player; players are human, level:1 to level:10, bot:NAME, cmd:PROGRAM (UGI), uci:PROGRAM, qtp:PROGRAM, ubgi:PROGRAM, gnubg:PLIES and baseline:greedy, with settings after @ such as level:7@nodes=2000";
    /// No such level.
    pub PLAYER_LEVEL = "player-level", "there is no level {level}; levels are 1 to 10";
    /// A person or a game on a server where only computer players can play.
    pub PLAYER_NOT_COMPUTER = "player-not-computer", "{who} cannot play a match; matches are between computer players such as level:5, bot:greedy or cmd:PROGRAM";
    /// GNU Backgammon does not search that deep.
    pub GNUBG_PLIES = "gnubg-plies", "GNU Backgammon searches 0 to 7 plies ahead, not {plies}";
    /// A player's setting that does not exist.
    pub UNKNOWN_SETTING = "unknown-setting", "{who}: there is no setting {setting}; settings are nodes, movetime, depth, tc, threads, hash, seed, book, net, name";
    /// A player's setting with a wrong value.
    pub SETTING_VALUE = "setting-value", "{setting}={value} is not allowed; {setting} takes {wanted}";
    /// A setting that a player on a server does not take.
    pub SETTING_ONLINE = "setting-online", "{who}: a player on a server does not take the setting {setting}; it takes {wanted}";
    /// A time control that cannot be read.
    pub TIME_CONTROL = "time-control", "{text} is not a time control; write seconds per game and increment per turn, such as 60+0.5";
    /// Two kinds of time at once.
    pub TWO_TIMES = "two-times", "movetime (time per turn) and tc (time per game) cannot be combined; choose one of them";
    /// Bounds of a sequential test that cannot be read.
    pub SPRT_BOUNDS = "sprt-bounds", "{text} is not a pair of bounds; write two Elo values, the lower first, such as 0,10";
    /// A line of an openings file that cannot be played.
    pub OPENING_LINE = "opening-line", "openings, line {line}: {reason}";
    /// An openings file without openings.
    pub NO_OPENINGS = "no-openings", "the file contains no openings; write one per line: moves, a position, or a position and moves after a |";
    /// A folder that contains another match.
    pub MATCH_DIFFERS = "match-differs", "{folder} contains another match: its {what} is {old}, not {new}; choose another folder or use the same settings";
    /// A tournament without enough players or games.
    pub TOO_FEW = "too-few-players", "{file}: a tournament needs at least two players and one game";
    /// Two players of a tournament with the same name.
    pub SAME_NAME = "same-player-name", "two players are called {name}; give one of them another name with the field name";
    /// A file that cannot be read or written.
    pub FILE = "match-file", "{file}: {reason}";
}
