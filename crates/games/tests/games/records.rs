//! Records replayed, written and converted.

use agon_core::{Record, RecordPly, Rng};
use agon_games::{
    ConvertError, convert, entries, formats, open, open_at, read_records, record_from_json, record_of, record_to_json,
    replay,
};
use proptest::prelude::*;
use serde_json::json;

fn parse(text: &str) -> Record {
    Record::parse_all(text).unwrap().remove(0)
}

const SHORT: &str = "[Agon \"1\"]\n[Game \"domineering:rows=2,cols=2\"]\n[Result \"p1 1\"]\n\na1\n";

#[test]
fn random_games_of_every_rule_set_replay_to_the_same_position() {
    let mut rng = Rng::new(21);
    for entry in entries() {
        let mut table = open(entry.info.name).unwrap();
        for _ in 0..120 {
            if table.roll(&mut rng).is_some() {
                continue;
            }
            let legal = table.legal();
            let Some(turn) = rng.choose(&legal) else { break };
            table.play(turn).unwrap();
        }
        let record = record_of(&*table, "Ada", "level:5");
        let read = parse(&record.to_string());
        let again = replay(&read).unwrap_or_else(|error| panic!("{}: {error}\n{record}", entry.info.name));
        assert_eq!(again.position(), table.position());
        assert_eq!(again.plies(), table.plies());
        assert_eq!(read.tag("P1"), Some("Ada"));
        assert_eq!(read.tag("Date").map(str::len), Some(10));
        assert_eq!(record_from_json(&record_to_json(&record)).unwrap(), record);
    }
}

#[test]
fn a_game_from_a_position_keeps_it() {
    let mut table = open_at("domineering:rows=4,cols=4", "2v1/2v1/hh2/4 h").unwrap();
    table.play("a1").unwrap();
    let record = record_of(&*table, "", "");
    assert_eq!(record.tag("Position"), Some("2v1/2v1/hh2/4 h"));
    assert_eq!(record.tag("Result"), Some("*"));
    assert_eq!(replay(&record).unwrap().position(), table.position());
    assert_eq!(record_of(&*open("quoridor").unwrap(), "", "").tag("Position"), None);
}

#[test]
fn the_culprit_is_named_with_line_and_column() {
    let text = "[Agon \"1\"]\n[Game \"domineering\"]\n\nc4 e2\n  a1 {fine} a2 b7 b8\n";
    let error = replay(&parse(text)).err().unwrap();
    assert_eq!((error.line, error.column), (5, 13), "{error}");
    assert!(error.message.starts_with("ply 4: a2 is already covered"), "{error}");
}

#[test]
fn a_wrong_tag_is_named_with_line_and_column() {
    let with = |game: &str, tags: &str, plies: &str| {
        let text = format!("[Agon \"1\"]\n[P1 \"Ada\"]\n[Game \"{game}\"]\n {tags}\n\n{plies}\n");
        replay(&parse(&text)).err().map(|error| (error.line, error.column))
    };
    let small = "domineering:rows=2,cols=2";
    assert_eq!(with("chess", "", "e4"), Some((3, 1)));
    assert_eq!(with("domineering:rows=99", "", "a1"), Some((3, 1)));
    assert_eq!(with(small, "[Position \"3/3 v\"]", ""), Some((4, 2)));
    assert_eq!(with(small, "[Result \"white\"]", "a1"), Some((4, 2)));
    assert_eq!(with(small, "[Result \"p2 1\"]", "a1"), Some((4, 2)));
    assert_eq!(with(small, "[Result \"p1 1\"]", ""), Some((4, 2)));
    assert_eq!(with("quoridor", "[Numbering \"older\"]", "e8"), Some((4, 2)));
    let written = |text: &str, to: &str| convert(text, None, to).unwrap_err().to_string();
    let older = "[Agon \"1\"]\n[Numbering \"older\"]\n";
    let message = written(&format!("{older}[Game \"quoridor:size=99\"]\n\ne8\n"), "agon");
    assert!(message.starts_with("line 3, column 1: tag Game: size=99"), "{message}");
    let message = written(&format!("{older}[Game \"quoridor\"]\n[Position \"x\"]\n\ne8\n"), "agon");
    assert!(message.starts_with("line 4, column 1: tag Position: "), "{message}");
    for to in ["mat", "quoridor-older"] {
        let message = written(SHORT, to);
        assert!(message.starts_with("line 2, column 1: tag Game: ") && message.contains("domineering"), "{message}");
    }
}

