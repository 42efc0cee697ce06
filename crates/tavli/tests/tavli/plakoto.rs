//! The rulings of Plakoto.

use crate::common::{after, at, check, legal, open, outcome};

#[test]
fn t20_start() {
    assert_eq!(open("plakoto").position(), "w15,22,b15 0/0 0/0 w -");
}

#[test]
fn t20_landing_on_a_single_checker_pins_it() {
    let pinned = after("plakoto", "w15,5,b1,16,b14 0/0 0/0 w 61", "24/18,24/23");
    assert_eq!(pinned, "w13,w1,4,w1+b,16,b14 0/0 0/0 b -");
    let black = pinned.replace("b -", "b 21");
    assert_eq!(check("plakoto", &black, "7/5,24/23"), Err("tavli-pinned"));
    assert!(legal("plakoto", &black).iter().all(|turn| !turn.contains("7/")));
}

#[test]
fn t2_a_checker_on_top_of_a_pinned_one_blocks() {
    assert_eq!(check("plakoto", "w14,5,b1+w,16,b14 0/0 0/0 w 61", "24/18,24/23"), Err("tavli-blocked"));
    assert_eq!(check("plakoto", "w15,5,b2,16,b13 0/0 0/0 w 61", "24/18,24/23"), Err("tavli-blocked"));
}

#[test]
fn t20_a_point_takes_more_checkers_of_the_pinner() {
    let position = "w14,5,w1+b,16,b14 0/0 0/0 w 61";
    assert_eq!(after("plakoto", position, "24/18,24/23"), "w12,w1,4,w2+b,16,b14 0/0 0/0 b -");
}

#[test]
fn t20_the_last_one_that_leaves_sets_it_free() {
    let position = "w14,5,w1+b,16,b14 0/0 0/0 w 21";
    assert_eq!(after("plakoto", position, "18/16,16/15"), "w14,5,b1,2,w1,13,b14 0/0 0/0 b -");
}

#[test]
fn t20_a_checker_freed_in_a_turn_can_be_pinned_again_in_it() {
    let position = "w13,3,w1,1,w1+b,16,b14 0/0 0/0 w 21";
    assert_eq!(after("plakoto", position, "18/17,20/18"), "w13,5,w1+b,w1,15,b14 0/0 0/0 b -");
}

#[test]
fn t_a10_nobody_bears_off_while_pinned() {
    // White is home but for nothing; one of his checkers lies pinned on P20.
    let position = "b13,18,b1+w,w1,w1,1,b1 0/12 0/0 w 31";
    assert_eq!(check("plakoto", position, "3/off,4/3"), Err("tavli-bearoff-pinned"));
    assert!(legal("plakoto", position).iter().all(|turn| !turn.contains("off")));
}

#[test]
fn t_a10_unpinned_only_bears_off_the_others_by_exact_dice() {
    let spec = "plakoto:bearoff=unpinned_only";
    let position = "b13,18,b1+w,w1,w1,1,b1 0/12 0/0 w 31";
    assert!(legal(spec, position).iter().any(|turn| turn.contains("3/off")));
    // A six would take the rearmost checker, and that one is pinned.
    let six = position.replace("31", "66");
    assert_eq!(legal(spec, &six), ["pass"]);
    // Its own number finds only the pinned one.
    assert_eq!(legal(spec, &position.replace("31", "55")), ["pass"]);
    // A four takes its exact place although the pinned one is further back.
    assert_eq!(legal(spec, &position.replace("31", "44")), ["4/off"]);
}

#[test]
fn t_a10_a_pinned_checker_outside_keeps_the_others_from_bearing_off() {
    let position = "b13,16,b1+w,2,w1,w1,1,b1 0/12 0/0 w 44";
    assert_eq!(legal("plakoto:bearoff=unpinned_only", position), ["pass"]);
}

#[test]
fn t_a11_a_pinned_mana_ends_the_game() {
    let pinned = "b12,b2,1,w14,19,w1+b 0/0 0/0 b -";
    assert_eq!(outcome("plakoto", pinned), "p1 2");
    assert_eq!(outcome("plakoto:score=triple", pinned), "p1 2");
    assert_eq!(outcome("plakoto:mana=play_on", pinned), "none");
    assert_eq!(at("plakoto", pinned).legal().len(), 0);
}

#[test]
fn t_a11_not_while_the_pinner_has_checkers_on_his_first_point() {
    let position = "w1,b12,b2,w13,19,w1+b 0/0 0/0 w 21";
    assert_eq!(outcome("plakoto", position), "none");
    // It ends with the turn in which the last one leaves.
    let mut table = at("plakoto", position);
    table.play("21/18").unwrap();
    assert_eq!(table.outcome(), None);
    let mut table = at("plakoto", &position.replace("w 21", "w 43"));
    table.play("24/20,21/18").unwrap();
    assert_eq!(table.outcome().unwrap().to_string(), "p1 2");
}

#[test]
fn t_a12_both_manas_pinned_is_a_draw() {
    let both = "b1+w,b13,3,w13,17,w1+b 0/0 0/0 w -";
    assert_eq!(outcome("plakoto", both), "draw");
    assert_eq!(outcome("plakoto:mana=play_on", both), "draw");
    assert_eq!(at("plakoto", both).outcome().unwrap().points(), 0);
}

#[test]
fn t_a12_the_longest_play_is_still_asked_for() {
    // The one pins the second mana; the two must be played as well.
    let position = "b1+w,b13,16,w13,3,w1,b1 0/0 0/0 w 21";
    assert_eq!(outcome("plakoto", position), "none");
    assert_eq!(check("plakoto", position, "2/1"), Err("tavli-too-short"));
    assert_eq!(after("plakoto", position, "2/1,6/4"), "b1+w,b13,16,w12,1,w1,2,w1+b 0/0 0/0 b -");
}
