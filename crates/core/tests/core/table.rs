//! Tables, erased tables, options, perft and playouts on two tiny games.

use std::sync::atomic::AtomicBool;

use agon_core::perft::{divide_until, perft};
use agon_core::spec::split_spec;
use agon_core::{Actor, AnyTable, Options, Outcome, PerftPlan, Player, Playouts, Position, Rng, Table, TurnState};
use agon_toy::{HEAP, Heap, HeapGame, Ring, TINY, Tiny, heap, table};

const RING: Ring = Ring { field: 0, mover: Player::P1 };

fn erased(table: impl AnyTable + 'static) -> Box<dyn AnyTable> {
    Box::new(table)
}

#[test]
fn a_game_is_played_undone_and_played_again() {
    let mut table = erased(heap(4));
    assert_eq!(table.actor(), Actor::Chance);
    assert_eq!(table.legal(), ["1:", "3:"]);
    assert_eq!(table.successors().iter().map(|s| s.weight).collect::<Vec<_>>(), [Some(2), Some(1)]);
    for notation in ["3:", "3", "1:", "1"] {
        assert_eq!(table.play(notation).as_deref(), Ok(notation));
    }
    assert_eq!(table.outcome(), Some(Outcome::Win { winner: Player::P2, points: 2 }));
    assert_eq!(table.actor(), Actor::Nobody);
    assert_eq!(table.legal(), [""; 0]);
    assert_eq!(table.play("1:").unwrap_err().kind.code, "game-over");
    assert_eq!(table.undo().as_deref(), Some("1"));
    assert_eq!(table.position(), "1 p2 1");
    assert_eq!(table.position_at(1).as_deref(), Some("4 p1 3"));
    assert_eq!(table.position_at(9), None);
    while table.undo().is_some() {}
    assert_eq!(table.position(), "4 p1 -");
}

#[test]
fn words_out_of_order_are_refused_with_the_reason_and_change_nothing() {
    let mut table = erased(heap(4));
    assert_eq!(table.play("1").unwrap_err().kind.code, "roll-due");
    assert_eq!(table.play("2:").unwrap_err().to_string(), "2: is not a roll; rolls look like 31:");
    table.play("1:").unwrap();
    assert_eq!(table.play("1:").unwrap_err().to_string(), "1: is a roll, but no roll is due; p1 is to move");
    assert_eq!(table.play("3").unwrap_err().kind.code, "illegal");
    assert_eq!(table.check("1").as_deref(), Ok("1"));
    assert_eq!(table.plies(), ["1:"]);
}

#[test]
fn the_opening_roll_comes_first_and_only_from_the_start() {
    let mut table = erased(Table::new(HeapGame { stones: 3, opening: true }));
    assert_eq!(table.actor(), Actor::Chance);
    assert_eq!(table.legal(), ["o0:", "o1:"]);
    assert_eq!(table.play("1:").unwrap_err().kind.code, "opening-due");
    assert_eq!(table.play("O1:").as_deref(), Ok("o1:"));
    assert_eq!(table.position(), "3 p2 -");
    assert_eq!(table.legal(), ["1:", "3:"]);
    table.undo();
    assert_eq!(table.legal(), ["o0:", "o1:"]);
    table.set_position("5").unwrap();
    assert!(table.is_from_position());
    assert_eq!(table.legal(), ["1:", "3:"]);
    let mut seen = [false; 2];
    for seed in 0..20 {
        table.restart();
        let notation = table.roll(&mut Rng::new(seed)).unwrap();
        seen[usize::from(notation == "o1:")] = true;
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn the_third_occurrence_is_a_draw_where_the_rules_say_so() {
    for repetition in [true, false] {
        let mut table = table(RING, repetition);
        for notation in ["1", "3", "1"] {
            table.play(notation).unwrap();
        }
        assert_eq!(table.outcome(), None);
        table.play("3").unwrap();
        assert_eq!(table.occurrences(), 3);
        assert_eq!(table.outcome(), repetition.then_some(Outcome::Draw));
        assert_eq!(AnyTable::is_repetition(&table), repetition);
        assert_eq!(table.play("1").is_ok(), !repetition);
    }
}

#[test]
fn steps_are_offered_taken_and_refused() {
    let mut table = erased(heap(5));
    assert!(table.steps(&[]).unwrap().next.is_empty(), "no steps before the roll");
    assert_eq!(table.steps(&["stone".to_owned()]).unwrap_err().kind.code, "no-such-step");
    table.play("3:").unwrap();
    let stones = |n| vec!["stone".to_owned(); n];
    assert_eq!(table.steps(&stones(1)).unwrap().turn.as_deref(), Some("1"));
    let two = table.steps(&stones(2)).unwrap();
    assert_eq!((two.turn, two.state, two.next.len()), (None, TurnState::Open, 1));
    assert!(table.steps(&stones(3)).unwrap().next.is_empty());
    assert_eq!(table.steps(&stones(4)).unwrap_err().kind.code, "no-such-step");
    assert!(table.view(&stones(3)).is_ok());
}

#[test]
fn perft_counts_turns_and_not_rolls() {
    // Heap of 2: each coin leaves only "take one" (3 is too many), then the last stone goes.
    let start = Heap::new(2, None);
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 2, 4, 0]);
}

