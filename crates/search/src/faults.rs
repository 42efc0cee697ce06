use agon_core::FaultKind;

/// An engine was asked to think when no player is to move.
pub const NOBODY_TO_MOVE: FaultKind = FaultKind::new(
    "nobody-to-move",
    "no player is to move here: {actor} acts, so there is nothing to think about",
);
/// An engine was given a table of another game.
pub const WRONG_TABLE: FaultKind =
    FaultKind::new("wrong-table", "this engine does not play {spec}; set one up for that game");
/// There is not as much memory as was asked for.
pub const OUT_OF_MEMORY: FaultKind = FaultKind::new(
    "out-of-memory",
    "this machine cannot give {megabytes} MB of memory to remember positions; ask for less",
);

/// Every mistake this crate reports, for the catalogues.
pub const FAULTS: &[FaultKind] = &[NOBODY_TO_MOVE, WRONG_TABLE, OUT_OF_MEMORY];
