//! The frames of the WebSocket protocol (RFC 6455), server side.
//!
//! Written here because of memory: the usual library keeps a buffer as long as the longest message
//! ever sent for each socket, and a board with its steps is long. An idle socket keeps nothing here.

/// Longest message that is taken.
pub(crate) const MESSAGE: usize = 4096;

/// What a client sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A whole text message.
    Text(String),
    /// A whole message of bytes.
    Bytes,
    /// A ping with its content, to be sent back.
    Ping(Vec<u8>),
    /// An answer to our ping.
    Pong,
    /// The other side closes.
    Close,
}

/// Why a socket cannot go on: the close code that tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameError {
    /// 1002: against the protocol.
    Protocol,
    /// 1007: text that is not UTF-8.
    Text,
    /// 1009: longer than is taken.
    TooLong,
}

const TEXT: u8 = 1;
const BYTES: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// Bytes that have come and the message they belong to.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    raw: Vec<u8>,
    message: Vec<u8>,
    /// The kind of the message whose parts are coming.
    kind: Option<u8>,
}

struct Head {
    fin: bool,
    opcode: u8,
    length: usize,
    mask: [u8; 4],
    size: usize,
}

impl Decoder {
    /// Takes in bytes as they come.
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
    }

    /// The next whole message, if it has come.
    pub(crate) fn take(&mut self) -> Result<Option<Frame>, FrameError> {
        loop {
            let Some(head) = self.head()? else { return Ok(None) };
            let end = head.size + head.length;
            if self.raw.len() < end {
                return Ok(None);
            }
            let mut payload = self.raw[head.size..end].to_vec();
            for (index, byte) in payload.iter_mut().enumerate() {
                *byte ^= head.mask[index % 4];
            }
            self.raw.drain(..end);
            if self.raw.is_empty() {
                self.raw = Vec::new();
            }
            match head.opcode {
                CLOSE => return Ok(Some(Frame::Close)),
                PING => return Ok(Some(Frame::Ping(payload))),
                PONG => return Ok(Some(Frame::Pong)),
                _ => {}
            }
            if let Some(heard) = self.part(&head, payload)? {
                return Ok(Some(heard));
            }
        }
    }

    /// Adds a part to the message; gives it if that was the last.
    fn part(&mut self, head: &Head, payload: Vec<u8>) -> Result<Option<Frame>, FrameError> {
        let kind = match (head.opcode, self.kind) {
            (0, Some(kind)) => kind,
            (TEXT | BYTES, None) => head.opcode,
            _ => return Err(FrameError::Protocol),
        };
        if self.message.len() + payload.len() > MESSAGE {
            return Err(FrameError::TooLong);
        }
        if self.message.is_empty() {
            self.message = payload;
        } else {
            self.message.extend_from_slice(&payload);
        }
        self.kind = (!head.fin).then_some(kind);
        if !head.fin {
            return Ok(None);
        }
        let message = std::mem::take(&mut self.message);
        if kind == BYTES {
            return Ok(Some(Frame::Bytes));
        }
        String::from_utf8(message).map(|text| Some(Frame::Text(text))).map_err(|_| FrameError::Text)
    }

    /// The head of the next frame; what it announces is checked before it comes.
    fn head(&self) -> Result<Option<Head>, FrameError> {
        let &[first, second, ref rest @ ..] = self.raw.as_slice() else { return Ok(None) };
        let (fin, opcode) = (first & 0x80 != 0, first & 0x0f);
        let is_control = opcode >= CLOSE;
        let is_known = matches!(opcode, 0 | TEXT | BYTES | CLOSE | PING | PONG);
        let short = second & 0x7f;
        // No extension was agreed on; clients must mask; control frames are whole and short.
        if first & 0x70 != 0 || second & 0x80 == 0 || !is_known || (is_control && (!fin || short > 125)) {
            return Err(FrameError::Protocol);
        }
        let (length, taken) = match (short, rest) {
            (126, &[a, b, ..]) => (u64::from(u16::from_be_bytes([a, b])), 2),
            (127, &[a, b, c, d, e, f, g, h, ..]) => (u64::from_be_bytes([a, b, c, d, e, f, g, h]), 8),
            (126 | 127, _) => return Ok(None),
            (short, _) => (u64::from(short), 0),
        };
        if length > MESSAGE as u64 {
            return Err(FrameError::TooLong);
        }
        let Some(&[a, b, c, d]) = rest.get(taken..taken + 4).and_then(|mask| mask.first_chunk()) else {
            return Ok(None);
        };
        Ok(Some(Head { fin, opcode, length: length as usize, mask: [a, b, c, d], size: 2 + taken + 4 }))
    }
}

/// A frame's head: at most ten bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameHeader {
    bytes: [u8; 10],
    size: usize,
}

impl FrameHeader {
    fn new(opcode: u8, length: usize) -> Self {
        let mut bytes = [0; 10];
        bytes[0] = 0x80 | opcode;
        let size = match length {
            0..=125 => {
                bytes[1] = length as u8;
                2
            }
            126..=0xffff => {
                bytes[1] = 126;
                bytes[2..4].copy_from_slice(&(length as u16).to_be_bytes());
                4
            }
            _ => {
                bytes[1] = 127;
                bytes[2..].copy_from_slice(&(length as u64).to_be_bytes());
                10
            }
        };
        Self { bytes, size }
    }

