use agon_core::Fault;

use crate::faults::{NET_DAMAGED, NET_FOREIGN, NET_HEAD, NET_VERSION};
use crate::{Activation, Net, Shape};

const MAGIC: &str = "agon-nets";
const VERSION: &str = "1";
const CHECK_BYTES: usize = 8;

/// A net with its name in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedNet {
    /// What it is for, such as `contact`; a word.
    pub name: String,
    /// The net.
    pub net: Net,
    /// The scale of quantized weights: they are written as 16-bit integers that are divided by it. 0 for floats.
    pub scale: u16,
}

impl NamedNet {
    fn write_weights(&self, out: &mut Vec<u8>) {
        for weight in self.net.weights() {
            match self.scale {
                0 => out.extend(weight.to_le_bytes()),
                // Rounded, because an integer divided and multiplied again may come out just below itself.
                scale => out.extend(((weight * f32::from(scale)).round() as i16).to_le_bytes()),
            }
        }
    }

    /// Sets the net's weights from bytes of the right length.
    fn read_weights(&mut self, bytes: &[u8]) {
        match self.scale {
            0 => {
                let (fours, _) = bytes.as_chunks::<4>();
                self.net.set_weights(fours.iter().map(|four| f32::from_le_bytes(*four)));
            }
            scale => {
                let (twos, _) = bytes.as_chunks::<2>();
                let weight = |two: &[u8; 2]| f32::from(i16::from_le_bytes(*two)) / f32::from(scale);
                self.net.set_weights(twos.iter().map(weight));
            }
        }
    }
}

/// The header line of a net. Nothing is allocated for a net before its weights are known to follow.
struct NetHeader {
    name: String,
    shape: Shape,
    scale: u16,
}

impl NetHeader {
    /// Parses the text after `net: `.
    fn read(text: &str) -> Option<Self> {
        let (name, shape) = text.split_once(' ')?;
        let (shape, scale) = match shape.rsplit_once(" /") {
            Some((shape, scale)) => (shape, scale.parse().ok().filter(|&scale: &u16| scale > 0)?),
            None => (shape, 0),
        };
        Some(Self { name: name.to_owned(), shape: read_shape(shape)?, scale })
    }

    /// The size of its weights.
    fn bytes(&self) -> usize {
        self.shape.weights() * if self.scale == 0 { 4 } else { 2 }
    }

    /// The net, with weights from bytes of the right length.
    fn net(self, bytes: &[u8]) -> Result<NamedNet, Fault> {
        let mut named = NamedNet { net: Net::zero(&self.shape), name: self.name, scale: self.scale };
        named.read_weights(bytes);
        if named.net.is_finite() {
            Ok(named)
        } else {
            Err(NET_DAMAGED.with("what", format!("net {} has infinite weights", named.name)))
        }
    }
}

/// The text lines at the start of a file.
struct Header {
    facts: Vec<(String, String)>,
    nets: Vec<NetHeader>,
}

impl Header {
    fn read(text: &str) -> Result<Self, Fault> {
        let mut header = Self { facts: Vec::new(), nets: Vec::new() };
        for line in text.lines().skip(1) {
            let bad = || NET_HEAD.with("line", line);
            let (key, value) = line.split_once(": ").or(line.strip_suffix(':').map(|key| (key, ""))).ok_or_else(bad)?;
            if key == "net" {
                header.nets.push(NetHeader::read(value).ok_or_else(bad)?);
            } else {
                header.facts.push((key.to_owned(), value.to_owned()));
            }
        }
        Ok(header)
    }
}

/// A weight file: nets, with facts about how they were made.
///
/// It starts with text lines, so that `head` shows its origin: the version, a line `key: value` for each fact, a line
/// `net: NAME INPUTS-HIDDEN-..-OUTPUTS ACTIVATION ACTIVATION` for each net, and an empty line. Then come the weights as 32-bit
/// floats, little-endian, and a checksum of eight bytes (FNV-1a). If the line of a net ends with `/128`, its weights are 16-bit
/// integers that are divided by 128.
///
/// ```
/// use agon_core::Rng;
/// use agon_nn::{Net, NetFile, Shape};
/// let net = Net::random(&Shape::new(4, &[8], 2), &mut Rng::new(1));
/// let file = NetFile::new("portes").with("seed", 1).with_net("contact", net);
/// let read = NetFile::from_bytes(&file.to_bytes()).unwrap();
/// assert_eq!(read, file);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NetFile {
    /// How the nets were made: game, rules, seed, command, games and so on, in order.
    pub facts: Vec<(String, String)>,
    /// The nets.
    pub nets: Vec<NamedNet>,
}

