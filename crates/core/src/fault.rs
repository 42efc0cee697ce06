use std::fmt;

use crate::PathView;

/// A kind of fault: a stable code and its English text for programs.
///
/// The text holds `{name}` placeholders. Screens look up the code in the catalogue of their language, which has a
/// sentence for players with some of the placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultKind {
    /// Stable, lower case, words joined by hyphens: `wall-overlaps`.
    pub code: &'static str,
    /// English, lower case, no full stop: `"no {colour} walls left"`.
    pub text: &'static str,
}

impl FaultKind {
    /// Creates a kind; crates declare theirs with [`faults!`](crate::faults!).
    pub const fn new(code: &'static str, text: &'static str) -> Self {
        Self { code, text }
    }

    /// A fault without details.
    pub fn fault(self) -> Fault {
        Fault { kind: self, args: Vec::new(), paths: Vec::new(), trace: None }
    }

    /// A fault with one detail; [`Fault::with`] adds more.
    pub fn with(self, name: &'static str, value: impl fmt::Display) -> Fault {
        self.fault().with(name, value)
    }
}

/// Declares the faults of a crate as [`FaultKind`] constants, and `FAULTS`, the list of all of them.
///
/// ```
/// mod faults {
///     agon_core::faults! {
///         /// The row is not on the board.
///         pub ROW = "toy-row", "there is no row {row}; rows are 1 to {rows}";
///         pub(crate) FULL = "toy-full", "the board is full";
///     }
/// }
/// assert_eq!(faults::ROW.with("row", 9).with("rows", 5).to_string(), "there is no row 9; rows are 1 to 5");
/// assert_eq!(faults::FAULTS, [faults::ROW, faults::FULL]);
/// ```
#[macro_export]
macro_rules! faults {
    ($($(#[$doc:meta])* $vis:vis $name:ident = $code:literal, $text:literal;)*) => {
        $($(#[$doc])* $vis const $name: $crate::FaultKind = $crate::FaultKind::new($code, $text);)*

        /// Every fault this crate reports.
        pub const FAULTS: &[$crate::FaultKind] = &[$($name),*];
    };
}

/// What is known of an external program that failed, for screens and logs with room for more than a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramTrace {
    /// The last lines of its standard error, oldest first.
    pub stderr: Vec<String>,
    /// A shell command that brings the program to the point where it failed.
    pub repeat: Option<String>,
}

/// What is wrong with some input, and what would be right.
///
/// `Display` gives the English text with the details filled in, and the last line that a failed program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The details, by placeholder name.
    pub args: Vec<(&'static str, String)>,
    /// The paths that a refused move would close, for screens that draw them.
    pub paths: Vec<PathView>,
    /// What a failed program left behind, if the fault is about one.
    pub trace: Option<Box<ProgramTrace>>,
}

impl Fault {
    /// Adds a detail.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.args.push((name, value.to_string()));
        self
    }

    /// Adds the paths that the refused move would close.
    #[must_use]
    pub fn closing(mut self, paths: Vec<PathView>) -> Self {
        self.paths = paths;
        self
    }

    /// Adds what a failed program left behind.
    #[must_use]
    pub fn traced(mut self, trace: ProgramTrace) -> Self {
        self.trace = Some(Box::new(trace));
        self
    }

    /// The last line that a failed program wrote to its standard error, as it is shown.
    pub fn last_line(&self) -> Option<String> {
        self.trace.as_ref()?.stderr.last().map(|line| quoted(line))
    }

    /// A detail by its name.
    pub fn arg(&self, name: &str) -> Option<&str> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Fills the details into a text of any language that has the same placeholders.
    pub fn fill(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len() + 16);
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let tail = &rest[open..];
            let Some(close) = tail.find('}') else { break };
            match self.arg(&tail[1..close]) {
                Some(value) => out.push_str(&quoted(value)),
                None => out.push_str(&tail[..=close]),
            }
            rest = &tail[close + 1..];
        }
        out.push_str(rest);
        out
    }
}

/// Quoted input as it is shown: safe, and not longer than 160 characters.
fn quoted(value: &str) -> String {
    const MAX_CHARS: usize = 160;
    match value.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => printable(&value[..end]) + "…",
        None => printable(value),
    }
}

/// Makes foreign text safe to show: without control characters, invisible characters and marks that change the
/// direction of text.
pub fn printable(text: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.chars().map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect()
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fill(self.kind.text))?;
        self.last_line().map_or(Ok(()), |line| write!(f, "; it wrote last: {line}"))
    }
}

impl std::error::Error for Fault {}
