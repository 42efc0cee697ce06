//! The `.agon` text record: tag lines, an empty line, then the plies of the game.
//!
//! ```text
//! [Agon "1"]
//! [Game "quoridor"]
//! [P1 "Ada"]
//! [P2 "level:5"]
//! [Result "p1 1"]
//!
//! e2 e8 {[%clk 58.2]} e3 e7h
//! ```
//!
//! A text may hold several games. Errors give line and column. `format` is for formats of other programs, `date` for
//! the date of a record.

mod date;
mod format;

pub use date::date_text;
pub use format::RecordFormat;

use std::fmt::{self, Write as _};

/// A recorded game. Plies are kept as text; replaying them needs the rules of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The tags, in order.
    pub tags: Vec<RecordTag>,
    /// Turns and rolls.
    pub plies: Vec<RecordPly>,
    /// A comment before the first ply.
    pub comment: Option<String>,
}

/// A tag of a record: a fact about the whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordTag {
    /// The name: `Game`, `Result`, ...
    pub name: String,
    /// The value, without quotes.
    pub value: String,
    /// Line of the bracket, from 1; 0 if the tag was not read from a text.
    pub line: usize,
    /// Column of the bracket, from 1.
    pub column: usize,
}

impl RecordTag {
    /// A tag that was not read from a text.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), ..Self::default() }
    }
}

/// A turn or roll of a record with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordPly {
    /// The notation of the turn or roll.
    pub text: String,
    /// The comment after the ply, without braces and without the clock.
    pub comment: Option<String>,
    /// Seconds left on the player's clock after the turn, as written.
    pub clock: Option<String>,
    /// Line, from 1; 0 if the ply was not read from a text.
    pub line: usize,
    /// Column of the first character, from 1.
    pub column: usize,
}

impl RecordPly {
    /// A ply without annotations.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Line, from 1; 0 if unknown.
    pub line: usize,
    /// Column in characters, from 1; 0 if unknown.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return f.write_str(&self.message);
        }
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for RecordError {}

/// The notation of a turn in which nothing can be played, in every game that has one.
pub const PASS: &str = "pass";

/// The version of the format.
pub const VERSION: &str = "1";

/// Length at which lines of plies are wrapped.
const MAX_LINE_WIDTH: usize = 80;

