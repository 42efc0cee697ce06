//! Hebrew on terminals without support for right-to-left text.

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// Reorders a line of Hebrew from logical to visual order.
///
/// Lines without Hebrew stay unchanged. Numbers, Latin words and moves keep their direction.
pub(crate) fn visual(line: &str) -> String {
    if !line.chars().any(|c| bidi_class(c) == BidiClass::R) {
        return line.to_owned();
    }
    let info = BidiInfo::new(line, Some(Level::rtl()));
    let mut out = String::with_capacity(line.len());
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            if levels[run.start].is_rtl() {
                out.extend(line[run].chars().rev().map(mirrored));
            } else {
                out.push_str(&line[run]);
            }
        }
    }
    out
}

/// The character that looks like this one in a mirror; the library leaves this to the renderer.
fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '<' => '>',
        '>' => '<',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hebrew_is_reordered_and_moves_are_not() {
        assert_eq!(visual("תור של e3h"), "e3h לש רות");
        assert_eq!(visual("שלום (24/18,13/11)"), "(24/18,13/11) םולש");
        assert_eq!(visual("e2 e8"), "e2 e8");
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost_or_added(line in "[אבגמש a-c0-9(),:/ž]{0,40}") {
            let sorted = |text: &str| {
                // A bracket may have been mirrored.
                let mut chars: Vec<char> = text.chars().map(|c| if c == ')' { '(' } else { c }).collect();
                chars.sort_unstable();
                chars
            };
            proptest::prop_assert_eq!(sorted(&visual(&line)), sorted(&line));
        }
    }
}
