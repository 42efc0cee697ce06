//! The faults of the server; each game declares its own.

agon_core::faults! {
    /// The message or body cannot be parsed.
    pub(crate) BAD_MESSAGE = "bad-message", "the message cannot be read: {reason}";
    /// The content type of the body is not JSON.
    pub(crate) NOT_JSON = "not-json", "the body must be JSON with the content type application/json";
    /// The body or message is too long.
    pub(crate) TOO_LONG = "too-long", "the message is too long; at most {limit} bytes are accepted";
    /// The body did not arrive in time.
    pub(crate) TOO_SLOW = "too-slow", "the message did not arrive in time";
    /// The game, page or file does not exist.
    pub(crate) NOT_FOUND = "not-found", "there is nothing at this address";
    /// The path does not accept this method.
    pub(crate) WRONG_METHOD = "wrong-method", "this address does not accept {method}";
    /// The request comes from another site.
    pub(crate) FOREIGN_ORIGIN = "foreign-origin", "requests from other sites are refused";
    /// Too many requests or messages.
    pub(crate) TOO_MANY = "too-many", "too many requests; try again in {seconds} seconds";
    /// The server is full.
    pub(crate) SERVER_FULL = "server-full", "the server is full; try again later";
    /// The write to the database failed.
    pub(crate) NOT_STORED = "not-stored", "the server cannot store anything at the moment; nothing was changed";
    /// The token belongs to no seat of this game.
    pub(crate) BAD_TOKEN = "bad-token", "this token belongs to no seat of this game";
    /// Only a client with a seat may do this.
    pub(crate) NO_SEAT = "no-seat", "only a player of this game can do this";
    /// The client holds both seats and must name one.
    pub(crate) WHICH_SEAT = "which-seat", "you hold both seats; name the one you mean";
    /// The seat is not free.
    pub(crate) SEAT_TAKEN = "seat-taken", "there is no free seat";
    /// The invitation key is wrong or missing.
    pub(crate) BAD_INVITATION = "bad-invitation", "this seat can only be taken with its invitation key";
    /// The game has moved on since the client's last update.
    pub(crate) STALE = "stale", "the game is already at ply {ply}";
    /// The game has not started.
    pub(crate) NOT_STARTED = "not-started", "the game has not started; a seat is still free";
    /// The game is not over.
    pub(crate) NOT_OVER = "not-over", "the game is not over yet";
    /// The id of a message is malformed.
    pub(crate) BAD_ID = "bad-id", "an id is 1 to 24 characters of A-Z a-z 0-9 _ -";
    /// There is no offer to decline.
    pub(crate) NO_OFFER = "no-offer", "there is no offer to answer";
    /// An abort came too late.
    pub(crate) NO_ABORT = "no-abort", "the game is too far along to be aborted";
    /// A claim came too early.
    pub(crate) NO_CLAIM = "no-claim", "the game cannot be claimed now";
    /// Chat is disabled.
    pub(crate) NO_CHAT = "no-chat", "chat is disabled";
    /// Hints are not allowed.
    pub(crate) NO_HINT = "no-hint", "hints are not available in this game";
    /// The queue of the engine workers is full.
    pub(crate) BOTS_BUSY = "bots-busy", "the bots are too busy; try again later";
    /// A bot found no turn because of an error.
    pub(crate) BOT_GAVE_UP = "bot-gave-up", "the computer failed and plays no turn; take a turn back, or reload to let \
        it try again";
    /// A contribution to the dice arrived at the wrong moment or with the wrong content.
    pub(crate) BAD_PART = "bad-part", "this contribution to the dice does not match its commitment, or is not due now";
    /// A setup value is out of range.
    pub(crate) BAD_SETUP = "bad-setup", "{field} must be {low} to {high}, not {value}";
    /// The bot has no such limit.
    pub(crate) NO_BOT_LIMIT = "no-bot-limit", "{bot} takes no {limit}";
    /// A record cannot be parsed or replayed.
    pub(crate) RECORD_WRONG = "record-wrong", "line {line}, column {column}: {text}";
    /// The game has no such ply.
    pub(crate) NO_SUCH_PLY = "no-such-ply", "there is no ply {ply}; the game has {plies}";
    /// The language is unknown.
    pub(crate) UNKNOWN_LANGUAGE = "unknown-language", "there is no language {language}; the languages are {languages}";
    /// The first message was not a greeting.
    pub(crate) HELLO_FIRST = "hello-first", "the first message must be hello";
}
