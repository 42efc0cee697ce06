//! The turn as an object.

use agon::{PlaceView, Rng, Turn};

/// The turn of a game at a position.
fn turn(game: &str, position: &str) -> Turn {
    Turn::new(agon::open_at(game, position).expect(position))
}

const fn point(point: u8) -> PlaceView {
    PlaceView::Point { point }
}

#[test]
fn one_move_takes_one_die() {
    let mut turn = turn("portes", "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w 31");
    assert_eq!(turn.dice(), [3, 1]);
    // Four points away: both dice would be needed.
    assert_eq!(turn.make_move(point(1), 4).expect_err("two dice").kind.code, "no-such-step");
    turn.make_move(point(1), 3).expect("a three");
    assert_eq!((turn.dice(), turn.moves()), (vec![1], ["24/21".to_owned()].as_slice()));
    assert_eq!(turn.end().expect_err("one die is left").kind.code, "turn-incomplete");
    turn.make_move(point(4), 1).expect("a one");
    assert_eq!(turn.end().as_deref(), Ok("24/23,23/20"));
    assert_eq!((turn.player(), turn.moves().len()), (Some(agon::Player::P2), 0));
}

#[test]
fn a_move_that_spoils_the_play_is_a_dead_end_and_can_be_taken_back() {
    let mut turn = turn("portes", "w1,5,b1,4,b2,11,b12 0/14 0/0 w 65");
    assert_eq!(turn.possible_plays(), ["24/18"]);
    let before = turn.clone();
    turn.make_move(point(1), 5).expect("a five");
    assert!(turn.is_dead_end() && !turn.can_end());
    assert_eq!(turn.end().expect_err("a dead end").kind.code, "dead-end");
    assert!(before.moves().is_empty(), "a clone is independent");
    assert!(turn.undo() && !turn.undo());
    turn.make_move(point(1), 6).expect("a six");
    assert!(turn.can_end());
    assert_eq!(turn.end().as_deref(), Ok("24/18"));
}

#[test]
fn a_roll_that_cannot_be_played_leaves_the_pass() {
    // White on the bar, and Black holds the whole home.
    let mut turn = turn("portes", "b2,b2,b2,b2,b2,b2,12,w2,3,b3,w12 1/0 0/0 w 65");
    assert!(turn.possible_moves().is_empty() && turn.can_end());
    assert_eq!(turn.possible_plays(), ["pass"]);
    assert_eq!(turn.end().as_deref(), Ok("pass"));
    assert!(turn.roll(&mut Rng::new(1)).is_some());
}

#[test]
fn a_higher_die_bears_off() {
    let mut turn = turn("portes", "22,w1,b2 0/14 0/13 w 65");
    assert_eq!(turn.possible_moves(), [(point(23), 5)]);
    turn.make_move(point(23), 5).expect("borne off");
    assert_eq!(turn.game().outcome(), None);
    turn.end().expect("the last checker");
    assert!(turn.game().outcome().is_some());
    assert_eq!(turn.player(), None);
}

/// Takes a clone two moves further and back again, and lets the original go another way.
fn clone_and_undo(game: &str, position: &str, first: (u8, u8), second: (u8, u8), other: (u8, u8)) {
    let mut turn = turn(game, position);
    let (start, board) = (turn.game().position(), turn.board());
    turn.make_move(point(first.0), first.1).expect("the first die");
    let after_one = turn.board();
    let mut clone = turn.clone();
    clone.make_move(point(second.0), second.1).expect("the second die");
    assert!(clone.can_end() && !turn.can_end(), "only the clone has moved");
    assert_eq!((turn.moves().len(), clone.moves().len()), (1, 2));
    // Back to the start of the turn, move by move.
    assert!(clone.undo());
    assert_eq!((clone.board(), clone.dice()), (after_one, turn.dice()));
    assert!(clone.undo() && !clone.undo());
    assert_eq!(clone.board(), board);
    // The original ends another way, and the clone is still at its first move.
    turn.make_move(point(other.0), other.1).expect("another checker");
    turn.end().expect("complete");
    assert_ne!(turn.game().position(), start);
    assert_eq!(clone.game().position(), start);
    clone.make_move(point(first.0), first.1).expect("the first die again");
}

#[test]
fn a_turn_of_plakoto_is_cloned_and_taken_back() {
    let start = agon::open("plakoto").expect("plakoto").position();
    let rolled = start.rsplit_once(' ').map_or_else(String::new, |(board, _)| format!("{board} 52"));
    clone_and_undo("plakoto", &rolled, (1, 5), (1, 2), (6, 2));
}

#[test]
fn a_turn_of_fevga_is_cloned_and_taken_back() {
    let start = agon::open("fevga").expect("fevga").position();
    let rolled = start.rsplit_once(' ').map_or_else(String::new, |(board, _)| format!("{board} 52"));
    // Only the first checker may move until it has reached the opponent's first point.
    let mut turn = turn("fevga", &rolled);
    turn.make_move(point(1), 5).expect("the runner");
    assert_eq!(turn.possible_moves(), [(point(6), 2)]);
    let clone = turn.clone();
    assert!(turn.undo());
    assert_eq!((turn.moves().len(), clone.moves().len()), (0, 1));
    assert_eq!(turn.dice(), [5, 2]);
    // Later in the game every checker may.
    clone_and_undo("fevga", "w12,w2,10,b14,w1,b1,9 0/0 0/0 w 52", (1, 5), (1, 2), (2, 2));
}
