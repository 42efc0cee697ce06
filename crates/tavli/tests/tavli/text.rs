//! Moves and positions as text: accepted forms, refusals, round trips.

use crate::common::{at, check, open, refused};
use agon_core::{Game, Position as _, Steps};
use agon_tavli::{Fevga, Plakoto, Portes, Tavli, TavliMatch, Variant, gnubg_id, mat};
use proptest::prelude::*;

const START_52: &str = "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w 52";
const START_66: &str = "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w 66";

#[test]
fn accepted_forms_of_a_move() {
    let canonical = Ok("13/11,13/8".to_owned());
    for form in ["13/11,13/8", "13/8,13/11", "13/8 13/11", " 13/8, 13/11 ", "13/8;13/11"] {
        assert_eq!(check("portes", START_52, form), canonical, "{form}");
    }
    for form in ["24/22/16", "24/16", "24/22*/16*", "24/22,22/16", "22/16 24/22", "24/18/16"] {
        let position = START_52.replace("52", "62");
        assert_eq!(check("portes", &position, form), Ok("24/22,22/16".to_owned()), "{form}");
    }
    for form in ["24/18(2),13/7(2)", "13/7(2) 24/18(2)", "24/18,24/18,13/7,13/7"] {
        assert_eq!(check("portes", START_66, form), Ok("24/18,24/18,13/7,13/7".to_owned()), "{form}");
    }
    let fours = START_52.replace("52", "44");
    assert_eq!(check("portes", &fours, "24/16(2)"), Ok("24/20,24/20,20/16,20/16".to_owned()));
    // P1 to P24 are the numbers on the board, which rise along White's path.
    for form in ["P12/P14,P12/P17", "p12/p17 13/11", "P12/11,13/P17"] {
        assert_eq!(check("portes", START_52, form), Ok("13/11,13/8".to_owned()), "{form}");
    }
    let black = START_52.replace("w 52", "b 52");
    for form in ["P13/P11,P13/P8", "13/11,13/8"] {
        assert_eq!(check("portes", &black, form), Ok("13/11,13/8".to_owned()), "{form}");
    }
    for wrong in ["P0/P5", "P25/P20", "P/P5", "P12/", "P-1/P5"] {
        assert_eq!(check("portes", START_52, wrong), Err("not-a-move"), "{wrong}");
    }
    let entering = "w1,22,b15 1/13 0/0 w 31";
    for form in ["bar/22/21", "25/21", "BAR/24*/21", "bar/21"] {
        assert!(check("portes", entering, form).is_ok(), "{form}");
    }
    let off = "b15,18,w1,w1,3 0/13 0/0 w 54";
    for form in ["5/off 4/off", "5/0,4/0", "4/OFF,5/Off"] {
        assert_eq!(check("portes", off, form), Ok("5/off,4/off".to_owned()), "{form}");
    }
}

#[test]
fn steps_are_read_in_every_notation() {
    let steps = |spec: &str, position: &str, typed: &[&str]| {
        let typed: Vec<String> = typed.iter().map(|&step| step.to_owned()).collect();
        at(spec, position).read_steps(&typed).map_err(|fault| fault.kind.code)
    };
    for typed in [["13/11", "13/8"], ["P12/P14", "P12/P17"], ["13/11*", " p12/8"]] {
        assert_eq!(steps("portes", START_52, &typed), Ok(vec!["13/11".to_owned(), "13/8".to_owned()]), "{typed:?}");
    }
    // In a match the game on the board reads them.
    let fevga = "0-0 fevga w15,11,b15,11 0/0 0/0 b 61";
    assert_eq!(steps("tavli", fevga, &["P13/P19"]), Ok(vec!["24/18".to_owned()]));
    assert_eq!(steps("tavli", fevga, &["P1/P7"]), Err("no-such-step"));
    assert_eq!(steps("portes", START_52, &["13/7"]), Err("no-such-step"));
}

