use agon_core::Fault;

use crate::faults::{NET_DAMAGED, NET_FOREIGN, NET_HEAD, NET_VERSION};
use crate::{Activation, Net, Shape};

const MAGIC: &str = "agon-nets";
const VERSION: &str = "1";
const CHECK_BYTES: usize = 8;

/// A net with its name in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// What it is for, such as `contact`; a word.
    pub name: String,
    /// The net.
    pub net: Net,
    /// How its weights are written: 0 as floats, otherwise as whole numbers of two bytes that count parts of one, so
    /// many to one.
    pub parts: u16,
}

impl Named {
    fn write_weights(&self, out: &mut Vec<u8>) {
        for weight in self.net.weights() {
            match self.parts {
                0 => out.extend(weight.to_le_bytes()),
                // Rounded, because a number of parts divided and multiplied again may come out just below itself.
                parts => out.extend(((weight * f32::from(parts)).round() as i16).to_le_bytes()),
            }
        }
    }

    /// Takes the weights of the net from the bytes, which are enough.
    fn read_weights(&mut self, bytes: &[u8]) {
        match self.parts {
            0 => {
                let (fours, _) = bytes.as_chunks::<4>();
                self.net.set_weights(fours.iter().map(|four| f32::from_le_bytes(*four)));
            }
            parts => {
                let (twos, _) = bytes.as_chunks::<2>();
                let weight = |two: &[u8; 2]| f32::from(i16::from_le_bytes(*two)) / f32::from(parts);
                self.net.set_weights(twos.iter().map(weight));
            }
        }
    }
}

/// A net that the head of a file announces: nothing is allocated for it before its weights are known to follow.
struct Announced {
    name: String,
    shape: Shape,
    parts: u16,
}

impl Announced {
    /// Reads what follows `net: `.
    fn read(text: &str) -> Option<Self> {
        let (name, shape) = text.split_once(' ')?;
        let (shape, parts) = match shape.rsplit_once(" /") {
            Some((shape, parts)) => (shape, parts.parse().ok().filter(|&parts: &u16| parts > 0)?),
            None => (shape, 0),
        };
        Some(Self { name: name.to_owned(), shape: read_shape(shape)?, parts })
    }

    /// Bytes of its weights.
    fn bytes(&self) -> usize {
        self.shape.weights() * if self.parts == 0 { 4 } else { 2 }
    }

    /// The net with its weights from the bytes, which are enough.
    fn net(self, bytes: &[u8]) -> Result<Named, Fault> {
        let mut named = Named { net: Net::zero(&self.shape), name: self.name, parts: self.parts };
        named.read_weights(bytes);
        if named.net.is_finite() {
            Ok(named)
        } else {
            Err(NET_DAMAGED.with("what", format!("net {} has endless weights", named.name)))
        }
    }
}

/// The readable lines of a file.
struct Head {
    facts: Vec<(String, String)>,
    nets: Vec<Announced>,
}

impl Head {
    fn read(text: &str) -> Result<Self, Fault> {
        let mut head = Self { facts: Vec::new(), nets: Vec::new() };
        for line in text.lines().skip(1) {
            let bad = || NET_HEAD.with("line", line);
            let (key, value) =
                line.split_once(": ").or(line.strip_suffix(':').map(|key| (key, ""))).ok_or_else(bad)?;
            if key == "net" {
                head.nets.push(Announced::read(value).ok_or_else(bad)?);
            } else {
                head.facts.push((key.to_owned(), value.to_owned()));
            }
        }
        Ok(head)
    }
}

