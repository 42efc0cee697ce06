use std::fs;
use std::path::Path;

use agon_nn::NetFile;

use crate::TrainError;

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, TrainError> {
    fs::read(path).map_err(|error| TrainError::Read(path.to_owned(), error))
}

/// Writes a file so that a crash leaves the old one or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let part = path.with_extension("part");
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|error| TrainError::Write(path.to_owned(), error))
}

pub(crate) fn read_net(path: &Path) -> Result<NetFile, TrainError> {
    NetFile::from_bytes(&read(path)?).map_err(|fault| TrainError::Net(path.to_owned(), fault))
}
