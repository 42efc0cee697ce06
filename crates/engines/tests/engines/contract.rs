//! What every engine guarantees: legal turns, repeatability, limits, lines that can be played.

use std::thread;
use std::time::Duration;

use agon_core::{Outcome, Player, Rng};
use agon_engines::{EngineSpec, LEVELS, bench, build};
use agon_search::{Limits, Score, SearchRequest, Stop};

use crate::games::{answer, engine, random_table, specs, think, think_aloud};

#[test]
fn every_level_of_every_game_answers_with_a_legal_turn() {
    let mut rng = Rng::new(1);
    let limits = Limits::movetime(Duration::from_millis(10));
    for spec in specs() {
        let turns = if spec.contains("rows=3") { 1 } else { 2 };
        for level in LEVELS {
            let table = random_table(&spec, turns * usize::from(level % 3), &mut rng);
            let turn = answer(engine(table.as_ref(), level, 1).as_mut(), table.as_ref(), &limits);
            assert_eq!(table.check(&turn).as_ref(), Ok(&turn), "{spec} level {level}");
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_answer() {
    let mut rng = Rng::new(2);
    for spec in specs() {
        let table = random_table(&spec, 2, &mut rng);
        for level in [2, 10] {
            let found = || {
                let mut engine = engine(table.as_ref(), level, 7);
                let thought = think(engine.as_mut(), table.as_ref(), &Limits::nodes(1500));
                (thought.turn, thought.nodes, thought.line.map(|line| (line.score, line.pv)))
            };
            assert_eq!(found(), found(), "{spec} level {level}");
        }
    }
}

#[test]
fn best_first_gives_the_same_answer_and_takes_an_immediate_win() {
    let settings = EngineSpec { bot: Some("puct".to_owned()), ..EngineSpec::default() };
    let mut rng = Rng::new(5);
    for spec in ["quoridor", "quoridor:size=5,walls=3"] {
        let table = random_table(spec, 6, &mut rng);
        let found = || {
            let mut engine = build(table.as_ref(), &settings).unwrap();
            let thought = think(engine.as_mut(), table.as_ref(), &Limits::nodes(400));
            (thought.turn, thought.nodes, thought.line.map(|line| (line.score, line.pv)))
        };
        assert_eq!(found(), found(), "{spec}");
    }
    let mut table = agon_games::open("quoridor").unwrap();
    for turn in ["e2", "d9", "e3", "d8", "e4", "d7", "e5", "d6", "e6", "d5", "e7", "d4", "e8", "d3"] {
        table.play(turn).unwrap();
    }
    let mut engine = build(table.as_ref(), &settings).unwrap();
    let thought = think(engine.as_mut(), table.as_ref(), &Limits::nodes(200));
    assert_eq!((thought.turn.as_str(), thought.line.unwrap().score), ("e9", Score::Win(1)));
}

/// All but backward steps keep this race won, but only forward steps end it.
#[test]
fn best_first_runs_a_won_race_home() {
    let settings = EngineSpec { bot: Some("puct".to_owned()), ..EngineSpec::default() };
    let mut table = agon_games::open("quoridor:walls=0").unwrap();
    table.set_position("/ / e5 a9 / 0 0 / 1").unwrap();
    let mut engine = build(table.as_ref(), &settings).unwrap();
    for turn in 0..4 {
        let thought = think(engine.as_mut(), table.as_ref(), &Limits::nodes(300));
        assert_eq!(thought.line.unwrap().score, Score::Win(7 - 2 * turn));
        table.play(&thought.turn).unwrap();
        if turn < 3 {
            table.play(if turn % 2 == 0 { "b9" } else { "a9" }).unwrap();
        }
    }
    assert_eq!(table.outcome().and_then(Outcome::winner), Some(Player::P1));
}

#[test]
fn an_endless_search_ends_when_stopped() {
    for spec in specs() {
        let stop = Stop::new();
        let mut table = agon_games::open(&spec).unwrap();
        while table.roll(&mut Rng::new(3)).is_some() {}
        let handle = {
            let (table, stop) = (table.clone(), stop.clone());
            thread::spawn(move || {
                let limits = Limits { infinite: true, ..Limits::default() };
                engine(table.as_ref(), 10, 0).think(SearchRequest::quiet(table.as_ref(), &limits, &stop)).unwrap().turn
            })
        };
        stop.set();
        let turn = handle.join().unwrap();
        assert!(table.check(&turn).is_ok(), "{spec}");
    }
}

#[test]
fn lines_can_be_played_and_come_as_often_as_asked() {
    let mut rng = Rng::new(4);
    for spec in specs() {
        let table = random_table(&spec, 1, &mut rng);
        let limits = Limits { multi_pv: 3, ..Limits::nodes(3000) };
        let (_, lines) = think_aloud(engine(table.as_ref(), 10, 0).as_mut(), table.as_ref(), &limits);
        let most = lines.iter().map(|line| line.multi_pv).max().unwrap_or(3);
        assert_eq!(most, 3.min(table.legal().len()), "{spec}");
        for line in lines {
            let mut table = table.clone();
            for turn in &line.pv {
                table.play(turn).unwrap_or_else(|fault| panic!("{spec}: {fault} in {:?}", line.pv));
            }
        }
    }
}

/// Even if the best turn changes in an iteration that the node limit ends.
#[test]
fn the_last_reported_line_begins_with_the_chosen_turn() {
    let mut rng = Rng::new(31);
    for spec in specs() {
        for _ in 0..6 {
            let table = random_table(&spec, 4, &mut rng);
            if table.actor().player().is_none() {
                continue;
            }
            for nodes in [50, 200, 700, 1500, 4000] {
                let limits = Limits { nodes: Some(nodes), multi_pv: 1, ..Limits::default() };
                let (thought, lines) = think_aloud(engine(&*table, 10, 1).as_mut(), &*table, &limits);
                let last = lines.last().and_then(|line| line.pv.first());
                assert_eq!(last, Some(&thought.turn), "{spec} {} {nodes}", table.position());
            }
        }
    }
}

#[test]
fn whole_games_between_levels_end_by_the_rules() {
    for spec in specs() {
        let mut table = agon_games::open(&spec).unwrap();
        let mut rng = Rng::new(5);
        let mut sides = [engine(table.as_ref(), 3, 1), engine(table.as_ref(), 1, 2)];
        // Wide boards have thousands of turns to search.
        let limits = Limits::nodes(3000);
        for _ in 0..20_000 {
            if table.roll(&mut rng).is_some() {
                continue;
            }
            let Some(player) = table.actor().player() else { break };
            let turn = answer(sides[player.index()].as_mut(), table.as_ref(), &limits);
            table.play(&turn).unwrap();
        }
        assert!(table.outcome().is_some(), "{spec} did not end: {}", table.position());
    }
}

#[test]
fn small_boards_are_solved() {
    // Known results: the side that moves first loses 3 x 3 Quoridor and wins 4 x 4 Domineering.
    let score = |spec: &str, depth| {
        let table = agon_games::open(spec).unwrap();
        let thought = think(engine(table.as_ref(), 10, 0).as_mut(), table.as_ref(), &Limits::depth(depth));
        thought.line.unwrap().score
    };
    assert!(matches!(score("domineering:rows=4,cols=4", 16), Score::Win(_)));
    assert!(matches!(score("domineering:rows=5,cols=5", 20), Score::Loss(_)));
    assert!(matches!(score("domineering:rows=6,cols=6", 20), Score::Win(_)));
    assert!(matches!(score("quoridor:size=3,walls=1", 30), Score::Loss(_)));
}

#[test]
fn invalid_specs_are_refused() {
    let table = agon_games::open("quoridor").unwrap();
    let build = |settings: EngineSpec| build(table.as_ref(), &settings).err().map(|fault| fault.to_string());
    let level = build(EngineSpec { level: Some(11), ..EngineSpec::default() }).unwrap();
    assert!(level.contains("11") && level.contains("1 to 10"), "{level}");
    let bot = build(EngineSpec { bot: Some("deep".to_owned()), ..EngineSpec::default() }).unwrap();
    assert!(bot.contains("deep") && bot.contains("greediest"), "{bot}");
}

#[test]
fn a_weight_file_replaces_the_nets_of_its_game_only() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read(folder.join(file)).unwrap();
    let evaluation = |game: &str, net: Option<Vec<u8>>| {
        let table = random_table(game, 4, &mut Rng::new(3));
        let spec = EngineSpec { net: net.map(Into::into), ..EngineSpec::default() };
        build(table.as_ref(), &spec).map(|mut engine| engine.evaluate(table.as_ref()))
    };
    for (game, file) in [("quoridor", "src/quoridor/value.net"), ("fevga", "weights/fevga.net")] {
        assert_eq!(evaluation(game, Some(read(file))), evaluation(game, None), "{game}");
    }
    let code = |game: &str, net: Vec<u8>| evaluation(game, Some(net)).unwrap_err().kind.code;
    assert_eq!(code("domineering", read("weights/fevga.net")), "net-unfit");
    assert_eq!(code("gulbara", read("weights/fevga.net")), "net-unfit");
    assert_eq!(code("quoridor:size=7", read("src/quoridor/value.net")), "net-unfit");
    assert_eq!(code("quoridor", read("weights/fevga.net")), "net-unfit");
    assert_eq!(code("fevga", read("weights/plakoto.net")), "net-unfit");
    assert_eq!(code("fevga", b"not a weight file".to_vec()), "net-foreign");
    let mut damaged = read("src/quoridor/value.net");
    damaged.truncate(damaged.len() / 2);
    assert_eq!(code("quoridor", damaged), "net-damaged");
}

#[test]
fn the_bench_signature_repeats() {
    let mut seen = Vec::new();
    let result = bench(|spec| seen.push(spec.to_owned())).unwrap();
    assert_eq!(result, bench(|_| {}).unwrap());
    assert!(result.positions >= 3 * seen.len() as u64 && result.nodes > 0);
}
