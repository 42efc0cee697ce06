//! The databases against the rules: every turn of every roll, without a database.

use std::collections::HashMap;

use agon_core::{Game, Player, Position as _, Rng};
use agon_search::{DiceEvaluator, Probabilities};
use agon_tavli::{Backgammon, Fevga, Gulbara, Plakoto, Portes, Position, Tavli, Variant};

use super::home_board::{BOARDS, HomeBoard, board_count};
use super::{BearoffEvaluator, lookup, race, two_sided::TwoSided};

/// A position with White to roll: checkers by their places on each player's path, the rest off.
fn set_up<V: Variant>(white: &[(u8, u8)], black: &[(u8, u8)]) -> Position<V> {
    let mut points: Vec<String> = vec!["1".to_owned(); 24];
    let mut off = [15; 2];
    for (player, men) in [(Player::P1, white), (Player::P2, black)] {
        for &(place, count) in men.iter().filter(|(_, count)| *count > 0) {
            let letter = if player == Player::P1 { 'w' } else { 'b' };
            let point = usize::from(Position::<V>::board_point(player, place));
            points[point - 1] = format!("{letter}{count}");
            off[player.index()] -= count;
        }
    }
    let text = format!("{} 0/{} 0/{} w -", points.join(","), off[0], off[1]);
    Tavli::<V>::default().parse_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn at_home<V: Variant>(white: HomeBoard, black: HomeBoard) -> Position<V> {
    let men = |home: HomeBoard| -> Vec<(u8, u8)> { (19..=24).zip(home.0).collect() };
    set_up(&men(white), &men(black))
}

/// The chances of the player on roll by trying everything, maximizing points.
fn slow<V: Variant>(position: Position<V>, cache: &mut HashMap<Position<V>, Probabilities>) -> Probabilities {
    if let Some(&known) = cache.get(&position) {
        return known;
    }
    let mover = position.mover();
    let mut sum = Probabilities::default();
    for &(dice, weight) in position.chances() {
        let rolled = position.with_dice(dice);
        let mut moves = Vec::new();
        rolled.legal_moves(&mut moves);
        let mut best: Option<Probabilities> = None;
        for turn in moves {
            let after = rolled.after(turn);
            let worth = match after.outcome() {
                Some(outcome) => Probabilities::of_outcome(outcome, mover),
                None => slow(after, cache).flipped(),
            };
            if best.is_none_or(|best| worth.points() > best.points()) {
                best = Some(worth);
            }
        }
        sum.add(weight as f32 / 36.0, &best.expect("a turn"));
    }
    cache.insert(position, sum);
    sum
}

fn near(one: &Probabilities, other: &Probabilities, error: f32) -> bool {
    let pairs = one.win.iter().zip(&other.win).chain(one.loss.iter().zip(&other.loss));
    pairs.into_iter().all(|(a, b)| (a - b).abs() <= error)
}

fn few_checkers_are_exact<V: Variant>() {
    let mut cache = HashMap::new();
    let mut rng = Rng::new(9);
    for _ in 0..12 {
        let board = |rng: &mut Rng| HomeBoard::from_number(1 + rng.below(board_count(3) as u32 - 1) as usize);
        let position = at_home::<V>(board(&mut rng), board(&mut rng));
        let truth = slow(position, &mut cache);
        let found = lookup(&position, Player::P1).expect("an ending");
        assert!(near(&truth, &found, 1e-5), "{position:?}: {found:?}, in truth {truth:?}");
        let black = lookup(&position, Player::P2).expect("an ending");
        assert!(near(&truth.flipped(), &black, 1e-5));
    }
}

#[test]
fn few_checkers_are_exact_in_every_game() {
    few_checkers_are_exact::<Portes>();
    few_checkers_are_exact::<Plakoto>();
    few_checkers_are_exact::<Fevga>();
    few_checkers_are_exact::<Backgammon>();
}

/// A side that has all fifteen left can still be beaten double.
#[test]
fn doubles_are_near_the_truth() {
    let cases: [([u8; 6], [u8; 6]); 4] = [
        ([0, 0, 0, 15, 0, 0], [0, 0, 0, 0, 0, 2]),
        ([15, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 3]),
        ([14, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1]),
        ([12, 3, 0, 0, 0, 0], [0, 0, 0, 0, 2, 2]),
    ];
    for (white, black) in cases {
        // The few are off long before the fifteen, so the tree stays small.
        let position = at_home::<Portes>(HomeBoard(white), HomeBoard(black));
        let truth = slow(position, &mut HashMap::new());
        let found = lookup(&position, Player::P1).expect("an ending");
        assert!(near(&truth, &found, 2e-3), "{white:?} {black:?}: {found:?}, in truth {truth:?}");
        assert!(truth.loss[1] > 0.0);
    }
}

/// The cost of playing without regard to the other side.
#[test]
fn the_race_by_itself_is_near_the_exact_table() {
    let both = TwoSided::compute(6);
    let mut worst = 0.0f32;
    for roller in 1..board_count(6) {
        for other in 1..board_count(6) {
            let (roller, other) = (HomeBoard::from_number(roller), HomeBoard::from_number(other));
            let exact = both.win(roller, other).expect("few checkers");
            worst = worst.max((race::by_rolls(roller, other).win[0] - exact).abs());
        }
    }
    assert!(worst < 0.015, "{worst}");
}

/// The same with more checkers. The largest errors are 0.01179 with 7 checkers and 0.01168 with 8, on average
/// 0.0011 and 0.0010: what it costs to play for the fewest rolls whatever the other has. So the limit
/// cannot be 0.01.
#[test]
#[ignore = "takes a minute"]
fn the_race_by_itself_is_near_the_exact_table_of_ten() {
    for most in [7, 8, 10] {
        let both = TwoSided::compute(most);
        let (mut worst, mut sum, mut count) = (0.0f32, 0.0f64, 0u64);
        for roller in board_count(most - 1)..board_count(most) {
            for other in 1..board_count(most) {
                let (roller, other) = (HomeBoard::from_number(roller), HomeBoard::from_number(other));
                let exact = both.win(roller, other).expect("few checkers");
                let error = (race::by_rolls(roller, other).win[0] - exact).abs();
                worst = worst.max(error);
                sum += f64::from(error);
                count += 1;
            }
        }
        println!("{most} checkers: largest error {worst:.5}, on average {:.6}", sum / count as f64);
        assert!(worst < 0.015, "{worst}");
    }
}

/// Our rolls of one side against GNU Backgammon's own table, which numbers the boards alike. It rounds to
/// one part in 65,535, so that it may choose otherwise between turns of nearly the same value.
#[test]
#[ignore = "needs GNU Backgammon"]
fn one_side_agrees_with_gnu_backgammon() {
    let chance = |rolls: super::one_sided::RollDistribution<'_>, number: usize| {
        number.checked_sub(rolls.first).and_then(|at| rolls.chances.get(at)).map_or(0.0, |chance| 100.0 * chance)
    };
    let (mut compared, mut largest) = (0, 0.0f32);
    for number in (1..BOARDS).step_by(211).chain(BOARDS - 20..BOARDS) {
        let output = std::process::Command::new("/usr/games/bearoffdump")
            .args(["-n", &number.to_string(), "/usr/share/gnubg/gnubg_os0.bd"])
            .output()
            .expect("bearoffdump of GNU Backgammon");
        let text = String::from_utf8_lossy(&output.stdout);
        let home = HomeBoard::from_number(number);
        let table = text.lines().skip_while(|line| !line.starts_with("RollDistribution")).skip(1);
        for line in table.take_while(|line| !line.starts_with("Average")) {
            let numbers: Vec<f32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let [rolls, _, off, rest @ ..] = &numbers[..] else { panic!("{line:?} of {number}") };
            let ours = chance(super::one_sided::ONE_SIDED.off(home), *rolls as usize);
            largest = largest.max((ours - off).abs());
            assert!((ours - off).abs() < 0.1, "{home:?} in {rolls} rolls: {ours} and {off} %");
            if let [_, first] = rest
                && home.checkers() == 15
            {
                let ours = chance(super::one_sided::ONE_SIDED.first(home), *rolls as usize);
                assert!((ours - first).abs() < 0.01, "the first of {home:?} in {rolls}: {ours} and {first} %");
            }
            compared += 1;
        }
    }
    println!("{compared} chances compared, the largest difference is {largest:.3} %");
    assert!(compared > 1_000, "{compared} chances compared");
}

