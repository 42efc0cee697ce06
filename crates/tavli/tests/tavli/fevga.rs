//! The rulings of Fevga.

use crate::common::{after, at, check, legal, open};
use agon_core::TurnState;

/// Black waits on his first point; White can close the six points before it.
const CLOSING: &str = "11,w10,b15,w1,w1,w1,w1,w1,6 0/0 0/0 w 61";

#[test]
fn t30_start_and_one_checker_is_a_door() {
    assert_eq!(open("fevga").position(), "w15,11,b15,11 0/0 0/0 w -");
    assert_eq!(check("fevga", "w14,5,b1,5,b14,w1,10 0/0 0/0 w 61", "24/18,24/23"), Err("tavli-blocked"));
}

#[test]
fn t_a14_only_the_runner_moves_until_it_is_round() {
    assert_eq!(legal("fevga", "w15,11,b15,11 0/0 0/0 w 66"), ["24/18"]);
    let runner_out = "w14,5,w1,5,b15,11 0/0 0/0 w 21";
    assert_eq!(legal("fevga", runner_out), ["18/17,17/15"]);
    assert_eq!(check("fevga", runner_out, "24/22,18/17"), Err("tavli-runner"));
}

#[test]
fn t_a14_the_others_are_free_in_the_same_turn() {
    let position = "w14,5,w1,6,b15,10 0/0 0/0 w 61";
    let turns = legal("fevga", position);
    assert!(turns.contains(&"18/12,24/23".to_owned()), "{turns:?}");
    assert_eq!(check("fevga", position, "24/23,18/12"), Ok("18/12,24/23".to_owned()));
    let table = at("fevga", position);
    let steps = table.steps(&["18/12".to_owned()]).unwrap();
    assert_eq!(steps.state, TurnState::Open);
    assert!(steps.next.iter().any(|step| step.notation == "24/23"));
}

#[test]
fn t_a14_past_wants_one_point_more() {
    let position = "w14,5,w1,6,b15,10 0/0 0/0 w 61";
    assert_eq!(legal("fevga:runner=past", position), ["18/12"]);
    let doubles = "w14,11,w1,b15,10 0/0 0/0 w 11";
    assert_eq!(legal("fevga:runner=past", doubles), ["pass"]);
    assert!(legal("fevga", doubles).contains(&"24/23,23/22,22/21,21/20".to_owned()));
}

#[test]
fn t_a15_the_own_start_quarter_may_not_be_held_whole() {
    let position = "w9,w1,w1,w1,1,w1,6,b15,w1,5,w1,4 0/0 0/0 w 41";
    assert_eq!(check("fevga", position, "24/20,11/10"), Err("tavli-ending"));
    assert_eq!(check("fevga", position, "24/20,23/22"), Ok("24/20,23/22".to_owned()));
    assert_eq!(check("fevga:start_prime=off", position, "24/20,11/10"), Ok("24/20,11/10".to_owned()));
    let table = at("fevga", position);
    assert_eq!(table.steps(&["24/20".to_owned()]).unwrap().state, TurnState::Open);
    assert_eq!(table.steps(&["24/20".to_owned(), "11/10".to_owned()]).unwrap().state, TurnState::DeadEnd);
}

#[test]
fn t_a15_either_forbids_the_enemys_quarter_too() {
    let position = "6,w9,5,w1,w1,w1,w1,w1,w1,b14,2,b1,2 0/0 0/0 w 61";
    assert_eq!(check("fevga", position, "18/12,18/17"), Ok("18/17,18/12".to_owned()));
    assert_eq!(check("fevga:start_prime=either", position, "18/12,18/17"), Err("tavli-ending"));
}

#[test]
fn t_a16_the_enemy_must_have_a_number_to_play() {
    assert_eq!(check("fevga", CLOSING, "13/7,7/6"), Err("tavli-ending"));
    assert_eq!(check("fevga:blockade=behind_prime", CLOSING, "13/7,7/6"), Err("tavli-ending"));
    assert_eq!(check("fevga:blockade=off", CLOSING, "13/7,7/6"), Ok("13/7,7/6".to_owned()));
}

