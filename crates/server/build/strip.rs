//! Removes comments, indentation and empty lines from scripts and style sheets.
//!
//! Lines and names stay as they are, so the code is still readable in a browser's developer tools.

/// A script without comments, indentation and empty lines.
pub(crate) fn script(source: &str) -> String {
    let mut strip = Strip { rest: source, out: String::with_capacity(source.len()) };
    strip.code(None);
    strip.out
}

/// A style sheet without comments, indentation and empty lines.
pub(crate) fn style(source: &str) -> String {
    let mut strip = Strip { rest: source, out: String::with_capacity(source.len()) };
    while let Some(next) = strip.rest.chars().next() {
        match next {
            '/' if strip.rest.starts_with("/*") => strip.block_comment(),
            '"' | '\'' => strip.quoted(next),
            _ => strip.plain(next),
        }
    }
    strip.out
}

struct Strip<'a> {
    rest: &'a str,
    out: String,
}

impl Strip<'_> {
    /// Copies code up to its end, or past the brace that closes an expression in a template.
    fn code(&mut self, closing: Option<char>) {
        let mut depth = 0_usize;
        while let Some(next) = self.rest.chars().next() {
            match next {
                '/' if self.rest.starts_with("//") => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.rest = &self.rest[end..];
                }
                '/' if self.rest.starts_with("/*") => self.block_comment(),
                '/' if self.starts_regex() => self.regex(),
                '"' | '\'' => self.quoted(next),
                '`' => self.template(),
                _ => {
                    if next == '{' {
                        depth += 1;
                    }
                    if Some(next) == closing && depth == 0 {
                        return self.copy(next);
                    }
                    if next == '}' {
                        depth = depth.saturating_sub(1);
                    }
                    self.plain(next);
                }
            }
        }
    }

    fn copy(&mut self, next: char) {
        self.out.push(next);
        self.rest = &self.rest[next.len_utf8()..];
    }

    /// Copies a character outside of literals, collapsing white space.
    fn plain(&mut self, next: char) {
        match next {
            ' ' | '\t' | '\r' => {
                if !self.out.is_empty() && !self.out.ends_with([' ', '\n']) {
                    self.out.push(' ');
                }
                self.rest = &self.rest[1..];
            }
            '\n' => {
                let kept = self.out.trim_end_matches(' ').len();
                self.out.truncate(kept);
                if !self.out.is_empty() && !self.out.ends_with('\n') {
                    self.out.push('\n');
                }
                self.rest = &self.rest[1..];
            }
            _ => self.copy(next),
        }
    }

    /// Replaces a comment by a space, or by a line break if it contains one.
    fn block_comment(&mut self) {
        let end = self.rest[2..].find("*/").map_or(self.rest.len(), |at| at + 4);
        let has_line = self.rest[..end].contains('\n');
        let after = &self.rest[end..];
        self.rest = " ";
        self.plain(if has_line { '\n' } else { ' ' });
        self.rest = after;
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
    fn only_comments_indentation_and_empty_lines_are_removed() {
        let source = "/**\n * Says it.\n * @param {string} a\n */\nexport function f(a) {\n    // why\n\n    return a / 2; // half\n}\n";
        assert_eq!(script(source), "export function f(a) {\nreturn a / 2;\n}\n");
        let cast = "const x = /** @type {any} */ (y);\nlet a = b\n/* one\ntwo */ ++c";
        assert_eq!(script(cast), "const x = (y);\nlet a = b\n++c");
    }

    #[test]
    fn literals_are_left_alone() {
        for source in [
            r#"const a = "// no  comment", b = '/* nor \' this */';"#,
            "const t = `  // ${f({ a: `/* ${b} */` })}\n   kept  `;",
            r"const shape = /[/*]\/\/ '\n/g, half = a / b / c;",
            r#"x.replace(/"/g, "`");"#,
            "return /a  b/.test(c);",
            "const [a] = list[0] / 2 / `x`.length;",
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
    fn styles_keep_their_strings() {
        let source = "/* big */\n.a::before {\n    content: \"/* x */  \";\n\n    color: red; /* loud */\n}\n";
        assert_eq!(style(source), ".a::before {\ncontent: \"/* x */  \";\ncolor: red;\n}\n");
    }
}
