//! Files, positions and languages named on the command line.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

use agon_core::AnyTable;
use agon_i18n::Language;
use anyhow::{Context, anyhow, bail};

/// Maximum size of a record in bytes.
const MAX_RECORD_LEN: u64 = 64 << 20;

/// Whether the variable `NO_COLOR` is set.
pub(crate) fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The language of `--lang`, else of the environment.
pub(crate) fn language(name: Option<&str>) -> anyhow::Result<Language> {
    let Some(name) = name else { return Ok(Language::from_env()) };
    Language::parse(name).ok_or_else(|| anyhow!("--lang {name}: the languages are en, sr, sr-Cyrl, el, he"))
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        stdin().lock().take(MAX_RECORD_LEN + 1).read_to_end(&mut bytes)?;
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        file.take(MAX_RECORD_LEN + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    }
    if bytes.len() as u64 > MAX_RECORD_LEN {
        bail!("{name} is longer than {} MiB", MAX_RECORD_LEN >> 20);
    }
    String::from_utf8(bytes).with_context(|| format!("{name} is not text (UTF-8)"))
}

/// The formats of records.
pub(crate) fn format_names() -> String {
    agon_games::formats().join(", ")
}

/// A table with a position. Positions have no history, so there is no opening roll.
pub(crate) fn open_position(spec: &str, position: Option<&str>) -> anyhow::Result<Box<dyn AnyTable>> {
    let mut table = agon_games::open(spec).with_context(|| format!("game {spec:?}"))?;
    let text = match position {
        Some(text) if !text.trim().eq_ignore_ascii_case("startpos") => text.to_owned(),
        _ => table.position(),
    };
    table.set_position(&text).with_context(|| format!("position {text:?}"))?;
    Ok(table)
}

/// Like [`open_position`], but a position given without options sets the board too, in games that can read that off it.
pub(crate) fn open_region(spec: &str, position: Option<&str>) -> anyhow::Result<Box<dyn AnyTable>> {
    let complete = agon_games::entry(spec).ok().and_then(|entry| entry.complete);
    let (Some(text), Some(complete)) = (position, complete) else { return open_position(spec, position) };
    let (options, position) = complete(text);
    open_position(&format!("{spec}:{options}"), Some(&position))
}