#[test]
fn positions_with_contact_are_left_to_the_evaluation() {
    assert_eq!(lookup(&Tavli::<Portes>::default().start(), Player::P1), None);
    // A checker on the bar, and one that is not home yet.
    let position = Tavli::<Portes>::default().parse_position("b5,b5,b5,15,w5,w5,w4,3 1/0 0/0 w -");
    assert!(position.is_ok_and(|position| lookup(&position, Player::P1).is_none()));
    let outside = set_up::<Fevga>(&[(18, 1), (20, 14)], &[(20, 15)]);
    assert_eq!(lookup(&outside, Player::P1), None);
    // The databases do not have doubles that go on.
    assert_eq!(lookup(&at_home::<Gulbara>(HomeBoard([1; 6]), HomeBoard([1; 6])), Player::P1), None);
}

#[test]
fn every_board_can_be_looked_up() {
    let mut rng = Rng::new(4);
    for _ in 0..20_000 {
        let board = |rng: &mut Rng| HomeBoard::from_number(1 + rng.below(BOARDS as u32 - 1) as usize);
        let probabilities = race::at_home(board(&mut rng), board(&mut rng));
        assert!((probabilities.win[0] + probabilities.loss[0] - 1.0).abs() < 1e-5);
        assert!(near(&probabilities, &probabilities.normalized(), 1e-5), "{probabilities:?}");
    }
}

