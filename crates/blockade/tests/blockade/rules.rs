//! The rulings B1 to B8, one by one, and the example position of the course.

use crate::common::{at, open, try_open};
use agon_core::{Actor, AnyTable, Outcome, Player};

/// Small boards keep the lists of turns readable.
const SWIFT: &str = "blockade:turn=swift";

/// The squares a pawn can go to, in order.
fn targets(table: &dyn AnyTable, pawn: &str) -> String {
    let steps = table.steps(&[]).expect("steps");
    let mut squares: Vec<String> = steps
        .next
        .iter()
        .filter_map(|step| step.notation.strip_prefix(pawn)?.strip_prefix('-').map(str::to_owned))
        .collect();
    squares.sort();
    squares.join(" ")
}

/// The squares X1 can go to from a position, in order.
fn x1(position: &str) -> String {
    targets(at(SWIFT, position).as_ref(), "X1")
}

fn fault(table: &dyn AnyTable, notation: &str) -> &'static str {
    table.check(notation).expect_err("a fault").kind.code
}

fn wins(table: &dyn AnyTable, player: Player) -> bool {
    table.outcome() == Some(Outcome::win(player)) && table.actor() == Actor::Nobody && table.legal().is_empty()
}

#[test]
fn b1_start_squares_by_default_by_size_and_by_choice() {
    assert_eq!(open("blockade").position(), "/ / 44 84 4B 8B / 9 9 9 9 / 1");
    assert_eq!(open("blockade:rows=5,cols=6,walls=2").position(), "/ / 22 42 25 45 / 2 2 2 2 / 1");
    assert_eq!(open("blockade:rows=3,cols=3,walls=0").position(), "/ / 11 31 13 33 / 0 0 0 0 / 1");
    assert_eq!(open("blockade:rows=22,cols=28").position(), "/ / 77 G7 7M GM / 9 9 9 9 / 1");
    let chosen = open("blockade:starts=1a-2b-3c-4d");
    assert_eq!(chosen.position(), "/ / 1A 2B 3C 4D / 9 9 9 9 / 1");
    assert_eq!(chosen.spec(), "blockade:starts=1A-2B-3C-4D");
}

#[test]
fn b1_the_spec_leaves_derived_starts_out() {
    assert_eq!(open("blockade:starts=44-84-4b-8b").spec(), "blockade");
    assert_eq!(open("blockade:rows=5,cols=6,starts=22-42-25-45").spec(), "blockade:rows=5,cols=6");
    let options = "blockade:turn=optional,walls=3,single=free,repetition=off";
    assert_eq!(open(options).spec(), options);
}

#[test]
fn b1_bad_starts_are_refused() {
    let code = |starts: &str| {
        let spec = format!("blockade:rows=5,cols=5,starts={starts}");
        try_open(&spec).err().expect("a fault").kind.code
    };
    assert_eq!(code("11-12-13"), "blockade-starts-syntax");
    assert_eq!(code("11-12-13-1"), "blockade-starts-syntax");
    assert_eq!(code("11-12-13-1*"), "blockade-starts-syntax");
    assert_eq!(code("11-12-13-16"), "blockade-starts-off-board");
    assert_eq!(code("11-12-13-61"), "blockade-starts-off-board");
    assert_eq!(code("11-12-13-11"), "blockade-starts-twice");
}

#[test]
fn b2_green_is_vertical_and_blue_horizontal() {
    assert_eq!(x1("/ / 55 84 4B 8B / 9 9 9 9 / 1"), "35 44 46 53 57 64 66 75");
    assert_eq!(x1("55 / / 55 84 4B 8B / 8 9 9 9 / 1"), "35 44 46 53 64 75");
    assert_eq!(x1("/ 55 / 55 84 4B 8B / 9 8 9 9 / 1"), "35 44 46 53 57 64");
}

#[test]
fn b3_walls_fit_unless_they_overlap_or_cross() {
    let table = at(SWIFT, "55 / 88 / 44 84 4B 8B / 8 8 9 9 / 1");
    for refused in ["G45", "G55", "G65", "B87", "B88", "B89"] {
        assert_eq!(fault(table.as_ref(), refused), "blockade-wall-overlaps", "{refused}");
    }
    for refused in ["B55", "G88"] {
        assert_eq!(fault(table.as_ref(), refused), "blockade-wall-crosses", "{refused}");
    }
    // End to end, T and L contacts.
    for fine in ["G35", "G75", "B45", "B54", "B65", "B56", "B86", "B8A", "G78", "G98", "G87", "G89"] {
        assert_eq!(table.check(fine).as_deref(), Ok(fine));
    }
}

