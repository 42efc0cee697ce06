use agon_core::FaultKind;

/// No such level.
pub const LEVEL_RANGE: FaultKind =
    FaultKind::new("level-range", "there is no level {level}; levels are {low} to {high}");
/// No such bot.
pub const UNKNOWN_BOT: FaultKind =
    FaultKind::new("unknown-bot", "{game} has no bot {bot}; its bots are {bots}");

/// A file of a training run cannot be used.
pub const TRAINING_FILE: FaultKind =
    FaultKind::new("training-file", "cannot use {path} for training: {reason}");

/// Every mistake this crate reports, for the catalogues.
pub const FAULTS: &[FaultKind] = &[LEVEL_RANGE, UNKNOWN_BOT, TRAINING_FILE];