#[test]
fn t_a16_behind_prime_minds_only_checkers_on_one_point() {
    // Black's second checker is shut in as well, but it stands elsewhere.
    let position = "11,w8,b14,b1,w1,w1,w1,w1,w1,1,w1,w1,2 0/0 0/0 w 61";
    assert!(check("fevga:blockade=behind_prime", position, "13/7,7/6").is_ok());
}

#[test]
fn t_a16_bearing_off_counts_as_a_number_to_play() {
    let position = "6,b3,b3,b3,b2,b2,b2,w4,w1,w1,w1,w1,w1,w6,5 0/0 0/0 w 61";
    assert!(!legal("fevga", position).is_empty());
    assert_eq!(legal("fevga", position), legal("fevga:blockade=off", position));
}

#[test]
fn t_a17_the_six_points_before_the_enemys_first() {
    let spec = "fevga:blockade=off,mana_prime=forbidden";
    assert_eq!(check(spec, CLOSING, "13/7,7/6"), Err("tavli-ending"));
    // Whatever stands on the enemy's first point.
    let elsewhere = CLOSING.replace("11,w10,b15,", "4,b15,6,w10,1,");
    assert_eq!(check(spec, &elsewhere, "13/7,7/6"), Err("tavli-ending"));
    assert!(check("fevga:blockade=off", &elsewhere, "13/7,7/6").is_ok());
}

#[test]
fn t_a18_the_walls_come_before_the_number_of_dice() {
    // White holds the six points twice each: with two and one he must open one of them.
    let position = "11,w3,b15,w2,w2,w2,w2,w2,w2,5 0/0 0/0 w 21";
    for turn in legal("fevga", position) {
        let end = after("fevga", position, &turn);
        assert!(!end.contains("b15,w1,w1,w") && !legal("fevga", &end.replace("b -", "b 65")).is_empty());
        let playable = (1..=6).any(|die| legal("fevga", &end.replace("b -", &format!("b {die}{die}"))) != ["pass"]);
        assert!(playable, "{turn}");
    }
    assert!(legal("fevga:blockade=off", position).len() > legal("fevga", position).len());
}

#[test]
fn t_a18_the_blockade_is_waived_if_nothing_opens_it() {
    // White's runner on P6 is shut in by P7..P12, and neither die takes enough checkers from there.
    let position = "w14,b1,2,b1,w1,b2,b1,b1,b2,b1,b1,3,b1,b1,1,b1,b1,b1,3 0/0 0/0 b 65";
    let turns = legal("fevga", position);
    assert_eq!(turns.len(), 38);
    assert_eq!(turns, legal("fevga:blockade=off", position));
    // Ones can open it, so they must.
    let ones = position.replace("65", "11");
    let turns = legal("fevga", &ones);
    assert!(turns != ["pass"] && turns.len() < legal("fevga:blockade=off", &ones).len());
}

#[test]
fn t_a18_a_shorter_play_or_none_if_every_longer_one_builds_a_wall() {
    // Only 24/20 does not close the start quarter.
    let position = "w3,w2,w2,w2,w2,1,b1,b1,b1,b1,b1,b1,b9,10,w4 0/0 0/0 w 54";
    assert_eq!(legal("fevga", position), ["24/20"]);
    for turn in ["24/19", "24/20,24/19", "23/19"] {
        assert_eq!(check("fevga", position, turn), Err("tavli-ending"), "{turn}");
    }
    // Every five closes it.
    let position = "w5,w2,w2,w2,w2,1,b1,b1,b1,b1,b1,b1,b9,10,w2 0/0 0/0 w 55";
    assert_eq!(legal("fevga", position), ["pass"]);
    let table = at("fevga", position);
    assert_eq!(table.steps(&[]).unwrap().state, TurnState::Complete);
    assert_eq!(table.steps(&["24/19".to_owned()]).unwrap().state, TurnState::DeadEnd);
}
