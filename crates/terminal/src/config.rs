use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use agon_arena::PlayerSpec;
use agon_i18n::Language;

/// The options of `agon play`.
#[derive(Clone, Debug, Default)]
pub struct PlayConfig {
    /// The game; chosen from a menu if not given.
    pub spec: Option<String>,
    /// The first player; if not given, chosen in the menu or a person.
    pub p1: Option<PlayerSpec>,
    /// The second player; if not given, chosen in the menu.
    pub p2: Option<PlayerSpec>,
    /// A saved game to continue.
    pub load: Option<PathBuf>,
    /// The language of the interface.
    pub language: Language,
    /// Draw with ASCII characters only.
    pub ascii: bool,
    /// Use colours.
    pub color: bool,
    /// Use the line interface instead of the full screen.
    pub plain: bool,
    /// The seed of dice and bots; random if not given.
    pub seed: Option<u64>,
    /// Thinking time of computer players; their own default if not given.
    pub movetime: Option<Duration>,
    /// Levels search every turn instead of using the opening book.
    pub no_book: bool,
    /// How often turns may be taken back.
    pub takebacks: Takebacks,
    /// End a turn of checkers as soon as it is complete, without confirmation.
    pub instant: bool,
    /// Reorder right-to-left text, for terminals that do not.
    pub bidi: bool,
}

/// How often a player may take back a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Takebacks {
    /// Each player once in a game.
    #[default]
    Once,
    /// Any number of times.
    Unlimited,
    /// Never.
    Never,
}

impl Takebacks {
    /// All, in the order menus list them.
    pub const ALL: [Self; 3] = [Self::Once, Self::Unlimited, Self::Never];

    /// The value on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Unlimited => "unlimited",
            Self::Never => "never",
        }
    }
}

impl FromStr for Takebacks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|takebacks| takebacks.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| format!("{text} is not allowed; choose once, unlimited or never"))
    }
}
