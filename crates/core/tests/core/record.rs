//! The text record: what is written is read back, and mistakes are located.

use agon_core::{Outcome, Player, Record, RecordPly};

const GAME: &str = "[Agon \"1\"]\n[Game \"quoridor:size=5\"]\n[P1 \"A \\\"quoted\\\" \\\\ name\"]\n[Result \"p1 1\"]\n\n\
    {opening} e2 e8 {[%clk 58.2]} e3 {good [%clk 1:02] move}\n";

#[test]
fn what_is_written_is_read_back() {
    let record = &Record::parse_all(GAME).unwrap()[0];
    assert_eq!(record.tag("P1"), Some("A \"quoted\" \\ name"));
    assert_eq!(record.comment.as_deref(), Some("opening"));
    assert_eq!(record.plies[1].clock.as_deref(), Some("58.2"));
    assert_eq!(record.plies[1].comment, None);
    assert_eq!(record.plies[2].comment.as_deref(), Some("good move"));
    assert_eq!((record.plies[2].line, record.plies[2].column), (6, 31));
    let again = &Record::parse_all(&record.to_string()).unwrap()[0];
    assert_eq!(again.to_string(), record.to_string());
    assert_eq!(again.plies.len(), 3);
}

#[test]
fn several_games_follow_one_another() {
    let games = Record::parse_all(&format!("\u{feff}{GAME}\n{GAME}{GAME}")).unwrap();
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game.plies.len() == 3));
}

#[test]
fn long_games_are_wrapped_at_80_columns() {
    let mut record = Record::new("heap");
    record.plies = (0..200).map(|n| RecordPly::new(format!("w{n}"))).collect();
    record.plies[7].comment = Some("braces {in} comments".to_owned());
    let text = record.to_string();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let again = &Record::parse_all(&text).unwrap()[0];
    assert_eq!(again.plies.len(), 200);
    assert_eq!(again.plies[7].comment.as_deref(), Some("braces {in) comments"));
}

#[test]
fn an_opening_brace_inside_a_comment_survives() {
    let text = "[Agon \"1\"]\n[Game \"heap\"]\n\n{a {first} 3 {hello {nested?}\n";
    let record = &Record::parse_all(text).unwrap()[0];
    assert_eq!(record.plies[0].comment.as_deref(), Some("hello {nested?"));
    assert_eq!(record.to_string(), text);
}

#[test]
fn tags_know_where_they_stand() {
    let record = &Record::parse_all("[Agon \"1\"] [Game \"heap\"]\n [P1 \"Ada\"]\n\n3\n").unwrap()[0];
    assert_eq!(["Agon", "Game", "P1", "P2"].map(|name| record.tag_place(name)), [(1, 1), (1, 12), (2, 2), (0, 0)]);
    assert_eq!(record.wrong_tag("P1", "no name").to_string(), "line 2, column 2: tag P1: no name");
    assert_eq!(Record::new("heap").wrong_tag("Game", "no game").to_string(), "tag Game: no game");
}

#[test]
fn mistakes_are_located() {
    let located = |text: &str| Record::parse_all(text).unwrap_err().to_string();
    for (text, message) in [
        ("", "line 1, column 1: the record is empty; it begins with tag lines such as [Agon \"1\"]"),
        ("e2 e8", "line 1, column 1: the tag [Agon \"1\"] is missing"),
        (
            "[Agon \"2\"]\n[Game \"x\"]",
            "line 1, column 1: tag Agon: record version \"2\" is not known; this program reads version 1",
        ),
        (
            "[Game \"x\"]\n  [Agon \"2\"]",
            "line 2, column 3: tag Agon: record version \"2\" is not known; this program reads version 1",
        ),
        ("[Agon \"1\"]\n", "line 1, column 1: the tag [Game \"...\"] is missing"),
        ("[Agon \"1\"]\n[Game x]", "line 2, column 7: a value in quotes was expected after tag Game"),
        ("[Agon \"1]\n", "line 1, column 10: the value's closing quote is missing"),
        ("[Agon \"1\"\n", "line 1, column 10: tag Agon must end with ]"),
        ("[Agon \"1\"]\n[Agon \"1\"]", "line 2, column 1: tag Agon is given twice"),
        ("[Agon \"1\"]\n[ \"1\"]", "line 2, column 2: a tag name was expected after ["),
        ("[Agon \"1\"]\n[Game \"x\"]\n\na {b", "line 4, column 3: the comment's closing } is missing"),
        ("[Agon \"\\x\"]", "line 1, column 10: after a backslash \", \\, n or r was expected"),
    ] {
        assert_eq!(located(text), message, "{text:?}");
    }
}

#[test]
fn results_are_read_as_they_are_written() {
    let won = Outcome::Win { winner: Player::P2, points: 2 };
    for (text, outcome) in [
        ("p2 2", Some(won)),
        ("P2  2", Some(won)),
        ("draw", Some(Outcome::Draw)),
        ("draw 1", None),
        ("p1 0", None),
        ("p3 1", None),
        ("", None),
    ] {
        assert_eq!(Outcome::parse(text), outcome, "{text:?}");
    }
    assert_eq!(won.to_string(), "p2 2");
}
