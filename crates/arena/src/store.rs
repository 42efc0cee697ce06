use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use agon_core::Fault;
use serde_json::{Map, Value};

use crate::{Contest, GameLog, Report, faults};

/// The folder of a match: what was agreed, every game, and the report.
///
/// `match.json` says what is played, `games.jsonl` has a line for every finished game and is what a
/// match goes on from, `games.agon` has the same games as records, `report.json` and `report.txt`
/// the result so far.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    log: File,
    records: File,
    spec: String,
    titles: [String; 2],
}

fn failed(path: &Path, error: impl std::fmt::Display) -> Fault {
    faults::FILE.with("file", path.display()).with("reason", error)
}

impl Store {
    /// Opens a folder, new or with a match begun earlier, whose finished games are given back.
    pub fn open(folder: &Path, contest: &Contest) -> Result<(Self, Vec<GameLog>), Fault> {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        check_agreement(folder, contest)?;
        let titles = contest.players.each_ref().map(|who| who.title().to_owned());
        let games = read_games(&folder.join("games.jsonl"))?;
        // Written anew: whatever was cut off in the middle is gone.
        let mut log = String::new();
        let mut records = String::new();
        for game in &games {
            log.push_str(&line_of(game));
            records.push_str(&record_text(game, &contest.spec, &titles));
        }
        let log = rewrite(&folder.join("games.jsonl"), &log)?;
        let records = rewrite(&folder.join("games.agon"), &records)?;
        let store = Self { folder: folder.to_owned(), log, records, spec: contest.spec.clone(), titles };
        Ok((store, games))
    }

    /// Keeps a finished game.
    pub fn add(&mut self, game: &GameLog) -> Result<(), Fault> {
        let write = |file: &mut File, text: &str| file.write_all(text.as_bytes()).and_then(|()| file.flush());
        write(&mut self.log, &line_of(game))
            .and_then(|()| write(&mut self.records, &record_text(game, &self.spec, &self.titles)))
            .map_err(|error| failed(&self.folder, error))
    }

    /// Writes the report.
    pub fn report(&self, report: &Report) -> Result<(), Fault> {
        replace(&self.folder.join("report.json"), &format!("{:#}\n", report.json()))?;
        replace(&self.folder.join("report.txt"), &report.to_string())
    }
}

fn line_of(game: &GameLog) -> String {
    // A log has only texts and finite numbers: writing it cannot fail.
    serde_json::to_string(game).unwrap_or_default() + "\n"
}

fn record_text(game: &GameLog, spec: &str, titles: &[String; 2]) -> String {
    format!("{}\n", game.record(spec, [&titles[0], &titles[1]]))
}

/// Writes a file so that it is whole at every moment.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Fault> {
    let beside = path.with_extension("new");
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).map_err(|error| failed(path, error))
}

/// Replaces a file and leaves it open for more.
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

/// The games of a log. A last line that was cut off is passed over; any other that cannot be read
/// is a mistake.
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

/// Compares what is played with what was played before in this folder, or writes it down.
fn check_agreement(folder: &Path, contest: &Contest) -> Result<(), Fault> {
    let path = folder.join("match.json");
    let agreed = agreement(contest);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return replace(&path, &format!("{:#}\n", Value::Object(agreed)));
        }
        Err(error) => return Err(failed(&path, error)),
    };
    let old: Map<String, Value> = serde_json::from_str(&text).map_err(|error| failed(&path, error))?;
    for (what, new) in &agreed {
        let old = old.get(what).unwrap_or(&Value::Null);
        if old != new {
            let difference = faults::MATCH_DIFFERS.with("folder", folder.display()).with("what", what);
            return Err(difference.with("old", old).with("new", new));
        }
    }
    Ok(())
}

/// What makes a match this match. The number of games and of threads may change.
fn agreement(contest: &Contest) -> Map<String, Value> {
    let players = contest.players.each_ref().map(ToString::to_string);
    let book = match &contest.book {
        crate::Book::Random(turns) => Value::from(format!("random {turns}")),
        crate::Book::Listed(openings) => {
            Value::from(format!("{} listed, {:016x}", openings.len(), digest(openings)))
        }
    };
    let entries = [
        ("game", Value::from(contest.spec.as_str())),
        ("a", Value::from(players[0].as_str())),
        ("b", Value::from(players[1].as_str())),
        ("pace", Value::from(contest.pace.to_string())),
        ("seed", Value::from(contest.seed)),
        ("openings", book),
        ("turns", Value::from(contest.turns)),
    ];
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn digest(openings: &[crate::Opening]) -> u64 {
    let text = openings.iter().flat_map(|opening| opening.position.iter().chain(&opening.words));
    text.flat_map(|word| word.bytes().chain([b' ']))
        .fold(1, |hash, byte| agon_core::rng::mix(hash ^ u64::from(byte)))
}
