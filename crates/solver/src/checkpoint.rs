//! Files of unfinished proofs, from which a search can be resumed.
//!
//! A file names its position and ends with a checksum, so a damaged file is refused.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use agon_core::Fault;

use crate::{DAMAGED_PROOF, NOT_THIS_PROOF, Solver};

const MAGIC: &[u8; 16] = b"agon proof 2\n\0\0\0";

/// Longest name of a proof, in bytes.
const MAX_NAME_LEN: u32 = 4096;

/// Why a file could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// It cannot be opened or read.
    Io(io::Error),
    /// It is damaged, or belongs to another position.
    Fault(Fault),
}

/// Writes a solver's proofs to a file, completely or not at all.
///
/// `name` identifies the position, for example by its spec and text.
pub fn save(path: &Path, name: &str, solver: &dyn Solver) -> io::Result<()> {
    let beside = path.with_extension("part");
    let mut out = ChecksumWriter { inner: BufWriter::new(File::create(&beside)?), sum: SEED };
    out.write_all(MAGIC)?;
    out.write_all(&u32::try_from(name.len()).unwrap_or(u32::MAX).to_le_bytes())?;
    out.write_all(name.as_bytes())?;
    solver.save(&mut out)?;
    let sum = out.sum;
    let mut inner = out.inner;
    inner.write_all(&sum.to_le_bytes())?;
    inner.into_inner()?.sync_all()?;
    fs::rename(beside, path)
}

/// Loads a solver's proofs from a file; `false` if there is no such file.
pub fn load(path: &Path, name: &str, solver: &mut dyn Solver) -> Result<bool, LoadError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(LoadError::Io(error)),
    };
    check(&mut BufReader::new(&file)).map_err(LoadError::Fault)?;
    let mut input = BufReader::new(File::open(path).map_err(LoadError::Io)?);
    let found = header(&mut input).map_err(LoadError::Fault)?;
    if found != name {
        return Err(LoadError::Fault(NOT_THIS_PROOF.with("found", found).with("wanted", name)));
    }
    solver.load(&mut input).map_err(LoadError::Fault)?;
    Ok(true)
}

fn damaged<E>(_: E) -> Fault {
    DAMAGED_PROOF.fault()
}

fn header(input: &mut dyn Read) -> Result<String, Fault> {
    let mut magic = [0; MAGIC.len()];
    input.read_exact(&mut magic).map_err(damaged)?;
    let mut length = [0; 4];
    input.read_exact(&mut length).map_err(damaged)?;
    let length = u32::from_le_bytes(length);
    if &magic != MAGIC || length > MAX_NAME_LEN {
        return Err(DAMAGED_PROOF.fault());
    }
    let mut name = vec![0; length as usize];
    input.read_exact(&mut name).map_err(damaged)?;
    String::from_utf8(name).map_err(damaged)
}

/// Whether the last eight bytes are the checksum of all bytes before them.
fn check(input: &mut dyn Read) -> Result<(), Fault> {
    let mut sum = SEED;
    let mut held: Vec<u8> = Vec::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        let count = input.read(&mut chunk).map_err(damaged)?;
        if count == 0 {
            break;
        }
        held.extend_from_slice(&chunk[..count]);
        let ready = held.len().saturating_sub(8);
        sum = add(sum, &held[..ready]);
        held.drain(..ready);
    }
    let wanted = <[u8; 8]>::try_from(held.as_slice()).map_err(damaged)?;
    if sum == u64::from_le_bytes(wanted) { Ok(()) } else { Err(DAMAGED_PROOF.fault()) }
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, which detects accidental damage.
fn add(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Computes the checksum of what is written through it.
struct ChecksumWriter<W> {
    inner: W,
    sum: u64,
}

impl<W: Write> Write for ChecksumWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.sum = add(self.sum, &bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