#[test]
fn b3_the_mover_needs_the_colour_in_stock() {
    let table = at(SWIFT, "/ / 44 84 4B 8B / 0 9 9 0 / 1");
    assert_eq!(fault(table.as_ref(), "G35"), "blockade-no-green-left");
    assert_eq!(table.legal().len(), 16 + 130);
    let table = at(SWIFT, "/ / 44 84 4B 8B / 0 9 9 0 / 2");
    assert_eq!(fault(table.as_ref(), "B35"), "blockade-no-blue-left");
}

#[test]
fn b4_two_straight_steps_over_any_pawn() {
    assert_eq!(x1("/ / 55 65 56 8B / 9 9 9 9 / 1"), "35 44 46 53 57 64 66 75");
    assert!(!x1("56 / / 55 65 5A 8B / 9 9 8 9 / 1").contains("57"), "a wall behind the middle square");
}

#[test]
fn b4_diagonal_needs_one_open_way_round_the_corner() {
    // The path over 56 is closed, the path over 65 open even with a pawn on it.
    assert!(x1("45 / / 55 65 4B 8B / 8 9 9 9 / 1").contains("66"));
    assert!(!x1("45 / 54 / 55 84 4B 8B / 8 8 9 9 / 1").contains("66"));
    assert!(!x1("65 / 56 / 55 84 4B 8B / 8 8 9 9 / 1").contains("66"));
}

#[test]
fn b4_goal_step_is_one_step_onto_a_start_square_of_the_opponent() {
    assert!(x1("/ / 4A 84 11 8B / 9 9 9 9 / 1").contains("4B"));
    assert!(!x1("4A / / 4A 84 11 8B / 8 9 9 9 / 1").contains("4B"));
    assert!(!x1("/ / 45 94 4B 8B / 9 9 9 9 / 1").contains("44"), "own start squares are ordinary");
}

#[test]
fn b4_blocked_step_if_a_pawn_stands_two_steps_ahead() {
    let rival = "/ / 55 84 57 8B / 9 9 9 9 / 1";
    let own = "/ / 55 57 4B 8B / 9 9 9 9 / 1";
    let with = |single: &str, position: &str| {
        let table = at(&format!("{SWIFT},single={single}"), position);
        targets(table.as_ref(), "X1")
    };
    assert_eq!(with("any", rival), "35 44 46 53 56 64 66 75");
    assert_eq!(with("any", own), "35 44 46 53 56 64 66 75");
    assert_eq!(with("opponent", rival), "35 44 46 53 56 64 66 75");
    assert_eq!(with("opponent", own), "35 44 46 53 64 66 75");
    assert_eq!(with("none", rival), "35 44 46 53 64 66 75");
    assert_eq!(with("free", own), "35 44 45 46 53 54 56 64 65 66 75");
}

#[test]
fn b4_blocked_step_needs_both_passages_and_an_empty_square() {
    assert!(!x1("56 / / 55 84 57 8B / 8 9 9 9 / 1").contains("56"), "the wall blocks, not the pawn");
    assert!(!x1("/ / 55 56 57 8B / 9 9 9 9 / 1").contains("56"));
    assert_eq!(x1("/ / 55 84 66 8B / 9 9 9 9 / 1"), "35 44 46 53 57 64 75", "no step beside a diagonal pawn");
}

#[test]
fn b4_pawns_are_taken_only_on_a_start_square_of_their_own_side() {
    // O1 on its own start, O2 on the other start square of O, X1 two steps from both.
    for (position, target) in [
        ("/ / 49 84 4B 8B / 9 9 9 9 / 1", "4B"),
        ("/ / 8A 84 4B 8B / 9 9 9 9 / 1", "8B"),
        ("/ / 3A 84 8B 4B / 9 9 9 9 / 1", "4B"),
    ] {
        let mut table = at(SWIFT, position);
        assert!(targets(table.as_ref(), "X1").contains(target), "{position}");
        table.play(&format!("X1-{target}")).expect("legal");
        assert!(wins(table.as_ref(), Player::P1));
    }
    let elsewhere = at(SWIFT, "/ / 55 84 57 66 / 9 9 9 9 / 1");
    assert_eq!(targets(elsewhere.as_ref(), "X1"), "35 44 46 53 56 64 75");
    assert_eq!(fault(elsewhere.as_ref(), "X1-57"), "blockade-rival-pawn-there");
}

#[test]
fn b4_a_taken_pawn_stays_below_its_taker_in_the_position() {
    let mut table = at("blockade", "/ / 49 84 4B 8B / 9 9 9 9 / 1");
    table.play("X1-4B").expect("legal");
    assert_eq!(table.position(), "/ / 4B 84 4B 8B / 9 9 9 9 / 2");
    let again = at("blockade", &table.position());
    assert!(wins(again.as_ref(), Player::P1));
}

