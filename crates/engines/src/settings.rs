use agon_core::{AnyTable, Fault};
use agon_search::{Engine, EngineSpec, WRONG_TABLE};

use crate::levels::{HIGHEST, LEVELS, ladder};
use crate::plan::{Plan, Role};
use crate::{LEVEL_RANGE, UNKNOWN_BOT, bots};

/// An engine for the game on this table.
pub fn build(table: &dyn AnyTable, settings: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
    let game = table.info().name;
    let role = match &settings.bot {
        Some(name) => Role::Bot(known_bot(game, name)?),
        None => Role::Level(checked_level(settings.level)?),
    };
    let plan = Plan {
        role,
        ladder: ladder(game, &table.spec()),
        threads: settings.threads,
        hash_mb: settings.hash_mb,
        seed: settings.seed,
        book: settings.book,
    };
    crate::plan::assemble(table, &plan).ok_or_else(|| WRONG_TABLE.with("spec", table.spec()))
}

fn known_bot(game: &str, name: &str) -> Result<&'static str, Fault> {
    let known = bots(game);
    let found = known.iter().find(|bot| bot.name.eq_ignore_ascii_case(name.trim()));
    found.map(|bot| bot.name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|bot| bot.name).collect();
        UNKNOWN_BOT.with("game", game).with("bot", name).with("bots", names.join(", "))
    })
}

fn checked_level(level: Option<u8>) -> Result<u8, Fault> {
    let level = level.unwrap_or(HIGHEST);
    if LEVELS.contains(&level) {
        Ok(level)
    } else {
        Err(LEVEL_RANGE.with("level", level).with("low", LEVELS.start()).with("high", LEVELS.end()))
    }
}
