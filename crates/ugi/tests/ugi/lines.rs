//! Commands and answers are read back as they are written.

use std::time::Duration;

use agon_search::{Clock, Limits, Line, Score};
use agon_ugi::{Answer, Go, Query, StartPosition, UgiCommand};
use proptest::prelude::*;

#[test]
fn commands_round_trip() {
    let limits = Limits {
        movetime: Some(Duration::from_millis(250)),
        clock: Some(Clock {
            left: [Duration::from_secs(61), Duration::from_secs(59)],
            increment: [Duration::from_secs(1), Duration::ZERO],
        }),
        depth: Some(3),
        nodes: Some(1000),
        trials: Some(36),
        infinite: true,
        search_moves: vec!["e2".to_owned(), "e3h".to_owned()],
        multi_pv: 1,
    };
    let plies = vec!["31:".to_owned(), "8/5,6/5".to_owned()];
    for command in [
        UgiCommand::Ugi,
        UgiCommand::IsReady,
        UgiCommand::SetOption { name: "UGI_Variant".to_owned(), value: "blockade:turn=swift".to_owned() },
        UgiCommand::NewGame,
        UgiCommand::Position { start: StartPosition::Start, plies: plies.clone() },
        UgiCommand::Position { start: StartPosition::Fen("/ / e1 e9 / 10 10 / 1".to_owned()), plies },
        UgiCommand::Go(Go::Think(limits)),
        UgiCommand::Go(Go::Perft(4)),
        UgiCommand::Query(Query::IsLegal("e2".to_owned())),
        UgiCommand::Query(Query::Legal),
        UgiCommand::Stop,
        UgiCommand::Quit,
        UgiCommand::Draw,
        UgiCommand::Eval,
        UgiCommand::Bench,
    ] {
        assert_eq!(UgiCommand::parse(&command.to_string()), Ok(Some(command)));
    }
}

#[test]
fn answers_round_trip() {
    let line = Line {
        depth: 4,
        multi_pv: 2,
        score: Score::Loss(6),
        equity: Some(-0.25),
        wdl: Some([300, 50, 650]),
        nodes: 12345,
        time: Duration::from_millis(12),
        pv: vec!["e2".to_owned(), "e8".to_owned()],
        ..Line::default()
    };
    for answer in [
        Answer::UgiOk,
        Answer::ReadyOk,
        Answer::Name("A bot".to_owned()),
        Answer::Info(line),
        Answer::BestMove("24/18,13/11".to_owned()),
        Answer::Response("e2 e3".to_owned()),
        Answer::Error("no".to_owned()),
        Answer::Other("info string hello".to_owned()),
    ] {
        assert_eq!(Answer::parse(&answer.to_string()), answer);
    }
}

/// Limits may stand before and after the turns to choose from, as the contract writes `trials`.
#[test]
fn searchmoves_end_where_another_limit_begins() {
    let command = |line| UgiCommand::parse(line).unwrap().unwrap();
    let written = command("go depth 2 nodes 9 trials 36 searchmoves e3 a1h");
    for line in ["go searchmoves e3 a1h trials 36 depth 2 nodes 9", "go nodes 9 searchmoves e3 a1h depth 2 trials 36"] {
        assert_eq!(command(line), written, "{line}");
    }
    assert!(UgiCommand::parse("go searchmoves depth 2").is_err());
}

#[test]
fn every_wrong_line_says_what_would_be_right() {
    for (line, part) in [
        ("fly", "commands are ugi"),
        ("query moon", "queries are actor"),
        ("go depth", "depth needs a number"),
        ("go depth x", "not \"x\""),
        ("go fast", "limits are movetime"),
        ("go searchmoves", "at least one move"),
        ("position here", "position (startpos | fen POSITION)"),
        ("setoption Level 3", "setoption name NAME value VALUE"),
    ] {
        let error = UgiCommand::parse(line).unwrap_err();
        assert!(error.contains(part), "{line}: {error}");
    }
}

proptest! {
    #[test]
    fn no_line_makes_the_parsers_panic(line in ".{0,200}") {
        let _ = UgiCommand::parse(&line);
        let answer = Answer::parse(&line);
        // What was understood can be written and is understood the same way again.
        prop_assert_eq!(Answer::parse(&answer.to_string()), answer);
    }
}
