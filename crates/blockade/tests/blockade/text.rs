//! Reading and writing: every accepted form of a turn, round trips, garbage.

use crate::common::{at, open, try_open};
use agon_blockade::{INFO, Large, Standard};
use agon_core::{AnyTable, Game, Options, Position};
use proptest::prelude::*;

fn canonical(table: &dyn AnyTable, typed: &str) -> String {
    table.check(typed).unwrap_or_else(|fault| panic!("{typed}: {fault}"))
}

#[test]
fn classic_turns_are_read_in_every_form() {
    let table = open("blockade");
    for typed in [
        "X1-64,G35",
        "x1-64,g35",
        "X1-64,Z35",
        "[X 1] [6 4] [Z 3 5]",
        "[x 1] [6 4] [z 3 5]",
        "[X1][64][G35]",
        "X 1 6 4 Z 3 5",
        "  X 1  6 4\tG 3 5 ",
        "X1 64 G35",
        "X1-64 G 3 5",
        "X 1 6 4 G35",
        "X1 6 4 G 35",
    ] {
        assert_eq!(canonical(table.as_ref(), typed), "X1-64,G35", "{typed}");
    }
    assert_eq!(canonical(table.as_ref(), "[X 2] [8 6] [P 10 13]"), "X2-86,BAD");
    assert_eq!(canonical(table.as_ref(), "X2-86,pad"), "X2-86,BAD");
}

#[test]
fn swift_turns_are_read_in_every_form() {
    let table = open("blockade:turn=swift");
    for (typed, notation) in [
        ("X 1 6 4", "X1-64"),
        ("x1-64", "X1-64"),
        ("[X 1] [6 4]", "X1-64"),
        ("B 3 5", "B35"),
        ("P 3 5", "B35"),
        ("p35", "B35"),
        ("G 3 5", "G35"),
        ("[Z 3 5]", "G35"),
        ("G 10 11", "GAB"),
        ("G A B", "GAB"),
        ("gab", "GAB"),
        ("B 9 b", "B9B"),
        ("G11", "G11"),
        ("G 1 1", "G11"),
    ] {
        assert_eq!(canonical(table.as_ref(), typed), notation, "{typed}");
    }
}

#[test]
fn letters_are_labels_or_colours_by_their_place() {
    // X1 can go to 9B (row 9, column 11); B is a label there and a colour behind it.
    let table = at("blockade", "/ / 99 84 4B 22 / 9 9 9 9 / 1");
    for typed in ["X1-9B,B35", "X 1 9 B B 3 5", "X 1 9 11 B 3 5", "X1 9B B35", "X 1 9 b b35"] {
        assert_eq!(canonical(table.as_ref(), typed), "X1-9B,B35", "{typed}");
    }
    // Row 11, column 9, then blue: 11 is a number there; in X1-11 it is row 1, column 1.
    for typed in ["X 1 11 9 B 3 5", "X1-B9,B35", "X 1 B 9 B 3 5", "X1 B9 P35", "X 1 11 9 B35"] {
        assert_eq!(canonical(table.as_ref(), typed), "X1-B9,B35", "{typed}");
    }
    let corner = at("blockade", "/ / 13 84 4B 22 / 9 9 9 9 / 1");
    for typed in ["X1-11,B35", "X1 11 B35", "X 1 1 1 B 3 5", "X 1 11 B 3 5"] {
        assert_eq!(canonical(corner.as_ref(), typed), "X1-11,B35", "{typed}");
    }
    let bottom = at("blockade", "/ / BC 84 4B 22 / 9 9 9 9 / 1");
    for typed in ["X 1 11 14 G 3 5", "X1-BE,G35", "X 1 11 E G 35"] {
        assert_eq!(canonical(bottom.as_ref(), typed), "X1-BE,G35", "{typed}");
    }
}

#[test]
fn a_wall_with_a_winning_pawn_move_is_ignored() {
    for spec in ["blockade", "blockade:turn=swift", "blockade:turn=optional"] {
        let table = at(spec, "/ / 49 84 4B 8B / 9 9 9 9 / 1");
        for typed in ["X1-4B", "X1-4B,G35", "[X 1] [4 B] [Z 3 5]", "X 1 4 11 P 99 99"] {
            assert_eq!(canonical(table.as_ref(), typed), "X1-4B", "{spec} {typed}");
        }
        let fault = table.check("X1-4B,G35 7 8").expect_err("too much");
        assert_ne!(fault.kind.code, "blockade-no-wall", "{spec}");
    }
}

