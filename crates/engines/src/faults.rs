//! The faults that choosing an engine can report.

agon_core::faults! {
    /// No such level.
    pub LEVEL_RANGE = "level-range", "there is no level {level}; levels are {low} to {high}";
    /// No such bot.
    pub UNKNOWN_BOT = "unknown-bot", "{game} has no bot {bot}; its bots are {bots}";
}
