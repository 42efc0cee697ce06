use crate::{Record, RecordError};

/// A format of game records.
#[derive(Debug)]
pub struct RecordFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// Whether a text looks like this format.
    pub recognises: fn(&str) -> bool,
    /// Whether its name may say which game files are of that do not: `mat:portes`.
    pub takes_game: bool,
    /// Parses a text, whose game may be given.
    pub read: fn(&str, Option<&str>) -> Result<Vec<Record>, RecordError>,
    /// Writes games.
    pub write: fn(&[Record]) -> Result<String, RecordError>,
}