#[test]
fn endings_and_passes_have_their_reasons() {
    let pinned = "b12,b2,1,w14,19,w1+b 0/0 0/0 b -";
    for (spec, position, ending) in [
        ("portes", START_52, None),
        ("portes", "b1,23 0/15 0/14 b -", Some("borne_off")),
        ("portes", "b15,23 0/15 0/0 b -", Some("borne_off_double")),
        ("portes:score=triple", "23,b15 0/15 0/0 b -", Some("borne_off_triple")),
        ("plakoto", pinned, Some("mana_pinned")),
        ("plakoto:mana=play_on", pinned, None),
        ("plakoto", "b1+w,b13,3,w13,17,w1+b 0/0 0/0 w -", Some("both_manas_pinned")),
        ("tavli:points=5", "2-5 portes 23,w14 0/1 0/15 w -", Some("match_won")),
    ] {
        assert_eq!(at(spec, position).ending(), ending, "{spec} {position}");
    }
    let closed = "b1,12,w1,4,w2,w2,w2,w2,w2,w2 0/2 1/13 b 65";
    assert_eq!(at("portes", closed).pass_reason(0), Some("no_step"));
    assert_eq!(at("portes", START_52).pass_reason(0), None);
    assert_eq!(at("portes", START_52).pass_reason(1), None);
}

#[test]
fn canonical_order_is_rear_first_then_the_nearer_end() {
    for (dice, turn) in [("31", "8/5,6/5"), ("61", "13/7,8/7"), ("42", "8/4,6/4")] {
        let position = START_52.replace("52", dice);
        assert_eq!(check("portes", &position, turn).as_deref(), Ok(turn));
    }
    assert_eq!(check("portes", START_52, "24/19,24/22"), Err("tavli-blocked"));
    assert_eq!(check("portes", &START_52.replace("52", "43"), "24/20,24/21"), Ok("24/21,24/20".to_owned()));
}

#[test]
fn a_merged_walk_that_may_or_may_not_hit_is_ambiguous() {
    let position = "w1,1,b1,20,b14 0/14 0/0 w 52";
    assert_eq!(check("portes", position, "24/17"), Err("tavli-ambiguous"));
    assert!(check("portes", position, "24/22/17").is_ok() && check("portes", position, "24/19/17").is_ok());
}

#[test]
fn wrong_moves_say_what_is_wrong() {
    for (turn, code) in [
        ("", "not-a-move"),
        ("e4", "not-a-move"),
        ("8/13", "not-a-move"),
        ("26/20", "not-a-move"),
        ("13/8(9)", "not-a-move"),
        ("13/8(2),13/11(3)", "tavli-too-many-steps"),
        ("13/9,13/11", "tavli-wrong-dice"),
        ("20/15,13/11", "tavli-no-checker"),
        ("24/19,13/11", "tavli-blocked"),
        ("13/8", "tavli-too-short"),
        ("13/11,6/off", "tavli-not-home"),
        ("pass", "tavli-can-move"),
        ("31:", "no-roll-due"),
    ] {
        assert_eq!(check("portes", START_52, turn), Err(code), "{turn}");
    }
    let rolling = at("portes", &START_52.replace("52", "-"));
    assert_eq!(rolling.check("13/8").unwrap_err().kind.code, "roll-due");
    assert_eq!(rolling.check("70:").unwrap_err().kind.code, "not-a-roll");
    assert_eq!(rolling.check("25:").as_deref(), Ok("52:"));
}

