use agon_core::{Record, RecordPly, RecordTag};
use agon_games::{formats, read_records, record_of, replay, write_records};

use crate::text;

/// An accepted record is the same after it is written and parsed again; an error has a place in the text.
pub fn record(data: &[u8]) {
    let input = text(data);
    match Record::parse_all(&input) {
        Ok(games) => {
            let written = written(&games);
            let again = Record::parse_all(&written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
            check_same_play(&again, &games);
            // Comments may come to mean a clock when they are joined, but that only once.
            let third = Record::parse_all(&self::written(&again));
            assert_eq!(third.map(|third| settled(&third)), Ok(settled(&again)), "{written:?}");
            games.iter().for_each(check_replay);
        }
        Err(error) => {
            assert!(error.line >= 1 && error.line <= input.lines().count().max(1) + 1, "{error}");
            assert!(error.column >= 1 && !error.message.is_empty(), "{error}");
        }
    }
}

/// The text of several games.
fn written(games: &[Record]) -> String {
    let games: Vec<String> = games.iter().map(Record::to_string).collect();
    games.join("\n")
}

/// The games without their places in the text.
fn settled(games: &[Record]) -> Vec<Record> {
    let ply = |ply: &RecordPly| RecordPly { line: 0, column: 0, ..ply.clone() };
    let game = |game: &Record| Record {
        tags: plain_tags(game),
        plies: game.plies.iter().map(ply).collect(),
        comment: game.comment.clone(),
    };
    games.iter().map(game).collect()
}

fn plain_tags(record: &Record) -> Vec<RecordTag> {
    record.tags.iter().map(|tag| RecordTag::new(&tag.name, &tag.value)).collect()
}

/// A record that can be played through can be written down from its table and played again.
fn check_replay(record: &Record) {
    match replay(record) {
        Ok(table) => {
            let copy = record_of(&*table, "one", "two");
            let again = replay(&copy).unwrap_or_else(|error| panic!("{copy}: {error}"));
            assert_eq!(again.position(), table.position(), "{copy}");
            assert_eq!(again.plies(), table.plies(), "{copy}");
        }
        Err(error) => assert!(!error.message.is_empty()),
    }
}

/// A record in JSON reads the same after it is written, and can be written as text.
pub fn json(data: &[u8]) {
    let Ok(games) = read_records(&text(data), Some("json")) else { return };
    let written = write(&games, "json");
    assert_eq!(read(&written, "json"), games, "{written}");
    let plain = write(&games, "agon");
    check_same_play(&read(&plain, "agon"), &games);
}

/// Compares games, tags and plies, but not comments.
fn check_same_play(games: &[Record], others: &[Record]) {
    let play = |record: &Record| {
        let plies: Vec<String> = record.plies.iter().map(|ply| ply.text.clone()).collect();
        (plain_tags(record), plies)
    };
    assert_eq!(games.iter().map(play).collect::<Vec<_>>(), others.iter().map(play).collect::<Vec<_>>());
}

/// A converted record can be parsed in the new format and is the same.
pub fn convert(data: &[u8]) {
    let input = text(data);
    let detected = read_records(&input, None);
    let named = formats().into_iter().map(|from| read_records(&input, Some(from)));
    for games in named.chain([detected]).flatten() {
        for to in formats() {
            // Not every game can be written in every format.
            let Ok(written) = write_records(&games, to) else { continue };
            let games = read(&written, to);
            let again = read(&write(&games, to), to);
            assert_eq!(settled(&again), settled(&games), "from {input:?} to {to}: {written:?}");
        }
    }
}

fn write(games: &[Record], to: &str) -> String {
    write_records(games, to).unwrap_or_else(|error| panic!("{to}: {games:?}: {error}"))
}

fn read(written: &str, from: &str) -> Vec<Record> {
    read_records(written, Some(from)).unwrap_or_else(|error| panic!("{from}: {written:?}: {error}"))
}
