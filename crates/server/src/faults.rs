//! The mistakes that the server itself reports; those of the games come from the games.

use agon_core::FaultKind;

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: FaultKind = FaultKind::new($code, $text);)*
        /// Every mistake this crate reports, for the catalogues.
        pub const FAULTS: &[FaultKind] = &[$($name),*];
    };
}

faults! {
    /// The message or body cannot be read.
    BAD_MESSAGE = "bad-message", "the message cannot be read: {reason}";
    /// The body is not JSON by its content type.
    NOT_JSON = "not-json", "the body must be JSON with the content type application/json";
    /// The body or message is too long.
    TOO_LONG = "too-long", "the message is too long; at most {limit} bytes are taken";
    /// The body did not arrive in time.
    TOO_SLOW = "too-slow", "the message did not arrive in time";
    /// No such game, page or file.
    NOT_FOUND = "not-found", "there is nothing here";
    /// The path exists, but not with this method.
    WRONG_METHOD = "wrong-method", "this address does not take {method}";
    /// The request comes from another site.
    FOREIGN_ORIGIN = "foreign-origin", "requests from other sites are not taken";
    /// Too many requests or messages.
    TOO_MANY = "too-many", "too many requests; try again in {seconds} seconds";
    /// The server is full.
    SERVER_FULL = "server-full", "the server is full; try again later";
    /// The database did not take the write.
    NOT_STORED = "not-stored", "the server cannot store anything at the moment; nothing was changed";
    /// The token opens no seat of this game.
    BAD_TOKEN = "bad-token", "this token opens no seat of this game";
    /// A seat is needed for this.
    NO_SEAT = "no-seat", "only a player of this game can do this";
    /// Both seats are held; one must be named.
    WHICH_SEAT = "which-seat", "both seats are yours; say which one is meant";
    /// The seat is not free.
    SEAT_TAKEN = "seat-taken", "there is no free seat";
    /// The invitation key is wrong or missing.
    BAD_INVITATION = "bad-invitation", "this seat needs its invitation";
    /// The table is another by now.
    STALE = "stale", "the table is at ply {ply} by now";
    /// The game has not begun.
    NOT_STARTED = "not-started", "the game has not begun; a seat is free";
    /// The game is not over.
    NOT_OVER = "not-over", "the game is not over yet";
    /// An id of a message is malformed.
    BAD_ID = "bad-id", "an id is 1 to 24 characters of A-Z a-z 0-9 _ -";
    /// There is no offer to decline.
    NO_OFFER = "no-offer", "there is no offer to answer";
    /// An abort came too late.
    NO_ABORT = "no-abort", "the game is too far on to be aborted";
    /// A claim came too early.
    NO_CLAIM = "no-claim", "the game cannot be claimed now";
    /// Chat is off.
    NO_CHAT = "no-chat", "chat is switched off";
    /// No hint may be given.
    NO_HINT = "no-hint", "hints are not given in this game";
    /// Bots have too much to do.
    BOTS_BUSY = "bots-busy", "the bots have too much to do; try again later";
    /// A shared-dice message at the wrong moment or with the wrong content.
    BAD_PART = "bad-part", "this part of the dice is not the one that was announced, or not due now";
    /// A setup value is out of range.
    BAD_SETUP = "bad-setup", "{field} is not allowed to be {value}; {low} to {high} is";
    /// A record cannot be read or replayed.
    RECORD_WRONG = "record-wrong", "line {line}, column {column}: {text}";
    /// There is no such ply.
    NO_SUCH_PLY = "no-such-ply", "there is no ply {ply}; the game has {plies}";
    /// No such language.
    UNKNOWN_LANGUAGE = "unknown-language", "there is no language {language}; the languages are {languages}";
    /// The first message was not a greeting.
    HELLO_FIRST = "hello-first", "the first message must be hello";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    #[test]
    fn codes_are_unique_among_all_crates_used_here() {
        let own: HashSet<&str> = super::FAULTS.iter().map(|kind| kind.code).collect();
        assert_eq!(own.len(), super::FAULTS.len());
        let games = agon_games::entries().iter().map(|entry| entry.faults);
        let others = [agon_core::faults::ALL, agon_engines::FAULTS, agon_dice::FAULTS];
        for kind in others.into_iter().chain(games).flatten() {
            assert!(!own.contains(kind.code), "{}", kind.code);
        }
    }
}
