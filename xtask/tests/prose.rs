//! Documents, comments and English texts are plain English in lines of at most 120 characters.

use std::path::{Path, PathBuf};

use xtask::sources;

/// Phrases that hide the subject or the number of a sentence.
const BANNED: [&str; 7] = ["whoever", "so many", "is told", "are told", "was told", "customary", "at first sight"];

/// What programs read has no place in the rules for players; docs/records.md describes it.
const BANNED_IN_RULES: [&str; 4] = ["GNU ", "o52:", ".mat`", "as text"];

const MAX_LINE: usize = 120;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn texts(wanted: impl Fn(&Path) -> bool) -> Vec<(PathBuf, String)> {
    let files = sources::files(&root()).unwrap().into_iter();
    let files = files.filter(|path| !path.starts_with("crates/server/web") && wanted(path));
    files.map(|path| (path.clone(), sources::read(&root().join(path)).unwrap())).collect()
}

fn has_end(path: &Path, ends: &[&str]) -> bool {
    ends.iter().any(|end| path.to_string_lossy().ends_with(end))
}

/// Whether a phrase stands in a line, between what are no letters.
fn says(line: &str, phrase: &str) -> bool {
    let line = line.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    line.match_indices(phrase).any(|(at, _)| {
        !is_letter(line[..at].chars().next_back()) && !is_letter(line[at + phrase.len()..].chars().next())
    })
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "* ", "#"].iter().any(|mark| line.trim_start().starts_with(mark)) || line.contains(" // ")
}

#[test]
fn documents_comments_and_english_texts_are_plain() {
    let is_prose = |path: &Path| has_end(path, &[".md", "en.json"]);
    let is_code = |path: &Path| has_end(path, &[".rs", ".js", ".mjs", ".css"]);
    let mut found = Vec::new();
    for (path, text) in texts(|path| is_prose(path) || is_code(path)) {
        for (number, line) in text.lines().enumerate().filter(|(_, line)| is_prose(&path) || is_comment(line)) {
            let phrases = BANNED.iter().filter(|phrase| says(line, phrase));
            found.extend(phrases.map(|phrase| format!("{}:{}: {phrase}", path.display(), number + 1)));
        }
    }
    assert!(found.is_empty(), "say who, how many, or the usual term:\n{}", found.join("\n"));
}

#[test]
fn lines_of_documents_are_short_outside_of_tables_and_code() {
    let mut found = Vec::new();
    for (path, text) in texts(|path| has_end(path, &[".md"])) {
        let mut is_code = false;
        for (number, line) in text.lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            let is_free = is_code || line.starts_with("    ") || line.trim_start().starts_with('|');
            if !is_free && line.chars().count() > MAX_LINE {
                found.push(format!("{}:{}: {} characters", path.display(), number + 1, line.chars().count()));
            }
        }
    }
    assert!(found.is_empty(), "break these lines:\n{}", found.join("\n"));
}

#[test]
fn rules_for_players_have_no_formats_of_programs() {
    let is_page = |path: &Path| has_end(path, &[".md"]) && path.to_string_lossy().contains("/rules.");
    let pages = texts(is_page);
    assert!(pages.len() > 40, "{}", pages.len());
    for (path, text) in pages {
        for phrase in BANNED_IN_RULES {
            assert!(!text.contains(phrase), "{}: {phrase}", path.display());
        }
    }
}

#[test]
fn a_phrase_is_found_between_other_words_only() {
    assert!(says("It is for Whoever comes.", "whoever") && says("is told", "is told"));
    assert!(!says("this tolds", "is told") && !says("also manyfold", "so many"));
    assert!(
        is_comment("    /// A line.")
            && is_comment("let a = 1; // A reason.")
            && !is_comment("let text = \"is told\";")
    );
}
