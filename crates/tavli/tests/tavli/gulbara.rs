//! Gul bara: what it does not share with Fevga.

use crate::common::{after, at, legal, open};

#[test]
fn a_double_goes_on_with_the_next_number() {
    let position = "w15,11,b15,11 0/0 0/0 w 44";
    let fives = after("gulbara", position, "24/20(4)");
    assert_eq!(fives, "w11,3,w4,7,b15,11 0/0 0/0 w 55");
    let mut table = at("gulbara", &fives);
    table.play("24/19(4)").unwrap();
    assert_eq!(table.position(), "w7,3,w4,w4,6,b15,11 0/0 0/0 w 66");
    // After the sixes there is no higher number.
    table.play("24/18(4)").unwrap();
    assert_eq!(table.position(), "w3,3,w4,w4,w4,5,b15,11 0/0 0/0 b -");
}

#[test]
fn the_chain_breaks_where_a_number_cannot_be_played_out() {
    // The last four lands on Black's checkers.
    let blocked = "w1,11,b14,10,b1 0/14 0/0 w 44";
    assert_eq!(legal("gulbara", blocked), ["24/20,20/16"]);
    assert_eq!(after("gulbara", blocked, "24/16"), "8,w1,3,b14,10,b1 0/14 0/0 b -");
}

#[test]
fn a_win_ends_the_chain() {
    let won = after("gulbara", "11,b15,11,w4 0/11 0/0 w 11", "1/off(4)");
    assert_eq!(won, "11,b15,12 0/15 0/0 b -");
}

#[test]
fn once_plays_a_double_as_elsewhere() {
    let position = "w15,11,b15,11 0/0 0/0 w 44";
    assert!(after("gulbara:doubles=once", position, "24/20(4)").ends_with(" b -"));
}

#[test]
fn no_runner_no_walls_and_the_higher_die_begins() {
    let position = "w15,11,b15,11 0/0 0/0 w 21";
    assert_eq!(legal("gulbara", position), ["24/23,23/21", "24/23,24/22"]);
    assert_eq!(open("gulbara").legal().len(), 30);
}