#[test]
fn perft_is_the_same_with_a_table_and_with_threads() {
    // The keys collide on purpose: a table that trusted them would miscount.
    let start = Heap { poor_key: true, ..Heap::new(12, None) };
    for depth in 0..9 {
        let plain = perft(&start, depth);
        for (threads, table_megabytes) in [(1, 0), (1, 1), (3, 0), (2, 1)] {
            let plan = PerftPlan { depth, threads, table_megabytes };
            let sum: u64 = divide_until(&start, plan, &AtomicBool::new(false)).unwrap().iter().map(|d| d.count).sum();
            assert_eq!(sum, if depth == 0 { 0 } else { plain }, "depth {depth}");
        }
    }
    assert_eq!(perft(&RING, 10), 1024);
}

#[test]
fn playouts_follow_the_rules_and_the_seed() {
    let game = HeapGame { stones: 9, opening: true };
    let sum = Playouts::new(&game, 5).run_games(500);
    assert_eq!(sum.games, 500);
    assert_eq!(sum.wins[0] + sum.wins[1], 500);
    assert_eq!(sum.points[0], 2 * sum.wins[0]);
    assert_eq!(sum, Playouts::new(&game, 5).run_games(500));
    // Walking on the ring ends only by repetition: after 4 to 13 turns (8 positions, twice each).
    let ring = Playouts::new(&Tiny { start: RING, repetition: true }, 1).run_games(200);
    assert_eq!(ring.draws, 200);
    assert!((4 * 200..=16 * 200).contains(&ring.turns), "{}", ring.turns);
}

#[test]
fn options_are_checked_normalised_and_written_back() {
    let options = Options::parse(&HEAP, " Stones = 07 , opening=ON").unwrap();
    assert_eq!(options.spec(), "heap:opening=on");
    assert_eq!(options.number("stones"), 7);
    let refused = |text: &str| Options::parse(&HEAP, text).unwrap_err().to_string();
    assert_eq!(refused("stones=100"), "stones=100 is not allowed; stones takes 1 to 99");
    assert_eq!(refused("opening=no"), "opening=no is not allowed; opening takes off | on");
    assert_eq!(refused("size=3"), "heap has no option size; its options are stones, opening");
    assert_eq!(refused("stones"), "stones is not an option; options are written name=value, separated by commas");
    assert_eq!(refused("stones=1,stones=2"), "option stones is given twice");
    assert_eq!(Options::parse(&TINY, "a=1").unwrap_err().kind.code, "no-options");
    assert_eq!(split_spec(" Heap:stones=3 "), ("heap".to_owned(), "stones=3"));
}

#[test]
fn faults_quote_input_without_control_characters_or_megabytes() {
    let hostile = format!("\u{1b}[2J{}", "x".repeat(1_000_000));
    let message = erased(heap(4)).check(&format!("{hostile}:")).unwrap_err().to_string();
    assert!(!message.contains('\u{1b}') && message.len() < 300, "{message}");
    assert!(RING.is_legal(1));
}
