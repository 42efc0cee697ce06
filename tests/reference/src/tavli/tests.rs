//! Rulings on positions small enough to work out by hand, and what must hold of every position.
//!
//! White moves up the points P1..P24 in every game, so White's places are the points themselves. Most
//! checkers lie off the board, which keeps the lists short.

use super::*;

/// Asserts that a position has exactly these successors, in any order.
#[track_caller]
fn leads_to(spec: &str, position: &str, expected: &[&str]) {
    let reference = successors(spec, position).unwrap();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(reference.successors, expected, "{spec} {position}");
}

#[track_caller]
fn passes(spec: &str, position: &str) {
    let (board, _dice) = position.rsplit_once(' ').unwrap();
    let (board, mover) = board.rsplit_once(' ').unwrap();
    let next = if mover == "w" { "b" } else { "w" };
    leads_to(spec, position, &[&format!("{board} {next} -")]);
}

#[track_caller]
fn ends(spec: &str, position: &str, outcome: Option<(Option<u8>, u8)>) {
    let reference = successors(spec, position).unwrap();
    assert_eq!(reference.outcome, outcome, "{spec} {position}");
    assert_eq!(reference.actor == "none", outcome.is_some());
    assert_eq!(reference.successors.is_empty(), outcome.is_some());
}

fn has(spec: &str, position: &str, successor: &str) -> bool {
    successors(spec, position).unwrap().successors.iter().any(|next| next == successor)
}

#[test]
fn t10_t20_t30_starts_are_those_of_the_rules_and_wait_for_21_rolls() {
    for (spec, text) in [
        ("portes", "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w -"),
        ("backgammon", "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w -"),
        ("plakoto", "w15,22,b15 0/0 0/0 w -"),
        ("fevga", "w15,11,b15,11 0/0 0/0 w -"),
        ("narde", "w15,11,b15,11 0/0 0/0 w -"),
    ] {
        assert_eq!(start(spec).unwrap(), text);
        let reference = successors(spec, text).unwrap();
        assert_eq!(successors(spec, "startpos").as_ref(), Ok(&reference));
        assert_eq!((reference.actor, reference.successors.len()), ("chance", 21));
        assert!(reference.successors.contains(&text.replace('-', "31")));
        assert!(reference.successors.contains(&text.replace('-', "66")));
    }
}

#[test]
fn positions_are_read_tolerantly_and_printed_canonically() {
    let read = |text| successors("plakoto", text).unwrap().position;
    assert_eq!(read("W14,2,20,w1+B 0/0 0/14 B 13"), "w14,22,w1+b 0/0 0/14 b 31");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for (spec, text) in [
        ("portes", "w16,22,b15 0/0 0/0 w -"),
        ("portes", "w15,22,b14 0/0 0/0 w -"),
        ("portes", "w15,22,b15 0/1 0/0 w -"),
        ("portes", "w15,21,b15 0/0 0/0 w -"),
        ("portes", "w15,23,b15 0/0 0/0 w -"),
        ("portes", "24,24,24,24,24,24,24,24,24,24,24 0/15 0/15 w -"),
        ("portes", "24 0/15 0/15 w -"),
        ("portes", "w15,22,b15 0/0 0/0 w 70"),
        ("portes", "w15,22,b15 0/0 0/0 w 3"),
        ("portes", "w15,22,b15 0/0 0/0 x -"),
        ("portes", "w15,22,b15 0/0 0/0 w"),
        ("portes", "w15,0,22,b15 0/0 0/0 w -"),
        ("portes", "w15,+22,b15 0/0 0/0 w -"),
        ("portes", "w1+b,23 0/14 0/14 w -"),
        ("fevga", "w1+b,23 0/14 0/14 w -"),
        ("plakoto", "w1+w,23 0/13 0/15 w -"),
        ("plakoto", "w1+b2,23 0/14 0/13 w -"),
        ("plakoto", "w14,22,b15 1/0 0/0 w -"),
        ("fevga", "w15,11,b14,11 0/0 1/0 w -"),
        ("portes", ""),
    ] {
        assert!(successors(spec, text).is_err(), "{spec} {text}");
    }
}

#[test]
fn specs_name_known_games_options_and_values_once() {
    let text = "w15,22,b15 0/0 0/0 w -";
    assert!(successors("Portes:one_die=free,score=triple,opening=high_plays", text).is_ok());
    for spec in [
        "chess",
        "portes:mana=ends",
        "plakoto:mana",
        "plakoto:mana=maybe",
        "plakoto:mana=ends,mana=ends",
        "fevga:hit_and_run=allowed",
    ] {
        assert!(successors(spec, text).is_err(), "{spec}");
    }
}

