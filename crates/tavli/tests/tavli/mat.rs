//! `.mat` match files.

use agon_core::{Game, Position as _, Record, Rng, Table};
use agon_tavli::{Backgammon, Tavli, mat};

const MATCH: &str = r#"; [Site "a club"]
; [EventDate "2026.01.31"]

 3 point match

 Game 1
 Ada Byron : 0                  Ben : 0
  1)                             41: 13/9 24/23
  2) 31: 6/5 8/5                 Doubles => 2
  3)  Takes                      41: 6/5 9/5
  4) 66: 24/18(2) 13/7(2)
                                  Wins 2 points

 Game 2
 Ada Byron : 0                  Ben : 2
  1) 62: 24/18 13/11             11: 8/7*(2) 6/5(2)
  2) 66: Cannot Move             21: 13/10
  3) 63: 25/16
"#;

#[test]
fn games_are_read_with_names_and_results() {
    let games = mat::read(MATCH, "backgammon").unwrap();
    assert_eq!(games.len(), 2);
    let turns: Vec<&str> = games[0].plies.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(turns, ["o14:", "24/23,13/9", "31:", "8/5,6/5", "41:", "9/5,6/5", "66:", "24/18,24/18,13/7,13/7"]);
    assert_eq!((games[0].tag("P1"), games[0].tag("P2")), (Some("Ada Byron"), Some("Ben")));
    assert_eq!((games[0].tag("Date"), games[0].tag("MatchLength")), (Some("2026.01.31"), Some("3")));
    assert_eq!((games[0].tag("Result"), games[0].tag("Termination")), (Some("p2 2"), Some("resignation")));
    assert_eq!(games[0].plies[3].comment.as_deref(), Some("p2: Doubles => 2 p1: Takes"));
    assert_eq!(games[1].tag("Result"), Some("*"));
    assert_eq!(games[1].plies[0].text, "o62:");
}

#[test]
fn an_illegal_move_is_reported_with_its_line() {
    let broken = MATCH.replace("31: 6/5 8/5 ", "31: 7/5 8/5 ");
    let error = mat::read(&broken, "backgammon").unwrap_err();
    assert_eq!((error.line, error.column), (9, 6));
    assert!(error.message.contains("18") || error.message.contains('7'), "{error}");
    for (text, line) in [("", 1), (" Game 1\n nobody\n", 2), (" Game 1\n A : 0   B : 0\n  1) what is this\n", 3)] {
        assert_eq!(mat::read(text, "backgammon").unwrap_err().line, line, "{text:?}");
    }
    assert!(mat::read(MATCH, "fevga").is_err());
}

#[test]
fn written_games_are_read_again() {
    let mut rng = Rng::new(3);
    let mut records = Vec::new();
    for number in 0..6 {
        let game = Tavli::<Backgammon>::default();
        let mut table = Table::new(game.clone());
        while table.outcome().is_none() {
            if table.roll(&mut rng).is_none() {
                let position = *table.position();
                let turn = position.random_move(&mut rng, &mut Vec::new()).unwrap();
                table.play_move(turn).unwrap();
            }
        }
        let mut record = Record::new(&game.spec());
        record.set("P1", "Ada");
        record.set("P2", format!("Ben {number}"));
        record.set("Result", table.outcome().unwrap().to_string());
        record.plies = table.plies().iter().map(agon_core::RecordPly::new).collect();
        records.push(record);
    }
    let text = mat::write(&records).unwrap();
    let again = mat::read(&text, "backgammon").unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.len(), records.len());
    for (read, written) in again.iter().zip(&records) {
        assert_eq!(read.plies, written.plies);
        for tag in ["Game", "P1", "P2", "Result"] {
            assert_eq!(read.tag(tag), written.tag(tag));
        }
    }
}

#[test]
fn portes_may_begin_with_a_double_of_either_player() {
    let text =
        " Game 1\n A : 0                          B : 0\n  1)                             66: 24/18(2) 13/7(2)\n";
    let games = mat::read(text, "portes").unwrap();
    let position = games[0].tag("Position").unwrap();
    assert!(position.ends_with(" b -"), "{position}");
    let written = mat::write(&games).unwrap();
    assert_eq!(mat::read(&written, "portes").unwrap()[0].plies, games[0].plies);
    let white = mat::read(&text.replace("                             66", " 66"), "portes").unwrap();
    assert_eq!(white[0].tag("Position"), None);
}
