//! The frames of the WebSocket protocol (RFC 6455), server side.
//!
//! Written here to save memory: tungstenite keeps a buffer as long as the longest message ever sent for each
//! socket, and a board with its steps is long. Here an idle socket keeps no buffer.

use agon_wire::limits::MAX_MESSAGE_LEN;
use agon_wire::{ServerMessage, to_json_after};
use axum::body::Bytes;

/// A whole message or a control frame from a client.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A text message.
    Text(String),
    /// A binary message; its content is dropped.
    Binary,
    /// A ping with the content to send back.
    Ping(Vec<u8>),
    /// The answer to a ping.
    Pong,
    /// The client closes the socket.
    Close,
}

/// Why a socket must be closed, with its close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameError {
    /// 1002: a violation of the protocol.
    Protocol,
    /// 1007: text that is not UTF-8.
    InvalidUtf8,
    /// 1009: too long.
    TooLong,
}

const OPCODE_CONTINUATION: u8 = 0;
const OPCODE_TEXT: u8 = 1;
const OPCODE_BINARY: u8 = 2;
const OPCODE_CLOSE: u8 = 8;
const OPCODE_PING: u8 = 9;
const OPCODE_PONG: u8 = 10;
/// The longest payload of a control frame.
const MAX_CONTROL_LEN: u8 = 125;

/// Decodes frames from bytes as they arrive.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    /// Bytes not decoded yet.
    raw: Vec<u8>,
    /// The fragments of the message received so far.
    message: Vec<u8>,
    /// The opcode of that message.
    message_opcode: Option<u8>,
}

/// The decoded header of a frame.
struct IncomingHeader {
    fin: bool,
    opcode: u8,
    payload_len: usize,
    mask: [u8; 4],
    header_len: usize,
}

impl Decoder {
    /// Adds received bytes.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
    }

    /// The next whole message or control frame, if it has arrived.
    pub(crate) fn next_frame(&mut self) -> Result<Option<Frame>, FrameError> {
        loop {
            let Some(header) = self.header()? else { return Ok(None) };
            let end = header.header_len + header.payload_len;
            if self.raw.len() < end {
                return Ok(None);
            }
            let mut payload = self.raw[header.header_len..end].to_vec();
            for (index, byte) in payload.iter_mut().enumerate() {
                *byte ^= header.mask[index % 4];
            }
            self.raw.drain(..end);
            if self.raw.is_empty() {
                self.raw = Vec::new();
            }
            match header.opcode {
                OPCODE_CLOSE => return Ok(Some(Frame::Close)),
                OPCODE_PING => return Ok(Some(Frame::Ping(payload))),
                OPCODE_PONG => return Ok(Some(Frame::Pong)),
                _ => {}
            }
            if let Some(message) = self.add_fragment(&header, payload)? {
                return Ok(Some(message));
            }
        }
    }

    /// Adds a fragment to the message. Returns the message after its last fragment.
    fn add_fragment(&mut self, header: &IncomingHeader, payload: Vec<u8>) -> Result<Option<Frame>, FrameError> {
        let opcode = match (header.opcode, self.message_opcode) {
            (OPCODE_CONTINUATION, Some(opcode)) => opcode,
            (OPCODE_TEXT | OPCODE_BINARY, None) => header.opcode,
            _ => return Err(FrameError::Protocol),
        };
        if self.message.len() + payload.len() > MAX_MESSAGE_LEN {
            return Err(FrameError::TooLong);
        }
        if self.message.is_empty() {
            self.message = payload;
        } else {
            self.message.extend_from_slice(&payload);
        }
        self.message_opcode = (!header.fin).then_some(opcode);
        if !header.fin {
            return Ok(None);
        }
        let message = std::mem::take(&mut self.message);
        if opcode == OPCODE_BINARY {
            return Ok(Some(Frame::Binary));
        }
        String::from_utf8(message).map(|text| Some(Frame::Text(text))).map_err(|_| FrameError::InvalidUtf8)
    }

    /// The header of the next frame. The payload it announces is checked before it arrives.
    fn header(&self) -> Result<Option<IncomingHeader>, FrameError> {
        let &[first, second, ref rest @ ..] = self.raw.as_slice() else { return Ok(None) };
        let (fin, opcode) = (first & 0x80 != 0, first & 0x0f);
        let is_control = opcode >= OPCODE_CLOSE;
        let is_known = matches!(
            opcode,
            OPCODE_CONTINUATION | OPCODE_TEXT | OPCODE_BINARY | OPCODE_CLOSE | OPCODE_PING | OPCODE_PONG
        );
        let short = second & 0x7f;
        // No extension is in use, clients must mask, and control frames are neither fragmented nor long.
        if first & 0x70 != 0 || second & 0x80 == 0 || !is_known || (is_control && (!fin || short > MAX_CONTROL_LEN)) {
            return Err(FrameError::Protocol);
        }
        let (payload_len, extra) = match (short, rest) {
            (126, &[a, b, ..]) => (u64::from(u16::from_be_bytes([a, b])), 2),
            (127, &[a, b, c, d, e, f, g, h, ..]) => (u64::from_be_bytes([a, b, c, d, e, f, g, h]), 8),
            (126 | 127, _) => return Ok(None),
            (short, _) => (u64::from(short), 0),
        };
        if payload_len > MAX_MESSAGE_LEN as u64 {
            return Err(FrameError::TooLong);
        }
        let Some(&[a, b, c, d]) = rest.get(extra..extra + 4).and_then(|mask| mask.first_chunk()) else {
            return Ok(None);
        };
        let header_len = 2 + extra + 4;
        Ok(Some(IncomingHeader { fin, opcode, payload_len: payload_len as usize, mask: [a, b, c, d], header_len }))
    }
}