#[test]
fn b5_one_pawn_on_a_start_square_of_the_opponent_wins_at_once() {
    let mut table = at("blockade", "/ / 44 84 4A 45 / 9 9 9 9 / 2");
    assert_eq!(table.play("O2-44").as_deref(), Ok("O2-44"), "no wall needed");
    assert!(wins(table.as_ref(), Player::P2));
    assert_eq!(fault(table.as_ref(), "X1-64,G35"), "game-over");
    let own = at("blockade", "/ / 84 44 8B 4B / 9 9 9 9 / 1");
    assert_eq!(own.outcome(), None, "own start squares do not win");
}

#[test]
fn b6_every_pawn_keeps_a_way_to_both_start_squares() {
    // A pocket of two squares in the corner, open to the right only.
    let table = at(SWIFT, "/ 11 / 11 84 4B 8B / 9 8 9 9 / 1");
    let fault = table.check("G12").expect_err("closed");
    assert_eq!(fault.kind.code, "blockade-path-closed");
    assert_eq!(fault.to_string(), "wall G12 would close every way of X1 to the start square 4B");
    // A start square in the pocket: nobody stands there, yet the opponent must get there.
    let table = at("blockade:turn=swift,starts=11-84-4B-8B", "/ 11 / 66 84 4B 8B / 9 8 9 9 / 1");
    let fault = table.check("G12").expect_err("closed");
    assert_eq!(fault.to_string(), "wall G12 would close every way of O1 to the start square 11");
    // Players read all pawns that are cut off, and see the paths they had.
    assert_eq!(fault.arg("pawns"), Some("O1, O2"));
    let paths: Vec<_> = fault.paths.iter().map(|path| (path.pawn.as_str(), path.cells.last().copied())).collect();
    assert_eq!(paths, [("O1", Some((0, 0))), ("O2", Some((0, 0)))]);
}

#[test]
fn b6_empty_regions_may_be_sealed_off() {
    let table = at(SWIFT, "/ 11 / 44 84 4B 8B / 9 8 9 9 / 1");
    assert_eq!(table.check("G12").as_deref(), Ok("G12"));
}

#[test]
fn b6_pawns_do_not_block_ways() {
    // O stands in the only door of X1's pocket.
    let table = at(SWIFT, "/ 11 / 11 84 12 8B / 9 8 9 9 / 1");
    assert_eq!(table.check("B33").as_deref(), Ok("B33"));
}

#[test]
fn b6_is_tested_after_the_whole_turn() {
    let table = at("blockade", "/ 11 / 11 84 4B 8B / 9 8 9 9 / 1");
    assert_eq!(table.check("X1-13,G12").as_deref(), Ok("X1-13,G12"), "X1 has left the pocket");
    assert_eq!(fault(table.as_ref(), "X2-64,G12"), "blockade-path-closed");
    let entering = at("blockade", "/ 11 / 13 84 4B 8B / 9 8 9 9 / 1");
    assert_eq!(fault(entering.as_ref(), "X1-11,G12"), "blockade-path-closed");
    assert_eq!(entering.check("X1-11,G35").as_deref(), Ok("X1-11,G35"), "entering is never illegal");
}

#[test]
fn b6_both_sides_may_live_in_different_regions() {
    // Rows 1 to 3 belong to X and the start squares of O, row 4 to O and those of X.
    let spec = "blockade:turn=swift,rows=4,cols=4,walls=2,starts=41-42-11-12";
    let table = at(spec, "/ 3133 / 13 14 43 44 / 2 1 2 1 / 1");
    assert_eq!(table.outcome(), None);
    assert_eq!(table.check("G11").as_deref(), Ok("G11"));
    let fault = table.check("G32").expect_err("row 4 is cut");
    assert_eq!(fault.to_string(), "wall G32 would close every way of O1 to the start square 41");
}

#[test]
fn b7_classic_is_a_pawn_move_and_a_wall() {
    let table = open("blockade");
    assert!(table.legal().iter().all(|notation| notation.contains(',')));
    assert_eq!(fault(table.as_ref(), "X1-64"), "blockade-no-wall");
    assert_eq!(fault(table.as_ref(), "G35"), "blockade-no-pawn-move");
}

#[test]
fn b7_classic_without_walls_is_a_pawn_move() {
    let table = at("blockade", "/ / 44 84 4B 8B / 0 0 9 9 / 1");
    assert_eq!(table.legal().len(), 16);
    assert_eq!(table.check("X1-64").as_deref(), Ok("X1-64"));
    assert_eq!(fault(table.as_ref(), "X1-64,G35"), "blockade-no-green-left");
}

#[test]
fn b7_classic_uses_the_colour_that_is_left() {
    let table = at("blockade", "/ / 44 84 4B 8B / 0 3 9 9 / 1");
    assert_eq!(table.legal().len(), 16 * 130);
    assert_eq!(fault(table.as_ref(), "X1-64"), "blockade-no-wall");
}