    /// The head of a text.
    pub(crate) fn text(length: usize) -> Self {
        Self::new(TEXT, length)
    }

    /// The bytes to send before the content.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.size]
    }
}

/// A whole ping.
pub(crate) const PING_FRAME: [u8; 2] = [0x80 | PING, 0];

/// A whole answer to a ping.
pub(crate) fn pong_frame(content: &[u8]) -> Vec<u8> {
    [FrameHeader::new(PONG, content.len()).bytes(), content].concat()
}

/// A whole closing frame; without a code if there is nothing to say.
pub(crate) fn close_frame(code: Option<u16>, reason: &str) -> Vec<u8> {
    let content = code.map_or_else(Vec::new, |code| [&code.to_be_bytes()[..], reason.as_bytes()].concat());
    [FrameHeader::new(CLOSE, content.len()).bytes(), &content].concat()
}

/// The answer to the key of a handshake.
pub(crate) fn accept_key(key: &[u8]) -> String {
    use sha1::{Digest, Sha1};
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = Sha1::new().chain_update(key).chain_update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").finalize();
    let mut text = String::with_capacity(28);
    for chunk in hash.chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![first];
        match payload.len() {
            length @ 0..=125 => bytes.push(0x80 | length as u8),
            length => {
                bytes.push(0xfe);
                bytes.extend((length as u16).to_be_bytes());
            }
        }
        let mask = [7, 99, 0, 250];
        bytes.extend(mask);
        bytes.extend(payload.iter().enumerate().map(|(index, byte)| byte ^ mask[index % 4]));
        bytes
    }

    fn all(bytes: &[u8], step: usize) -> Result<Vec<Frame>, FrameError> {
        let mut decoder = Decoder::default();
        let mut heard = Vec::new();
        for chunk in bytes.chunks(step) {
            decoder.put(chunk);
            while let Some(one) = decoder.take()? {
                heard.push(one);
            }
        }
        Ok(heard)
    }

    #[test]
    fn the_handshake_of_the_standard() {
        assert_eq!(accept_key(b"dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn messages_come_whole_in_parts_and_with_pings_between() {
        let text = |text: &str| Frame::Text(text.to_owned());
        let bytes = [
            frame(0x81, b"hello"),
            frame(0x01, "hä".as_bytes()),
            frame(0x89, b"ping"),
            frame(0x80, b"llo"),
            frame(0x82, &[1, 2, 3]),
            frame(0x81, &[b'x'; 4096]),
            frame(0x81, b""),
            frame(0x88, &[3, 232]),
        ]
        .concat();
        for step in [1, 2, 7, 100_000] {
            let heard = all(&bytes, step).expect("good frames");
            let long = text(&"x".repeat(4096));
            let ping = Frame::Ping(b"ping".to_vec());
            assert_eq!(
                heard,
                [text("hello"), ping, text("hällo"), Frame::Bytes, long, text(""), Frame::Close]
            );
        }
    }

    #[test]
    fn what_is_against_the_protocol_is_refused_as_soon_as_it_is_seen() {
        let unmasked = vec![0x81, 5];
        for (bytes, broken) in [
            (unmasked, FrameError::Protocol),
            (frame(0xc1, b"x"), FrameError::Protocol),
            (frame(0x83, b"x"), FrameError::Protocol),
            (frame(0x80, b"x"), FrameError::Protocol),
            (frame(0x09, b"x"), FrameError::Protocol),
            (frame(0x89, &[0; 126]), FrameError::Protocol),
            ([frame(0x01, b"a"), frame(0x81, b"b")].concat(), FrameError::Protocol),
            (frame(0x81, &[0xff, 0xfe]), FrameError::Text),
            (frame(0x81, &[b'x'; 4097]), FrameError::TooLong),
            ([frame(0x01, &[b'x'; 4000]), frame(0x80, &[b'x'; 97])].concat(), FrameError::TooLong),
            // Only announced: sixteen exbibytes must not be waited for.
            (vec![0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255], FrameError::TooLong),
        ] {
            assert_eq!(all(&bytes, 1).expect_err("refused"), broken, "{:?}", &bytes[..2]);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_heard_or_refused_without_growing(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let mut decoder = Decoder::default();
            for byte in bytes {
                decoder.put(&[byte]);
                if decoder.take().is_err() {
                    break;
                }
                prop_assert!(decoder.raw.len() + decoder.message.len() <= 2 * MESSAGE + 14);
            }
        }
    }

    #[test]
    fn openings_tell_the_length_in_three_ways() {
        assert_eq!(FrameHeader::text(125).bytes(), [0x81, 125]);
        assert_eq!(FrameHeader::text(126).bytes(), [0x81, 126, 0, 126]);
        assert_eq!(FrameHeader::text(65_536).bytes(), [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
        assert_eq!(close_frame(Some(1000), "x"), [0x88, 3, 3, 232, b'x']);
        assert_eq!(close_frame(None, "x"), [0x88, 0]);
        assert_eq!(pong_frame(b"ab"), [0x8a, 2, b'a', b'b']);
    }
}
