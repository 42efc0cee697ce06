//! Tournaments: the folders that `agon arena` writes, read at each request, since one may be running.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_core::Record;
use agon_wire::{ArenaEntry, ArenaGame, ArenaGames, ArenaStandings};
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::app::{App, SharedApp};
use crate::faults;
use crate::http::body::with_type;
use crate::http::extract::{PathParams, QueryParams};
use crate::http::failure::HttpError;
use crate::http::{HandlerResult, json};

/// The file that marks the folder of a tournament.
const STANDINGS_FILE: &str = "arena.json";
/// The file with the games of a pairing.
const RECORDS_FILE: &str = "games.agon";
/// The longest standings file to read, in bytes.
const MAX_STANDINGS_LEN: u64 = 4 << 20;
/// The longest record to read, in bytes.
const MAX_RECORD_LEN: usize = 1 << 20;
/// The most tournaments to list.
const MAX_LISTED: usize = 200;
/// The number of games on a page.
const PAGE_LEN: usize = 100;

/// The tournaments of a folder.
#[derive(Debug)]
pub struct Arenas {
    folder: Option<PathBuf>,
}

impl Arenas {
    /// The tournaments in a folder, and the folder itself if it is one; none without a folder.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// All tournaments with their games, progress and leaders, the latest first.
    pub fn list(&self) -> agon_wire::Arenas {
        let mut all: Vec<ArenaEntry> = self.folders().filter_map(|(name, path)| entry(&name, &path)).collect();
        all.sort_by_key(|entry| std::cmp::Reverse(entry.at));
        all.truncate(MAX_LISTED);
        agon_wire::Arenas { arenas: all }
    }

    /// The standings of a tournament, as `agon arena` wrote them.
    pub fn standings(&self, name: &str) -> Option<Value> {
        read_standings(&self.find(name)?).map(|(written, _)| written)
    }

    /// A page of the games of a pairing, in the order they ended.
    pub fn games(&self, name: &str, pairing: &str, from: usize) -> Option<ArenaGames> {
        let mut games = Vec::new();
        let mut total = 0;
        for (number, text) in (1_u64..).zip(self.records(name, pairing)?) {
            total = number;
            let is_on_page = usize::try_from(number).is_ok_and(|number| number > from) && games.len() < PAGE_LEN;
            if is_on_page && let Some(record) = first(&text) {
                let tag = |name| record.tag(name).map(str::to_owned);
                games.push(ArenaGame {
                    number,
                    p1: tag("P1"),
                    p2: tag("P2"),
                    result: tag("Result"),
                    termination: tag("Termination"),
                    plies: record.plies.len(),
                });
            }
        }
        Some(ArenaGames { games, from, total })
    }

    /// The record of one game of a pairing, counted from 1.
    pub fn record(&self, name: &str, pairing: &str, number: usize) -> Option<String> {
        self.records(name, pairing)?.nth(number.checked_sub(1)?)
    }

    fn records(&self, name: &str, pairing: &str) -> Option<Records<BufReader<File>>> {
        let folder = child(&self.find(name)?, pairing)?;
        Some(Records::new(BufReader::new(File::open(folder.join(RECORDS_FILE)).ok()?)))
    }

    fn folders(&self) -> impl Iterator<Item = (String, PathBuf)> {
        let base = self.folder.clone();
        let own = base.clone().and_then(|base| Some((base.file_name()?.to_str()?.to_owned(), base)));
        let entries = base.and_then(|base| std::fs::read_dir(base).ok()).into_iter().flatten().flatten();
        let below = entries.filter_map(|entry| Some((entry.file_name().to_str()?.to_owned(), entry.path())));
        own.into_iter().chain(below).filter(|(_, path)| path.join(STANDINGS_FILE).is_file())
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        self.folders().find(|(known, _)| known == name).map(|(_, path)| path)
    }
}

/// A folder in a folder. Names are compared and never passed to the file system.
fn child(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries = std::fs::read_dir(folder).ok()?.flatten();
    entries.find(|entry| entry.file_name() == OsStr::new(name)).map(|entry| entry.path())
}