impl NetFile {
    /// A file for a game's nets.
    pub fn new(game: &str) -> Self {
        Self { facts: Vec::new(), nets: Vec::new() }.with("game", game)
    }

    /// Adds a fact; line breaks in it become spaces.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl std::fmt::Display) -> Self {
        self.facts.push((key.to_owned(), value.to_string().replace(['\n', '\r'], " ").trim().to_owned()));
        self
    }

    /// Adds a net.
    #[must_use]
    pub fn with_net(mut self, name: &str, net: Net) -> Self {
        self.nets.push(NamedNet { name: name.to_owned(), net, scale: 0 });
        self
    }

    /// Adds a net in half the bytes: its weights are rounded to multiples of one over `scale`.
    #[must_use]
    pub fn with_quantized_net(mut self, name: &str, mut net: Net, scale: u16) -> Self {
        let factor = f32::from(scale.max(1));
        let rounded: Vec<f32> = net
            .weights()
            .map(|weight| (weight * factor).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) / factor)
            .collect();
        net.set_weights(rounded.into_iter());
        self.nets.push(NamedNet { name: name.to_owned(), net, scale: scale.max(1) });
        self
    }

    /// The last fact with this key.
    pub fn fact(&self, key: &str) -> Option<&str> {
        self.facts.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The names of the nets, for messages.
    pub fn names(&self) -> String {
        self.nets.iter().map(|named| named.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The net with this name.
    pub fn net(&self, name: &str) -> Option<&Net> {
        self.nets.iter().find(|named| named.name == name).map(|named| &named.net)
    }

    /// Encodes the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{MAGIC} {VERSION}\n").into_bytes();
        for (key, value) in &self.facts {
            bytes.extend(format!("{key}: {value}\n").bytes());
        }
        for NamedNet { name, net, scale } in &self.nets {
            let scale = if *scale == 0 { String::new() } else { format!(" /{scale}") };
            bytes.extend(format!("net: {name} {}{scale}\n", shape_text(net.shape())).bytes());
        }
        bytes.push(b'\n');
        for named in &self.nets {
            named.write_weights(&mut bytes);
        }
        let check = check(&bytes);
        bytes.extend(check);
        bytes
    }

    /// Decodes a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let foreign = || NET_FOREIGN.with("magic", MAGIC);
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or_else(foreign)?;
        let line = rest.iter().position(|&byte| byte == b'\n').filter(|&at| at < 40).ok_or_else(foreign)?;
        let version = String::from_utf8_lossy(&rest[..line]);
        if version.trim() != VERSION {
            return Err(NET_VERSION.with("version", version.trim()).with("known", VERSION));
        }
        let damaged = |what: &str| NET_DAMAGED.with("what", what);
        let (content, sum) = bytes.split_last_chunk::<CHECK_BYTES>().ok_or_else(|| damaged("it is too short"))?;
        if check(content) != *sum {
            return Err(damaged("its check sum is wrong"));
        }
        let header_end = content.windows(2).position(|pair| pair == b"\n\n");
        let header_end = header_end.ok_or_else(|| damaged("its header does not end"))?;
        let header = std::str::from_utf8(&content[..header_end]).map_err(|_| damaged("its header is not text"))?;
        let Header { facts, nets } = Header::read(header)?;
        Ok(Self { facts, nets: read_nets(nets, &content[header_end + 2..])? })
    }
}

/// Reads the nets' weights, which must be all of the bytes.
fn read_nets(headers: Vec<NetHeader>, mut bytes: &[u8]) -> Result<Vec<NamedNet>, Fault> {
    // 64 bits, because a short header can announce more than fits into the address space.
    let needed: u64 = headers.iter().map(|net| net.bytes() as u64).sum();
    if needed != bytes.len() as u64 {
        let what = format!("{} bytes of weights instead of {needed}", bytes.len());
        return Err(NET_DAMAGED.with("what", what));
    }
    let mut nets = Vec::with_capacity(headers.len());
    for net in headers {
        let (own, after) = bytes.split_at(net.bytes());
        nets.push(net.net(own)?);
        bytes = after;
    }
    Ok(nets)
}

fn shape_text(shape: &Shape) -> String {
    let widths: Vec<String> = std::iter::once(shape.inputs)
        .chain(shape.hidden.iter().copied())
        .chain(std::iter::once(shape.outputs))
        .map(|width| width.to_string())
        .collect();
    format!("{} {} {}", widths.join("-"), shape.hidden_activation.name(), shape.output_activation.name())
}

