//! The mistakes of players and files that only the terminal sees.

use agon_core::FaultKind;
pub use agon_core::faults::{NO_TAKEBACK, NOT_YOUR_TURN};

/// A player was named in no known way.
pub const WHO: FaultKind = FaultKind::new(
    "who",
    "{who} is no player; players are human, level:1 to level:10, bot:NAME, cmd:PROGRAM",
);
/// A level outside the range.
pub const WHO_LEVEL: FaultKind = FaultKind::new("who-level", "{level} is no level; levels are 1 to 10");
/// Online play was asked for.
pub const WHO_ONLINE: FaultKind = FaultKind::new(
    "who-online",
    "{who} is a game on a server; this build plays on this machine only, so choose human, level:N, bot:NAME or cmd:PROGRAM",
);
/// A foreign program failed.
pub const PROGRAM: FaultKind = FaultKind::new("program", "{program} failed: {reason}");
/// A bot died.
pub const BOT_FAILED: FaultKind = FaultKind::new("bot-failed", "{name} gave no move");
/// A file cannot be read.
pub const FILE_READ: FaultKind = FaultKind::new("file-read", "{file} cannot be read: {reason}");
/// A file cannot be written.
pub const FILE_WRITE: FaultKind = FaultKind::new("file-write", "{file} cannot be written: {reason}");
/// A file holds no game that can be gone on with.
pub const FILE_RECORD: FaultKind = FaultKind::new("file-record", "{file}, {reason}");
/// A file holds a move that cannot be played.
pub const FILE_WORD: FaultKind =
    FaultKind::new("file-word", "{file}, line {line}, column {column}: {reason}");
/// A command lacks its file name.
pub const FILE_NAME: FaultKind = FaultKind::new("file-name", "a file name is missing, for example {example}");
/// The player has taken back already.
pub const TAKEBACK_USED: FaultKind =
    FaultKind::new("takeback-used", "each player may take back once in a game, and {player} has done so");
/// Taking back is off.
pub const TAKEBACK_OFF: FaultKind =
    FaultKind::new("takeback-off", "taking back is switched off in this game");
/// Nothing legal at that place.
pub const NOT_THERE: FaultKind = FaultKind::new("not-there", "nothing can be played there");
/// A turn whose beginning cannot be completed.
pub const DEAD_END: FaultKind =
    FaultKind::new("dead-end", "this cannot become a legal turn; take the last step back");
/// Unknown language.
pub const LANGUAGE: FaultKind =
    FaultKind::new("language", "{language} is not a language here; the languages are {languages}");

/// All of them, for the catalogues' completeness test.
pub const FAULTS: &[FaultKind] = &[
    WHO,
    WHO_LEVEL,
    WHO_ONLINE,
    PROGRAM,
    BOT_FAILED,
    FILE_READ,
    FILE_WRITE,
    FILE_RECORD,
    FILE_WORD,
    FILE_NAME,
    TAKEBACK_USED,
    TAKEBACK_OFF,
    NOT_THERE,
    DEAD_END,
    LANGUAGE,
];
