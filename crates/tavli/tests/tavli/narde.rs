//! The rulings of Narde.

use crate::common::{after, at, check, legal, open};
use agon_core::TurnState;

const START: &str = "w15,11,b15,11 0/0 0/0 w -";

/// A five from the head closes the start quarter, and all of Black's checkers are behind it.
const CLOSING: &str = "w10,w1,w1,w1,w1,2,w1,4,b15,11 0/0 0/0 w 51";

#[test]
fn t50_start_directions_and_blocking_are_those_of_fevga() {
    assert_eq!(open("narde").position(), START);
    assert_eq!(check("narde", "w14,5,b1,5,b14,w1,10 0/0 0/0 w 61", "24/18,11/10"), Err("tavli-blocked"));
    // Neither a runner nor a ban of the start quarter.
    assert_eq!(check("narde", "w13,w1,4,w1,5,b15,11 0/0 0/0 w 21", "24/22,23/22"), Ok("24/22,23/22".to_owned()));
    assert!(check("narde", "w9,w1,w1,w1,1,w1,5,b1,b14,w1,5,w1,4 0/0 0/0 w 41", "24/20,11/10").is_ok());
}

#[test]
fn t50_bearing_off_and_points_are_common() {
    let last_two = "11,b15,10,w1,w1 0/13 0/0 w 21";
    assert_eq!(legal("narde", last_two), ["2/1,1/off", "2/off,1/off"]);
    let mut table = at("narde", last_two);
    table.play("2/off,1/off").unwrap();
    assert_eq!(table.outcome().unwrap().points(), 2);
}

#[test]
fn t51_one_checker_leaves_the_head() {
    assert_eq!(legal("narde", &START.replace('-', "61")), ["24/23,23/17"]);
    let position = "w14,5,w1,5,b15,11 0/0 0/0 w 21";
    assert_eq!(legal("narde", position), ["18/17,17/15", "24/22,18/17", "24/23,18/16", "24/23,23/21"]);
    assert_eq!(check("narde", position, "24/22,24/23"), Err("narde-head"));
    assert_eq!(check("narde:head=one", position, "24/22,24/23"), Err("narde-head"));
    assert_eq!(check("narde:head=free", position, "24/22,24/23"), Ok("24/23,24/22".to_owned()));
}

#[test]
fn t51_the_steps_of_a_turn_count_together() {
    let table = at("narde", "w14,5,w1,5,b15,11 0/0 0/0 w 21");
    let next = |step: &str| -> Vec<String> {
        table.steps(&[step.to_owned()]).unwrap().next.iter().map(|step| step.notation.clone()).collect()
    };
    assert_eq!(next("24/23"), ["23/21", "18/16"]);
    assert_eq!(next("18/17"), ["24/22", "17/15"]);
    let ones = "w14,5,w1,5,b15,11 0/0 0/0 w 11";
    assert!(legal("narde", ones).iter().all(|turn| turn.matches("24/23").count() < 2));
    assert_eq!(check("narde", ones, "24/23(2),18/17/16"), Err("narde-head"));
    assert!(check("narde:head=free", ones, "24/23(2),18/17/16").is_ok());
}

#[test]
fn t51_two_leave_with_three_doubles_of_a_first_turn() {
    for (dice, turns) in [
        ("22", &["24/22,22/20,20/18,18/16"][..]),
        ("33", &["24/21,24/21,21/18,18/15", "24/21,24/21,21/18,21/18"]),
        ("44", &["24/20,24/20,20/16,20/16"]),
        ("55", &["24/19,19/14,14/9,9/4"]),
        ("66", &["24/18,24/18"]),
    ] {
        assert_eq!(legal("narde", &START.replace('-', dice)), turns, "{dice}");
    }
    let sixes = START.replace('-', "66");
    assert_eq!(legal("narde:head=one", &sixes), ["24/18"]);
    assert_eq!(legal("narde:head=free", &sixes), ["24/18,24/18,24/18,24/18"]);
    // Black's first turn is as White's.
    assert_eq!(legal("narde", "w13,5,w2,5,b15,11 0/0 0/0 b 66"), ["24/18,24/18"]);
    // One checker has left before.
    assert_eq!(check("narde", "w14,w1,10,b15,11 0/0 0/0 w 66", "24/18(2)"), Err("narde-head"));
}

#[test]
fn t52_six_in_a_row_need_an_enemy_ahead() {
    assert_eq!(check("narde", CLOSING, "24/19,17/16"), Err("narde-block"));
    assert!(check("narde:block=off", CLOSING, "24/19,17/16").is_ok());
    // Ahead of the six, behind them, and off.
    let with = |black: &str, tray: &str| CLOSING.replace("4,b15,11", black).replace("0/0 w", &format!("{tray} w"));
    assert!(check("narde", &with("3,b1,b14,11", "0/0"), "24/19,17/16").is_ok());
    assert_eq!(check("narde", &with("4,b14,10,b1", "0/0"), "24/19,17/16"), Err("narde-block"));
    assert!(check("narde", &with("4,b14,11", "0/1"), "24/19,17/16").is_ok());
}

#[test]
fn t52_inside_a_turn_the_six_may_stand() {
    let table = at("narde", CLOSING);
    assert_eq!(table.steps(&["24/19".to_owned()]).unwrap().state, TurnState::Open);
    assert!(after("narde", CLOSING, "24/19,23/22").starts_with("w9,1,w2,w1,w1,w1,1,w1,"));
    let closed = ["24/19", "17/16"].map(str::to_owned);
    assert_eq!(table.steps(&closed).unwrap().state, TurnState::DeadEnd);
}

#[test]
fn t52_the_way_does_not_go_round() {
    // P10 to P15 are the last three points of Black's way and the first three.
    let position = "w9,7,w1,w1,w1,w1,w1,w1,5,b15,4 0/0 0/0 w 61";
    assert!(check("narde", position, "24/23,16/10").is_ok());
}

#[test]
fn t53_the_block_comes_before_the_number_of_dice() {
    // Only a five can be played, and it closes the six.
    let one = "11,w9,b3,b3,b3,b2,b2,b2,w2,w1,w1,w1,w1,1 0/0 0/0 w 65";
    assert_eq!(legal("narde", one), ["pass"]);
    assert_eq!(check("narde", one, "6/1"), Err("narde-block"));
    assert_eq!(legal("narde:block=off", one), ["6/1"]);
    // Two fives open them again; of five checkers, all four fives leave one.
    assert_eq!(legal("narde", &one.replace("65", "55")), ["6/1,6/1"]);
    let five = "11,w6,b3,b3,b3,b2,b2,b2,w5,w1,w1,w1,w1,1 0/0 0/0 w 55";
    assert_eq!(legal("narde", five), ["pass"]);
    assert_eq!(legal("narde:block=off", five), ["6/1,6/1,6/1,6/1"]);
}

#[test]
fn t53_the_block_is_waived_if_nothing_opens_it() {
    let position = "11,w1,b3,b3,b3,b2,b2,b2,w9,w1,w1,w1,w1,w1 0/0 0/0 w 65";
    assert_eq!(legal("narde", position), ["6/1"]);
    // Ones can open it, so they must.
    let ones = legal("narde", &position.replace("65", "11"));
    assert!(ones != ["pass"] && ones.len() < legal("narde:block=off", &position.replace("65", "11")).len());
}
