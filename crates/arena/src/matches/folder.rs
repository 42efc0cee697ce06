use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use agon_core::Fault;
use serde_json::{Map, Value};

use super::{GameLog, Match, MatchReport, Opening, Openings};
use crate::faults;

/// The folder of a match: its settings, its games and its report.
///
/// `match.json` holds the settings. `games.jsonl` has one line for every finished game; a match is resumed from it.
/// `games.agon` has the same games as records, `report.json` and `report.txt` the result so far.
#[derive(Debug)]
pub struct MatchFolder {
    path: PathBuf,
    log: File,
    records: File,
    spec: String,
    names: [String; 2],
}

fn failed(path: &Path, error: impl std::fmt::Display) -> Fault {
    faults::FILE.with("file", path.display()).with("reason", error)
}

impl MatchFolder {
    /// Opens the folder of a new match, or of one begun earlier; returns the games finished so far.
    pub fn open(folder: &Path, matchup: &Match) -> Result<(Self, Vec<GameLog>), Fault> {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        check_settings(folder, matchup)?;
        let names = matchup.players.each_ref().map(|who| who.name().to_owned());
        let games = read_games(&folder.join("games.jsonl"))?;
        // Rewritten without a last line that was cut off.
        let mut log = String::new();
        let mut records = String::new();
        for game in &games {
            log.push_str(&line_of(game));
            records.push_str(&record_text(game, &matchup.spec, &names));
        }
        let log = rewrite(&folder.join("games.jsonl"), &log)?;
        let records = rewrite(&folder.join("games.agon"), &records)?;
        let folder = Self { path: folder.to_owned(), log, records, spec: matchup.spec.clone(), names };
        Ok((folder, games))
    }

    /// Stores a finished game.
    pub fn add(&mut self, game: &GameLog) -> Result<(), Fault> {
        let write = |file: &mut File, text: &str| file.write_all(text.as_bytes()).and_then(|()| file.flush());
        write(&mut self.log, &line_of(game))
            .and_then(|()| write(&mut self.records, &record_text(game, &self.spec, &self.names)))
            .map_err(|error| failed(&self.path, error))
    }

    /// Writes the report.
    pub fn report(&self, report: &MatchReport) -> Result<(), Fault> {
        replace_file(&self.path.join("report.json"), &format!("{:#}\n", report.json()))?;
        replace_file(&self.path.join("report.txt"), &report.to_string())
    }
}

fn line_of(game: &GameLog) -> String {
    // A log holds only strings and finite numbers: serializing it cannot fail.
    serde_json::to_string(game).unwrap_or_default() + "\n"
}

fn record_text(game: &GameLog, spec: &str, names: &[String; 2]) -> String {
    format!("{}\n", game.record(spec, [&names[0], &names[1]]))
}

/// Replaces a file atomically.
pub(crate) fn replace_file(path: &Path, text: &str) -> Result<(), Fault> {
    let beside = path.with_extension("new");
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).map_err(|error| failed(path, error))
}

/// Replaces a file and leaves it open for appending.
fn rewrite(path: &Path, text: &str) -> Result<File, Fault> {
    let beside = path.with_extension("new");
    let write = || {
        let mut out = BufWriter::new(File::create(&beside)?);
        out.write_all(text.as_bytes())?;
        out.flush()?;
        fs::rename(&beside, path)?;
        OpenOptions::new().append(true).open(path)
    };
    write().map_err(|error| failed(path, error))
}

/// The games of a log. A last line that was cut off is skipped; any other unreadable line is an error.
fn read_games(path: &Path) -> Result<Vec<GameLog>, Fault> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(path, error)),
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut games = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        match serde_json::from_str(line) {
            Ok(game) => games.push(game),
            Err(_) if !line.ends_with('\n') => {}
            Err(error) => return Err(failed(path, format!("line {number}: {error}"))),
        }
    }
    Ok(games)
}

/// Compares the settings with those of a match begun earlier, or writes them to a new folder.
fn check_settings(folder: &Path, matchup: &Match) -> Result<(), Fault> {
    let path = folder.join("match.json");
    let settings = settings_json(matchup);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return replace_file(&path, &format!("{:#}\n", Value::Object(settings)));
        }
        Err(error) => return Err(failed(&path, error)),
    };
    let old: Map<String, Value> = serde_json::from_str(&text).map_err(|error| failed(&path, error))?;
    for (what, new) in &settings {
        let old = old.get(what).unwrap_or(&Value::Null);
        if old != new {
            let difference = faults::MATCH_DIFFERS.with("folder", folder.display()).with("what", what);
            return Err(difference.with("old", old).with("new", new));
        }
    }
    Ok(())
}

/// The settings that identify a match. The number of games and of threads may change.
fn settings_json(matchup: &Match) -> Map<String, Value> {
    let players = matchup.players.each_ref().map(ToString::to_string);
    let openings = match &matchup.openings {
        Openings::Random(turns) => Value::from(format!("random {turns}")),
        Openings::Listed(openings) => Value::from(format!("{} listed, {:016x}", openings.len(), digest(openings))),
    };
    let entries = [
        ("game", Value::from(matchup.spec.as_str())),
        ("a", Value::from(players[0].as_str())),
        ("b", Value::from(players[1].as_str())),
        ("pace", Value::from(matchup.limits.to_string())),
        ("seed", Value::from(matchup.seed)),
        ("openings", openings),
        ("turns", Value::from(matchup.max_turns)),
    ];
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn digest(openings: &[Opening]) -> u64 {
    let text = openings.iter().flat_map(|opening| opening.position.iter().chain(&opening.plies));
    text.flat_map(|ply| ply.bytes().chain([b' '])).fold(1, |hash, byte| agon_core::rng::mix(hash ^ u64::from(byte)))
}
