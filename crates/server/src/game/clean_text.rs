//! Names and chat lines from strangers, made safe to display.

use agon_wire::limits::{MAX_CHAT_LEN, MAX_NAME_LEN};
use unicode_normalization::UnicodeNormalization;

/// Cleans a name so that it cannot break a layout: normalised, no control characters, no direction marks,
/// single spaces.
pub(crate) fn clean_name(text: &str) -> String {
    clean(text, MAX_NAME_LEN)
}

/// Cleans a chat line like a name; empty if nothing visible is left.
pub(crate) fn clean_line(text: &str) -> String {
    clean(text, MAX_CHAT_LEN)
}

fn clean(text: &str, max_chars: usize) -> String {
    // Normalisation may lengthen a text, so both the input and the output are cut.
    let normal = text.chars().take(max_chars * 4).nfkc().filter(|c| !is_hidden(*c));
    let mut out = String::new();
    let mut marks = 0;
    for c in normal {
        let c = if c.is_whitespace() { ' ' } else { c };
        // Stacks of combining marks would overlap the lines above and below.
        marks = if unicode_normalization::char::is_combining_mark(c) { marks + 1 } else { 0 };
        if marks <= 2 && !(c == ' ' && (out.is_empty() || out.ends_with(' '))) {
            out.push(c);
        }
    }
    let cut: String = out.chars().take(max_chars).collect();
    cut.trim_end().to_owned()
}

/// Whether a character is invisible: a control, a direction mark, zero-width, and the like.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{fff0}'..='\u{fffd}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_keep_their_letters_and_lose_their_tricks() {
        assert_eq!(clean_name("  Ada   Lovelace\n"), "Ada Lovelace");
        assert_eq!(clean_name("Ђорђе"), "Ђорђе");
        assert_eq!(clean_name("אדה"), "אדה");
        assert_eq!(clean_name("a\u{202e}dA\u{200b}\u{feff}"), "adA");
        assert_eq!(clean_name("Ａｄａ"), "Ada");
        assert_eq!(clean_name("\u{0}\u{1b}[31m"), "[31m");
        assert_eq!(clean_name(&"x".repeat(500)).len(), MAX_NAME_LEN);
        assert_eq!(clean_name(&format!("a{}", "\u{301}".repeat(50))).chars().count(), 3);
        assert_eq!(clean_name("<script>alert(1)"), "<script>alert(1)");
    }

    proptest! {
        #[test]
        fn any_text_becomes_a_short_clean_one_and_stays_it(text in any::<String>()) {
            let name = clean_name(&text);
            prop_assert!(name.chars().count() <= MAX_NAME_LEN);
            prop_assert!(!name.chars().any(is_hidden));
            prop_assert_eq!(name.trim(), &name);
        }
    }
}
