//! The faults that choosing and training engines can report.

agon_core::faults! {
    /// No such level.
    pub LEVEL_RANGE = "level-range", "there is no level {level}; levels are {low} to {high}";
    /// No such bot.
    pub UNKNOWN_BOT = "unknown-bot", "{game} has no bot {bot}; its bots are {bots}";

    /// A file of a training run cannot be used.
    pub TRAINING_FILE = "training-file", "cannot use {path} for training: {reason}";
}
