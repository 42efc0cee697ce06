//! Boards as text, compared with what a person expects to see.

use agon_games::draw::{self, Paint, TextStyle};
use agon_games::{entries, open, open_at};

const ASCII: TextStyle = TextStyle { color: false, ascii: true };
const BOX: TextStyle = TextStyle { color: false, ascii: false };

/// The course's example of a middle game.
const BLOCKADE: &str = "294145666C73758A / 323453555A6269767B848B8D9A / 87 61 59 AC / 5 3 5 2 / 1";

#[track_caller]
fn assert_text(spec: &str, position: &str, style: TextStyle, expected: &str) {
    let table = open_at(spec, position).unwrap_or_else(|fault| panic!("{spec} {position}: {fault}"));
    let text = draw::text(&table.view(&[]).unwrap(), style);
    assert_eq!(text.trim_end(), expected.trim_matches('\n').trim_end(), "\n{text}");
}

#[test]
fn b3_blockade_has_labels_double_walls_and_four_counts() {
    let expected = "
    1   2   3   4   5   6   7   8   9   A   B   C   D   E
  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐
1 │   │   │   │   │   │   │   │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┤
2 │   │   │   │   │   │   │   │   │   ║   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┼───╫───┼───┼───┼───┼───┤
3 │   │   │   │   │   │   │   │   │   ║   │   │   │   │   │
  ├───╔═══╪═══╪═══╪═══╗───┼───┼───┼───┼───┼───┼───┼───┼───┤
4 │   ║   │   │ * │   ║   │   │   │   │   │ * │   │   │   │
  ├───╫───┼───┼───┼───╫───┼───┼───┼───┼───┼───┼───┼───┼───┤
5 │   ║   │   │   │   ║   │   │   │ O1│   │   │   │   │   │
  ├───┼───┼═══╪═══╪═══╩═══╗───┼───┼───┼═══╪═══┼───┼───┼───┤
6 │ X2│   │   │   │   │   ║   │   │   │   │   │   ║   │   │
  ├───┼═══╪═══╗───┼───┼───╫───┼───┼═══╪═══┼───┼───╫───┼───┤
7 │   │   │   ║   │   ║   ║   │   │   │   │   │   ║   │   │
  ├───┼───┼───╫───┼───╠═══╩═══┼───┼───┼───╔═══╪═══╝───┼───┤
8 │   │   │   ║ * │   ║   │ X1│   │   │   ║ * │   │   │   │
  ├───┼───┼───╚═══╪═══╝───┼───┼───┼───┼───╠═══╪═══╪═══╪═══┤
9 │   │   │   │   │   │   │   │   │   │   ║   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┼═══╩═══┼───┼───┼───┤
A │   │   │   │   │   │   │   │   │   │   │   │ O2│   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┼───┤
B │   │   │   │   │   │   │   │   │   │   │   │   │   │   │
  └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘
X: 5 green, 3 blue   O: 5 green, 2 blue";
    assert_text("blockade", BLOCKADE, BOX, expected);
}

#[test]
fn quoridor_in_ascii() {
    // The wall at b3 stands on the middle of the one at b2.
    let expected = "
  +---+---+---+---+---+
5 |         B         |
  +   +   +   +   +   +
4 |       #           |
  +   +   #   +   +   +
3 |       #           |
  +   +===+===+   +   +
2 |         W         |
  +   +   +   +   +   +
1 |                   |
  +---+---+---+---+---+
    a   b   c   d   e
W: 2 walls   B: 2 walls";
    assert_text("quoridor:size=5,walls=3", "b2 / b3 / c2 c5 / 2 2 / 2", ASCII, expected);
}

#[test]
fn d2_domineering_has_labels_on_all_sides_and_joined_dominoes() {
    let expected = "
    a   b   c   d   e   f   g
      ┌───┬───┬───┬───┬───┐
5  ###│   │   │   │   │   │###  5
  ┌───┼───┼───┼───┼───┼───┼───┐
4 │   │   │ X │   │   │   │   │ 4
  ├───┼───┤   ├───┼───┴───┼───┤
3 │   │   │ X │###│ O   O │   │ 3
  ├───┼───┼───┼───┼───┬───┼───┤
2 │ X │   │ X │   │   │   │   │ 2
  │   ├───┤   ├───┼───┼───┼───┘
1 │ X │   │ X │   │   │   │###  1
  └───┴───┴───┴───┴───┴───┘
    a   b   c   d   e   f   g";
    let position = "#5#/2v4/2v#hh1/v1v4/v1v3# h";
    assert_text("domineering:rows=5,cols=7", position, BOX, expected);
}

