//! The rulings of Newgame.

use crate::common::{after, open};
use crate::reference::compare;

#[test]
fn two_more_checkers_stand_far_back() {
    assert_eq!(open("newgame").position(), "w2,w2,3,b4,1,b3,3,w4,b4,3,w3,1,w4,3,b2,b2 0/0 0/0 w -");
}

#[test]
fn single_checkers_are_hit() {
    let position = "w14,2,b1,18,w1,b14 0/0 0/0 w 31";
    assert_eq!(after("newgame", position, "24/21*/20"), "w13,3,w1,17,w1,b14 0/0 1/0 b -");
}

#[test]
fn random_positions_agree_with_the_reference() {
    compare(&["newgame", "newgame:one_die=free,score=triple,opening=high_plays"], 5_000);
}