#[test]
fn converted_words_are_canonical() {
    let text = |game: &str, plies: &str| format!("[Agon \"1\"]\n[Game \"{game}\"]\n\n{plies}\n");
    for (game, plies, canonical) in [
        ("quoridor", "E2 {why} E8 A1H", "e2 {why} e8 a1h"),
        ("blockade", "x1-64,z35 o1-6b,p11", "X1-64,G35 O1-6B,B11"),
        ("portes", "66: 24/18(2),13/7(2) 13: 8/5,6/5", "66: 24/18,24/18,13/7,13/7 31: 8/5,6/5"),
        ("tavli:opening=white,points=3", "13: 8/5,6/5", "31: 8/5,6/5"),
        ("portes:opening=high_plays", "O31: 8/5,6/5", "o31: 8/5,6/5"),
        // The plies are legal, whatever the result is said to be.
        ("domineering\"]\n[Result \"p1 1", "C4", "c4"),
    ] {
        let (text, canonical) = (text(game, plies), text(game, canonical));
        assert_eq!(convert(&text, None, "agon").unwrap(), canonical);
        let json = convert(&text, None, "json").unwrap();
        assert_eq!(json, convert(&canonical, None, "json").unwrap());
        assert_eq!(convert(&json, None, "agon").unwrap(), canonical);
    }
    // What cannot be played is not changed either.
    let illegal = text("quoridor", "E2 E8 E9");
    assert_eq!(convert(&illegal, None, "agon").unwrap(), illegal);
    let older = convert(&text("quoridor", "E2 E8 A1H"), None, "quoridor-older").unwrap();
    assert!(older.ends_with("\n\ne8 e2 a8h\n"), "{older}");
}

#[test]
fn results_must_be_those_of_the_board() {
    let with = |tags: &str, plies: &str| {
        replay(&parse(&format!("[Agon \"1\"]\n[Game \"domineering:rows=2,cols=2\"]\n{tags}\n\n{plies}\n")))
            .err()
            .map(|error| error.message)
    };
    assert_eq!(with("", "a1"), None);
    assert_eq!(with("[Result \"p1 1\"]", "a1"), None);
    assert_eq!(with("[Result \"*\"]", ""), None);
    assert_eq!(with("[Result \"p2 1\"]\n[Termination \"resignation\"]", ""), None);
    assert_eq!(with("[Result \"draw\"]\n[Termination \"agreement\"]", ""), None);
    for (tags, plies, reason) in [
        ("[Result \"p2 1\"]", "a1", "ended p1 1 on the board"),
        ("[Result \"p1 2\"]", "a1", "ended p1 1 on the board"),
        ("[Result \"*\"]", "a1", "ended p1 1 on the board"),
        ("[Result \"p1 1\"]", "", "Termination"),
        ("[Result \"white\"]", "", "no result"),
        ("[Position \"3/3 v\"]", "", "tag Position"),
    ] {
        let message = with(tags, plies).unwrap_or_else(|| panic!("{tags} {plies} passed"));
        assert!(message.contains(reason), "{message}");
    }
    let unknown = parse("[Agon \"1\"]\n[Game \"chess\"]\n\ne4\n");
    assert!(replay(&unknown).err().unwrap().message.starts_with("tag Game: there is no game chess"));
}

#[test]
fn json_holds_the_same_content() {
    let text = "[Agon \"1\"]\n[Game \"domineering\"]\n[P1 \"\\\"Ada\\\"\"]\n\n{first} c4 {[%clk 58.2] good} e2\n";
    let json = convert(text, None, "json").unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        value,
        json!({
            "tags": {"Agon": "1", "Game": "domineering", "P1": "\"Ada\""},
            "comment": "first",
            "words": [{"word": "c4", "clock": "58.2", "comment": "good"}, {"word": "e2"}],
        })
    );
    assert_eq!(convert(&json, None, "agon").unwrap(), text);
    assert_eq!(convert(&json, Some("JSON"), "json").unwrap(), json);
}

#[test]
fn several_games_become_a_list() {
    let two = format!("{SHORT}\n{SHORT}");
    let json = convert(&two, None, "json").unwrap();
    assert!(json.starts_with('['));
    assert_eq!(convert(&json, None, "agon").unwrap(), two);
    assert_eq!(read_records(&json, None).unwrap().len(), 2);
}

#[test]
fn a_game_without_words_may_be_followed_by_another() {
    let empty = "[Agon \"1\"]\n[Game \"quoridor\"]\n[Result \"p2 1\"]\n[Termination \"time\"]\n\n";
    let both = format!("{empty}\n{SHORT}\n{empty}");
    let records = read_records(&both, None).unwrap();
    assert_eq!(records.iter().map(|record| record.plies.len()).collect::<Vec<_>>(), [0, 1, 0]);
    assert!(records.iter().all(|record| replay(record).is_ok()));
    assert_eq!(convert(&both, None, "agon").unwrap(), both);
}