#[test]
fn b7_classic_pawn_move_stands_alone_if_no_wall_can_follow_it() {
    // X has walls of both colours, but none fits or none is legal after any pawn move.
    let table = at("blockade:rows=3,cols=3,walls=2", "1221 / / 11 23 32 12 / 2 1 0 1 / 1");
    let mut legal = table.legal();
    legal.sort();
    assert_eq!(legal, ["X1-22", "X1-31", "X2-13", "X2-33"]);
    // After some pawn moves a wall can be placed and has to be, after others none can.
    let table = at("blockade:rows=3,cols=4,walls=3", "1213 / 22 / 31 11 34 24 / 2 2 2 3 / 1");
    let mut legal = table.legal();
    legal.sort();
    assert_eq!(legal, ["X1-21,G11", "X1-22", "X1-33,G11", "X2-21,G11", "X2-22"]);
    assert_eq!(fault(table.as_ref(), "X1-21"), "blockade-no-wall");
    assert_eq!(table.check("X1-22").as_deref(), Ok("X1-22"));
}

#[test]
fn b7_swift_is_a_pawn_move_or_a_wall() {
    let table = open(SWIFT);
    assert!(table.legal().iter().all(|notation| !notation.contains(',')));
    assert_eq!(fault(table.as_ref(), "X1-64,G35"), "blockade-not-both");
}

#[test]
fn b7_optional_is_a_pawn_move_and_perhaps_a_wall() {
    let table = open("blockade:turn=optional");
    assert_eq!(table.legal().len(), 4176);
    assert_eq!(table.check("X1-64").as_deref(), Ok("X1-64"));
    assert_eq!(table.check("X1-64,G35").as_deref(), Ok("X1-64,G35"));
    assert_eq!(fault(table.as_ref(), "G35"), "blockade-no-pawn-move");
    let winning = at("blockade:turn=optional", "/ / 49 84 4B 8B / 9 9 9 9 / 1");
    let wins: Vec<String> = winning.legal().into_iter().filter(|notation| notation.starts_with("X1-4B")).collect();
    assert_eq!(wins, ["X1-4B"], "no wall after a winning pawn move");
}

#[test]
fn b8_a_player_without_a_turn_loses() {
    let spec = "blockade:rows=3,cols=3,walls=2";
    assert!(wins(at(spec, "2122 / / 21 32 12 22 / 1 0 1 2 / 1").as_ref(), Player::P2));
    assert!(wins(at(spec, "1122 / / 23 22 13 33 / 0 0 1 2 / 2").as_ref(), Player::P1));
    // X1 and X2 stand in a corridor that O1 closes; single steps are not allowed.
    let corridor = "/ 1113 / 11 13 15 88 / 9 7 9 9 / 1";
    assert!(wins(at("blockade:single=none", corridor).as_ref(), Player::P2));
    let swift = at("blockade:turn=swift,single=none", corridor);
    assert_eq!(swift.outcome(), None, "a wall is a turn");
    assert!(swift.legal().iter().all(|notation| !notation.contains('-')));
    let empty = "/ 1113 / 11 13 15 88 / 0 0 9 9 / 1";
    assert!(wins(at("blockade:turn=swift,single=none", empty).as_ref(), Player::P2));
}

#[test]
fn b8_third_occurrence_of_a_position_is_a_draw() {
    let shuffle = |spec: &str| {
        let mut table = at(spec, "/ / 44 84 4B 8B / 0 0 0 0 / 1");
        for notation in ["X1-64", "O1-6B", "X1-44", "O1-4B"].repeat(2) {
            table.play(notation).expect("legal");
        }
        table
    };
    let table = shuffle("blockade");
    assert_eq!(table.outcome(), Some(Outcome::Draw));
    assert!(table.is_repetition());
    assert_eq!(shuffle("blockade:repetition=off").outcome(), None);
}

#[test]
fn the_example_position_of_the_course() {
    let position = "294145666C73758A / 323453555A6269767B848B8D9A / 87 61 59 AC / 1 1 1 1 / 1";
    let classic = at("blockade", position);
    assert_eq!(classic.position(), position);
    assert_eq!(classic.legal().len(), 1710);
    assert_eq!(classic.check("[X 2] [6 3] [Z 4 9]").as_deref(), Ok("X2-63,G49"));
    let swift = at(SWIFT, position);
    assert_eq!(swift.legal().len(), 181);
    assert_eq!(targets(swift.as_ref(), "X1").split(' ').count(), 5);
    assert_eq!(targets(swift.as_ref(), "X2").split(' ').count(), 5);
    let o_moves = at(SWIFT, &position.replace("/ 1", "/ 2").replace("/ 2 1 1 1", "/ 1 1 1 1"));
    assert_eq!(targets(o_moves.as_ref(), "O1").split(' ').count(), 7);
    assert_eq!(targets(o_moves.as_ref(), "O2").split(' ').count(), 6);
}