/// The standings in a folder: what is written there, and what this program knows of it.
fn read_standings(folder: &Path) -> Option<(Value, ArenaStandings)> {
    let path = folder.join(STANDINGS_FILE);
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(MAX_STANDINGS_LEN).read_to_string(&mut text));
    let parsed = read.map_err(|error| error.to_string()).and_then(|_| {
        let written: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let known = ArenaStandings::deserialize(&written).map_err(|error| error.to_string())?;
        Ok((written, known))
    });
    parsed.inspect_err(|error| tracing::warn!(file = %path.display(), %error, "cannot show a tournament")).ok()
}

fn entry(name: &str, folder: &Path) -> Option<ArenaEntry> {
    let (_, all) = read_standings(folder)?;
    let changed = std::fs::metadata(folder.join(STANDINGS_FILE)).and_then(|data| data.modified()).ok()?;
    let changed = changed.duration_since(std::time::UNIX_EPOCH).ok()?.as_millis();
    Some(ArenaEntry {
        name: name.to_owned(),
        game: all.game,
        pairing: all.pairing.into_owned(),
        finished: all.finished,
        games: all.games,
        players: all.standings.len(),
        leader: all.standings.into_iter().next()?.name,
        at: i64::try_from(changed).ok()?,
    })
}

fn first(text: &str) -> Option<Record> {
    Record::parse_all(text).ok()?.into_iter().next()
}

/// The records of a file as texts, read one at a time, so that a long match is never in memory as a whole.
struct Records<R> {
    lines: std::io::Lines<R>,
    buffer: String,
}

impl<R: BufRead> Records<R> {
    fn new(reader: R) -> Self {
        Self { lines: reader.lines(), buffer: String::new() }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            let line = self.lines.next().and_then(Result::ok);
            let is_end = line.as_ref().is_none_or(|line| line.starts_with("[Agon "));
            let done = if is_end { std::mem::take(&mut self.buffer) } else { String::new() };
            let is_last = line.is_none();
            if let Some(line) = line.filter(|line| self.buffer.len() + line.len() < MAX_RECORD_LEN) {
                self.buffer.push_str(&line);
                self.buffer.push('\n');
            }
            if !done.trim().is_empty() {
                return Some(done);
            }
            if is_last {
                return None;
            }
        }
    }
}

/// Reads files on a thread that may block.
async fn read<T: Send + 'static>(
    app: SharedApp,
    what: impl FnOnce(&App) -> Option<T> + Send + 'static,
) -> Result<T, HttpError> {
    let found = tokio::task::spawn_blocking(move || what(&Arc::clone(&app))).await;
    Ok(found.ok().flatten().ok_or(faults::NOT_FOUND)?)
}

/// The tournaments.
pub(crate) async fn list(State(app): State<SharedApp>) -> HandlerResult {
    let list = read(app, |app| Some(app.arenas.list())).await?;
    Ok(json(StatusCode::OK, &list))
}

