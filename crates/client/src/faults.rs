//! Faults of links, servers and connections.

agon_core::faults! {
    /// The address of a server is malformed.
    pub SERVER_ADDRESS = "server-address", "{address} is no address of a server; an address looks like {example}";
    /// A link does not name a game.
    pub GAME_LINK = "game-link", "{link} is no link to a game; a link looks like {example}";
    /// Nobody answers.
    pub NO_SERVER = "no-server", "{server} cannot be reached: {reason}";
    /// Something answers that is not our server.
    pub NOT_AGON = "not-agon", "{server} answers, but it is no Agon server";
    /// TLS failed: a certificate that is not trusted, a server without TLS.
    pub NO_TLS = "no-tls", "there is no secure connection to {server}: {reason}";
    /// The link is well formed, but the server has no such game.
    pub NO_SUCH_GAME = "no-such-game", "{server} has no game with this link; it may be incomplete or the game may be too old";
    /// The server's answer contradicts the rules or cannot be read.
    pub CANNOT_FOLLOW = "cannot-follow", "this program cannot follow the game on {server}: {reason}";
    /// The seat is no longer the client's.
    pub SEAT_LOST = "seat-lost", "this seat is no longer yours";
    /// The file of a seat cannot be written.
    pub SEAT_NOT_KEPT = "seat-not-kept", "your seat cannot be kept in {file} ({reason}), so you could not return to this game after an interruption";
}
