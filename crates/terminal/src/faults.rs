//! Faults of players and files that only the terminal reports.

pub use agon_core::faults::{NO_TAKEBACK, NOT_YOUR_TURN};

agon_core::faults! {
    /// Online play was asked for.
    pub WHO_ONLINE = "who-online", "{who} is a game on a server, but this program plays on this machine only; choose human, level:N, bot:NAME or cmd:PROGRAM";
    /// An engine panicked.
    pub BOT_FAILED = "bot-failed", "{name} gave no move";
    /// A file cannot be read.
    pub FILE_READ = "file-read", "{file} cannot be read: {reason}";
    /// A file cannot be written.
    pub FILE_WRITE = "file-write", "{file} cannot be written: {reason}";
    /// A file contains no game that can be continued.
    pub FILE_RECORD = "file-record", "{file}, {reason}";
    /// A file contains an illegal move.
    pub FILE_WORD = "file-word", "{file}, line {line}, column {column}: {reason}";
    /// A command without its file name.
    pub FILE_NAME = "file-name", "a file name is missing, for example {example}";
    /// The player has used the only takeback.
    pub TAKEBACK_USED = "takeback-used", "each player may take back once in a game, and {player} has done so";
    /// Takebacks are disabled.
    pub TAKEBACK_OFF = "takeback-off", "taking back is switched off in this game";
    /// No legal step at that place.
    pub NOT_THERE = "not-there", "nothing can be played there";
    /// Steps that no legal turn begins with.
    pub DEAD_END = "dead-end", "this cannot become a legal turn; take the last step back";
}
