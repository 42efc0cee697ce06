//! The registry: every game by name, every mistake in a spec string answered.

use std::collections::HashSet;

use agon_games::{entries, entry, open, open_at};

#[test]
fn every_game_opens_under_its_name() {
    let names: Vec<&str> = entries().iter().map(|entry| entry.info.name).collect();
    for name in
        ["quoridor", "blockade", "domineering", "portes", "plakoto", "fevga", "tavli", "backgammon", "gulbara", "narde"]
    {
        assert!(names.contains(&name), "{name} is missing");
    }
    for name in names {
        let table = open(&name.to_uppercase()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(table.spec(), name);
        assert_eq!(entry(name).unwrap().info, table.info());
        // The start can be written down and set up again.
        let again = open_at(name, &table.position()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(again.position(), table.position());
        assert!(open_at(name, " StartPos ").is_ok());
    }
}

#[test]
fn names_are_unique() {
    let names: HashSet<&str> = entries().iter().map(|entry| entry.info.name).collect();
    assert_eq!(names.len(), entries().len());
}

#[test]
fn what_is_unknown_is_answered_with_what_is_allowed() {
    let code = |spec: &str| open(spec).err().unwrap_or_else(|| panic!("{spec} opened")).kind.code;
    for (spec, expected) in [
        ("", "unknown-game"),
        ("chess", "unknown-game"),
        (":size=5", "unknown-game"),
        ("domineering:size=5", "unknown-option"),
        ("domineering:rows", "option-syntax"),
        ("domineering:rows=4,rows=5", "option-twice"),
        ("domineering:rows=17", "option-value"),
        ("domineering:rows=0", "option-value"),
        ("blockade:turn=quick", "option-value"),
    ] {
        assert_eq!(code(spec), expected, "{spec:?}");
    }
    let text = open("chess").err().unwrap().to_string();
    assert!(entries().iter().all(|entry| text.contains(entry.info.name)), "{text}");
    let text = open("domineering:rows=17").err().unwrap().to_string();
    assert!(text.contains("1 to 16"), "{text}");
}
