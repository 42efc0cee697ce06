//! The mistakes that the server itself reports; those of the games come from the games.

agon_core::faults! {
    /// The message or body cannot be read.
    pub(crate) BAD_MESSAGE = "bad-message", "the message cannot be read: {reason}";
    /// The body is not JSON by its content type.
    pub(crate) NOT_JSON = "not-json", "the body must be JSON with the content type application/json";
    /// The body or message is too long.
    pub(crate) TOO_LONG = "too-long", "the message is too long; at most {limit} bytes are taken";
    /// The body did not arrive in time.
    pub(crate) TOO_SLOW = "too-slow", "the message did not arrive in time";
    /// No such game, page or file.
    pub(crate) NOT_FOUND = "not-found", "there is nothing here";
    /// The path exists, but not with this method.
    pub(crate) WRONG_METHOD = "wrong-method", "this address does not take {method}";
    /// The request comes from another site.
    pub(crate) FOREIGN_ORIGIN = "foreign-origin", "requests from other sites are not taken";
    /// Too many requests or messages.
    pub(crate) TOO_MANY = "too-many", "too many requests; try again in {seconds} seconds";
    /// The server is full.
    pub(crate) SERVER_FULL = "server-full", "the server is full; try again later";
    /// The database did not take the write.
    pub(crate) NOT_STORED = "not-stored", "the server cannot store anything at the moment; nothing was changed";
    /// The token opens no seat of this game.
    pub(crate) BAD_TOKEN = "bad-token", "this token opens no seat of this game";
    /// A seat is needed for this.
    pub(crate) NO_SEAT = "no-seat", "only a player of this game can do this";
    /// Both seats are held; one must be named.
    pub(crate) WHICH_SEAT = "which-seat", "both seats are yours; say which one is meant";
    /// The seat is not free.
    pub(crate) SEAT_TAKEN = "seat-taken", "there is no free seat";
    /// The invitation key is wrong or missing.
    pub(crate) BAD_INVITATION = "bad-invitation", "this seat needs its invitation";
    /// The table is another by now.
    pub(crate) STALE = "stale", "the table is at ply {ply} by now";
    /// The game has not begun.
    pub(crate) NOT_STARTED = "not-started", "the game has not begun; a seat is free";
    /// The game is not over.
    pub(crate) NOT_OVER = "not-over", "the game is not over yet";
    /// An id of a message is malformed.
    pub(crate) BAD_ID = "bad-id", "an id is 1 to 24 characters of A-Z a-z 0-9 _ -";
    /// There is no offer to decline.
    pub(crate) NO_OFFER = "no-offer", "there is no offer to answer";
    /// An abort came too late.
    pub(crate) NO_ABORT = "no-abort", "the game is too far on to be aborted";
    /// A claim came too early.
    pub(crate) NO_CLAIM = "no-claim", "the game cannot be claimed now";
    /// Chat is off.
    pub(crate) NO_CHAT = "no-chat", "chat is switched off";
    /// No hint may be given.
    pub(crate) NO_HINT = "no-hint", "hints are not given in this game";
    /// Bots have too much to do.
    pub(crate) BOTS_BUSY = "bots-busy", "the bots have too much to do; try again later";
    /// A shared-dice message at the wrong moment or with the wrong content.
    pub(crate) BAD_PART = "bad-part", "this part of the dice is not the one that was announced, or not due now";
    /// A setup value is out of range.
    pub(crate) BAD_SETUP = "bad-setup", "{field} is not allowed to be {value}; {low} to {high} is";
    /// A record cannot be read or replayed.
    pub(crate) RECORD_WRONG = "record-wrong", "line {line}, column {column}: {text}";
    /// There is no such ply.
    pub(crate) NO_SUCH_PLY = "no-such-ply", "there is no ply {ply}; the game has {plies}";
    /// No such language.
    pub(crate) UNKNOWN_LANGUAGE = "unknown-language", "there is no language {language}; the languages are {languages}";
    /// The first message was not a greeting.
    pub(crate) HELLO_FIRST = "hello-first", "the first message must be hello";
}
