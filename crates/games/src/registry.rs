use std::sync::LazyLock;

use agon_core::spec::split_spec;
use agon_core::{AnyTable, Fault, GameEntry, Options, Table, faults};
use agon_tavli::{Backgammon, Portes, Tavli, Variant};

static ENTRIES: LazyLock<Vec<&'static GameEntry>> = LazyLock::new(|| {
    let boards = [&agon_quoridor::ENTRY, &agon_blockade::ENTRY, &agon_domineering::ENTRY];
    boards.into_iter().chain(agon_tavli::ENTRIES.iter().copied()).collect()
});

/// Every rule set, in the order in which menus list them.
pub fn entries() -> &'static [&'static GameEntry] {
    &ENTRIES
}

/// Finds a rule set by name, ignoring case; the fault for an unknown name lists the known ones.
pub fn entry(name: &str) -> Result<&'static GameEntry, Fault> {
    let wanted = name.trim();
    let found = entries().iter().find(|entry| entry.info.name.eq_ignore_ascii_case(wanted));
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = entries().iter().map(|entry| entry.info.name).collect();
        faults::UNKNOWN_GAME.with("name", wanted).with("games", names.join(", "))
    })
}

/// Sets up a table from a spec string such as `quoridor:size=5,walls=3`.
pub fn open(spec: &str) -> Result<Box<dyn AnyTable>, Fault> {
    let (name, options) = split_spec(spec);
    let entry = entry(&name)?;
    (entry.open)(Options::parse(entry.info, options)?)
}

/// Sets up a table with a position on it; `startpos` is the start of the game.
pub fn open_at(spec: &str, position: &str) -> Result<Box<dyn AnyTable>, Fault> {
    let mut table = open(spec)?;
    if !position.trim().eq_ignore_ascii_case("startpos") {
        table.set_position(position)?;
    }
    Ok(table)
}

/// The GNU Backgammon position ID of a table, for games that are played like backgammon.
pub fn gnubg_id(table: &dyn AnyTable) -> Option<String> {
    id_of::<Portes>(table).or_else(|| id_of::<Backgammon>(table))
}

fn id_of<V: Variant>(table: &dyn AnyTable) -> Option<String> {
    let table = table.as_any().downcast_ref::<Table<Tavli<V>>>()?;
    agon_tavli::gnubg_id::write(table.position())
}