/// A weight file: nets, and where they come from.
///
/// It begins with readable lines, so that `head` shows its origin: the version, one line `key: value`
/// for each fact, one line `net: NAME INPUTS-HIDDEN-..-OUTPUTS ACTIVATION ACTIVATION` for each net, and an empty line.
/// Then come the weights as 32-bit floats, lowest byte first, and eight bytes to check it all by (FNV-1a). If the line of a net
/// ends with `/128`, its weights are 16-bit numbers that count parts of 128 to one.
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
    /// Where the nets come from: game, rules, seed, command, games played; in order.
    pub facts: Vec<(String, String)>,
    /// The nets.
    pub nets: Vec<Named>,
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
        self.nets.push(Named { name: name.to_owned(), net, parts: 0 });
        self
    }

    /// Adds a net in half the bytes: its weights are rounded to parts of one, so many to one.
    #[must_use]
    pub fn with_net_in_parts(mut self, name: &str, mut net: Net, parts: u16) -> Self {
        let grain = f32::from(parts.max(1));
        let rounded: Vec<f32> = net
            .weights()
            .map(|weight| (weight * grain).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) / grain)
            .collect();
        net.set_weights(rounded.into_iter());
        self.nets.push(Named { name: name.to_owned(), net, parts: parts.max(1) });
        self
    }

    /// A fact by its key; the last if it stands several times.
    pub fn fact(&self, key: &str) -> Option<&str> {
        self.facts.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// A net by its name.
    pub fn net(&self, name: &str) -> Option<&Net> {
        self.nets.iter().find(|named| named.name == name).map(|named| &named.net)
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{MAGIC} {VERSION}\n").into_bytes();
        for (key, value) in &self.facts {
            bytes.extend(format!("{key}: {value}\n").bytes());
        }
        for Named { name, net, parts } in &self.nets {
            let parts = if *parts == 0 { String::new() } else { format!(" /{parts}") };
            bytes.extend(format!("net: {name} {}{parts}\n", shape_text(net.shape())).bytes());
        }
        bytes.push(b'\n');
        for named in &self.nets {
            named.write_weights(&mut bytes);
        }
        let check = check(&bytes);
        bytes.extend(check);
        bytes
    }

    /// Reads a file's bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let foreign = || NET_FOREIGN.with("magic", MAGIC);
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or_else(foreign)?;
        let line = rest.iter().position(|&byte| byte == b'\n').filter(|&at| at < 40).ok_or_else(foreign)?;
        let version = String::from_utf8_lossy(&rest[..line]);
        if version.trim() != VERSION {
            return Err(NET_VERSION.with("version", version.trim()).with("known", VERSION));
        }
        let damaged = |what: &str| NET_DAMAGED.with("what", what);
        let (content, sum) =
            bytes.split_last_chunk::<CHECK_BYTES>().ok_or_else(|| damaged("it is too short"))?;
        if check(content) != *sum {
            return Err(damaged("its check sum is wrong"));
        }
        let head_end = content.windows(2).position(|pair| pair == b"\n\n");
        let head_end = head_end.ok_or_else(|| damaged("its head does not end"))?;
        let head = std::str::from_utf8(&content[..head_end]).map_err(|_| damaged("its head is not text"))?;
        let Head { facts, nets } = Head::read(head)?;
        Ok(Self { facts, nets: read_nets(nets, &content[head_end + 2..])? })
    }
}

