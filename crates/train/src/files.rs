use std::fs;
use std::path::Path;

use agon_nn::NetFile;

use crate::Error;

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| Error::Read(path.to_owned(), error))
}

/// Writes a file so that a crash leaves the old one or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let part = path.with_extension("part");
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(|error| Error::Write(path.to_owned(), error))
}

pub(crate) fn read_net(path: &Path) -> Result<NetFile, Error> {
    NetFile::from_bytes(&read(path)?).map_err(|fault| Error::Net(path.to_owned(), fault))
}