/// The length of the longest header of a frame to send.
const MAX_HEADER_LEN: usize = 10;

/// The encoded header of a frame to send.
#[derive(Clone, Copy, Debug)]
struct FrameHeader {
    bytes: [u8; MAX_HEADER_LEN],
    len: usize,
}

impl FrameHeader {
    fn new(opcode: u8, payload_len: usize) -> Self {
        let mut bytes = [0; MAX_HEADER_LEN];
        bytes[0] = 0x80 | opcode;
        let len = match payload_len {
            0..=125 => {
                bytes[1] = payload_len as u8;
                2
            }
            126..=0xffff => {
                bytes[1] = 126;
                bytes[2..4].copy_from_slice(&(payload_len as u16).to_be_bytes());
                4
            }
            _ => {
                bytes[1] = 127;
                bytes[2..].copy_from_slice(&(payload_len as u64).to_be_bytes());
                MAX_HEADER_LEN
            }
        };
        Self { bytes, len }
    }

    /// The bytes to send before the payload.
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// A frame to send, shared by all sockets it is sent to.
pub(crate) type SharedFrame = Bytes;

/// The frame of a message. Its JSON is written once, behind the place of the longest header.
pub(crate) fn message_frame(message: &ServerMessage<'_>) -> SharedFrame {
    let mut bytes = to_json_after(&[0; MAX_HEADER_LEN], message);
    let header = FrameHeader::new(OPCODE_TEXT, bytes.len() - MAX_HEADER_LEN);
    let start = MAX_HEADER_LEN - header.len;
    bytes[start..MAX_HEADER_LEN].copy_from_slice(header.bytes());
    Bytes::from(bytes).slice(start..)
}

/// A ping frame.
pub(crate) const PING_FRAME: [u8; 2] = [0x80 | OPCODE_PING, 0];

/// The answer to a ping.
pub(crate) fn pong_frame(content: &[u8]) -> Vec<u8> {
    [FrameHeader::new(OPCODE_PONG, content.len()).bytes(), content].concat()
}

/// A close frame, with a code or empty.
pub(crate) fn close_frame(code: Option<u16>, reason: &str) -> Vec<u8> {
    let content = code.map_or_else(Vec::new, |code| [&code.to_be_bytes()[..], reason.as_bytes()].concat());
    [FrameHeader::new(OPCODE_CLOSE, content.len()).bytes(), &content].concat()
}

/// The answer to the key of a WebSocket handshake.
pub(crate) fn accept_key(key: &[u8]) -> String {
    use sha1::{Digest, Sha1};
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = Sha1::new().chain_update(key).chain_update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").finalize();
    let mut text = String::with_capacity(28);
    for chunk in hash.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
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
        let mut frames = Vec::new();
        for chunk in bytes.chunks(step) {
            decoder.feed(chunk);
            while let Some(frame) = decoder.next_frame()? {
                frames.push(frame);
            }
        }
        Ok(frames)
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
            let frames = all(&bytes, step).expect("good frames");
            let long = text(&"x".repeat(4096));
            let ping = Frame::Ping(b"ping".to_vec());
            assert_eq!(frames, [text("hello"), ping, text("hällo"), Frame::Binary, long, text(""), Frame::Close]);
        }
    }

    #[test]
    fn protocol_violations_are_refused_as_soon_as_they_arrive() {
        let unmasked = vec![0x81, 5];
        for (bytes, broken) in [
            (unmasked, FrameError::Protocol),
            (frame(0xc1, b"x"), FrameError::Protocol),
            (frame(0x83, b"x"), FrameError::Protocol),
            (frame(0x80, b"x"), FrameError::Protocol),
            (frame(0x09, b"x"), FrameError::Protocol),
            (frame(0x89, &[0; 126]), FrameError::Protocol),
            ([frame(0x01, b"a"), frame(0x81, b"b")].concat(), FrameError::Protocol),
            (frame(0x81, &[0xff, 0xfe]), FrameError::InvalidUtf8),
            (frame(0x81, &[b'x'; 4097]), FrameError::TooLong),
            ([frame(0x01, &[b'x'; 4000]), frame(0x80, &[b'x'; 97])].concat(), FrameError::TooLong),
            // The length alone is refused: nobody waits for sixteen exbibytes.
            (vec![0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255], FrameError::TooLong),
        ] {
            assert_eq!(all(&bytes, 1).expect_err("refused"), broken, "{:?}", &bytes[..2]);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_decoded_or_refused_in_bounded_memory(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let mut decoder = Decoder::default();
            for byte in bytes {
                decoder.feed(&[byte]);
                if decoder.next_frame().is_err() {
                    break;
                }
                prop_assert!(decoder.raw.len() + decoder.message.len() <= 2 * MAX_MESSAGE_LEN + 14);
            }
        }
    }

    #[test]
    fn headers_encode_the_length_in_three_ways() {
        assert_eq!(FrameHeader::new(OPCODE_TEXT, 125).bytes(), [0x81, 125]);
        assert_eq!(FrameHeader::new(OPCODE_TEXT, 126).bytes(), [0x81, 126, 0, 126]);
        assert_eq!(FrameHeader::new(OPCODE_TEXT, 65_536).bytes(), [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
        assert_eq!(
            message_frame(&ServerMessage::Thinking { thinking: true })[..],
            *b"\x81\x20{\"t\":\"thinking\",\"thinking\":true}"
        );
        assert_eq!(close_frame(Some(1000), "x"), [0x88, 3, 3, 232, b'x']);
        assert_eq!(close_frame(None, "x"), [0x88, 0]);
        assert_eq!(pong_frame(b"ab"), [0x8a, 2, b'a', b'b']);
    }
}
