//! Identities and values that every textbook has.

use agon_solver::cgt::{Dyadic, Games, OutcomeClass, Value, thermograph_svg};

fn dyadic(numerator: i64, exponent: u8) -> Dyadic {
    Dyadic::new(numerator, exponent)
}

#[test]
fn numbers_are_found_by_simplicity() {
    let mut games = Games::new();
    for (left, right, expected) in [
        (dyadic(1, 2), dyadic(3, 2), dyadic(1, 1)),
        (dyadic(-3, 0), dyadic(5, 0), dyadic(0, 0)),
        (dyadic(5, 2), dyadic(7, 0), dyadic(2, 0)),
        (dyadic(5, 3), dyadic(3, 2), dyadic(11, 4)),
    ] {
        let value = games.switch(left, right);
        assert_eq!(games.number(value), Some(expected), "{left} {right}");
        assert_eq!(games.text(value), expected.to_string());
    }
    let (minus_two, zero) = (games.integer(-2), games.zero());
    assert_eq!(games.game(&[minus_two], &[]), zero);
}

#[test]
fn ups_and_nimbers_obey_the_textbook() {
    let mut games = Games::new();
    let zero = games.zero();
    let star = games.nimber(1);
    let up = games.ups(1);
    assert_eq!(games.outcome(up), OutcomeClass::Left);
    assert_eq!(games.outcome(star), OutcomeClass::First);
    let up_star = games.sum(up, star);
    assert_eq!(games.outcome(up_star), OutcomeClass::First);
    let double_up_star = games.sum(up_star, up);
    assert_eq!(games.outcome(double_up_star), OutcomeClass::Left);
    // {0|↑} = ⇑*
    assert_eq!(games.game(&[zero], &[up]), double_up_star);
    let (two, three) = (games.nimber(2), games.nimber(3));
    assert_eq!(games.sum(two, three), star);
    for (value, text) in [(up, "↑"), (up_star, "↑*"), (double_up_star, "⇑*"), (three, "*3")] {
        assert_eq!(games.text(value), text);
        let negative = games.negative(value);
        assert_eq!(games.sum(value, negative), zero);
    }
    let one = games.integer(1);
    let shifted = games.sum(one, up_star);
    assert_eq!(games.text(shifted), "1↑*");
    let triple_down = games.ups(-3);
    assert_eq!(games.text(triple_down), "↓3");
}

#[test]
fn tinies_are_below_every_up() {
    let mut games = Games::new();
    let zero = games.zero();
    let minus_one = games.integer(-1);
    let threat = games.game(&[zero], &[minus_one]);
    let tiny = games.game(&[zero], &[threat]);
    assert_eq!(games.text(tiny), "⧾1");
    assert_eq!(games.outcome(tiny), OutcomeClass::Left);
    let miny = games.negative(tiny);
    assert_eq!(games.text(miny), "⧿1");
    let up = games.ups(1);
    let mut many = tiny;
    for _ in 0..5 {
        many = games.sum(many, tiny);
        assert!(games.at_most(many, up) && !games.at_most(up, many));
    }
}

#[test]
fn thermographs_of_switches_and_numbers() {
    let mut games = Games::new();
    let switch = games.switch(dyadic(5, 1), dyadic(-1, 0));
    assert_eq!(games.text(switch), "{5/2|-1}");
    assert_eq!((games.mean(switch), games.temperature(switch)), (dyadic(3, 2), dyadic(7, 2)));
    let number = games.dyadic(dyadic(3, 2));
    assert_eq!(games.temperature(number), dyadic(-1, 2));
    let star = games.nimber(1);
    assert_eq!((games.mean(star), games.temperature(star)), (Dyadic::ZERO, Dyadic::ZERO));
    // Left's move is answered below the temperature of 4|2, and is a gain above.
    let inner = games.switch(dyadic(4, 0), dyadic(2, 0));
    let minus_one = games.integer(-1);
    let game = games.game(&[inner], &[minus_one]);
    assert_eq!(games.text(game), "{4|2‖-1}");
    let thermograph = games.thermograph(game);
    assert_eq!((thermograph.mean, thermograph.temperature), (dyadic(1, 0), dyadic(2, 0)));
    assert_eq!(thermograph.left.at(Dyadic::ZERO), games.left_stop(game));
    assert_eq!(thermograph.right.at(Dyadic::ZERO), games.right_stop(game));
    let svg = thermograph_svg(&thermograph, "{4|2‖-1} <test>");
    assert!(svg.contains("&lt;test&gt;") && svg.matches("<polyline").count() == 3);
    assert!(svg.contains("mean ") && svg.contains("prefers-color-scheme: dark"));
}

/// All values born on day two, and how they compare with their sums: a group with an order.
#[test]
fn small_values_form_an_ordered_group() {
    let mut games = Games::new();
    let mut values: Vec<Value> = vec![games.zero()];
    for _ in 0..2 {
        let born = values.clone();
        let subsets: Vec<Vec<Value>> = (0..1u32 << born.len())
            .map(|set| (0..born.len()).filter(|&i| set >> i & 1 == 1).map(|i| born[i]).collect())
            .collect();
        for left in &subsets {
            for right in &subsets {
                values.push(games.game(left, right));
            }
        }
        values.sort_unstable();
        values.dedup();
    }
    // The number of games born by day two is known.
    assert_eq!(values.len(), 22);
    for &a in &values {
        assert!(games.birthday(a) <= 2);
        for &b in &values {
            let difference = games.difference(a, b);
            assert_eq!(games.at_most(games.zero(), difference), games.at_most(b, a));
            assert_eq!(difference == games.zero(), a == b);
            let sum = games.sum(difference, b);
            assert_eq!(sum, a);
            let (mean, of_parts) = (games.mean(sum), games.mean(difference) + games.mean(b));
            assert_eq!(mean, of_parts);
        }
    }
}