/// Counts the positions it is asked about.
#[derive(Clone, Default)]
struct Counter(usize);

impl<V: Variant> DiceEvaluator<Position<V>> for Counter {
    fn probabilities(&mut self, positions: &[Position<V>], _: Player, out: &mut Vec<Probabilities>) {
        self.0 += positions.len();
        out.extend(positions.iter().map(|_| Probabilities::default()));
    }
}

#[test]
fn a_mixed_batch_is_answered_in_order() {
    let ending = at_home::<Portes>(HomeBoard([0, 0, 0, 0, 0, 2]), HomeBoard([1; 6]));
    let start = Tavli::<Portes>::default().start();
    let batch = [start, ending, ending, start, start, ending];
    let mut exact = BearoffEvaluator::new(Counter::default());
    let mut out = Vec::new();
    exact.probabilities(&batch, Player::P1, &mut out);
    let sure: Vec<bool> = out.iter().map(|probabilities| probabilities.win[0] > 0.99).collect();
    assert_eq!(sure, [false, true, true, false, false, true]);
    assert_eq!(exact.inner.0, 3);
    assert!(exact.is_exact(&ending) && !exact.is_exact(&start));
}

#[test]
fn a_pinned_mana_that_nobody_can_free_is_lost_double() {
    let game = Tavli::<Plakoto>::from_text("mana=play_on").unwrap();
    let at = |text: &str| lookup(&game.parse_position(text).unwrap(), Player::P1);
    // Black holds White's mana on P1; White's others have passed all of Black's.
    let lost = at("b1+w,b7,b7,15,w5,w5,w4,3 0/0 0/0 w -");
    assert_eq!(lost.map(|probabilities| probabilities.loss), Some([1.0, 1.0, 0.0]));
    // A white door that Black has still to pass could make Black leave.
    assert_eq!(at("b1+w,b6,b7,w2,13,b1,w5,w5,w2,3 0/0 0/0 w -"), None);
}
