//! The games whose positions and matches GNU Backgammon reads.

use agon_core::{AnyTable, Record, RecordError, Table};

use super::gnubg_id;
use super::mat::{self, Turns};
use crate::{GNUBG_GAMES, Tavli, Variant};

/// What the formats of GNU Backgammon need of one game.
pub(crate) struct GnubgGame {
    /// The game's name in spec strings.
    pub(crate) name: &'static str,
    /// Reads a `.mat` file as games with these options.
    pub(crate) read: fn(&str, &str) -> Result<Vec<Record>, RecordError>,
    /// Replays a record with these options for a `.mat` file.
    pub(crate) replay: fn(&Record, &str) -> Result<Turns, RecordError>,
    /// The ID of the position on a table of this game.
    pub(crate) position_id: fn(&dyn AnyTable) -> Option<String>,
}

impl GnubgGame {
    /// The formats of a variant.
    pub(crate) const fn of<V: Variant>() -> Self {
        Self {
            name: V::INFO.name,
            read: mat::read_games::<V>,
            replay: mat::replay_game::<V>,
            position_id: |table| gnubg_id::write(table.as_any().downcast_ref::<Table<Tavli<V>>>()?.position()),
        }
    }

    /// Finds a game by its name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        GNUBG_GAMES.iter().find(|game| game.name == name)
    }

    /// The names of all of them, for messages.
    pub(crate) fn names() -> String {
        GNUBG_GAMES.iter().map(|game| game.name).collect::<Vec<_>>().join(" and ")
    }
}
