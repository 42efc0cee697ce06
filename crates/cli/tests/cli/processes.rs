//! Whole games between two child processes, every rule set.

use std::path::Path;
use std::time::Duration;

use agon_core::{AnyTable, Player, Rng};
use agon_search::{Engine, Limits, SearchRequest, Stop};
use agon_ugi::UgiEngine;

use crate::{AGON, SPECS};

/// Plays a game to its end; the runner rolls.
fn play_out(spec: &str, engines: &mut [UgiEngine; 2], limits: &Limits) -> Box<dyn AnyTable> {
    let mut table = agon_games::open(spec).expect(spec);
    let mut rng = Rng::new(11);
    for _ in 0..20_000 {
        while table.roll(&mut rng).is_some() {}
        let Some(player) = table.actor().player() else { break };
        let thought = engines[player.index()]
            .think(SearchRequest::quiet(&*table, limits, &Stop::new()))
            .unwrap_or_else(|fault| panic!("{spec}: {fault}"));
        table.play(&thought.turn).unwrap_or_else(|fault| panic!("{spec}: {fault}"));
    }
    table
}

fn engine(spec: &str, command: &str) -> UgiEngine {
    UgiEngine::spawn(command, spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn two_processes_play_every_game_to_its_end() {
    let limits = Limits::nodes(50);
    for spec in SPECS {
        let mut engines = Player::ALL.map(|_| engine(spec, &format!("'{AGON}' ugi")));
        let table = play_out(spec, &mut engines, &limits);
        assert!(table.outcome().is_some(), "{spec} did not end: {}", table.position());
        let record = agon_games::record_of(&*table, "one", "two");
        let replayed = agon_games::replay(&record).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(replayed.position(), table.position());
    }
}

#[test]
fn the_python_bot_plays_every_game_it_asks_the_rules_of() {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/random_bot.py");
    let lines = std::fs::read_to_string(&bot).expect("the bot").lines().count();
    assert!(lines <= 40, "{lines} lines");
    let command = format!("python3 '{}' '{AGON}'", bot.display());
    for spec in [
        "quoridor:size=3,walls=1",
        "blockade:rows=5,cols=6,walls=1",
        "domineering:rows=5,cols=5",
        "portes",
        "plakoto",
        "fevga",
    ] {
        let mut engines = [engine(spec, &command), engine(spec, &format!("'{AGON}' ugi"))];
        let table = play_out(spec, &mut engines, &Limits::nodes(50));
        assert!(table.outcome().is_some(), "{spec}");
    }
}

#[test]
fn a_program_that_fails_is_reported_and_nothing_hangs() {
    assert!(UgiEngine::spawn("no-such-program-anywhere", "quoridor").is_err());
    assert!(UgiEngine::spawn("'open quote", "quoridor").is_err());
    assert!(UgiEngine::spawn("true", "quoridor").is_err(), "a program that ends at once");
    let mut cheat = engine(
        "quoridor",
        r#"python3 -c "
import sys
for line in sys.stdin:
    word = line.split()[0]
    print({'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove e9'}.get(word, ''), flush=True)
""#,
    );
    let table = agon_games::open("quoridor").expect("quoridor");
    let limits = Limits::movetime(Duration::from_millis(10));
    let fault = cheat.think(SearchRequest::quiet(&*table, &limits, &Stop::new())).unwrap_err();
    assert!(fault.to_string().contains("illegal move"), "{fault}");
}