#[test]
fn t3_larger_die_if_either_but_not_both_can_be_played() {
    // 6 to P7 or 5 to P6; from either the other die lands on the door on P12.
    let position = "w1,10,b2,12 0/14 0/13 w 65";
    let six = "6,w1,4,b2,12 0/14 0/13 b -";
    let five = "5,w1,5,b2,12 0/14 0/13 b -";
    leads_to("portes", position, &[six]);
    leads_to("portes:one_die=free", position, &[five, six]);
}

#[test]
fn t3_smaller_die_if_the_larger_cannot_be_played() {
    // As above with a made point on P7 besides.
    leads_to("portes", "w1,5,b2,4,b2,12 0/14 0/11 w 65", &["5,w1,b2,4,b2,12 0/14 0/11 b -"]);
}

#[test]
fn t3_both_dice_in_the_order_that_allows_it() {
    // 2 first lands on the door on P3; 1 and then 2 leads over P2 to P4.
    leads_to("portes", "w1,1,b2,21 0/14 0/13 w 21", &["2,b2,w1,20 0/14 0/13 b -"]);
}

#[test]
fn t4_a_roll_that_cannot_be_played_passes() {
    passes("portes", "b2,b2,b2,b2,b2,b2,18 1/14 0/3 w 66");
}

#[test]
fn t5_exact_die_or_an_ordinary_move_instead() {
    // 6 and 3 take P19 and P22 off. Or the 3 moves P19 to P22, and the 6, with none further back, takes one
    // of the two there.
    leads_to("portes", "b1,17,w1,2,w1,2 0/13 0/14 w 63", &["b1,23 0/15 0/14 b -", "b1,20,w1,2 0/14 0/14 b -"]);
}

#[test]
fn t5_with_one_further_back_the_die_is_a_move_or_lost() {
    // No one stands five pips from the end. The one on P19 is further back, so the first 5 is P19 to P24;
    // then the 5s take P23 and P24, and the game is won before the fourth.
    leads_to("portes", "b1,17,w1,3,w1,1 0/13 0/14 w 55", &["b1,23 0/15 0/14 b -"]);
    // With a door on P24 there is no such move, and P23 may not go off before P19.
    passes("portes", "18,w1,3,w1,b2 0/13 0/13 w 55");
}

#[test]
fn t5_nobody_bears_off_before_the_last_one_is_home() {
    // The 1 can take P24 off only after P18 has come home with the 6; or it brings P18 to P19, from where the
    // 6 takes it off. Both leave one on P24.
    leads_to("portes", "b1,16,w1,5,w1 0/13 0/14 w 61", &["b1,22,w1 0/14 0/14 b -"]);
    // From the bar the 1 finds a door on P1.
    passes("portes", "b2,22,w1 1/13 0/13 w 11");
}

#[test]
fn t6_the_longest_play_even_if_a_shorter_one_wins() {
    // The 5 alone bears off the last checker, but 1 and 5 can both be played, hitting on P21 on the way.
    leads_to("portes", "19,w1,b1,3 0/14 0/14 w 51", &["24 0/15 1/14 b -"]);
}

#[test]
fn t6_points() {
    for (spec, position, winner, points) in [
        ("portes", "20,b1,3 0/15 0/14 b -", 1, 1),
        ("portes", "b15,23 0/15 0/0 b -", 1, 2),
        ("portes", "23,b15 0/15 0/0 b -", 1, 2),
        ("portes:score=triple", "b15,23 0/15 0/0 b -", 1, 2),
        ("portes:score=triple", "18,b1,b14,4 0/15 0/0 b -", 1, 3),
        ("portes:score=triple", "17,b15,6 0/15 0/0 b -", 1, 2),
        ("portes:score=triple", "b14,23 0/15 1/0 b -", 1, 3),
        ("portes:score=triple", "18,b1,b13,4 0/15 0/1 b -", 1, 1),
        ("backgammon", "w15,23 0/0 0/15 w -", 2, 3),
        ("backgammon:score=double", "w15,23 0/0 0/15 w -", 2, 2),
        // Black's home in Fevga is P7..P12.
        ("fevga:score=triple", "6,w15,17 0/0 0/15 w -", 2, 3),
        ("fevga:score=triple", "11,w15,12 0/0 0/15 w -", 2, 3),
        ("fevga:score=triple", "5,w15,18 0/0 0/15 w -", 2, 2),
        ("fevga:score=triple", "12,w15,11 0/0 0/15 w -", 2, 2),
    ] {
        ends(spec, position, Some((Some(winner), points)));
    }
}

