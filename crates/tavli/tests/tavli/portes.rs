//! The rulings common to all tavli games, and those of Portes.

use std::collections::HashSet;

use crate::common::{after, at, check, legal, open, outcome};
use agon_core::{Actor, AnyTable, Rng, TurnState};

/// A lone white checker far from home; black doors on P7 or P12 as the name says.
const OPEN_ROAD: &str = "w1,22,b15 0/14 0/0 w 65";
const DOOR_ON_P12: &str = "w1,10,b2,11,b13 0/14 0/0 w 65";
const DOORS_ON_P7_P12: &str = "w1,5,b2,4,b2,11,b11 0/14 0/0 w 65";
const DOOR_ON_P7: &str = "w1,5,b2,16,b13 0/14 0/0 w 65";

#[test]
fn t1_one_checker_may_use_both_dice() {
    assert_eq!(legal("portes", OPEN_ROAD), ["24/19,19/13"]);
    assert_eq!(after("portes", OPEN_ROAD, "24/13"), "11,w1,11,b15 0/14 0/0 b -");
}

#[test]
fn t1_a_double_is_played_four_times_as_long_as_each_landing_is_open() {
    assert_eq!(legal("portes", "w1,22,b15 0/14 0/0 w 55"), ["24/19,19/14,14/9,9/4"]);
    assert_eq!(legal("portes", "w1,14,b2,7,b13 0/14 0/0 w 55"), ["24/19,19/14"]);
}

#[test]
fn t2_two_checkers_make_a_door_and_one_does_not() {
    assert_eq!(check("portes", DOOR_ON_P7, "24/18,18/13"), Err("tavli-blocked"));
    assert_eq!(legal("portes", DOOR_ON_P7), ["24/19,19/13"]);
    assert!(legal("portes", "w1,5,b1,16,b14 0/14 0/0 w 65").contains(&"24/18,18/13".to_owned()));
}

#[test]
fn t3_as_many_dice_as_possible() {
    assert_eq!(check("portes", OPEN_ROAD, "24/18"), Err("tavli-too-short"));
    // The five can be played alone, but six and five both: after the six the other checker has the five.
    assert_eq!(check("portes", "w1,3,w1,18,b15 0/13 0/0 w 65", "24/19"), Err("tavli-too-short"));
}

#[test]
fn t3_the_larger_of_two_dice_that_exclude_each_other() {
    assert_eq!(legal("portes", DOOR_ON_P12), ["24/18"]);
    assert_eq!(check("portes", DOOR_ON_P12, "24/19"), Err("tavli-larger-die"));
    assert_eq!(legal("portes", DOORS_ON_P7_P12), ["24/19"]);
    assert_eq!(legal("portes:one_die=free", DOOR_ON_P12), ["24/18", "24/19"]);
}

#[test]
fn t4_a_roll_that_cannot_be_played_passes() {
    let shut_out = "b2,b2,b2,b2,b2,b2,17,b3 1/14 0/0 w 31";
    assert_eq!(legal("portes", shut_out), ["pass"]);
    assert_eq!(check("portes", shut_out, "bar/22"), Err("tavli-must-pass"));
    assert_eq!(check("portes", OPEN_ROAD, "pass"), Err("tavli-can-move"));
    let steps = at("portes", shut_out).steps(&[]).unwrap();
    assert_eq!((steps.state, steps.turn.as_deref(), steps.next.len()), (TurnState::Complete, Some("pass"), 0));
    assert_eq!(after("portes", shut_out, "pass"), "b2,b2,b2,b2,b2,b2,17,b3 1/14 0/0 b -");
}

#[test]
fn t5_bearing_off_waits_until_all_are_home() {
    let one_out = "b15,16,w1,w1,5 0/13 0/0 w 63";
    assert_eq!(check("portes", one_out, "6/off,7/4"), Ok("7/4,6/off".to_owned()));
    assert_eq!(check("portes", "b15,15,w1,1,w1,5 0/13 0/0 w 61", "6/off,8/7"), Err("tavli-not-home"));
}

#[test]
fn t5_an_exact_die_takes_its_place_also_before_a_rear_checker() {
    let position = "b15,17,w1,1,w1,3 0/13 0/0 w 41";
    assert!(legal("portes", position).contains(&"6/5,4/off".to_owned()));
}

#[test]
fn t5_a_die_without_its_place_moves_a_rear_checker_or_is_lost() {
    assert_eq!(legal("portes", "b15,17,w1,2,w1,2 0/13 0/0 w 44"), ["6/2,3/off,2/off"]);
    let blocked = "b13,17,w1,2,w1,b2,1 0/13 0/0 w 44";
    assert_eq!(legal("portes", blocked), ["pass"]);
    assert_eq!(check("portes", "b13,17,w1,2,w1,b2,1 0/13 0/0 w 41", "3/off,6/5"), Err("tavli-further-back"));
}

