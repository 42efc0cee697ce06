//! Unguessable ids and tokens.

use std::fmt;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The id of a game: 128 random bits, written as 22 characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub [u8; 16]);

impl GameId {
    /// A new random id.
    pub fn random() -> Self {
        Self(random_bytes())
    }

    /// Parses the 22 characters.
    pub fn parse(text: &str) -> Option<Self> {
        decode(text).map(Self)
    }

    /// The id of a game's rematch. It follows from the game's id, so that servers that create the rematch at the same
    /// time create one game.
    #[must_use]
    pub fn rematch(&self) -> Self {
        self.derived(b"rematch")
    }

    /// A name of the game that does not tell its id.
    #[must_use]
    pub(crate) fn alias(&self) -> Self {
        self.derived(b"alias")
    }

    fn derived(&self, purpose: &[u8]) -> Self {
        let hash: [u8; 32] = Sha256::new().chain_update(purpose).chain_update(self.0).finalize().into();
        let mut id = [0; 16];
        id.copy_from_slice(&hash[..16]);
        Self(id)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode(&self.0))
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The secret that grants a seat. `Debug` never shows it.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new random token.
    pub fn random() -> Self {
        Self(encode(&random_bytes()))
    }

    /// A token received from a client.
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text, for the one response that hands it to its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash to store.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The SHA-256 hash of a token, which is safe to store.
#[derive(Clone, Copy)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// Whether this is the hash of the token, compared in constant time.
    pub fn opens(&self, token: &Token) -> bool {
        self.0.ct_eq(&token.hash().0).into()
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash")
    }
}

impl serde::Serialize for TokenHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&agon_dice::to_hex(&self.0))
    }
}

impl<'de> serde::Deserialize<'de> for TokenHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        let bytes = agon_dice::from_hex(&text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| serde::de::Error::custom("64 hexadecimal digits were expected"))
    }
}

/// Random bytes from the operating system.
///
/// # Panics
///
/// If the system cannot provide them, since no secret could be made then.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Letters of an encoded id.
const ENCODED_LEN: usize = 22;

fn encode(bytes: &[u8; 16]) -> String {
    let mut value = u128::from_be_bytes(*bytes);
    let mut text = [b'A'; ENCODED_LEN];
    for letter in text.iter_mut().rev() {
        *letter = LETTERS[(value & 63) as usize];
        value >>= 6;
    }
    text.iter().map(|letter| char::from(*letter)).collect()
}

fn decode(text: &str) -> Option<[u8; 16]> {
    if text.len() != ENCODED_LEN {
        return None;
    }
    let mut value: u128 = 0;
    for byte in text.bytes() {
        let digit = LETTERS.iter().position(|letter| *letter == byte)?;
        // 22 letters hold 132 bits: the first may use only two of its six.
        if value >> 122 != 0 {
            return None;
        }
        value = value << 6 | digit as u128;
    }
    Some(value.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_read_back_and_nothing_else_is_an_id() {
        for _ in 0..1000 {
            let id = GameId::random();
            assert_eq!(GameId::parse(&id.to_string()), Some(id));
        }
        assert_eq!(GameId::parse(&encode(&[255; 16])), Some(GameId([255; 16])));
        for wrong in [
            "",
            "AAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAA=",
            "EAAAAAAAAAAAAAAAAAAAAA",
            "../../../../etc/passwd",
        ] {
            assert_eq!(GameId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_hundred_thousand_ids_share_nothing() {
        let ids: HashSet<String> = (0..100_000).map(|_| GameId::random().to_string()).collect();
        assert_eq!(ids.len(), 100_000);
        let heads: HashSet<&str> = ids.iter().map(|id| &id[..2]).collect();
        assert!(heads.len() > 200, "{}", heads.len());
    }

    #[test]
    fn tokens_open_only_their_own_seat_and_never_show() {
        let (one, other) = (Token::random(), Token::random());
        assert!(one.hash().opens(&Token::new(one.reveal())));
        assert!(!one.hash().opens(&other));
        assert_eq!(format!("{one:?} {:?}", one.hash()), "*** TokenHash");
    }
}
