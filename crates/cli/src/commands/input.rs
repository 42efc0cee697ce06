//! Reading files and tables that a person named.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

use agon_core::AnyTable;
use anyhow::{Context, bail};

/// Longest record that is read.
const LONGEST: u64 = 64 << 20;

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes)?;
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        file.take(LONGEST + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    }
    if bytes.len() as u64 > LONGEST {
        bail!("{name} is longer than {} MiB", LONGEST >> 20);
    }
    String::from_utf8(bytes).with_context(|| format!("{name} is not text (UTF-8)"))
}

/// A table with a position on it. Positions have no history, so there is no opening roll.
pub(crate) fn open_position(spec: &str, position: Option<&str>) -> anyhow::Result<Box<dyn AnyTable>> {
    let mut table = agon_games::open(spec).with_context(|| format!("game {spec:?}"))?;
    let text = match position {
        Some(text) if !text.trim().eq_ignore_ascii_case("startpos") => text.to_owned(),
        _ => table.position(),
    };
    table.set_position(&text).with_context(|| format!("position {text:?}"))?;
    Ok(table)
}

/// As [`open_position`], but a position of Domineering also says how large the board is, unless
/// the spec does, and who is to move need not be said.
pub(crate) fn open_region(spec: &str, position: Option<&str>) -> anyhow::Result<Box<dyn AnyTable>> {
    let Some(text) = position.filter(|_| spec.trim() == "domineering") else {
        return open_position(spec, position);
    };
    let rows = text.split_whitespace().next().unwrap_or_default();
    let spec = format!("domineering:rows={},cols={}", rows.split('/').count(), width(rows));
    let sided = if text.split_whitespace().count() == 1 { format!("{text} v") } else { text.to_owned() };
    open_position(&spec, Some(&sided))
}

/// How many cells the first row of a position of Domineering has.
fn width(rows: &str) -> u32 {
    let row = rows.split('/').next().unwrap_or_default();
    let letters = row.chars().filter(|c| !c.is_ascii_digit()).count() as u32;
    let runs = row.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse::<u32>().ok());
    runs.fold(letters, u32::saturating_add)
}
