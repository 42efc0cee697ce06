//! Position strings: canonical, tolerant of case, strict about what cannot be.

use crate::common::{at, open, refusal};
use proptest::prelude::*;

#[test]
fn the_starts_are_written_as_the_rules_say() {
    assert_eq!(open("domineering").position(), "8/8/8/8/8/8/8/8 v");
    assert_eq!(open("domineering:rows=2,cols=12").position(), "12/12 v");
    assert_eq!(at("domineering:rows=4,cols=4", "2v1/2v1/hh2/4 h").position(), "2v1/2v1/hh2/4 h");
}

#[test]
fn input_is_case_tolerant_and_output_canonical() {
    let table = at("domineering:rows=4,cols=4", "  2V1/2v1/Hh2/4   H ");
    assert_eq!(table.position(), "2v1/2v1/hh2/4 h");
}

#[test]
fn dominoes_in_a_row_and_shapes_are_accepted() {
    let stacked = "v#/v#/v#/v# v";
    assert_eq!(at("domineering:rows=4,cols=2", stacked).position(), stacked);
    let lined = "hhhh/#2# h";
    assert_eq!(at("domineering:rows=2,cols=4", lined).position(), lined);
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_reason() {
    for (position, reason) in [
        ("", "position-syntax"),
        ("3/3/3", "position-syntax"),
        ("3/3/3 v v", "position-syntax"),
        ("3/3 v", "domineering-row-count"),
        ("3/3/3/3 v", "domineering-row-count"),
        ("3/3/4 v", "domineering-row-length"),
        ("3/3/ v", "domineering-row-length"),
        ("3/3/2 v", "domineering-row-length"),
        ("3/3/99999999999999999999 v", "domineering-row-length"),
        ("3/3/2x v", "domineering-row-symbol"),
        ("3/3/0hh1 v", "domineering-row-symbol"),
        ("3/3/é v", "domineering-row-symbol"),
        ("3/3/3 w", "domineering-side"),
        ("3/3/v2 v", "domineering-odd-vertical"),
        ("v2/v2/v2 v", "domineering-odd-vertical"),
        ("v2/3/v2 v", "domineering-odd-vertical"),
        ("3/3/1h1 h", "domineering-odd-horizontal"),
        ("3/hhh/3 h", "domineering-odd-horizontal"),
        ("2h/h2/3 h", "domineering-odd-horizontal"),
    ] {
        assert_eq!(refusal("domineering:rows=3,cols=3", position), reason, "{position:?}");
    }
}

#[test]
fn a_refusal_says_where() {
    let fault = open("domineering:rows=3,cols=3").set_position("3/v2/3 v").unwrap_err();
    assert!(fault.to_string().starts_with("1 v cells from a2 upwards"), "{fault}");
}

#[test]
fn spec_strings_are_canonical() {
    assert_eq!(open("domineering:rows=8,cols=8").spec(), "domineering");
    assert_eq!(open("Domineering: cols=9, rows=06").spec(), "domineering:rows=6,cols=9");
}

proptest! {
    /// Positions of random games print and parse back to themselves.
    #[test]
    fn positions_and_moves_round_trip(rows in 1..=16u32, cols in 1..=16u32, picks in prop::collection::vec(0..1000usize, 0..60)) {
        let spec = format!("domineering:rows={rows},cols={cols}");
        let mut table = open(&spec);
        for pick in picks {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let notation = &legal[pick % legal.len()];
            prop_assert_eq!(&table.play(&notation.to_uppercase()).unwrap(), notation);
            let text = table.position();
            let again = at(&spec, &text);
            prop_assert_eq!(again.position(), text);
            prop_assert_eq!(again.legal(), table.legal());
        }
    }

    /// Text of the right alphabet is accepted and printed canonically, or refused; never a panic.
    #[test]
    fn any_text_is_answered(text in "[0-9vhVH#/ ]{0,40}", notation in "\\PC{0,6}") {
        let mut table = open("domineering:rows=3,cols=4");
        if table.set_position(&text).is_ok() {
            let canonical = table.position();
            prop_assert_eq!(at("domineering:rows=3,cols=4", &canonical).position(), canonical);
        }
        if let Ok(canonical) = table.check(&notation) {
            prop_assert!(table.legal().contains(&canonical));
        }
    }

    /// Boards filled at random are accepted exactly if every run of covered cells is even.
    #[test]
    fn shapes_round_trip(cells in prop::collection::vec(prop::sample::select(vec![0u8, 0, 0, 1, 2, 3]), 12)) {
        let rows: Vec<String> = cells
            .chunks(4)
            .map(|row| row.iter().map(|cell| ["1", "v", "h", "#"][*cell as usize]).collect())
            .collect();
        // Single free cells side by side would read as one number.
        let text = format!("{} v", rows.join("/"));
        let text = text.replace("1111", "4").replace("111", "3").replace("11", "2");
        let mut table = open("domineering:rows=3,cols=4");
        let whole = |line: Vec<u8>, cover: u8| line.split(|cell| *cell != cover).all(|run| run.len() % 2 == 0);
        let lying = cells.chunks(4).all(|row| whole(row.to_vec(), 2));
        let upright = (0..4).all(|col| whole(cells.iter().skip(col).step_by(4).copied().collect(), 1));
        prop_assert_eq!(table.set_position(&text).is_ok(), lying && upright);
        if lying && upright {
            prop_assert_eq!(table.position(), text);
        }
    }
}
