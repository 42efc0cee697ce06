use std::sync::{LazyLock, PoisonError, RwLock};

use agon_core::spec::split_spec;
use agon_core::{AnyTable, Fault, GameEntry, Options, faults};

type Entries = &'static [&'static GameEntry];

/// The list is replaced as a whole, so that readers keep theirs without a lock.
static ENTRIES: LazyLock<RwLock<Entries>> = LazyLock::new(|| {
    let boards = [
        &agon_quoridor::ENTRY,
        &agon_blockade::ENTRY,
        &agon_domineering::ENTRY,
        // A new game adds its line here.
    ];
    let all: Vec<_> = boards.into_iter().chain(agon_tavli::ENTRIES.iter().copied()).collect();
    RwLock::new(all.leak())
});

/// Every rule set, in the order in which menus list them.
pub fn entries() -> Entries {
    *ENTRIES.read().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a rule set after the others, for all threads and for good; refuses a name that another one has.
///
/// A server lists the games that were registered before it answered its first request.
///
/// ```
/// use agon_core::{GameEntry, GameInfo};
///
/// static INFO: GameInfo = GameInfo { name: "tiny", title: "Tiny", summary: "A small board.", ..GameInfo::NEW };
/// static ENTRY: GameEntry = GameEntry::new(&INFO, |_| agon_games::open("domineering:rows=3,cols=3"));
///
/// agon_games::register(&ENTRY)?;
/// assert!(agon_games::open("tiny").is_ok());
/// assert_eq!(agon_games::register(&ENTRY).unwrap_err().kind.code, "game-taken");
/// # Ok::<(), agon_core::Fault>(())
/// ```
pub fn register(entry: &'static GameEntry) -> Result<(), Fault> {
    let mut entries = ENTRIES.write().unwrap_or_else(PoisonError::into_inner);
    let name = entry.info.name;
    if entries.iter().any(|other| other.info.name.eq_ignore_ascii_case(name)) {
        return Err(faults::GAME_TAKEN.with("name", name));
    }
    *entries = [*entries, &[entry]].concat().leak();
    Ok(())
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

/// The spec of a game under the house rules of a name. Options of the given spec win over those of the house rules.
///
/// ```
/// assert_eq!(agon_games::with_preset("portes:score=triple", "book")?, "portes:score=triple,opening=high_rerolls");
/// assert_eq!(agon_games::with_preset("quoridor", "book").unwrap_err().kind.code, "no-presets");
/// # Ok::<(), agon_core::Fault>(())
/// ```
pub fn with_preset(spec: &str, preset: &str) -> Result<String, Fault> {
    let (name, options) = split_spec(spec);
    let info = entry(&name)?.info;
    let preset = Options::parse(info, info.preset(preset)?.options)?;
    Ok(preset.with(options)?.spec())
}

/// Sets up a table with a position on it; `startpos` is the start of the game.
pub fn open_at(spec: &str, position: &str) -> Result<Box<dyn AnyTable>, Fault> {
    let mut table = open(spec)?;
    if !position.trim().eq_ignore_ascii_case("startpos") {
        table.set_position(position)?;
    }
    Ok(table)
}
