//! Faults of players and files that only the terminal reports.

pub use agon_core::faults::{DEAD_END, NO_TAKEBACK, NOT_YOUR_TURN};

agon_core::faults! {
    /// A link was given as a player.
    pub WHO_ONLINE = "who-online", "{who} is a game on a server, not a player; join it with agon play {who}";
    /// A player cannot play on a server.
    pub WHO_HERE = "who-here", "{who} cannot play on a server; choose human, level:N or bot:NAME";
    /// Both sides of a game on a server were to be played here.
    pub TWO_HERE = "two-here", "one side of a game on a server is played here, the other one elsewhere";
    /// A new game on a server needs its name.
    pub GAME_MISSING = "game-missing", "name the game to open; agon games lists them";
    /// Players or a file were given for the game of a link.
    pub LINK_PLAYERS = "link-players", "the game of a link has its players; --p1, --p2, --load and --preset are for new games";
    /// A link was given together with a server for a new game.
    pub LINK_OPENED = "link-opened", "a link joins a game that is open already; --on and --host open a new one";
    /// The server of a hosted game does not start.
    pub NOT_HOSTED = "not-hosted", "no server can be started on {address}: {reason}";
    /// A chat line was written without a connection.
    pub NOT_CONNECTED = "not-connected", "the connection is lost; nothing was sent";
    /// A draw was offered where nobody elsewhere could accept it.
    pub ONLINE_ONLY = "online-only", "that is possible in games on a server only";
    /// An answer without a question.
    pub NO_QUESTION = "no-question", "nothing was asked";
    /// Help of the computer in a game of people.
    pub NO_HELP = "no-help", "the computer does not help while people play each other";
    /// Another game was to be loaded during a game on a server.
    pub LEAVE_FIRST = "leave-first", "this game is played on a server; finish it before you load another one";
    /// Nobody has joined the game on the server yet.
    pub NO_OPPONENT = "no-opponent", "nobody has joined the game yet";
    /// A spectator tried to play.
    pub WATCHING = "watching", "you watch this game; only its players can do that";
    /// Chat is not possible here.
    pub NO_CHAT_HERE = "no-chat-here", "there is nobody to chat with in this game";
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
    /// A file contains another game than the one named.
    pub FILE_OTHER_GAME = "file-other-game", "{file} is a game of {found}, not of {wanted}";
    /// A command without its file name.
    pub FILE_NAME = "file-name", "a file name is missing, for example {example}";
    /// The player has used the only takeback.
    pub TAKEBACK_USED = "takeback-used", "each player may take back once in a game, and {player} has already done so";
    /// Takebacks are disabled.
    pub TAKEBACK_OFF = "takeback-off", "taking back is switched off in this game";
    /// No legal step at that place.
    pub NOT_THERE = "not-there", "nothing can be played there";
}