/// The standings and pairings of a tournament.
pub(crate) async fn show(State(app): State<SharedApp>, PathParams(name): PathParams<String>) -> HandlerResult {
    let all = read(app, move |app| app.arenas.standings(&name)).await?;
    Ok(json(StatusCode::OK, &all))
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageQuery {
    from: Option<String>,
}

/// A page of the games of a pairing.
pub(crate) async fn games(
    State(app): State<SharedApp>,
    PathParams((name, pairing)): PathParams<(String, String)>,
    QueryParams(PageQuery { from }): QueryParams<PageQuery>,
) -> HandlerResult {
    let from = from.as_deref().unwrap_or("0");
    let from = from
        .parse()
        .map_err(|_| faults::BAD_MESSAGE.with("reason", format!("from={from}: write a number, such as from=100")))?;
    let games = read(app, move |app| app.arenas.games(&name, &pairing, from)).await?;
    Ok(json(StatusCode::OK, &games))
}

/// The record of one game of a pairing.
pub(crate) async fn record(
    State(app): State<SharedApp>,
    PathParams((name, pairing, number)): PathParams<(String, String, String)>,
) -> HandlerResult {
    let number = number.parse().map_err(|_| faults::NOT_FOUND)?;
    let record = read(app, move |app| app.arenas.record(&name, &pairing, number)).await?;
    Ok(with_type(StatusCode::OK, "text/plain; charset=utf-8", record))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "[Agon \"1\"]\n[Game \"domineering\"]\n[Result \"p1 1\"]\n\na1 b2\n\n[Agon \"1\"]\n[Game \"domineering\"]\n\na2\n";

    #[test]
    fn records_come_one_at_a_time_and_whole() {
        let all: Vec<String> = Records::new(TWO.as_bytes()).collect();
        assert_eq!(all.concat(), TWO);
        assert_eq!(all.len(), 2);
        assert_eq!(first(&all[1]).expect("a record").plies.len(), 1);
        assert_eq!(Records::new(&b""[..]).count(), 0);
        assert_eq!(Records::new(&b"\n\n"[..]).count(), 0);
    }

    #[test]
    fn a_folder_of_tournaments_and_nothing_outside() {
        let base = tempfile::tempdir().expect("a folder");
        let arenas = base.path().join("arenas");
        std::fs::create_dir_all(arenas.join("cup/1-2")).expect("a folder");
        std::fs::create_dir_all(arenas.join("notes")).expect("a folder");
        std::fs::create_dir_all(arenas.join("broken")).expect("a folder");
        std::fs::create_dir_all(base.path().join("secret/1-2")).expect("a folder");
        let standing = |name: &str| {
            let figures =
                r#""elo":0,"elo_error":1,"games":2,"wins":1,"draws":0,"losses":1,"score":0.5,"points_per_game":0"#;
            format!(r#"{{"name":"{name}","who":"{name}",{figures},"wall_ms_per_turn":1,"failures":0,"more":1}}"#)
        };
        let facts = r#""arena":1,"game":"domineering","pairing":"round-robin","games":2,"finished":true,"matches":[]"#;
        let text = format!(r#"{{{facts},"standings":[{},{}]}}"#, standing("a"), standing("b"));
        std::fs::write(arenas.join("cup/arena.json"), &text).expect("a file");
        std::fs::write(arenas.join("broken/arena.json"), "{").expect("a file");
        std::fs::write(arenas.join("cup/1-2/games.agon"), TWO).expect("a file");
        std::fs::write(base.path().join("secret/arena.json"), &text).expect("a file");
        std::fs::write(base.path().join("secret/1-2/games.agon"), TWO).expect("a file");
        let shown = Arenas::new(Some(arenas.clone()));
        let list = shown.list();
        let [cup] = &list.arenas[..] else { panic!("{list:?}") };
        assert_eq!((&*cup.name, cup.players, &*cup.leader), ("cup", 2, "a"));
        // What this program does not know is passed on.
        assert_eq!(shown.standings("cup").map(|all| all.to_string()), Some(text));
        assert_eq!(shown.games("cup", "1-2", 1).expect("games").games[0].number, 2);
        assert_eq!(shown.games("cup", "1-2", 1).expect("games").total, 2);
        assert!(shown.record("cup", "1-2", 2).is_some_and(|text| text.ends_with("a2\n")));
        for (name, pairing, number) in [
            ("cup", "1-2", 0),
            ("cup", "1-2", 3),
            ("cup", "..", 1),
            ("cup", ".", 1),
            ("cup", "../../secret/1-2", 1),
            ("../secret", "1-2", 1),
            ("..", "secret/1-2", 1),
            ("notes", "1-2", 1),
            ("broken", "1-2", 1),
            ("", "", 1),
        ] {
            assert!(shown.record(name, pairing, number).is_none(), "{name} {pairing} {number}");
        }
        // The folder of one tournament shows that one.
        let single = Arenas::new(Some(arenas.join("cup")));
        assert_eq!(single.list().arenas[0].name, "cup");
        assert!(single.record("cup", "1-2", 1).is_some());
        assert!(Arenas::new(None).list().arenas.is_empty());
    }
}