#[test]
fn t11_all_enter_before_anything_else_moves() {
    // The 2 enters; the 1 cannot, and P24 may not bear off while one is on the bar.
    leads_to("portes", "b2,22,w1 2/12 0/13 w 21", &["b2,w1,21,w1 1/12 0/13 b -"]);
    // Black enters from the other end: the 5 on P20 is blocked, the 3 enters on P22 and the 5 goes on to P17.
    leads_to("portes", "w1,18,w2,4 0/12 1/14 b 53", &["w1,15,b1,2,w2,4 0/12 0/14 w -"]);
}

#[test]
fn t11_hitting_sends_to_the_bar_and_outside_home_one_may_run_on() {
    // To P20 over P18, hitting, or over P19.
    let both = ["19,w1,4 0/14 1/14 b -", "17,b1,1,w1,4 0/14 0/14 b -"];
    leads_to("portes", "16,w1,b1,6 0/14 0/14 w 21", &both);
    leads_to("portes:hit_and_run=forbidden", "16,w1,b1,6 0/14 0/14 w 21", &both);
}

#[test]
fn t11_who_hits_at_home_stays_there_for_the_turn_but_others_may_pass() {
    // Four pips for two checkers on P20: P20 and P24, P21 and P23, or P22 twice; each hits on P21. If the
    // one that hits must stay, only the other one can go the remaining three.
    let position = "19,w2,b1,3 0/13 0/14 w 11";
    let stays = "20,w1,1,w1,1 0/13 1/14 b -";
    leads_to("portes", position, &["19,w1,3,w1 0/13 1/14 b -", stays, "21,w2,2 0/13 1/14 b -"]);
    leads_to("portes:hit_and_run=forbidden", position, &[stays]);
}

#[test]
fn t11_who_has_hit_at_home_does_not_bear_off_in_that_turn() {
    // Either the 1 hits and the 5 is lost, or the 5 bears off and wins: one die each way, so the larger.
    let position = "19,w1,b1,3 0/14 0/14 w 51";
    let off = "20,b1,3 0/15 0/14 b -";
    leads_to("portes:hit_and_run=forbidden", position, &[off]);
    leads_to("portes:hit_and_run=forbidden,one_die=free", position, &[off, "20,w1,3 0/14 1/14 b -"]);
}

#[test]
fn t20_a_single_checker_is_pinned_and_freed_when_the_last_one_leaves() {
    // Three pips end on P4 and pin.
    leads_to("plakoto", "w1,2,b1,20 0/14 0/14 w 21", &["3,w1+b,20 0/14 0/14 b -"]);
    // Four go on to P5; if P4 was pinned on the way it is free again.
    leads_to("plakoto", "w1,2,b1,20 0/14 0/14 w 31", &["3,b1,w1,19 0/14 0/14 b -"]);
    // One of two leaves and the pin holds, or both leave.
    leads_to("plakoto", "3,w2+b,20 0/13 0/14 w 21", &["3,w1+b,2,w1,17 0/13 0/14 b -", "3,b1,w1,w1,18 0/13 0/14 b -"]);
}

#[test]
fn t2_plakoto_pinned_checkers_do_not_move_and_their_pinner_blocks() {
    passes("plakoto", "3,w1+b,20 0/14 0/14 b 66");
    // From P6 the 2 lands on P4, where one white checker stands on a black one.
    passes("plakoto", "3,w1+b,1,b1,18 0/14 0/13 b 22");
    // Without the pinned one the white checker is pinned on the way to P2, freed, and the third 2 bears off.
    leads_to("plakoto", "3,w1,1,b1,18 0/14 0/14 b 22", &["3,w1,20 0/14 0/15 w -"]);
}

#[test]
fn t_a10_no_bearing_off_while_pinned_or_only_the_others() {
    let position = "19,b1+w,3,w1 0/13 0/14 w 11";
    passes("plakoto", position);
    leads_to("plakoto:bearoff=unpinned_only", position, &["19,b1+w,4 0/14 0/14 b -"]);
    // The pinned one on P20 is further back for a 3, stands exactly there for a 5, and is rearmost for a 6.
    for dice in ["33", "55", "66"] {
        passes("plakoto:bearoff=unpinned_only", &position.replace("11", dice));
    }
}

