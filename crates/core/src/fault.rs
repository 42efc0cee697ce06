use std::fmt;

/// A kind of mistake: a stable code and its English text.
///
/// The text holds `{name}` placeholders. Screens look the code up in the catalogue of their
/// language and fill in the same placeholders, so one mistake is described once and can be told
/// in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultKind {
    /// Stable, lower case, words joined by hyphens: `wall-overlaps`.
    pub code: &'static str,
    /// English, lower case, no full stop: `"no {colour} walls left"`.
    pub text: &'static str,
}

impl FaultKind {
    /// Declares a kind of mistake.
    pub const fn new(code: &'static str, text: &'static str) -> Self {
        Self { code, text }
    }

    /// The mistake without details.
    pub fn fault(self) -> Fault {
        Fault { kind: self, args: Vec::new() }
    }

    /// The mistake with one detail; more are added by [`Fault::with`].
    pub fn with(self, name: &'static str, value: impl fmt::Display) -> Fault {
        self.fault().with(name, value)
    }
}

/// What was wrong with some input, and what would be right.
///
/// `Display` gives the English text with the details filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of mistake it is.
    pub kind: FaultKind,
    /// The details, by placeholder name.
    pub args: Vec<(&'static str, String)>,
}

impl Fault {
    /// Adds a detail.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.args.push((name, value.to_string()));
        self
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
                Some(value) => out.push_str(&printable(value)),
                None => out.push_str(&tail[..=close]),
            }
            rest = &tail[close + 1..];
        }
        out.push_str(rest);
        out
    }
}

/// Input is quoted back in messages: control characters must not reach a terminal, nor marks that
/// turn the direction of the text or cannot be seen, and a megabyte of garbage need not be repeated
/// in full.
fn printable(value: &str) -> String {
    const LONGEST: usize = 160;
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut out: String =
        value.chars().take(LONGEST).map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect();
    if value.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fill(self.kind.text))
    }
}

impl std::error::Error for Fault {}

/// The mistakes that any game can report.
pub mod faults {
    use super::FaultKind;

    /// The text is no move of this game.
    pub const NOT_A_MOVE: FaultKind =
        FaultKind::new("not-a-move", "{word} is not a move; moves look like {example}");
    /// The text is no roll of this game.
    pub const NOT_A_ROLL: FaultKind =
        FaultKind::new("not-a-roll", "{word} is not a roll; rolls look like 31:");
    /// A roll was given in a game or at a moment without dice.
    pub const NO_ROLL_DUE: FaultKind =
        FaultKind::new("no-roll-due", "{word} is a roll, but no roll is due; {actor} is to move");
    /// A move was given while the dice have to be rolled.
    pub const ROLL_DUE: FaultKind =
        FaultKind::new("roll-due", "{word} cannot be played before the dice are rolled; rolls look like 31:");
    /// The opening roll was expected.
    pub const OPENING_DUE: FaultKind = FaultKind::new(
        "opening-due",
        "{word} cannot come first; this game starts with an opening roll such as o52: (White's die, then Black's)",
    );
    /// The game is already over.
    pub const GAME_OVER: FaultKind = FaultKind::new("game-over", "the game is over; nothing can be played");
    /// The move can be read but is not legal here, and no better reason is known.
    pub const ILLEGAL: FaultKind = FaultKind::new("illegal", "{word} is not legal here");
    /// No such game.
    pub const UNKNOWN_GAME: FaultKind =
        FaultKind::new("unknown-game", "there is no game {name}; the games are {games}");
    /// No such option.
    pub const UNKNOWN_OPTION: FaultKind =
        FaultKind::new("unknown-option", "{game} has no option {option}; its options are {options}");
    /// A game without options was given one.
    pub const NO_OPTIONS: FaultKind =
        FaultKind::new("no-options", "{game} has no options, but {option} was given");
    /// An option appears twice.
    pub const OPTION_TWICE: FaultKind = FaultKind::new("option-twice", "option {option} is given twice");
    /// An option's value is out of range.
    pub const OPTION_VALUE: FaultKind =
        FaultKind::new("option-value", "{option}={value} is not allowed; {option} takes {allowed}");
    /// Something between commas is not `name=value`.
    pub const OPTION_SYNTAX: FaultKind = FaultKind::new(
        "option-syntax",
        "{text} is not an option; options are written name=value, separated by commas",
    );
    /// A position string does not have the right shape.
    pub const POSITION_SYNTAX: FaultKind =
        FaultKind::new("position-syntax", "{text} is not a position; positions look like {example}");
    /// A step does not continue the turn.
    pub const NO_SUCH_STEP: FaultKind = FaultKind::new("no-such-step", "{word} cannot be played here");
    /// The turn is not complete yet.
    pub const TURN_INCOMPLETE: FaultKind = FaultKind::new("turn-incomplete", "the turn is not complete");

    /// Somebody else is to move.
    pub const NOT_YOUR_TURN: FaultKind =
        FaultKind::new("not-your-turn", "it is not your turn; {actor} is to move");
    /// Nothing was played yet, or taking back is off or used up.
    pub const NO_TAKEBACK: FaultKind = FaultKind::new("no-takeback", "there is nothing to take back here");

    /// All of them, for the catalogues' completeness test.
    pub const ALL: &[FaultKind] = &[
        NOT_A_MOVE,
        NOT_A_ROLL,
        NO_ROLL_DUE,
        ROLL_DUE,
        OPENING_DUE,
        GAME_OVER,
        ILLEGAL,
        UNKNOWN_GAME,
        UNKNOWN_OPTION,
        NO_OPTIONS,
        OPTION_TWICE,
        OPTION_VALUE,
        OPTION_SYNTAX,
        POSITION_SYNTAX,
        NO_SUCH_STEP,
        TURN_INCOMPLETE,
        NOT_YOUR_TURN,
        NO_TAKEBACK,
    ];
}
