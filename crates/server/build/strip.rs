//! Removes comments and white space from scripts and style sheets. Names stay as they are.

/// A script without comments and needless white space.
pub(crate) fn script(source: &str) -> String {
    let mut strip = Strip { rest: source, out: String::with_capacity(source.len()), is_script: true };
    strip.code(None);
    strip.out
}

/// A style sheet without comments and needless white space.
pub(crate) fn style(source: &str) -> String {
    let mut strip = Strip { rest: source, out: String::with_capacity(source.len()), is_script: false };
    while let Some(next) = strip.next() {
        match next {
            '"' | '\'' => strip.quoted(next),
            _ => {
                if next == '}' && strip.out.ends_with(';') {
                    strip.out.pop();
                }
                strip.copy(next);
            }
        }
    }
    strip.out
}

/// Whether a space between two characters of a script separates two tokens.
fn separates_tokens(before: char, after: char) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#');
    let is_word_end = is_name(before) || before == '/';
    is_word_end && is_name(after) || before == after && matches!(before, '+' | '-' | '/')
}

/// Whether a line break between two characters of a script may end a statement that has no semicolon.
fn may_end_statement(before: char, after: char) -> bool {
    !"{([,;:?=&|<>!*%".contains(before) && !"})],;:?=&|<>".contains(after)
}

/// Whether a space between two characters of a style sheet may join selectors or separate values.
fn separates_values(before: char, after: char) -> bool {
    !"{}(;,:>".contains(before) && !"{});,>!".contains(after)
}

struct Strip<'a> {
    rest: &'a str,
    out: String,
    is_script: bool,
}

impl Strip<'_> {
    /// Copies code up to its end, or past the brace that closes an expression in a template.
    fn code(&mut self, closing: Option<char>) {
        let mut depth = 0_usize;
        while let Some(next) = self.next() {
            match next {
                '/' if self.starts_regex() => self.regex(),
                '"' | '\'' => self.quoted(next),
                '`' => self.template(),
                _ => {
                    if next == '{' {
                        depth += 1;
                    }
                    self.copy(next);
                    if Some(next) == closing && depth == 0 {
                        return;
                    }
                    if next == '}' {
                        depth = depth.saturating_sub(1);
                    }
                }
            }
        }
    }

    /// The next character after white space and comments, of which a space or a line break remains if it is needed.
    fn next(&mut self) -> Option<char> {
        let source = self.rest;
        loop {
            self.rest = self.rest.trim_start();
            self.rest = match self.rest.get(..2) {
                Some("/*") => self.rest[2..].split_once("*/").map_or("", |(_, after)| after),
                Some("//") if self.is_script => &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..],
                _ => break,
            };
        }
        let skipped = &source[..source.len() - self.rest.len()];
        let after = self.rest.chars().next()?;
        if let Some(before) = self.out.chars().next_back().filter(|_| !skipped.is_empty()) {
            let separator = match (self.is_script, skipped.contains('\n')) {
                (true, true) => may_end_statement(before, after).then_some('\n'),
                (true, false) => separates_tokens(before, after).then_some(' '),
                (false, _) => separates_values(before, after).then_some(' '),
            };
            self.out.extend(separator);
        }
        Some(after)
    }

    fn copy(&mut self, next: char) {
        self.out.push(next);
        self.rest = &self.rest[next.len_utf8()..];
    }

    fn quoted(&mut self, quote: char) {
        self.copy(quote);
        while let Some(next) = self.rest.chars().next() {
            self.copy(next);
            match next {
                '\\' => self.escaped(),
                _ if next == quote => return,
                _ => {}
            }
        }
    }

    fn escaped(&mut self) {
        if let Some(next) = self.rest.chars().next() {
            self.copy(next);
        }
    }

    fn template(&mut self) {
        self.copy('`');
        while let Some(next) = self.rest.chars().next() {
            if self.rest.starts_with("${") {
                self.copy('$');
                self.copy('{');
                self.code(Some('}'));
                continue;
            }
            self.copy(next);
            match next {
                '\\' => self.escaped(),
                '`' => return,
                _ => {}
            }
        }
    }

    /// Whether a slash starts a regular expression here: after an operator, a keyword or nothing.
    fn starts_regex(&self) -> bool {
        const KEYWORDS: &[&str] =
            &["return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "await", "yield"];
        let before = self.out.trim_end();
        let Some(last) = before.chars().next_back() else { return true };
        if last.is_alphanumeric() || matches!(last, '_' | '$') {
            let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next();
            return word.is_some_and(|word| KEYWORDS.contains(&word));
        }
        !matches!(last, ')' | ']' | '}' | '"' | '\'' | '`')
    }

    fn regex(&mut self) {
        self.copy('/');
        let mut in_class = false;
        while let Some(next) = self.rest.chars().next() {
            self.copy(next);
            match next {
                '\\' => self.escaped(),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => return,
                '\n' => return,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_needless_space_are_removed() {
        let source = "/**\n * Says it.\n * @param {string} a\n */\nexport function f(a) {\n    // why\n\n    return a / 2; // half\n}\n";
        assert_eq!(script(source), "export function f(a){return a/ 2;}");
        assert_eq!(
            script("const x = /** @type {any} */ (y);\nlet a = b\n/* one\ntwo */ ++c"),
            "const x=(y);let a=b\n++c"
        );
        assert_eq!(script("a + +b - -c;\nreturn\nd ? .5 : e /\n/f/;"), "a+ +b- -c;return\nd?.5:e/\n/f/;");
        assert_eq!(script("class A {\n    static #b = 1;\n}\nf()\n    .g();"), "class A{static #b=1;}\nf()\n.g();");
    }

    #[test]
    fn literals_are_left_alone() {
        for source in [
            r#"const a="// no  comment",b='/* nor \' this */';"#,
            "const t=`  // ${f({a:`/* ${b} */`})}\n   kept  `;",
            r"const shape=/[/*]\/\/ '\n/g,half=a/ b/ c;",
            r#"x.replace(/"/g,"`");"#,
            "return/a  b/.test(c);",
            "const[a]=list[0]/2/`x`.length;",
        ] {
            assert_eq!(script(source), source);
        }
    }

    #[test]
    fn unterminated_input_does_not_panic() {
        for source in ["/* x", "\"x", "`x ${", "/x", "//", "'\\", "`\\", "/[", "}"] {
            let _ = (script(source), style(source));
        }
    }

    #[test]
    fn styles_keep_their_strings_and_the_space_that_means_something() {
        let source = "/* big */\n.a > .b :is(c)::before {\n    content: \"/* x */  ;}\";\n\n    width: calc( 1px + 2px ) !important; /* loud */\n}\n@media (x > 1) and (y) { a, b { c: d e } }";
        assert_eq!(
            style(source),
            ".a>.b :is(c)::before{content:\"/* x */  ;}\";width:calc(1px + 2px)!important}@media (x>1) and (y){a,b{c:d e}}"
        );
    }
}