#[test]
fn positions_are_printed_canonically() {
    for (spec, tolerated, canonical) in [
        ("portes", "W2,1,3,b5,1,b3,3,w5,b5,3,w3,1,w5,2,1,1,b2  0/0 0/0 W 25", START_52),
        ("plakoto", "w14,5,b+w,16,b14 0/0 0/0 b -", "w14,5,b1+w,16,b14 0/0 0/0 b -"),
        ("fevga", "w15,11,b15,11 0/0 0/0 w -", "w15,11,b15,11 0/0 0/0 w -"),
    ] {
        assert_eq!(at(spec, tolerated).position(), canonical);
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (spec, position, code) in [
        ("portes", "", "position-syntax"),
        ("portes", "w15,22,b15 0/0 0/0 w", "position-syntax"),
        ("portes", "w16,22,b15 0/0 0/0 w -", "tavli-checker-count"),
        ("portes", "w14,22,b15 0/0 0/0 w -", "tavli-checker-count"),
        ("portes", "w15,22,b15 0/1 0/0 w -", "tavli-checker-count"),
        ("portes", "w99,22,b15 0/0 0/0 w -", "tavli-checker-count"),
        ("portes", "w15,21,b15 0/0 0/0 w -", "tavli-point-count"),
        ("portes", "w15,22,b15,1 0/0 0/0 w -", "tavli-point-count"),
        ("portes", "w15,99,b15 0/0 0/0 w -", "tavli-point-count"),
        ("portes", "w15,x,b15 0/0 0/0 w -", "tavli-point-syntax"),
        ("portes", "w15,0,b15 0/0 0/0 w -", "tavli-point-syntax"),
        ("portes", "w0,23,b15 0/0 0/0 w -", "tavli-point-syntax"),
        ("portes", "w14+b,22,b14,w1 0/0 0/0 w -", "tavli-no-pins"),
        ("fevga", "w14+b,22,b14 0/1 0/0 w -", "tavli-no-pins"),
        ("plakoto", "w14+w,22,b15 0/0 0/0 w -", "tavli-point-syntax"),
        ("plakoto", "w14+b2,22,b13 0/1 0/0 w -", "tavli-point-syntax"),
        ("plakoto", "w14,22,b15 1/0 0/0 w -", "tavli-no-bar"),
        ("fevga", "w15,11,b14,11 0/0 1/0 w -", "tavli-no-bar"),
        ("portes", "w15,22,b15 0 0/0 w -", "tavli-tray-syntax"),
        ("portes", "w15,22,b15 0/0 0/0 x -", "tavli-mover-syntax"),
        ("portes", "w15,22,b15 0/0 0/0 w 70", "tavli-dice-syntax"),
        ("portes", "w15,22,b15 0/0 0/0 w 3", "tavli-dice-syntax"),
        ("portes", "24 0/15 0/15 w -", "tavli-two-winners"),
        ("portes", "23,b15 0/15 0/0 b 31", "tavli-dice-after-end"),
        ("tavli", "7-0 portes w15,22,b15 0/0 0/0 w -", "tavli-match-over"),
        ("tavli", "0-0 portes 23,b15 0/15 0/0 b -", "tavli-match-goes-on"),
        ("tavli", "12-0 portes w15,22,b15 0/0 0/0 w -", "tavli-score-syntax"),
        ("tavli", "0-0 chess w15,22,b15 0/0 0/0 w -", "tavli-match-game"),
        ("tavli", "0-0", "position-syntax"),
    ] {
        assert_eq!(refused(spec, position), code, "{spec}, {position}");
    }
}

#[test]
fn t40_the_match_goes_round_and_the_winner_begins() {
    let mut table = at("tavli:points=5", "0-0 portes b15,22,w1 0/14 0/0 w 61");
    assert_eq!(table.play("1/off").as_deref(), Ok("1/off"));
    assert_eq!(table.position(), "2-0 plakoto w w15,22,b15 0/0 0/0 w -");
    // A draw: the rotation goes on, and who began the drawn game begins again.
    for starter in ["w", "b"] {
        let drawn = format!("2-0 plakoto {starter} b1+w,b13,16,w13,3,w1,b1 0/0 0/0 w 21");
        table.set_position(&drawn).unwrap();
        table.play("2/1,6/4").unwrap();
        assert_eq!(table.position(), format!("2-0 fevga w15,11,b15,11 0/0 0/0 {starter} -"));
    }
    // Black wins one point at Fevga and begins Portes.
    table.set_position("2-3 fevga 11,b1,11,w14 0/1 0/14 b 61").unwrap();
    table.play("1/off").unwrap();
    assert_eq!(table.position(), "2-4 portes w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 b -");
    // The last game stays on the board; a match is worth one point.
    table.set_position("2-4 portes w1,22,w14 0/0 0/15 w -").unwrap_err();
    table.set_position("2-4 portes b1,22,w14 0/1 0/14 b 21").unwrap();
    table.play("1/off").unwrap();
    assert_eq!(table.position(), "2-5 portes 23,w14 0/1 0/15 w -");
    assert_eq!(table.outcome().unwrap().to_string(), "p2 1");
    let again = at("tavli:points=5", &table.position());
    assert_eq!(again.outcome(), table.outcome());
}

#[test]
fn t40_the_first_game_begins_with_one_die_each() {
    let mut table = open("tavli");
    assert_eq!((table.spec().as_str(), table.legal().len()), ("tavli", 30));
    table.play("o25:").unwrap();
    assert_eq!(table.position(), "0-0 portes w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 b -");
    let agon_core::BoardView::Tavli(view) = table.view(&[]).unwrap() else { panic!("a tavli board") };
    assert_eq!((&*view.variant, view.match_score), ("portes", Some([0, 0, 7])));
    assert_eq!(
        open("tavli:points=3,bearoff=unpinned_only,runner=past").spec(),
        "tavli:points=3,bearoff=unpinned_only,runner=past"
    );
}

#[test]
fn the_view_shows_the_steps_made() {
    let table = at("portes", START_66);
    let prefix = ["24/18".to_owned(), "24/18".to_owned()];
    let agon_core::BoardView::Tavli(view) = table.view(&prefix).unwrap() else { panic!("a tavli board") };
    assert_eq!((view.dice.as_slice(), view.dice_left.as_slice()), (&[6, 6][..], &[6, 6][..]));
    assert_eq!((view.points[0].count, view.points[6].count, view.pips), (0, 2, [155, 167]));
    assert_eq!(view.home, [[19, 20, 21, 22, 23, 24], [6, 5, 4, 3, 2, 1]]);
    assert_eq!((view.entry, view.mover), ([1, 24], agon_core::Player::P1));
    let fevga = open("fevga").view(&[]).unwrap();
    let agon_core::BoardView::Tavli(view) = fevga else { panic!("a tavli board") };
    assert_eq!((view.home[1], view.entry), ([7, 8, 9, 10, 11, 12], [1, 13]));
}

fn round_trip<V: Variant>(options: &str, seed: u64) {
    let game = Tavli::<V>::from_text(options).unwrap();
    let text = agon_reference::random_position(&game.spec(), seed);
    let position = game.parse_position(&text).unwrap();
    assert_eq!(game.position_text(&position), text);
    let mut turns = Vec::new();
    position.legal_moves(&mut turns);
    for turn in turns {
        assert_eq!(position.parse_move(&position.move_text(turn)), Ok(turn), "{text}");
        assert_eq!(position.finish(turn.steps()), Some(turn), "{text}");
        let next = position.after(turn);
        let again = game.parse_position(&game.position_text(&next)).unwrap();
        assert_eq!(again, next, "{text}");
        assert_eq!(again.key(), next.key());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn positions_and_moves_survive_being_written(seed in any::<u64>()) {
        round_trip::<Portes>("", seed);
        round_trip::<Plakoto>("bearoff=unpinned_only", seed);
        round_trip::<Fevga>("", seed);
    }

    #[test]
    fn position_ids_survive_being_written(seed in any::<u64>()) {
        let game = Tavli::<Portes>::default();
        let position = game.parse_position(&agon_reference::random_position("portes", seed)).unwrap();
        let id = gnubg_id::write(&position).unwrap();
        let read = gnubg_id::read(&id, *game.rules(), position.mover()).unwrap();
        prop_assert_eq!((read.own(), read.other()), (position.own(), position.other()));
    }

    #[test]
    fn garbage_is_refused_without_a_panic(
        position in "[wb0-9,+/ -]{0,60}",
        turn in "([0-9]{1,2}|bar|off)(/([0-9]{1,2}|bar|off)\\*?){0,4}(\\([0-9]\\))?([, ]([0-9]{1,2}|bar)/([0-9]{1,2}|off)){0,4}",
        noise in "\\PC{0,40}",
    ) {
        let game = Tavli::<Portes>::default();
        let _ = game.parse_position(&position);
        let _ = TavliMatch::default().parse_position(&format!("0-0 plakoto {position}"));
        let _ = TavliMatch::default().parse_position(&noise);
        let table = at("portes", START_52);
        let _ = table.check(&turn);
        let _ = table.check(&noise);
        let _ = Tavli::<Plakoto>::default().parse_position(&noise);
        let _ = gnubg_id::read(&noise, *game.rules(), agon_core::Player::P1);
        let _ = mat::read(&format!(" Game 1\n A : 0     B : 0\n  1) {noise}   31: {turn}\n{noise}"), "backgammon");
    }
}