fn read_shape(text: &str) -> Option<Shape> {
    let mut words = text.split(' ');
    let widths: Option<Vec<usize>> = words.next()?.split('-').map(|width| width.parse().ok()).collect();
    let widths = widths?;
    let [inputs, hidden @ .., outputs] = &widths[..] else { return None };
    let shape = Shape::new(*inputs, hidden, *outputs)
        .with_hidden(Activation::from_name(words.next()?)?)
        .with_outputs(Activation::from_name(words.next()?)?);
    // Bounded before anything is allocated.
    (words.next().is_none() && shape.is_valid() && shape.weights() < 1 << 26).then_some(shape)
}

fn check(bytes: &[u8]) -> [u8; CHECK_BYTES] {
    let fnv = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    fnv.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    fn sample() -> NetFile {
        let mut rng = Rng::new(4);
        let deep = Shape::new(7, &[9, 5], 3).with_hidden(Activation::Logistic).with_outputs(Activation::Linear);
        NetFile::new("fevga")
            .with("command", "train fevga\n--seed 1")
            .with_net("contact", Net::random(&deep, &mut rng))
            .with_quantized_net("steps", Net::random(&Shape::new(3, &[4], 2), &mut rng), 128)
            .with_net("race", Net::random(&Shape::new(2, &[8], 1), &mut rng))
    }

    #[test]
    fn quantized_weights_are_rounded_and_take_two_bytes() {
        let mut net = Net::random(&Shape::new(3, &[4], 2), &mut Rng::new(1));
        net.set_weights([0.012, -0.3, 1e6, -1e6].into_iter());
        let long = NetFile::new("fevga").with_net("a", net.clone()).to_bytes().len();
        let file = NetFile::new("fevga").with_quantized_net("a", net.clone(), 128);
        assert_eq!(file.to_bytes().len() + 2 * net.shape().weights(), long + " /128".len());
        let read = NetFile::from_bytes(&file.to_bytes()).unwrap();
        let weights: Vec<f32> = read.net("a").unwrap().weights().collect();
        assert_eq!(weights[..4], [2.0 / 128.0, -38.0 / 128.0, 32767.0 / 128.0, -256.0]);
        for (rounded, weight) in weights.iter().zip(net.weights()).skip(4) {
            assert!((rounded - weight).abs() <= 0.5 / 128.0, "{weight} became {rounded}");
        }
    }

    #[test]
    fn scales_that_are_no_power_of_two_come_back() {
        let counts = || (i16::MIN..=i16::MAX).step_by(7);
        let shape = Shape::new(1000, &[10], 2);
        assert!(counts().count() <= shape.weights());
        for scale in [1, 3, 41, 100, 128, u16::MAX] {
            let mut net = Net::zero(&shape);
            net.set_weights(counts().map(|count| f32::from(count) / f32::from(scale)));
            let file = NetFile::new("fevga").with_quantized_net("a", net, scale);
            let bytes = file.to_bytes();
            let read = NetFile::from_bytes(&bytes).unwrap();
            assert_eq!(read, file, "scale {scale}");
            assert!(read.to_bytes() == bytes, "scale {scale} is written in another way");
        }
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let bytes = sample().to_bytes();
        assert_eq!(NetFile::from_bytes(&bytes).unwrap(), sample());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(NetFile::from_bytes(&changed).is_err(), "byte {at}");
            assert!(NetFile::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    /// A file with this header and no weights.
    fn with_header(header: &str) -> Vec<u8> {
        let mut bytes = format!("agon-nets 1\n{header}\n\n").into_bytes();
        let sum = check(&bytes);
        bytes.extend(sum);
        bytes
    }

    #[test]
    fn a_header_alone_takes_no_memory() {
        // A terabyte of weights, which must not be allocated.
        let nets = vec!["net: a 65000-1024-1 relu logistic"; 5000].join("\n");
        let fault = NetFile::from_bytes(&with_header(&nets)).unwrap_err().to_string();
        let needed = 5000 * 4 * (65_001 * 1024 + 1025u64);
        assert!(needed > 1 << 40 && fault.contains(&format!("0 bytes of weights instead of {needed}")), "{fault}");
    }

    #[test]
    fn faults_say_what_is_wrong() {
        let code = |bytes: &[u8]| NetFile::from_bytes(bytes).unwrap_err().kind.code;
        assert_eq!(code(b"GNU Backgammon 1.0"), "net-foreign");
        assert_eq!(code(b"agon-nets 9\nrest"), "net-version");
        assert_eq!(code(&with_header("net: a 1-2")), "net-head");
        assert_eq!(code(&with_header("net: a 60000-4096-4096-4096-9 relu linear")), "net-head");
        assert_eq!(code(&with_header("net: a 3-8-1 relu logistic")), "net-damaged");
        assert_eq!(code(&with_header("net: a 3-8-1 relu logistic /128")), "net-damaged");
        assert_eq!(code(&with_header("net: a 3-8-1 relu logistic /0")), "net-head");
    }
}