#[test]
fn tavli_has_stacks_bar_trays_dice_and_the_movers_numbers() {
    let expected = "
P  13  14  15  16  17  18         19  20  21  22  23  24
B  13  14  15  16  17  18         19  20  21  22  23  24
  +------------------------+-----+------------------------+-----+
  | B   .   .   .   W   .  |  B  | W   .   .   .   .   B  | W 2 |
  | B               W      |     | W                      |     |
  | B               W      |     | W                      |     |
  |                        |     | W                      |     |
  |                        |     | 7                      |     |
  |                        |     | [3] [1]                |     |
  |                        |     | 7                      |     |
  |                        |     | B                      |     |
  | W               B      |     | B                      |     |
  | W               B      |     | B                      |     |
  | W   .   .   .   B   .  |     | B   .   .   .   .   .  | B 0 |
  +------------------------+-----+------------------------+-----+
B  12  11  10   9   8   7          6   5   4   3   2   1
P  12  11  10   9   8   7          6   5   4   3   2   1
W White: 105 pips, 2 off
B Black: 154 pips, 0 off, 1 on the bar
Black rolled 3 1";
    assert_text("portes", "5,b7,1,b3,3,w3,b3,3,w3,1,w7,4,b1 0/2 1/0 b 31", ASCII, expected);
}

/// Black walks the same way round in Fevga and begins on P13, which he calls 24.
#[test]
fn fevga_numbers_begin_where_the_mover_does() {
    let view = open_at("fevga", "w15,11,b15,11 0/0 0/0 b 66").unwrap().view(&[]).unwrap();
    let text = draw::text(&view, ASCII);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "B  24  23  22  21  20  19         18  17  16  15  14  13");
    assert_eq!(lines[15], "B   1   2   3   4   5   6          7   8   9  10  11  12");
    assert!(lines[8].contains("[6] [6] +2"), "{text}");
}

#[test]
fn a_pinned_checker_cannot_be_overlooked() {
    let table = open_at("plakoto", "w14,3,w1+b,18,b14 0/0 0/0 b -").unwrap_or_else(|fault| panic!("{fault}"));
    let view = table.view(&[]).unwrap();
    assert!(draw::text(&view, ASCII).contains(" [b] "));
    assert!(draw::text(&view, BOX).contains(" [●] "));
    assert!(draw::svg(&view, "Plakoto").contains("class=\"pinned\""));
}

#[test]
fn every_start_fits_eighty_columns_in_every_style() {
    for entry in entries() {
        let view = open(entry.info.name).unwrap().view(&[]).unwrap();
        for style in [ASCII, BOX] {
            let text = draw::board(&view, style).to_text(false);
            let width = text.lines().map(|line| line.chars().count()).max();
            assert!(width <= Some(80) && text.lines().count() <= 24, "{}", entry.info.name);
            assert!(draw::status(&view, style).iter().all(|line| line.chars().count() <= 80));
        }
        let text = draw::text(&view, ASCII);
        assert!(text.is_ascii(), "{text}");
        assert!(text.lines().all(|line| line == line.trim_end()));
    }
}

#[test]
fn colours_change_nothing_but_colours() {
    let view = open_at("blockade", BLOCKADE).unwrap().view(&[]).unwrap();
    let plain = draw::text(&view, BOX);
    let coloured = draw::text(&view, TextStyle { color: true, ascii: false });
    assert!(!plain.contains('\x1b'));
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some(start) = rest.find('\x1b') {
        stripped.push_str(&rest[..start]);
        rest = &rest[start + rest[start..].find('m').unwrap() + 1..];
    }
    stripped.push_str(rest);
    assert_eq!(stripped, plain);
    // No line leaves its colour to the next.
    for line in coloured.lines().filter(|line| line.contains('\x1b')) {
        let last = line.rfind("\x1b[").unwrap();
        assert!(line[last..].starts_with("\x1b[0m"), "{line:?}");
    }
    let canvas = draw::board(&view, BOX);
    assert!(canvas.lines().flatten().any(|cell| *cell == ('║', Paint::Green.into())));
    assert!(canvas.lines().flatten().any(|cell| *cell == ('═', Paint::Blue.into())));
}