impl Record {
    /// An empty record of a game.
    pub fn new(spec: &str) -> Self {
        let mut record = Self::default();
        record.set("Agon", VERSION);
        record.set("Game", spec);
        record
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_str())
    }

    fn find(&self, name: &str) -> Option<&RecordTag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Sets a tag; an existing tag keeps its place.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.tags.push(RecordTag::new(name, value)),
        }
    }

    /// Line and column of a tag; both 0 if it was not read from a text.
    pub fn tag_place(&self, name: &str) -> (usize, usize) {
        self.find(name).map_or((0, 0), |tag| (tag.line, tag.column))
    }

    /// An error about a tag, with the line and column of the tag.
    pub fn wrong_tag(&self, name: &str, reason: impl fmt::Display) -> RecordError {
        let (line, column) = self.tag_place(name);
        RecordError { line, column, message: format!("tag {name}: {reason}") }
    }

    /// The spec string of the game.
    pub fn spec(&self) -> &str {
        self.tag("Game").unwrap_or_default()
    }

    /// Writes games one after the other, with an empty line between them.
    pub fn write_all(records: &[Self]) -> String {
        records.iter().map(Self::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Parses all games of a text.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, RecordError> {
        Reader::new(text).games()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for RecordTag { name, value, .. } in &self.tags {
            writeln!(f, "[{name} \"{}\"]", escape(value))?;
        }
        writeln!(f)?;
        let mut lines = Lines { out: f, column: 0 };
        if let Some(comment) = &self.comment {
            lines.put(&format!("{{{}}}", comment_text(comment)))?;
        }
        for ply in &self.plies {
            lines.put(&ply.text)?;
            let mut note = String::new();
            if let Some(clock) = &ply.clock {
                write!(note, "[%clk {clock}]")?;
            }
            if let Some(comment) = &ply.comment {
                let gap = if note.is_empty() { "" } else { " " };
                write!(note, "{gap}{}", comment_text(comment))?;
            }
            if !note.is_empty() {
                lines.put(&format!("{{{note}}}"))?;
            }
        }
        if lines.column > 0 {
            writeln!(lines.out)?;
        }
        Ok(())
    }
}

struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Lines<'_, '_> {
    fn put(&mut self, text: &str) -> fmt::Result {
        let width = text.chars().count();
        if self.column > 0 && self.column + 1 + width > MAX_LINE_WIDTH {
            writeln!(self.out)?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += width;
        self.out.write_str(text)
    }
}

/// Escapes quotes, backslashes and line ends: a tag is one line.
fn escape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out
}

/// Replaces closing braces, which would end the comment.
fn comment_text(comment: &str) -> String {
    comment.replace('}', ")")
}

struct Reader<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { chars: text.chars().peekable(), line: 1, column: 1 }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, RecordError> {
        Err(RecordError { line: self.line, column: self.column, message: message.into() })
    }

    fn skip_blank(&mut self) {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
    }

    fn games(mut self) -> Result<Vec<Record>, RecordError> {
        let mut games = Vec::new();
        loop {
            self.skip_blank();
            if self.chars.peek().is_none() {
                break;
            }
            games.push(self.game()?);
        }
        if games.is_empty() {
            return self.fail("the record is empty; it begins with tag lines such as [Agon \"1\"]");
        }
        Ok(games)
    }

    fn game(&mut self) -> Result<Record, RecordError> {
        let (line, column) = (self.line, self.column);
        let mut record = Record::default();
        self.tags(&mut record)?;
        let at_start = |message: String| RecordError { line, column, message };
        match record.tag("Agon") {
            Some(VERSION) => {}
            Some(other) => {
                let reason = format!("record version {other:?} is not known; this program reads version 1");
                return Err(record.wrong_tag("Agon", reason));
            }
            None => return Err(at_start("the tag [Agon \"1\"] is missing".to_owned())),
        }
        if record.tag("Game").is_none() {
            return Err(at_start("the tag [Game \"...\"] is missing".to_owned()));
        }
        self.plies(&mut record)?;
        Ok(record)
    }

    fn tags(&mut self, record: &mut Record) -> Result<(), RecordError> {
        loop {
            let last = self.line;
            self.skip_blank();
            // A game without plies ends where, after an empty line, the next one begins.
            let next_game = self.line > last + 1 && self.chars.clone().take(6).eq("[Agon ".chars());
            if self.chars.peek() != Some(&'[') || (next_game && record.tag("Agon").is_some()) {
                return Ok(());
            }
            let (line, column) = (self.line, self.column);
            let (name, value) = self.tag()?;
            if record.tag(&name).is_some() {
                return Err(RecordError { line, column, message: format!("tag {name} is given twice") });
            }
            record.tags.push(RecordTag { name, value, line, column });
        }
    }

    fn tag(&mut self) -> Result<(String, String), RecordError> {
        self.next();
        let mut name = String::new();
        while let Some(c) = self.chars.peek().copied().filter(|c| c.is_alphanumeric() || "_-".contains(*c)) {
            name.push(c);
            self.next();
        }
        if name.is_empty() {
            return self.fail("a tag name was expected after [");
        }
        while self.chars.peek().is_some_and(|c| *c == ' ' || *c == '\t') {
            self.next();
        }
        if self.chars.peek() != Some(&'"') {
            return self.fail(format!("a value in quotes was expected after tag {name}"));
        }
        self.next();
        let value = self.quoted()?;
        while self.chars.peek().is_some_and(|c| *c == ' ' || *c == '\t') {
            self.next();
        }
        if self.chars.peek() != Some(&']') {
            return self.fail(format!("tag {name} must end with ]"));
        }
        self.next();
        Ok((name, value))
    }

    fn quoted(&mut self) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            if matches!(self.chars.peek(), None | Some('\n')) {
                return self.fail("the value's closing quote is missing");
            }
            match self.next() {
                Some('"') => return Ok(value),
                Some('\\') => match self.next() {
                    Some('n') => value.push('\n'),
                    Some('r') => value.push('\r'),
                    Some(c @ ('"' | '\\')) => value.push(c),
                    _ => return self.fail("after a backslash \", \\, n or r was expected"),
                },
                Some(c) => value.push(c),
                None => {}
            }
        }
    }

    fn plies(&mut self, record: &mut Record) -> Result<(), RecordError> {
        loop {
            self.skip_blank();
            match self.chars.peek() {
                None => return Ok(()),
                // A tag line begins the next game.
                Some('[') if self.column == 1 => return Ok(()),
                // When the record is written again, such a ply could begin a line and look like a tag.
                Some('[') => {
                    return self
                        .fail("a turn does not begin with [; turns are written without blanks, such as X1-64,G35");
                }
                Some('{') => {
                    let comment = self.comment()?;
                    attach(record, &comment);
                }
                Some(_) => {
                    let (line, column) = (self.line, self.column);
                    let text = self.token();
                    record.plies.push(RecordPly { text, line, column, ..RecordPly::default() });
                }
            }
        }
    }

    fn token(&mut self) -> String {
        let mut text = String::new();
        while let Some(c) = self.chars.peek().copied().filter(|c| !c.is_whitespace() && *c != '{') {
            text.push(c);
            self.next();
        }
        text
    }

    fn comment(&mut self) -> Result<String, RecordError> {
        let (line, column) = (self.line, self.column);
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                Some('}') => return Ok(text),
                Some(c) => text.push(c),
                None => {
                    let message = "the comment's closing } is missing".to_owned();
                    return Err(RecordError { line, column, message });
                }
            }
        }
    }
}

fn attach(record: &mut Record, comment: &str) {
    let (clock, rest) = split_clock(comment);
    // Line ends inside a comment come from wrapping.
    let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    let slot = match record.plies.last_mut() {
        Some(ply) => {
            if clock.is_some() {
                ply.clock = clock;
            }
            &mut ply.comment
        }
        None => &mut record.comment,
    };
    if !rest.is_empty() {
        match slot {
            Some(text) => {
                text.push(' ');
                text.push_str(&rest);
            }
            None => *slot = Some(rest),
        }
    }
}

fn split_clock(comment: &str) -> (Option<String>, String) {
    let Some(start) = comment.find("[%clk ") else { return (None, comment.to_owned()) };
    let Some(length) = comment[start..].find(']') else { return (None, comment.to_owned()) };
    let clock = comment[start + 6..start + length].trim();
    if clock.is_empty() {
        return (None, comment.to_owned());
    }
    (Some(clock.to_owned()), format!("{} {}", &comment[..start], &comment[start + length + 1..]))
}
