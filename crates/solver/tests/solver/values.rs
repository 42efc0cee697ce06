//! Exact values of regions against published ones and against the slow reference.

use std::collections::HashMap;

use agon_core::{Player, Rng};
use agon_solver::cgt::OutcomeClass;
use agon_solver::domineering::{Region, RegionValues};

use crate::domineering_reference::wins;

fn rectangle(rows: usize, cols: usize) -> Region {
    Region::from_rows((0..rows).map(|_| ((1u32 << cols) - 1) as u16))
}

#[test]
fn published_values_of_rectangles() {
    let mut values = RegionValues::new();
    for (rows, cols, text, mean, temperature) in [
        (1, 7, "-3", "-3", "-1"),
        (2, 2, "±1", "0", "1"),
        (2, 3, "{2|-1/2}", "3/4", "5/4"),
        (3, 3, "±1", "0", "1"),
        (3, 5, "-1", "-1", "-1"),
        (4, 5, "1", "1", "-1"),
        (5, 5, "0", "0", "-1"),
        (2, 8, "{2⧿2|0‖-1/2|-2}", "-1/8", "9/8"),
        (2, 9, "{5/2|1/2‖0|-3/2}", "3/8", "9/8"),
        (4, 4, "±{0,{2⧾2,{2|0}|⧿2,{2|0}}}", "0", "0"),
    ] {
        let value = values.value(&rectangle(rows, cols)).unwrap();
        let games = values.games();
        let found = (games.text(value), games.mean(value).to_string(), games.temperature(value).to_string());
        assert_eq!(found, (text.into(), mean.into(), temperature.into()), "{rows} x {cols}");
        // Transposing negates the value.
        let turned = values.value(&rectangle(cols, rows)).unwrap();
        assert_eq!(values.games().negative(turned), value);
    }
}

#[test]
#[ignore = "long: 4 x 7 and 5 x 6"]
fn published_values_of_larger_rectangles() {
    let mut values = RegionValues::new();
    for (rows, cols, text) in [(4, 7, "1"), (5, 6, "-3/2")] {
        let value = values.value(&rectangle(rows, cols)).unwrap();
        assert_eq!(values.games().text(value), text, "{rows} x {cols}");
    }
}

/// Regions that the literature names.
#[test]
fn small_regions_have_their_names() {
    let mut values = RegionValues::new();
    for (rows, text) in [
        (&[0b1, 0b1][..], "1"),
        (&[0b11], "-1"),
        (&[0b11, 0b01], "*"),
        (&[0b01, 0b11, 0b01], "*"),
        (&[0b01, 0b01, 0b11], "1/2"),
    ] {
        let value = values.value(&Region::from_rows(rows.iter().copied())).unwrap();
        assert_eq!(values.games().text(value), text, "{rows:?}");
    }
}

fn random_region(rng: &mut Rng, rows: usize, cols: u32) -> Region {
    Region::from_rows((0..rows).map(|_| (rng.below(1 << cols) | rng.below(1 << cols)) as u16))
}

/// The sign of a value decides the winner, so the sign of a difference decides who wins both regions side by side with
/// one of them transposed; that decides equality as well.
#[test]
fn values_agree_with_plain_play() {
    let mut rng = Rng::new(3);
    let mut values = RegionValues::new();
    for _ in 0..400 {
        let (one, other) = (random_region(&mut rng, 3, 4), random_region(&mut rng, 3, 4));
        let turned = other.transposed();
        // Side by side with an empty row between.
        let both = Region::from_rows(one.rows()[..3].iter().copied().chain([0]).chain(*turned.rows()));
        let (a, b) = (values.value(&one).unwrap(), values.value(&other).unwrap());
        let difference = values.games().difference(a, b);
        let mut known = HashMap::new();
        let starts = Player::ALL.map(|starter| wins(both, starter, &mut known));
        let expected = match starts {
            [true, true] => OutcomeClass::First,
            [true, false] => OutcomeClass::Left,
            [false, true] => OutcomeClass::Right,
            [false, false] => OutcomeClass::Second,
        };
        assert_eq!(values.games().outcome(difference), expected, "{one:?} {other:?}");
        assert_eq!(values.value(&both), Some(difference));
    }
}

#[test]
fn too_much_work_is_refused() {
    assert_eq!(RegionValues::limited(100).value(&rectangle(5, 5)), None);
    assert!(RegionValues::limited(100).value(&rectangle(2, 3)).is_some());
}