#[test]
fn t_a11_a_pinned_mana_ends_the_game_unless_the_pinner_has_one_on_his_start() {
    ends("plakoto", "b1+w,23 0/14 0/14 w -", Some((Some(2), 2)));
    ends("plakoto", "b1+w,23 0/14 0/14 b -", Some((Some(2), 2)));
    ends("plakoto", "23,w3+b 0/12 0/14 b -", Some((Some(1), 2)));
    ends("plakoto", "b1+w,22,b1 0/14 0/13 w -", None);
    ends("plakoto:mana=play_on", "b1+w,23 0/14 0/14 w -", None);
    // Pinned elsewhere.
    ends("plakoto", "1,b1+w,22 0/14 0/14 w -", None);
}

#[test]
fn t_a12_both_manas_pinned_is_a_draw() {
    for spec in ["plakoto", "plakoto:mana=play_on"] {
        ends(spec, "b1+w,22,w1+b 0/13 0/13 w -", Some((None, 0)));
        // The 1 from P23 makes the draw, and the 5 must be played all the same: P2 to P7. Otherwise P2 goes
        // to P8 with both dice.
        leads_to(
            spec,
            "b1+w,w1,20,w1,b1 0/12 0/13 w 51",
            &["b1+w,5,w1,16,w1+b 0/12 0/13 b -", "b1+w,6,w1,14,w1,b1 0/12 0/13 b -"],
        );
    }
}

#[test]
fn t_a14_only_the_runner_moves_until_it_has_arrived() {
    leads_to("fevga", "w15,11,b15,11 0/0 0/0 w 65", &["w14,10,w1,b15,11 0/0 0/0 b -"]);
    // The second 6 would land on Black's start, and no other checker may leave: one 6 of four.
    leads_to("fevga", "w15,11,b15,11 0/0 0/0 w 66", &["w14,5,w1,5,b15,11 0/0 0/0 b -"]);
}

#[test]
fn t_a14_the_others_may_move_as_soon_as_the_runner_stands_there() {
    // The first 3 brings the runner from P10 to P13. Of the other three it takes 3, 2, 1 or 0, and those left
    // go to checkers of P1 in 1, 1, 2 or 3 ways: seven ends. If it has to pass P13 the second 3 is its own too,
    // and for the last two there are 1, 1 or 2 ways: four ends.
    let position = "w14,8,w1,9,b1,4 0/0 0/14 w 33";
    assert_eq!(successors("fevga", position).unwrap().successors.len(), 7);
    assert!(has("fevga", position, "w11,2,w3,8,w1,6,b1,4 0/0 0/14 b -"));
    leads_to(
        "fevga:runner=past",
        position,
        &[
            "w14,18,b1,1,w1,2 0/0 0/14 b -",
            "w13,2,w1,14,w1,b1,4 0/0 0/14 b -",
            "w12,2,w2,11,w1,3,b1,4 0/0 0/14 b -",
            "w13,5,w1,8,w1,3,b1,4 0/0 0/14 b -",
        ],
    );
}

const DOORS_7_TO_12: &str = "b1,b1,b1,b1,b1,b1,12 0/9 0/9";

