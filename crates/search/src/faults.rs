//! The faults that searching and its tables can report.

agon_core::faults! {
    /// An engine was asked to think when no player is to move.
    pub NOBODY_TO_MOVE = "nobody-to-move", "no player is to move here: {actor} acts, so there is nothing to think about";
    /// An engine was given a table of another game.
    pub WRONG_TABLE = "wrong-table", "this engine does not play {spec}; set one up for that game";
    /// The requested memory cannot be allocated.
    pub OUT_OF_MEMORY = "out-of-memory", "this machine cannot allocate {megabytes} MB for the transposition table; ask for less";
}