#[test]
fn t5_a_high_die_takes_the_rearmost() {
    assert_eq!(legal("portes", "b15,20,w1,w1,1 0/13 0/0 w 65"), ["3/off,2/off"]);
}

#[test]
fn t5_an_ordinary_move_may_be_chosen_instead() {
    let turns = legal("portes", "b15,18,w2,4 0/13 0/0 w 51");
    assert_eq!(turns, ["5/4,5/off"]);
    let turns = legal("portes", "b15,19,w2,w1,2 0/12 0/0 w 32");
    assert!(turns.contains(&"4/1,4/2".to_owned()) || turns.contains(&"4/2,4/1".to_owned()), "{turns:?}");
    assert!(turns.contains(&"4/2,3/off".to_owned()), "{turns:?}");
}

#[test]
fn t5_nobody_bears_off_with_a_checker_on_the_bar() {
    assert_eq!(legal("portes", "b13,b2,16,w1,5 1/13 0/0 w 62"), ["bar/19,19/17", "bar/19,6/4"]);
}

#[test]
fn t6_bearing_off_fifteen_wins_at_once_by_the_longest_play() {
    let last = "b15,20,w1,2 0/14 0/0 w 61";
    assert_eq!(legal("portes", last), ["3/2,2/off"]);
    // The same position by one die: a person who bears off the last checker has won.
    assert_eq!(check("portes", last, "3/off"), Ok("3/2,2/off".to_owned()));
    let steps = at("portes", last).steps(&["3/off".to_owned()]).unwrap();
    assert_eq!((steps.state, steps.turn.as_deref()), (TurnState::Complete, Some("3/2,2/off")));
    assert_eq!(after("portes", last, "3/off"), "b15,23 0/15 0/0 b -");
}

#[test]
fn t6_single_double_and_triple() {
    assert_eq!(outcome("portes", "b14,23 0/15 0/1 b -"), "p1 1");
    assert_eq!(outcome("portes", "b15,23 0/15 0/0 b -"), "p1 2");
    assert_eq!(outcome("portes", "b14,17,b1,5 0/15 0/0 b -"), "p1 2");
    assert_eq!(outcome("portes:score=triple", "b15,23 0/15 0/0 b -"), "p1 2");
    assert_eq!(outcome("portes:score=triple", "b14,17,b1,5 0/15 0/0 b -"), "p1 3");
    assert_eq!(outcome("portes:score=triple", "b14,23 0/15 1/0 b -"), "p1 3");
    assert_eq!(outcome("portes:score=triple", "b13,17,b1,5 0/15 0/1 b -"), "p1 1");
    assert_eq!(outcome("backgammon", "6,w1,16,w14 0/0 0/15 w -"), "p2 2");
    assert_eq!(outcome("backgammon", "5,w1,17,w14 0/0 0/15 w -"), "p2 3");
}

#[test]
fn t7_openings() {
    let white = open("portes");
    assert_eq!((white.actor(), white.legal().len()), (Actor::Chance, 21));
    let mut again = open("portes:opening=high_rerolls");
    assert_eq!(again.legal().len(), 30);
    assert!(again.check("31:").is_err());
    again.play("o25:").unwrap();
    assert_eq!(again.position(), "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 b -");
    assert_eq!(again.legal().len(), 21);
    let mut plays = open("backgammon");
    plays.play("o52:").unwrap();
    assert_eq!(plays.position(), "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w 52");
    assert_eq!(plays.plies(), ["o52:"]);
    let doubles = plays.info().options.iter().map(|option| (option.name, option.default)).collect::<Vec<_>>();
    assert_eq!(doubles[..3], [("one_die", "larger"), ("score", "triple"), ("opening", "high_plays")]);
}

#[test]
fn t8_every_position_once_and_hands_reach_exactly_the_legal_turns() {
    for spec in ["portes", "portes:hit_and_run=forbidden", "plakoto", "plakoto:bearoff=unpinned_only", "fevga"] {
        for seed in 0..100 {
            let table = at(spec, &agon_reference::random_position(spec, seed));
            if table.actor().player().is_some() {
                let mut reached = Vec::new();
                walk(&*table, &[], &mut HashSet::new(), &mut reached);
                reached.sort();
                reached.dedup();
                let mut legal = table.legal();
                legal.sort();
                assert_eq!(reached, legal, "{spec}, {}", table.position());
            }
        }
    }
}

/// Tries every step, also those that lead to a dead end; a set of steps once, whatever its order.
fn walk(table: &dyn AnyTable, prefix: &[String], seen: &mut HashSet<Vec<String>>, reached: &mut Vec<String>) {
    let mut set = prefix.to_vec();
    set.sort();
    if !seen.insert(set) {
        return;
    }
    let steps = table.steps(prefix).unwrap();
    assert_eq!(steps.turn.is_some(), steps.state == TurnState::Complete);
    assert_eq!(steps.state == TurnState::DeadEnd, steps.turn.is_none() && !leads_on(table, prefix));
    if let Some(turn) = steps.turn {
        if !prefix.is_empty() {
            assert_eq!(table.check(&prefix.join(",")).as_ref(), Ok(&turn), "{} {prefix:?}", table.position());
        }
        reached.push(turn);
    }
    for next in steps.next {
        let longer = [prefix, &[next.notation]].concat();
        walk(table, &longer, seen, reached);
    }
}