#[test]
fn t_a15_no_turn_ends_with_all_of_the_own_start_held() {
    // Every 6 is blocked. Of the five 1s, P5 to P6 would complete the six points.
    let position = format!("w1,w1,w1,w1,w2,1,{DOORS_7_TO_12} w 61");
    let kept = ["w1,w1,w1,1,w3,1", "w1,w1,1,w2,w2,1", "w1,1,w2,w1,w2,1", "1,w2,w1,w1,w2,1"];
    let mut kept: Vec<String> = kept.iter().map(|start| format!("{start},{DOORS_7_TO_12} b -")).collect();
    leads_to("fevga", &position, &kept.iter().map(String::as_str).collect::<Vec<_>>());
    kept.push(format!("w1,w1,w1,w1,w1,w1,{DOORS_7_TO_12} b -"));
    leads_to("fevga:start_prime=off", &position, &kept.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn t_a15_inside_a_turn_it_may_be_held() {
    // The spare of P5 goes to P9 by way of P6, where for a moment all six are held.
    assert!(has("fevga", "w1,w1,w1,w1,w2,7,b1,11 0/9 0/14 w 11", "w1,w1,w1,w1,w1,3,w1,3,b1,11 0/9 0/14 b -"));
}

#[test]
fn t_a18_a_turn_that_could_only_end_unlawfully_is_not_played() {
    // The only step there is, 5 from P1 to P6, completes the six: nothing is played.
    let position = format!("w2,w1,w1,w1,w1,1,{DOORS_7_TO_12} w 65");
    passes("fevga", &position);
    leads_to("fevga:start_prime=off", &position, &[&format!("w1,w1,w1,w1,w1,w1,{DOORS_7_TO_12} b -")]);
    // The same on Black's start, P13..P18.
    let position = "12,w2,w1,w1,w1,w1,1,b1,b1,b1,b1,b1,b1 0/9 0/9 w 65";
    passes("fevga:start_prime=either", position);
    leads_to("fevga", position, &["12,w1,w1,w1,w1,w1,w1,b1,b1,b1,b1,b1,b1 0/9 0/9 b -"]);
}

#[test]
fn t_a17_six_before_the_opponents_start() {
    // The only step is 5 from P14 to P19, which completes r14..r19.
    let position = "13,w2,w1,w1,w1,w1,1,b1,b1,b1,b1,b1 0/9 0/10 w 65";
    passes("fevga:mana_prime=forbidden", position);
    leads_to("fevga", position, &["13,w1,w1,w1,w1,w1,w1,b1,b1,b1,b1,b1 0/9 0/10 b -"]);
}

#[test]
fn t_a16_the_opponent_keeps_a_step() {
    // 1 from P18 to P19 closes P14..P19 before all fifteen of Black; the 6 is played from P1.
    let position = "w1,11,b15,w1,w1,w1,w1,w2,6 0/8 0/0 w 61";
    let closed = "6,w1,5,b15,w1,w1,w1,w1,w1,w1,5 0/8 0/0 b -";
    assert!(!has("fevga", position, closed));
    assert!(!has("fevga:blockade=behind_prime", position, closed));
    assert!(has("fevga:blockade=off", position, closed));
}

#[test]
fn t_a16_counts_the_runner_rule_but_behind_prime_wants_all_on_one_point() {
    // 1 from P19 to P20 closes P15..P20 before Black's runner on P14; those on P13 may not move.
    let position = "w1,11,b14,b1,w1,w1,w1,w1,w2,5 0/8 0/0 w 61";
    let closed = "6,w1,5,b14,b1,w1,w1,w1,w1,w1,w1,4 0/8 0/0 b -";
    assert!(!has("fevga", position, closed));
    assert!(has("fevga:blockade=behind_prime", position, closed));
}

#[test]
fn t_a16_a_turn_that_can_open_the_way_must() {
    // Black's last checker on P18 is shut in. The 6 bears off from P19 in any case; if the 5 then moves the
    // other one to P24, P19 is open. Bearing off from P20 instead would leave all six held.
    for spec in ["fevga", "fevga:blockade=behind_prime"] {
        leads_to(spec, "17,b1,w2,w3,w3,w2,w2,w2 0/1 0/14 w 65", &["17,b1,1,w3,w3,w2,w2,w3 0/2 0/14 b -"]);
    }
}

#[test]
fn t_a18_the_blockade_rule_is_waived_if_nothing_can_keep_it() {
    // With three on P19 the two dice cannot open any point, nor does playing none.
    for spec in ["fevga", "fevga:blockade=behind_prime"] {
        leads_to(
            spec,
            "17,b1,w3,w3,w3,w2,w2,w2 0/0 0/14 w 65",
            &["17,b1,w2,w2,w3,w2,w2,w2 0/2 0/14 b -", "17,b1,w1,w3,w3,w2,w2,w3 0/1 0/14 b -"],
        );
    }
}

#[test]
fn t51_t53_a_first_turn_of_narde_and_a_block_that_nothing_opens() {
    let start = |dice: &str| format!("w15,11,b15,11 0/0 0/0 w {dice}");
    leads_to("narde", &start("66"), &["w13,5,w2,5,b15,11 0/0 0/0 b -"]);
    leads_to("narde:head=one", &start("66"), &["w14,5,w1,5,b15,11 0/0 0/0 b -"]);
    assert_eq!(
        [33, 44, 55, 61].map(|dice| successors("narde", &start(&dice.to_string())).unwrap().successors.len()),
        [2, 1, 1, 1]
    );
    passes("narde", "11,w9,b3,b3,b3,b2,b2,b2,w2,w1,w1,w1,w1,1 0/0 0/0 w 65");
    leads_to(
        "narde",
        "11,w1,b3,b3,b3,b2,b2,b2,w9,w1,w1,w1,w1,w1 0/0 0/0 w 65",
        &["11,w1,b3,b3,b3,b2,b2,b2,w8,w1,w1,w1,w1,w2 0/0 0/0 b -"],
    );
}

const SPECS: [&str; 10] = [
    "portes",
    "portes:hit_and_run=forbidden,one_die=free",
    "backgammon",
    "plakoto",
    "plakoto:bearoff=unpinned_only,mana=play_on",
    "fevga",
    "fevga:runner=past,start_prime=either,mana_prime=forbidden",
    "fevga:blockade=behind_prime,start_prime=off",
    "narde",
    "narde:head=free,one_die=free",
];

#[test]
fn random_positions_are_canonical_and_their_successors_are_too() {
    for spec in SPECS {
        for seed in 0..300 {
            let position = random_position(spec, seed);
            let reference = successors(spec, &position).unwrap_or_else(|why| panic!("{spec} {position}: {why}"));
            assert_eq!(reference.position, position);
            assert_eq!(reference.successors.is_empty(), reference.outcome.is_some());
            for next in reference.successors.iter().step_by(7) {
                assert_eq!(successors(spec, next).unwrap().position, *next, "{spec} {position}");
            }
        }
    }
}

#[test]
fn every_option_makes_a_difference_on_random_positions() {
    for (default, other) in [
        ("portes", "portes:one_die=free"),
        ("portes", "portes:score=triple"),
        ("portes", "portes:hit_and_run=forbidden"),
        ("plakoto", "plakoto:one_die=free"),
        ("plakoto", "plakoto:score=triple"),
        ("plakoto", "plakoto:bearoff=unpinned_only"),
        ("plakoto", "plakoto:mana=play_on"),
        ("fevga", "fevga:one_die=free"),
        ("fevga", "fevga:score=triple"),
        ("fevga", "fevga:runner=past"),
        ("fevga", "fevga:start_prime=either"),
        ("fevga", "fevga:start_prime=off"),
        ("fevga", "fevga:blockade=off"),
        ("fevga", "fevga:blockade=behind_prime"),
        ("fevga:blockade=off", "fevga:blockade=behind_prime"),
        ("fevga", "fevga:mana_prime=forbidden"),
        ("narde", "narde:one_die=free"),
        ("narde", "narde:score=triple"),
        ("narde", "narde:head=one"),
        ("narde", "narde:head=free"),
        ("narde", "narde:block=off"),
    ] {
        let differs = |seed| {
            let position = random_position(default, seed);
            successors(default, &position) != successors(other, &position)
        };
        assert!((0..4000).any(differs), "{other} never differs from {default}");
    }
}

/// The same position with the colours exchanged, and the board turned so that each side keeps its direction.
fn exchanged(spec: &str, position: &str) -> String {
    let rules = rules::parse(spec).unwrap();
    let mut state = text::parse(&rules, position).unwrap();
    state.board.checkers.swap(0, 1);
    state.mover = 1 - state.mover;
    text::print(&rules, &state)
}

#[test]
fn white_and_black_have_the_same_rules() {
    for spec in SPECS {
        for seed in 1000..1200 {
            let position = random_position(spec, seed);
            let mut expected: Vec<String> =
                successors(spec, &position).unwrap().successors.iter().map(|next| exchanged(spec, next)).collect();
            expected.sort();
            assert_eq!(successors(spec, &exchanged(spec, &position)).unwrap().successors, expected);
        }
    }
}

#[test]
fn spoilt_positions_are_refused_or_read_as_something_canonical() {
    let alphabet = b"wb+,/ -0123456789\xC3x";
    for spec in SPECS {
        for seed in 0..2000_u64 {
            let mut bytes = random_position(spec, seed % 50).into_bytes();
            let place = (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33) as usize % bytes.len();
            bytes[place] = alphabet[seed as usize % alphabet.len()];
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(reference) = successors(spec, &text) {
                assert_eq!(successors(spec, &reference.position).as_ref(), Ok(&reference));
            }
        }
    }
}
