//! Hebrew on terminals without support for right-to-left text.

/// Reorders a line of Hebrew from logical to visual order.
///
/// Lines without Hebrew stay unchanged. Numbers, Latin words and moves keep their direction.
pub(crate) fn visual(line: &str) -> String {
    if !line.chars().any(is_hebrew) {
        return line.to_owned();
    }
    let chars: Vec<char> = line.chars().collect();
    let mut out = String::with_capacity(line.len());
    let mut end = chars.len();
    while end > 0 {
        if is_strong_left(chars[end - 1]) {
            let start = left_run_start(&chars, end);
            out.extend(&chars[start..end]);
            end = start;
        } else {
            out.push(mirrored(chars[end - 1]));
            end -= 1;
        }
    }
    out
}

/// The start of the left-to-right run that ends at `end`, including punctuation between its letters.
fn left_run_start(chars: &[char], end: usize) -> usize {
    let mut start = end;
    let mut at = end;
    while at > 0 && !is_hebrew(chars[at - 1]) {
        at -= 1;
        if is_strong_left(chars[at]) {
            start = at;
        }
    }
    start
}

fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{05ff}' | '\u{fb1d}'..='\u{fb4f}')
}

fn is_strong_left(c: char) -> bool {
    c.is_alphanumeric() && !is_hebrew(c)
}

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