#[test]
fn bad_json_is_answered() {
    let wrong = |value: serde_json::Value| record_from_json(&value).unwrap_err().message;
    let tags = json!({"Agon": "1", "Game": "domineering"});
    assert!(wrong(json!(1)).contains("object"));
    assert!(wrong(json!({"words": []})).contains("tags"));
    assert!(wrong(json!({"tags": {"Agon": "2", "Game": "x"}, "words": []})).contains("version"));
    assert!(wrong(json!({"tags": {"Agon": "1"}, "words": []})).contains("Game"));
    assert!(wrong(json!({"tags": {"Agon": "1", "Game": "x", "a b": ""}, "words": []})).contains("name of a tag"));
    assert!(wrong(json!({"tags": tags, "words": "c4"})).contains("list"));
    assert!(wrong(json!({"tags": tags, "words": ["c4", "e 2"]})).contains("words[1]"));
    assert!(wrong(json!({"tags": tags, "words": [{"word": "c4", "clock": 5}]})).contains("clock"));
    assert_eq!(record_from_json(&json!({"tags": tags, "words": ["c4"]})).unwrap().plies, [RecordPly::new("c4")]);
    let error = convert("{\"tags\":\n  oops}", None, "agon").unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 3"), "{error}");
}

#[test]
fn formats_are_found_out_or_asked_for() {
    assert_eq!(convert(SHORT, None, "png"), Err(ConvertError::UnknownFormat("png".to_owned())));
    assert_eq!(convert("c4 e2", None, "json"), Err(ConvertError::Unrecognised));
    let text = ConvertError::Unrecognised.to_string();
    assert!(formats().iter().all(|format| text.contains(format)), "{text}");
    assert_eq!(convert(SHORT, None, "agon").unwrap(), SHORT);
}

#[test]
fn older_quoridor_numbering_goes_there_and_back() {
    let text = "[Agon \"1\"]\n[Game \"quoridor\"]\n[Position \"e3 / / e2 e8 / 9 10 / 2\"]\n\ne7 {why} e3 a1v\n";
    let older = convert(text, None, "quoridor-older").unwrap();
    assert!(older.contains("[Position \"e6 / / e8 e2 / 9 10 / 2\"]"), "{older}");
    assert!(older.contains("\ne3 {why} e7 a8v\n"), "{older}");
    assert_eq!(convert(&older, None, "agon").unwrap(), text);
    // Such a record is not mistaken for one with rows from the bottom.
    assert!(replay(&parse(&older)).err().unwrap().message.contains("convert"));
    assert!(replay(&read_records(&older, None).unwrap()[0]).is_ok());

    let bare = convert("1. e8 e2 2. e7 c3h", Some("quoridor-older"), "agon").unwrap();
    assert!(bare.ends_with("\n\ne2 e8 e3 c6h\n"), "{bare}");
    assert!(replay(&parse(&bare)).is_ok());
    let error = convert("e8 e2\n z9", Some("quoridor-older"), "agon").unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 2"), "{error}");
    assert!(convert(SHORT, None, "quoridor-older").unwrap_err().to_string().contains("domineering"));
}

#[test]
fn match_files_are_recognised_and_written() {
    let text = " 3 point match\n\n Game 1\n Ada : 0                        Ben : 0\n  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let records = read_records(text, None).unwrap();
    assert!(records[0].spec().starts_with("backgammon"), "{}", records[0]);
    let table = replay(&records[0]).unwrap_or_else(|error| panic!("{error}\n{}", records[0]));
    assert_eq!(table.plies().last().map(String::as_str), Some("24/18,13/11"));
    let again = convert(&convert(text, None, "agon").unwrap(), None, "mat").unwrap();
    assert_eq!(read_records(&again, Some("mat")).unwrap()[0].plies.len(), records[0].plies.len());
    assert_eq!(read_records(text, Some("MAT:portes")).unwrap()[0].spec(), "portes");
    assert!(convert(text, Some("mat:fevga"), "agon").is_err());
    assert!(convert(text, Some("json:portes"), "agon").is_err());
    assert!(convert(SHORT, None, "mat").is_err());
}

proptest! {
    /// Whatever a file holds, it is read or refused, and what was read can be written and read again.
    #[test]
    fn any_text_is_answered(tags in "(\\[[A-Za-z]{1,9} \"[^\"]{0,9}\"\\]\n){0,3}", plies in "\\PC{0,60}") {
        let text = format!("[Agon \"1\"]\n[Game \"portes\"]\n{tags}\n{plies}");
        for text in [&text, &plies] {
            for from in formats().into_iter().map(Some).chain([None]) {
                let Ok(records) = read_records(text, from) else { continue };
                for record in &records {
                    let _ = replay(record);
                    let again = record_from_json(&record_to_json(record));
                    prop_assert_eq!(again.map(|again| again.to_string()), Ok(record.to_string()));
                }
            }
        }
    }
}