/// The announced nets with their weights, which must be all of the bytes.
fn read_nets(announced: Vec<Announced>, mut bytes: &[u8]) -> Result<Vec<Named>, Fault> {
    // Wider than a size may be: a short head can announce more than there are addresses.
    let needed: u64 = announced.iter().map(|net| net.bytes() as u64).sum();
    if needed != bytes.len() as u64 {
        let what = format!("{} bytes of weights instead of {needed}", bytes.len());
        return Err(NET_DAMAGED.with("what", what));
    }
    let mut nets = Vec::with_capacity(announced.len());
    for net in announced {
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
    // Bounded before anything is allocated by it.
    (words.next().is_none() && shape.is_sound() && shape.weights() < 1 << 26).then_some(shape)
}

fn check(bytes: &[u8]) -> [u8; CHECK_BYTES] {
    let fnv = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    fnv.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    fn sample() -> NetFile {
        let mut rng = Rng::new(4);
        let deep =
            Shape::new(7, &[9, 5], 3).with_hidden(Activation::Logistic).with_outputs(Activation::Linear);
        NetFile::new("fevga")
            .with("command", "train fevga\n--seed 1")
            .with_net("contact", Net::random(&deep, &mut rng))
            .with_net_in_parts("steps", Net::random(&Shape::new(3, &[4], 2), &mut rng), 128)
            .with_net("race", Net::random(&Shape::new(2, &[8], 1), &mut rng))
    }

    #[test]
    fn weights_in_parts_are_rounded_and_take_two_bytes() {
        let mut net = Net::random(&Shape::new(3, &[4], 2), &mut Rng::new(1));
        net.set_weights([0.012, -0.3, 1e6, -1e6].into_iter());
        let long = NetFile::new("fevga").with_net("a", net.clone()).to_bytes().len();
        let file = NetFile::new("fevga").with_net_in_parts("a", net.clone(), 128);
        assert_eq!(file.to_bytes().len() + 2 * net.shape().weights(), long + " /128".len());
        let read = NetFile::from_bytes(&file.to_bytes()).unwrap();
        let weights: Vec<f32> = read.net("a").unwrap().weights().collect();
        assert_eq!(weights[..4], [2.0 / 128.0, -38.0 / 128.0, 32767.0 / 128.0, -256.0]);
        for (rounded, weight) in weights.iter().zip(net.weights()).skip(4) {
            assert!((rounded - weight).abs() <= 0.5 / 128.0, "{weight} became {rounded}");
        }
    }

    #[test]
    fn parts_that_are_no_power_of_two_come_back() {
        let counts = || (i16::MIN..=i16::MAX).step_by(7);
        let shape = Shape::new(1000, &[10], 2);
        assert!(counts().count() <= shape.weights());
        for parts in [1, 3, 41, 100, 128, u16::MAX] {
            let mut net = Net::zero(&shape);
            net.set_weights(counts().map(|count| f32::from(count) / f32::from(parts)));
            let file = NetFile::new("fevga").with_net_in_parts("a", net, parts);
            let bytes = file.to_bytes();
            let read = NetFile::from_bytes(&bytes).unwrap();
            assert_eq!(read, file, "{parts} parts");
            assert!(read.to_bytes() == bytes, "{parts} parts are written in another way");
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

    /// A file of this head alone.
    fn with_head(head: &str) -> Vec<u8> {
        let mut bytes = format!("agon-nets 1\n{head}\n\n").into_bytes();
        let sum = check(&bytes);
        bytes.extend(sum);
        bytes
    }

    #[test]
    fn a_head_alone_takes_no_memory() {
        // A terabyte of weights, which no test machine has: they must not be made room for.
        let nets = vec!["net: a 65000-1024-1 relu logistic"; 5000].join("\n");
        let fault = NetFile::from_bytes(&with_head(&nets)).unwrap_err().to_string();
        let needed = 5000 * 4 * (65_001 * 1024 + 1025u64);
        assert!(
            needed > 1 << 40 && fault.contains(&format!("0 bytes of weights instead of {needed}")),
            "{fault}"
        );
    }

    #[test]
    fn faults_say_what_is_wrong() {
        let code = |bytes: &[u8]| NetFile::from_bytes(bytes).unwrap_err().kind.code;
        assert_eq!(code(b"GNU Backgammon 1.0"), "net-foreign");
        assert_eq!(code(b"agon-nets 9\nrest"), "net-version");
        assert_eq!(code(&with_head("net: a 1-2")), "net-head");
        assert_eq!(code(&with_head("net: a 60000-4096-4096-4096-9 relu linear")), "net-head");
        assert_eq!(code(&with_head("net: a 3-8-1 relu logistic")), "net-damaged");
        assert_eq!(code(&with_head("net: a 3-8-1 relu logistic /128")), "net-damaged");
        assert_eq!(code(&with_head("net: a 3-8-1 relu logistic /0")), "net-head");
    }
}
