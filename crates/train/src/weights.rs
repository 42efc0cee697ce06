use std::path::Path;

use agon_engines::tavli::{Learnt, Nets};
use agon_nn::NetFile;

use crate::Error;

/// Reads a weight file: the nets of a game, and the file with the facts about them.
pub fn read_nets<V: Learnt>(path: &Path) -> Result<(Nets<V>, NetFile), Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::Read(path.to_owned(), error))?;
    let wrong = |fault| Error::Nets(path.to_owned(), fault);
    let file = NetFile::from_bytes(&bytes).map_err(wrong)?;
    let nets = Nets::from_file(&file).map_err(wrong)?;
    Ok((nets, file))
}
