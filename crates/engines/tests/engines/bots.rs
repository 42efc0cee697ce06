//! Bots by name, mainly those of Quoridor.

use agon_core::{AnyTable, Rng};
use agon_engines::{EngineSpec, bots, build};
use agon_search::{Engine, Limits};

use crate::games::{answer, random_table, specs};

fn bot(table: &dyn AnyTable, name: &str, seed: u64) -> Box<dyn Engine> {
    build(table, &EngineSpec { bot: Some(name.to_owned()), seed, ..EngineSpec::default() }).unwrap()
}

#[test]
fn every_bot_of_every_game_answers_with_a_legal_turn() {
    let mut rng = Rng::new(21);
    for spec in specs() {
        let table = random_table(&spec, 2, &mut rng);
        let game = table.info().name;
        assert!(bots(game).iter().any(|bot| bot.name == "uniform"), "{game}");
        for info in bots(game) {
            let turn = answer(bot(table.as_ref(), info.name, 1).as_mut(), table.as_ref(), &Limits::nodes(500));
            assert!(table.check(&turn).is_ok(), "{spec} {}: {turn}", info.name);
        }
    }
    assert!(bots("chess").is_empty());
}

#[test]
fn q4_the_seven_quoridor_bots_are_there() {
    for name in ["minimax", "greediest", "random", "hesitant", "greedy", "passive", "mixed"] {
        assert!(bots("quoridor").iter().any(|bot| bot.name == name), "{name}");
    }
}

fn is_wall(turn: &str) -> bool {
    turn.ends_with(['h', 'v'])
}

/// How many of 600 turns at the start are walls.
fn walls_of(name: &str) -> usize {
    let table = agon_games::open("quoridor").unwrap();
    let mut bot = bot(table.as_ref(), name, 9);
    (0..600).filter(|_| is_wall(&answer(bot.as_mut(), table.as_ref(), &Limits::default()))).count()
}

#[test]
fn q4_bots_place_walls_as_often_as_their_names_say() {
    assert_eq!(walls_of("greediest"), 600);
    assert_eq!(walls_of("passive"), 0);
    assert!((360..440).contains(&walls_of("greedy")));
    assert!((260..340).contains(&walls_of("random")));
    assert!((110..190).contains(&walls_of("hesitant")));
    // The mean of the five styles: (1 + 2/3 + 1/2 + 1/4 + 0) / 5.
    assert!((230..350).contains(&walls_of("mixed")));
}

#[test]
fn q4_the_wall_stands_in_front_of_the_opponent_and_lengthens_the_path_most() {
    // p2 walks down the e column; d8h already blocks one side.
    let table = agon_games::open_at("quoridor", "a8c8 / / e1 e9 / 10 8 / 1").unwrap();
    let turn = answer(bot(table.as_ref(), "greediest", 1).as_mut(), table.as_ref(), &Limits::default());
    // Both walls block the step e9-e8; e8h leaves a detour of three steps around a8..d8.
    assert!(["d8h", "e8h"].contains(&turn.as_str()), "{turn}");
    let length = |turn: &str| {
        let mut table = table.clone_box();
        table.play(turn).unwrap();
        table.paths().iter().find(|path| path.player == agon_core::Player::P2).unwrap().turns
    };
    let longest = ["d8h", "e8h"].into_iter().filter(|w| table.check(w).is_ok()).map(length).max();
    assert_eq!(Some(length(&turn)), longest);
}

#[test]
fn q4_without_walls_the_greediest_walks_the_shortest_path() {
    let table = agon_games::open_at("quoridor", "d3 / / e3 e9 / 0 9 / 1").unwrap();
    let turn = answer(bot(table.as_ref(), "greediest", 1).as_mut(), table.as_ref(), &Limits::default());
    // d3h blocks d3 and e3, so the shortest path goes through f3.
    assert_eq!(turn, "f3");
}

#[test]
fn a_bot_keeps_to_the_search_moves() {
    let table = agon_games::open("quoridor").unwrap();
    let limits = Limits { search_moves: vec!["f1".to_owned()], ..Limits::default() };
    for info in bots("quoridor") {
        assert_eq!(answer(bot(table.as_ref(), info.name, 1).as_mut(), table.as_ref(), &limits), "f1");
    }
}
