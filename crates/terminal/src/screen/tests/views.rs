//! What is seen at 80 by 24, in colour and without.

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::{BoardView, Rng};
use agon_i18n::Language;
use crossterm::event::KeyCode;

use super::driver::{TestUser, config, session};
use crate::PlayConfig;

/// A table in the middle of a random game.
fn middle_game(spec: &str, turns: usize) -> crate::GameSession {
    let mut rng = Rng::new(3);
    let mut table = agon_games::open(spec).expect(spec);
    for _ in 0..turns {
        if table.outcome().is_some() {
            break;
        }
        if table.roll(&mut rng).is_none() {
            let legal = table.legal();
            let notation = rng.choose(&legal).expect("a turn").clone();
            table.play(&notation).expect("legal");
        }
    }
    crate::GameSession::new(table, [PlayerSpec::default(), PlayerSpec::default()], config().takebacks, Some(1))
}

#[test]
fn every_default_board_fits_80_by_24() {
    for entry in agon_games::entries() {
        for (ascii, color) in [(false, true), (false, false), (true, false)] {
            let spec = entry.info.name;
            let config = PlayConfig { ascii, color, ..config() };
            let mut person = TestUser::with(Some(middle_game(spec, 9)), config, (80, 24));
            let rows = person.look();
            let view = person.session().board().expect("a board");
            if let BoardView::Grid(view) = &view {
                for label in &view.row_labels {
                    let found = rows.iter().any(|row| row.trim_start().starts_with(label.as_str()));
                    assert!(found, "{spec} row {label}\n{}", rows.join("\n"));
                }
                let mut labels = rows.iter().map(|row| row.split_whitespace());
                assert!(
                    labels.any(|mut row| view.col_labels.iter().all(|label| row.next() == Some(label))),
                    "{spec} columns\n{}",
                    rows.join("\n")
                );
                for pawn in view.pawns.iter().filter(|pawn| !pawn.label.is_empty()) {
                    assert!(rows.iter().any(|row| row.contains(&pawn.label)), "{spec} {}", pawn.label);
                }
            } else {
                for number in 1..=24 {
                    let label = format!("{number}");
                    let found = [&rows[0], &rows[21], &rows[20]].iter().any(|row| row.contains(&label));
                    assert!(found, "{spec} point {number}\n{}", rows.join("\n"));
                }
            }
            assert!(rows[0].contains(entry.info.title), "{spec} has no title\n{}", rows.join("\n"));
            if ascii {
                assert!(rows.iter().all(|row| row.is_ascii()), "{spec}\n{}", rows.join("\n"));
            }
        }
    }
}

#[test]
fn walls_and_dominoes_are_seen_without_colour() {
    let mut person = TestUser::pair("quoridor");
    person.types(":e2\n:e4h\n:d4v\n");
    let rows = person.look();
    // The last wall is drawn in one piece, the others as the corner between their halves requires.
    assert!(rows.iter().any(|row| row.contains("═════╪═════")), "{}", rows.join("\n"));
    assert!(rows.iter().filter(|row| row.contains('║')).count() >= 3, "{}", rows.join("\n"));

    let config = PlayConfig { ascii: true, color: false, ..config() };
    let mut person = TestUser::pair_with("domineering", config);
    person.types(":c4\n");
    let rows = person.look();
    assert_eq!(rows.iter().filter(|row| row[..32].contains('X')).count(), 2, "{}", rows.join("\n"));
}

#[test]
fn large_boards_scroll_with_the_cursor() {
    let mut person = TestUser::pair("blockade:rows=22,cols=28");
    person.key(KeyCode::Esc);
    person.keys(KeyCode::Right, 30);
    person.keys(KeyCode::Down, 30);
    let rows = person.look();
    assert!(rows[0].contains('S'), "{}", rows.join("\n"));
    assert!(rows.iter().any(|row| row.trim_start().starts_with('M')), "{}", rows.join("\n"));
}

#[test]
fn any_size_of_terminal_is_survived() {
    for entry in agon_games::entries() {
        let mut person = TestUser::with(Some(middle_game(entry.info.name, 6)), config(), (80, 24));
        for (width, height) in [(1, 1), (5, 2), (20, 5), (40, 12), (79, 23), (200, 60), (80, 3), (10, 50)] {
            person.resize(width, height);
            for page in ["s", "l", "r", "?", "R", "S"] {
                person.types(page);
                person.key(KeyCode::Esc);
            }
        }
    }
    let mut person = TestUser::menu();
    for (width, height) in [(1, 1), (20, 5), (200, 60)] {
        person.resize(width, height);
        person.key(KeyCode::Enter);
        person.key(KeyCode::Esc);
    }
}

#[test]
fn a_large_terminal_gets_a_large_board() {
    let session = session("quoridor", [PlayerSpec::default(), PlayerSpec::default()], &config());
    let mut person = TestUser::with(Some(session), config(), (120, 45));
    let rows = person.look();
    let first = rows.iter().position(|row| row.trim_start().starts_with("9 ")).expect("row 9");
    let second = rows.iter().position(|row| row.trim_start().starts_with("8 ")).expect("row 8");
    assert!(second - first >= 4, "{}", rows.join("\n"));
}

#[test]
fn screens_speak_every_language() {
    for (language, text) in [
        (Language::Serbian, "Beli"),
        (Language::SerbianCyrillic, "Бели"),
        (Language::Greek, "Λευκός"),
        (Language::Hebrew, "לבן"),
    ] {
        let config = PlayConfig { language, ..config() };
        let mut person = TestUser::at("quoridor", [PlayerSpec::default(), PlayerKind::Level(3).into()], config);
        assert!(person.sees(text), "{language:?}");
        for page in ["?", "r"] {
            person.types(page);
            person.key(KeyCode::Esc);
        }
    }
    // Hebrew is turned only where the terminal was said not to do it.
    let config = PlayConfig { language: Language::Hebrew, bidi: true, ..config() };
    let mut person = TestUser::pair_with("quoridor", config);
    assert!(person.sees("ןבל"));
}
