//! Level 10 never misses an immediate win or threat.

use std::time::Duration;

use agon_core::{AnyTable, Outcome, Player, Rng};
use agon_search::Limits;

use crate::games::{answer, engine};

/// A position of a random game, this many turns before its end.
fn before_the_end(spec: &str, turns: usize, rng: &mut Rng) -> Box<dyn AnyTable> {
    loop {
        let mut table = agon_games::open(spec).unwrap();
        while table.outcome().is_none() {
            if table.roll(rng).is_none() {
                let turn = rng.choose(&table.legal()).cloned().unwrap();
                table.play(&turn).unwrap();
            }
        }
        let winner = table.outcome().and_then(agon_core::Outcome::winner);
        let mut left = turns;
        while left > 0 && table.undo().is_some() {
            left -= usize::from(table.actor().player().is_some());
        }
        let wanted = if turns % 2 == 1 { winner } else { winner.map(agon_core::Player::opponent) };
        if wanted.is_some() && table.actor().player() == wanted {
            return table;
        }
    }
}

/// Whether the player to move can win at once.
fn can_win(table: &dyn AnyTable) -> bool {
    let player = table.actor().player();
    player.is_some() && table.legal().iter().any(|turn| wins(table, turn))
}

fn wins(table: &dyn AnyTable, turn: &str) -> bool {
    let mut after = table.clone_box();
    after.play(turn).unwrap();
    after.outcome().is_some_and(|outcome| outcome.winner() == table.actor().player())
}

const LIMIT: Duration = Duration::from_millis(150);

fn takes_the_win(spec: &str, games: usize) {
    let mut rng = Rng::new(11);
    for _ in 0..games {
        let table = before_the_end(spec, 1, &mut rng);
        let turn = answer(engine(table.as_ref(), 10, 0).as_mut(), table.as_ref(), &Limits::movetime(LIMIT));
        assert!(wins(table.as_ref(), &turn), "{spec}: {turn} misses the win in {}", table.position());
    }
}

#[test]
fn level_10_takes_an_immediate_win_in_quoridor() {
    takes_the_win("quoridor", 10);
    takes_the_win("quoridor:size=11", 3);
}

#[test]
fn level_10_takes_an_immediate_win_in_blockade() {
    takes_the_win("blockade", 3);
    takes_the_win("blockade:turn=swift", 5);
    takes_the_win("blockade:rows=22,cols=28", 1);
}

#[test]
fn level_10_takes_an_immediate_win_in_domineering() {
    takes_the_win("domineering", 20);
    takes_the_win("domineering:rows=9,cols=9", 5);
}

#[test]
fn level_10_takes_an_immediate_win_in_every_dice_game() {
    for entry in agon_games::entries() {
        let name = entry.info.name;
        if !["quoridor", "blockade", "domineering"].contains(&name) {
            takes_the_win(name, 8);
        }
    }
}

/// Checks positions in which the opponent threatens to win: the engine meets the threat whenever some turn does.
fn meets_the_threat(spec: &str, positions: usize) {
    let mut rng = Rng::new(13);
    let mut threats = 0;
    while threats < positions {
        let table = before_the_end(spec, 2, &mut rng);
        if can_win(table.as_ref()) {
            continue;
        }
        let is_safe = |turn: &str| {
            let mut after = table.clone_box();
            after.play(turn).unwrap();
            !can_win(after.as_ref())
        };
        threats += 1;
        let turn = answer(engine(table.as_ref(), 10, 0).as_mut(), table.as_ref(), &Limits::movetime(LIMIT));
        if !is_safe(&turn) {
            let better = table.legal().into_iter().find(|turn| is_safe(turn));
            assert_eq!(better, None, "{spec}: {turn} lets the opponent win in {}", table.position());
        }
    }
}

#[test]
fn level_10_stops_an_immediate_win_in_quoridor() {
    meets_the_threat("quoridor", 10);
    meets_the_threat("quoridor:size=5,walls=3", 10);
}

#[test]
fn level_10_stops_an_immediate_win_in_blockade() {
    meets_the_threat("blockade:rows=5,cols=6,walls=3", 8);
    meets_the_threat("blockade:rows=7,cols=8,turn=swift", 8);
}

#[test]
fn level_10_stops_an_immediate_win_in_domineering() {
    meets_the_threat("domineering:rows=6,cols=6", 15);
}

/// Boards that one player wins with either starter, according to published tables: level 10 never loses them.
#[test]
fn level_10_wins_boards_of_domineering_that_are_won() {
    let won = [("domineering:rows=5,cols=6", Player::P2), ("domineering:rows=6,cols=5", Player::P1)];
    for (round, (spec, winner)) in (0..).zip(won.into_iter().cycle().take(6)) {
        let mut table = agon_games::open(spec).unwrap();
        let mut strong = engine(table.as_ref(), 10, round);
        let mut weak = engine(table.as_ref(), 1 + 4 * (round as u8 % 3), round + 7);
        while let Some(player) = table.actor().player() {
            let side = if player == winner { &mut strong } else { &mut weak };
            let turn = answer(side.as_mut(), table.as_ref(), &Limits::nodes(4_000));
            table.play(&turn).unwrap();
        }
        assert_eq!(table.outcome().and_then(Outcome::winner), Some(winner), "{spec} {round}");
    }
}
