//! Pictures are well-formed and hold what the board holds.

use agon_games::draw::{self, Marks};
use agon_games::{entries, open, open_at};

/// Checks that tags are closed in order and that quotes and entities are whole.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "a stray > in {text:?}");
        for part in text.split('&').skip(1) {
            let name = &part[..part.find(';').expect("an entity ends")];
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "{name}");
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} left open");
    assert!(rest.trim().is_empty());
}

#[test]
fn every_start_is_a_well_formed_picture_with_title_and_description() {
    for entry in entries() {
        let view = open(entry.info.name).unwrap().view(&[]).unwrap();
        let svg = draw::svg(&view, entry.info.title);
        assert_well_formed(&svg);
        assert!(svg.contains(&format!("<title>{}</title>", entry.info.title)));
        assert!(svg.contains("<desc>") && svg.contains("role=\"img\""));
        assert!(svg.contains("prefers-color-scheme:dark"));
    }
}

#[test]
fn a_title_cannot_break_out() {
    let view = open("domineering:rows=1,cols=1").unwrap().view(&[]).unwrap();
    let svg = draw::svg(&view, "</title><script>&\"\u{0}");
    assert_well_formed(&svg);
    assert!(svg.contains("&lt;/title&gt;&lt;script&gt;&amp;&quot;</title>"), "{svg}");
}

#[test]
fn walls_pawns_and_dominoes_are_there() {
    let position = "29 / 3234 / 87 61 59 AC / 5 3 5 2 / 1";
    let svg = draw::svg(&open_at("blockade", position).unwrap().view(&[]).unwrap(), "Blockade");
    assert_well_formed(&svg);
    // One green wall and two blue ones, and one of each for the stock of either player.
    assert_eq!(svg.matches("class=\"wall green\"").count(), 3);
    assert_eq!(svg.matches("class=\"wall blue\"").count(), 4);
    assert_eq!(svg.matches("class=\"cell").count(), 11 * 14);
    assert!(svg.contains(">X1</text>") && svg.contains("X1 stands in column 7, row 8."));

    let view = open_at("domineering:rows=4,cols=2", "v1/v1/v#/v# h").unwrap().view(&[]).unwrap();
    let svg = draw::svg(&view, "Domineering");
    assert_eq!(svg.matches("class=\"piece p1\"").count(), 2);
    assert_eq!(svg.matches("class=\"cell\"").count(), 6);
    assert!(svg.contains("2 upright and 0 lying dominoes, 2 free cells."));
}

#[test]
fn the_smallest_and_the_largest_boards_can_be_drawn() {
    for spec in [
        "domineering:rows=1,cols=1",
        "domineering:rows=16,cols=16",
        "blockade:rows=3,cols=3,walls=0",
        "blockade:rows=22,cols=28,walls=18",
        "quoridor:size=3,walls=0",
        "quoridor:size=15",
    ] {
        let view = open(spec).unwrap_or_else(|fault| panic!("{spec}: {fault}")).view(&[]).unwrap();
        assert_well_formed(&draw::svg(&view, spec));
        assert!(!draw::text(&view, draw::TextStyle::default()).is_empty());
    }
}

#[test]
fn paths_are_lines_through_their_squares() {
    let table = open("quoridor:size=5").unwrap();
    let marks = Marks { paths: table.paths(), ..Marks::default() };
    let view = table.view(&[]).unwrap();
    let picture = draw::svg_with(&view, &marks, "Quoridor");
    assert_well_formed(&picture);
    for player in ["p1", "p2"] {
        let line = picture.lines().find(|line| line.contains(&format!("<polyline class=\"path {player}\""))).unwrap();
        assert_eq!(line.matches(',').count(), 5, "{line}");
    }
    assert!(!draw::svg(&view, "Quoridor").contains("<polyline"));
}