fn leads_on(table: &dyn AnyTable, prefix: &[String]) -> bool {
    table.steps(prefix).unwrap().next.into_iter().any(|next| {
        let mut longer = prefix.to_vec();
        longer.push(next.notation);
        table.steps(&longer).unwrap().state != TurnState::DeadEnd
    })
}

#[test]
fn t8_a_step_that_spoils_the_play_is_a_dead_end() {
    // Playing the five first leaves the six; playing the six first leaves no five.
    let position = "w1,5,b1,4,b2,11,b12 0/14 0/0 w 65";
    assert_eq!(legal("portes", position), ["24/18"]);
    let table = at("portes", position);
    let steps = table.steps(&[]).unwrap();
    assert_eq!(steps.next.iter().map(|step| step.notation.as_str()).collect::<Vec<_>>(), ["24/19", "24/18"]);
    assert_eq!(steps.state, TurnState::Open);
    assert_eq!(table.steps(&["24/19".to_owned()]).unwrap().state, TurnState::DeadEnd);
    assert_eq!(table.steps(&["24/18".to_owned()]).unwrap().turn.as_deref(), Some("24/18"));
}

#[test]
fn t10_start() {
    assert_eq!(open("portes").position(), "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w -");
}

#[test]
fn t11_a_single_checker_is_hit_and_enters_again() {
    let hit = after("portes", "w1,5,b1,16,b14 0/14 0/0 w 65", "24/18*/13");
    assert_eq!(hit, "11,w1,11,b14 0/14 1/0 b -");
    let entering = "11,w2,11,b13 0/13 1/1 b 62";
    let turns = legal("portes", entering);
    assert!(turns.iter().all(|turn| turn.starts_with("bar/")), "{turns:?}");
    assert_eq!(check("portes", entering, "24/18"), Err("tavli-bar-first"));
}

#[test]
fn t11_all_checkers_enter_first() {
    let two_on_the_bar = "w2,19,b13,b2,w1,1 2/10 0/0 w 41";
    assert_eq!(legal("portes", two_on_the_bar), ["bar/24,bar/21"]);
}

#[test]
fn t11_six_doors_in_a_row_are_allowed() {
    let position = "17,w2,w2,w2,w2,w2,w2,b2 0/3 0/13 b 11";
    assert_eq!(outcome("portes", position), "none");
    assert_eq!(legal("portes", position), ["pass"]);
}

#[test]
fn t11_hit_and_run() {
    let position = "b14,10,w1,5,w1,1,b1,4 0/13 0/0 w 21";
    let run = "7/5,5/4".to_owned();
    assert!(legal("portes", position).contains(&run));
    let forbidden = legal("portes:hit_and_run=forbidden", position);
    assert!(!forbidden.contains(&run) && forbidden.contains(&"7/6,6/4".to_owned()), "{forbidden:?}");
    assert_eq!(check("portes:hit_and_run=forbidden", position, "7/5,5/4"), Err("tavli-held"));
    // Outside its home a checker may hit and go on.
    let outside = "b14,5,w1,1,b1,15 0/14 0/0 w 21";
    assert!(legal("portes:hit_and_run=forbidden", outside).contains(&"18/16,16/15".to_owned()));
}

#[test]
fn t11_hit_and_run_holds_one_checker_not_the_point() {
    let position = "b14,16,w2,b1,5 0/13 0/0 w 11";
    let turns = legal("portes:hit_and_run=forbidden", position);
    assert_eq!(turns, ["7/6,7/6,6/5,5/4"]);
}

#[test]
fn t11_hit_and_run_forbids_bearing_off_the_hitter() {
    let position = "b14,17,w1,1,b1,3 0/14 0/0 w 42";
    assert!(legal("portes", position).contains(&"6/4,4/off".to_owned()));
    let turns = legal("portes:hit_and_run=forbidden", position);
    assert!(!turns.contains(&"6/4,4/off".to_owned()), "{turns:?}");
}

#[test]
fn random_games_end_and_every_word_is_canonical() {
    for spec in ["portes", "plakoto", "fevga", "tavli:points=3", "backgammon", "gulbara"] {
        let mut table = open(spec);
        let mut rng = Rng::new(5);
        while table.actor() != Actor::Nobody {
            if table.roll(&mut rng).is_none() {
                let turns = table.legal();
                let turn = rng.choose(&turns).unwrap();
                assert_eq!(table.play(turn).as_ref(), Ok(turn), "{spec}, {}", table.position());
            }
            let text = table.position();
            let mut again = open(spec);
            again.set_position(&text).unwrap();
            assert_eq!(again.position(), text);
        }
        assert!(table.outcome().is_some());
    }
}
