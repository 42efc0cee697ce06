//! Names and chat lines as strangers may write them.

use unicode_normalization::UnicodeNormalization;

/// Longest name in characters.
pub(crate) const NAME: usize = 24;
/// Longest chat line in characters.
pub(crate) const LINE: usize = 200;

/// A name that cannot break a screen: normalised, no controls, no direction marks, single blanks.
pub(crate) fn clean_name(text: &str) -> String {
    clean(text, NAME)
}

/// A chat line, cleaned like a name; empty if nothing is left.
pub(crate) fn clean_line(text: &str) -> String {
    clean(text, LINE)
}

fn clean(text: &str, longest: usize) -> String {
    // A name may grow when it is normalised, so the input is cut first and the output again.
    let normal = text.chars().take(longest * 4).nfkc().filter(|c| !is_hidden(*c));
    let mut out = String::new();
    let mut marks = 0;
    for c in normal {
        let c = if c.is_whitespace() { ' ' } else { c };
        // Towers of combining marks reach over the lines above and below.
        marks = if unicode_normalization::char::is_combining_mark(c) { marks + 1 } else { 0 };
        if marks <= 2 && !(c == ' ' && (out.is_empty() || out.ends_with(' '))) {
            out.push(c);
        }
    }
    let cut: String = out.chars().take(longest).collect();
    cut.trim_end().to_owned()
}

/// Controls, direction marks, zero-width and other characters that show nothing.
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
        assert_eq!(clean_name(&"x".repeat(500)).len(), NAME);
        assert_eq!(clean_name(&format!("a{}", "\u{301}".repeat(50))).chars().count(), 3);
        assert_eq!(clean_name("<script>alert(1)"), "<script>alert(1)");
    }

    proptest! {
        #[test]
        fn any_text_becomes_a_short_clean_one_and_stays_it(text in any::<String>()) {
            let name = clean_name(&text);
            prop_assert!(name.chars().count() <= NAME);
            prop_assert!(!name.chars().any(is_hidden));
            prop_assert_eq!(name.trim(), &name);
        }
    }
}