#[test]
fn positions_are_printed_canonically() {
    let mut table = open("blockade");
    let typed = " 8a 29 41/8B84 /44 84 4b 8B/ 8 09  7 7/2 ";
    table.set_position(typed).expect("a position");
    assert_eq!(table.position(), "29418A / 848B / 44 84 4B 8B / 8 9 7 7 / 2");
}

/// A spec with any options, and a seed for a position.
fn specs() -> impl Strategy<Value = (String, u64)> {
    let turn = prop::sample::select(vec!["classic", "swift", "optional"]);
    let single = prop::sample::select(vec!["any", "opponent", "none", "free"]);
    (turn, single, 3u8..=22, 3u8..=28, 0u8..=18, any::<u64>()).prop_map(|(turn, single, rows, cols, walls, seed)| {
        let spec = format!("blockade:turn={turn},single={single},rows={rows},cols={cols},walls={walls}");
        (spec, seed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn specs_and_positions_round_trip((spec, seed) in specs()) {
        let table = open(&spec);
        prop_assert_eq!(open(&table.spec()).spec(), table.spec());
        let position = agon_reference::blockade::random_position(&spec, seed);
        prop_assert_eq!(at(&spec, &position).position(), position.clone());
        prop_assert_eq!(at(&spec, &position.to_lowercase()).position(), position);
    }

    #[test]
    fn turns_round_trip((spec, seed) in specs(), pick in any::<prop::sample::Index>()) {
        let table = at(&spec, &agon_reference::blockade::random_position(&spec, seed));
        let legal = table.legal();
        if !legal.is_empty() {
            let notation = &legal[pick.index(legal.len())];
            prop_assert_eq!(&canonical(table.as_ref(), notation), notation);
            prop_assert_eq!(&canonical(table.as_ref(), &notation.to_lowercase()), notation);
            // As the reports write it: every character by itself, in brackets.
            let spaced: Vec<String> = notation
                .split([',', '-'])
                .map(|part| part.chars().map(String::from).collect::<Vec<_>>().join(" "))
                .map(|part| format!("[{part}]"))
                .collect();
            prop_assert_eq!(&canonical(table.as_ref(), &spaced.join(" ")), notation);
        }
    }

    #[test]
    fn garbage_is_refused_without_a_panic(text in "\\PC{0,40}") {
        let table = open("blockade");
        if let Ok(notation) = table.check(&text) {
            prop_assert!(table.legal().contains(&notation));
        }
        let _ = open("blockade").set_position(&text);
        let _ = try_open(&format!("blockade:starts={}", text.replace(',', "")));
    }

    #[test]
    fn almost_turns_are_refused_without_a_panic(text in "[XxOo]? ?[0-9]{0,2}[- ]{0,2}[0-9A-Ta-s]{0,3},?[GgBbZzPpR]? ?[0-9A-Ta-s ]{0,5}") {
        for spec in ["blockade", "blockade:turn=swift", "blockade:turn=optional,rows=3,cols=3"] {
            let table = open(spec);
            if let Ok(notation) = table.check(&text) {
                prop_assert_eq!(&canonical(table.as_ref(), &notation), &notation);
                prop_assert!(table.legal().contains(&notation));
            }
        }
    }

    #[test]
    fn almost_positions_are_refused_without_a_panic(
        text in "[1-9A-S]{0,8} ?/ ?[1-9A-E]{0,8} ?/( [1-9A-E]{2}){3,5} /( [0-9]{1,3}){3,5} / [0-3]"
    ) {
        let mut table = open("blockade");
        if table.set_position(&text).is_ok() {
            let printed = table.position();
            prop_assert_eq!(at("blockade", &printed).position(), printed);
        }
    }

    #[test]
    fn both_widths_of_boards_agree(seed in any::<u64>(), turn in prop::sample::select(vec!["classic", "swift", "optional"])) {
        let spec = format!("turn={turn}");
        let options = Options::parse(&INFO, &spec).expect("options");
        let narrow = Standard::new(&options).expect("options").expect("fits");
        let wide = Large::new(&options).expect("options").expect("fits");
        let text = agon_reference::blockade::random_position(&format!("blockade:{spec}"), seed);
        let narrow = narrow.parse_position(&text).expect("a position");
        let wide = wide.parse_position(&text).expect("a position");
        let (mut some, mut others) = (Vec::new(), Vec::new());
        narrow.legal_moves(&mut some);
        wide.legal_moves(&mut others);
        prop_assert_eq!(some, others);
    }
}
