//! The mistakes of players and files that only the terminal sees.

pub use agon_core::faults::{NO_TAKEBACK, NOT_YOUR_TURN};

agon_core::faults! {
    /// Online play was asked for.
    pub WHO_ONLINE = "who-online", "{who} is a game on a server; this build plays on this machine only, so choose human, level:N, bot:NAME or cmd:PROGRAM";
    /// A bot died.
    pub BOT_FAILED = "bot-failed", "{name} gave no move";
    /// A file cannot be read.
    pub FILE_READ = "file-read", "{file} cannot be read: {reason}";
    /// A file cannot be written.
    pub FILE_WRITE = "file-write", "{file} cannot be written: {reason}";
    /// A file holds no game that can be gone on with.
    pub FILE_RECORD = "file-record", "{file}, {reason}";
    /// A file holds a move that cannot be played.
    pub FILE_WORD = "file-word", "{file}, line {line}, column {column}: {reason}";
    /// A command lacks its file name.
    pub FILE_NAME = "file-name", "a file name is missing, for example {example}";
    /// The player has taken back already.
    pub TAKEBACK_USED = "takeback-used", "each player may take back once in a game, and {player} has done so";
    /// Taking back is off.
    pub TAKEBACK_OFF = "takeback-off", "taking back is switched off in this game";
    /// Nothing legal at that place.
    pub NOT_THERE = "not-there", "nothing can be played there";
    /// A turn whose beginning cannot be completed.
    pub DEAD_END = "dead-end", "this cannot become a legal turn; take the last step back";
    /// Unknown language.
    pub LANGUAGE = "language", "{language} is not a language here; the languages are {languages}";
}
