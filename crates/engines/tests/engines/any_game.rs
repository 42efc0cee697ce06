//! The players of games that bring none of their own.

use agon_core::{Actor, AnyTable, Player, Rng};
use agon_engines::{EngineSpec, GamePlayers, LEVELS, bots, build, register};
use agon_search::{Engine, Limits, MobilityGreedy, PlayoutSearch, Score, Strength, Uniform};
use agon_toy::{Stones, heap, table};

use crate::games::{answer, engine, random_table, think};

fn playouts(nodes: u64, seed: u64) -> Box<dyn Engine> {
    Box::new(PlayoutSearch::new("playouts", Strength { nodes: Some(nodes), seed, ..Strength::default() }))
}

/// Plays a game and returns the winner's index.
fn play(table: &mut dyn AnyTable, mut players: [Box<dyn Engine>; 2], rng: &mut Rng) -> Option<usize> {
    loop {
        match table.actor() {
            Actor::Player(player) => {
                let turn = answer(players[player.index()].as_mut(), table, &Limits::default());
                assert_eq!(table.play(&turn).as_ref(), Ok(&turn));
            }
            Actor::Chance => drop(table.roll(rng)),
            Actor::Nobody => return table.outcome().and_then(agon_core::Outcome::winner).map(Player::index),
        }
    }
}

/// How many of some games the first player wins, changing seats after each.
fn wins(spec: &str, games: u64, of: impl Fn(u64) -> [Box<dyn Engine>; 2]) -> u64 {
    let mut rng = Rng::new(11);
    let mut wins = 0;
    for game in 0..games {
        let mut table = agon_games::open(spec).unwrap();
        let (mut players, swapped) = (of(game + 1), game % 2 == 1);
        if swapped {
            players.swap(0, 1);
        }
        wins += u64::from(play(&mut *table, players, &mut rng) == Some(usize::from(swapped)));
    }
    wins
}

#[test]
fn random_games_and_mobility_beat_uniform_play() {
    let uniform = |seed| Box::new(Uniform::new(seed)) as Box<dyn Engine>;
    let greedy = |seed| Box::new(MobilityGreedy::new("greedy", seed)) as Box<dyn Engine>;
    for spec in ["domineering:rows=6,cols=6", "portes"] {
        let won = wins(spec, 24, |seed| [playouts(100, seed), uniform(seed)]);
        assert!(won >= 20, "{spec}: {won} of 24");
    }
    let won = wins("domineering", 24, |seed| [greedy(seed), uniform(seed)]);
    assert!(won >= 20, "{won} of 24");
}

#[test]
fn every_level_and_bot_plays_games_that_nobody_knows() {
    let toys: [Box<dyn AnyTable>; 2] =
        [Box::new(table(Stones { left: 9, mover: Player::P1 }, false)), Box::new(heap(12))];
    for mut toy in toys {
        while toy.roll(&mut Rng::new(1)).is_some() {}
        for level in LEVELS {
            let turn = answer(engine(&*toy, level, 1).as_mut(), &*toy, &Limits::nodes(50));
            assert!(toy.check(&turn).is_ok(), "level {level}");
        }
        for name in ["greedy", "uniform"] {
            let spec = EngineSpec { bot: Some(name.to_owned()), ..EngineSpec::default() };
            let turn = answer(build(&*toy, &spec).unwrap().as_mut(), &*toy, &Limits::default());
            assert!(toy.check(&turn).is_ok(), "{name}");
        }
    }
}

#[test]
fn playouts_find_the_winning_turn_and_repeat() {
    // Nine stones: taking one leaves a multiple of four.
    let toy = table(Stones { left: 9, mover: Player::P1 }, false);
    assert_eq!(answer(playouts(2_000, 1).as_mut(), &toy, &Limits::default()), "1");
    let thought =
        think(playouts(10, 1).as_mut(), &table(Stones { left: 2, mover: Player::P1 }, false), &Limits::default());
    assert_eq!((thought.turn.as_str(), thought.line.unwrap().score), ("2", Score::Win(1)));
    let table = random_table("portes", 4, &mut Rng::new(2));
    let found = || think(playouts(80, 3).as_mut(), &*table, &Limits::default());
    let (first, second) = (found(), found());
    assert_eq!((first.turn, first.line.map(|line| line.pv)), (second.turn, second.line.map(|line| line.pv)));
}

#[test]
fn limits_hold_and_lines_come_as_often_as_asked() {
    let table = agon_games::open("domineering").unwrap();
    let allowed = table.legal()[3..5].to_vec();
    let limits = Limits { search_moves: allowed.clone(), multi_pv: 3, ..Limits::nodes(30) };
    let (thought, lines) = crate::games::think_aloud(playouts(1_000, 1).as_mut(), &*table, &limits);
    assert!(allowed.contains(&thought.turn) && thought.nodes == 30 && lines.len() == 2, "{lines:?}");
    let depth = think(playouts(u64::MAX, 1).as_mut(), &*table, &Limits::depth(1));
    assert_eq!(depth.nodes, 2_000);
}

#[test]
fn players_from_outside_are_found_by_the_name_of_their_game() {
    static PLAYERS: GamePlayers = GamePlayers {
        game: "elsewhere",
        bots: &[agon_engines::BotInfo::UNIFORM],
        levels: |_| &[agon_engines::TOP_LEVEL; 10],
        build: |_, builder| Ok(Box::new(Uniform::new(builder.seed()))),
        bench: &[],
        speed_cases: Vec::new,
    };
    assert!(bots("elsewhere").is_empty());
    register(&PLAYERS);
    assert_eq!(bots("elsewhere").len(), 1);
}
