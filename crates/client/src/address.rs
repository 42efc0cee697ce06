//! Addresses of servers and links to games, as people copy them.

use std::fmt;
use std::net::IpAddr;

use agon_core::Fault;
use hyper::http::uri::Authority;

use crate::faults;

/// The longest id of a game and key of an invitation. The server's have 22 characters.
const MAX_ID_LEN: usize = 64;
const ADDRESS_EXAMPLE: &str = "http://192.168.1.5:8080";
const LINK_EXAMPLE: &str = "http://192.168.1.5:8080/g/k3J0s1pZQm2b7cXw9uYt_A";

/// The address of a server: `https://agon.example`, `http://192.168.1.5:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    /// Whether the connection uses TLS.
    pub(crate) is_secure: bool,
    /// The host in lower case; an IPv6 address in brackets.
    host: String,
    port: Option<u16>,
}

impl ServerAddress {
    /// Parses an address. Without a scheme, names of the net use TLS; `localhost` and IP addresses do not.
    ///
    /// ```
    /// use agon_client::ServerAddress;
    ///
    /// assert_eq!(ServerAddress::parse("agon.example/")?.to_string(), "https://agon.example");
    /// assert_eq!(ServerAddress::parse("localhost:8080/lobby")?.to_string(), "http://localhost:8080");
    /// # Ok::<(), agon_core::Fault>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        split(text)
            .map(|(address, _)| address)
            .ok_or_else(|| faults::SERVER_ADDRESS.with("address", text.trim()).with("example", ADDRESS_EXAMPLE))
    }

    /// The host for a connection, without the brackets of an IPv6 address.
    pub(crate) fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The port for a connection.
    pub(crate) fn port(&self) -> u16 {
        self.port.unwrap_or(if self.is_secure { 443 } else { 80 })
    }

    /// Host and port as browsers write them: without the usual port.
    pub(crate) fn authority(&self) -> String {
        match self.port {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.clone(),
        }
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_secure { "https" } else { "http" }, self.authority())
    }
}

/// A link to a game: `http://192.168.1.5:8080/g/ID`, with `#i=KEY` at its end if it is an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLink {
    /// The server.
    pub server: ServerAddress,
    /// The id of the game.
    pub id: String,
    /// The key of an invitation.
    pub key: Option<String>,
}

impl GameLink {
    /// Whether a text is meant as a link rather than as a game: it names a host.
    pub fn is_meant(text: &str) -> bool {
        text.contains("://") || text.contains("/g/")
    }

    /// Parses a link.
    ///
    /// ```
    /// use agon_client::GameLink;
    ///
    /// let link = GameLink::parse("https://agon.example/g/k3J0s1pZQm2b7cXw9uYt_A#i=0m4Yc2")?;
    /// assert_eq!((link.id.as_str(), link.key.as_deref()), ("k3J0s1pZQm2b7cXw9uYt_A", Some("0m4Yc2")));
    /// # Ok::<(), agon_core::Fault>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        read_link(text).ok_or_else(|| faults::GAME_LINK.with("link", text.trim()).with("example", LINK_EXAMPLE))
    }
}

impl fmt::Display for GameLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/g/{}", self.server, self.id)?;
        self.key.iter().try_for_each(|key| write!(f, "#i={key}"))
    }
}

fn read_link(text: &str) -> Option<GameLink> {
    let (server, rest) = split(text)?;
    let (path, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let path = path.split('?').next().unwrap_or(path);
    let id = path.strip_prefix("/g/")?.trim_end_matches('/');
    let key = fragment.split('&').find_map(|part| part.strip_prefix("i="));
    let is_id = |text: &str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        (1..=MAX_ID_LEN).contains(&text.len()) && text.chars().all(is_plain)
    };
    let is_right = is_id(id) && key.is_none_or(is_id);
    is_right.then(|| GameLink { server, id: id.to_owned(), key: key.map(str::to_owned) })
}

/// The server of an address, and what follows the host.
fn split(text: &str) -> Option<(ServerAddress, &str)> {
    let text = text.trim();
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()), rest),
        None => (None, text),
    };
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let authority: Authority = host.parse().ok().filter(|_| !host.contains('@'))?;
    let host = authority.host().to_ascii_lowercase();
    let is_ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    let is_secure = match scheme.as_deref() {
        Some("https") => true,
        Some("http") => false,
        Some(_) => return None,
        None => !is_ip && host != "localhost",
    };
    let usual = if is_secure { 443 } else { 80 };
    // A port that is not a number is no port, but `http` leaves it to us.
    let has_port = authority.as_str().len() > authority.host().len();
    let port = if has_port { Some(authority.port_u16()?) } else { None };
    let address = ServerAddress { is_secure, host, port: port.filter(|port| *port != usual) };
    (!address.host().is_empty()).then_some((address, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "k3J0s1pZQm2b7cXw9uYt_A";

    #[test]
    fn links_are_read_as_people_copy_them() {
        for (text, server, key) in [
            ("http://127.0.0.1:8080/g/ID", "http://127.0.0.1:8080", None),
            ("  https://Agon.Example/g/ID/ \n", "https://agon.example", None),
            ("https://agon.example:443/g/ID#i=ab_-9", "https://agon.example", Some("ab_-9")),
            ("HTTP://agon.example:80/g/ID?lang=el#i=ab", "http://agon.example", Some("ab")),
            ("[::1]:8080/g/ID", "http://[::1]:8080", None),
            ("agon.example/g/ID#i=ab", "https://agon.example", Some("ab")),
            ("localhost:8080/g/ID", "http://localhost:8080", None),
        ] {
            let link = GameLink::parse(&text.replace("ID", ID)).expect(text);
            assert_eq!((link.server.to_string().as_str(), link.key.as_deref()), (server, key), "{text}");
            assert_eq!(link.id, ID);
            assert_eq!(GameLink::parse(&link.to_string()), Ok(link), "{text}");
        }
    }

    #[test]
    fn everything_else_is_no_link() {
        for text in [
            "",
            "quoridor",
            "http://",
            "http:///g/ID",
            "http://host/g/",
            "http://host/lobby",
            "http://host/g/ID/more",
            "http://host/g/../../etc",
            "http://user:pass@host/g/ID",
            "http://host:port/g/ID",
            "http://host:/g/ID",
            "http://host:99999/g/ID",
            "ftp://host/g/ID",
            "http://ho st/g/ID",
            "http://host/g/ID#i=",
            "http://host/g/ID#i=a/b",
        ] {
            let fault = GameLink::parse(text).expect_err(text);
            assert_eq!(fault.kind, faults::GAME_LINK, "{text}");
        }
        assert!(GameLink::is_meant("http://host") && GameLink::is_meant("host/g/ID"));
        assert!(!GameLink::is_meant("quoridor:size=5") && !GameLink::is_meant("tavli"));
    }

    #[test]
    fn connections_have_host_and_port() {
        let of = |text| {
            let address = ServerAddress::parse(text).expect(text);
            (address.host().to_owned(), address.port(), address.authority())
        };
        assert_eq!(of("https://agon.example"), ("agon.example".to_owned(), 443, "agon.example".to_owned()));
        assert_eq!(of("http://[::1]:8080/x"), ("::1".to_owned(), 8080, "[::1]:8080".to_owned()));
        assert_eq!(of("127.0.0.1"), ("127.0.0.1".to_owned(), 80, "127.0.0.1".to_owned()));
        assert_eq!(ServerAddress::parse("a b").map_err(|fault| fault.kind), Err(faults::SERVER_ADDRESS));
    }
}
