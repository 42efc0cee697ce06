//! Blockade: thousands of games, and games against the greedy bot.

use agon_core::{AnyTable, Outcome, Player, Rng};
use agon_engines::{EngineSpec, build};
use agon_search::{Engine, Limits};

use crate::games::answer;

fn player(table: &dyn AnyTable, bot: Option<&str>, level: u8, seed: u64) -> Box<dyn Engine> {
    let settings = EngineSpec {
        level: bot.is_none().then_some(level),
        bot: bot.map(str::to_owned),
        seed,
        hash_mb: 1,
        ..EngineSpec::default()
    };
    build(table, &settings).unwrap()
}

/// Plays a game after two random turns; every turn is checked by the rules.
fn play(spec: &str, sides: &mut [Box<dyn Engine>; 2], limits: &Limits, rng: &mut Rng) -> Option<Player> {
    let mut table = agon_games::open(spec).unwrap();
    for _ in 0..2 {
        let turn = rng.choose(&table.legal()).cloned().unwrap();
        table.play(&turn).unwrap();
    }
    while let Some(player) = table.actor().player() {
        let turn = answer(sides[player.index()].as_mut(), table.as_ref(), limits);
        let position = table.position();
        table.play(&turn).unwrap_or_else(|fault| panic!("{spec}: {fault} in {position}"));
    }
    table.outcome().and_then(Outcome::winner)
}

#[test]
#[ignore = "a minute, longer without optimisation"]
fn ten_thousand_games_have_no_illegal_turn() {
    let kinds = [
        ("blockade", 2000),
        ("blockade:turn=swift", 3000),
        ("blockade:turn=optional", 500),
        ("blockade:rows=7,cols=8,walls=4", 2000),
        ("blockade:rows=5,cols=6,walls=3,turn=swift,single=free", 1500),
        ("blockade:rows=6,cols=5,walls=6,turn=optional,single=none", 1000),
    ];
    let mut rng = Rng::new(29);
    let mut games = 0;
    for (spec, count) in kinds {
        let table = agon_games::open(spec).unwrap();
        for game in 0..count {
            let other = if game % 2 == 0 { None } else { Some("uniform") };
            let mut sides = [
                player(table.as_ref(), None, 1 + (game % 10) as u8, game),
                player(table.as_ref(), other, 1 + (game / 10 % 10) as u8, game + 1),
            ];
            if game % 4 > 1 {
                sides.reverse();
            }
            play(spec, &mut sides, &Limits::nodes(40 + 10 * (game % 30)), &mut rng);
            games += 1;
        }
    }
    assert_eq!(games, 10_000);
}

/// The strongest level with few nodes against the greedy bot, with swapped seats.
#[test]
fn the_greedy_player_is_beaten() {
    let mut rng = Rng::new(31);
    for (spec, nodes) in [("blockade", 6000), ("blockade:turn=swift", 2000)] {
        let table = agon_games::open(spec).unwrap();
        for game in 0..6 {
            let mut sides = [player(table.as_ref(), None, 10, 0), player(table.as_ref(), Some("greedy"), 0, 1)];
            let us = if game % 2 == 0 { Player::P1 } else { Player::P2 };
            if us == Player::P2 {
                sides.reverse();
            }
            assert_eq!(play(spec, &mut sides, &Limits::nodes(nodes), &mut rng), Some(us), "{spec} {game}");
        }
    }
}
