use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use agon_arena::PlayerSpec;
use agon_i18n::Language;

/// What `agon play` was asked to do.
#[derive(Clone, Debug, Default)]
pub struct PlayConfig {
    /// The game; a menu asks if there is none.
    pub spec: Option<String>,
    /// Who moves first; `None` leaves it to the menu, or a person.
    pub p1: Option<PlayerSpec>,
    /// Who moves second; `None` leaves it to the menu, or the computer at a middle level.
    pub p2: Option<PlayerSpec>,
    /// A saved game to go on with.
    pub load: Option<PathBuf>,
    /// The language of the screens.
    pub language: Language,
    /// Draw with ASCII characters only.
    pub ascii: bool,
    /// Use colours.
    pub color: bool,
    /// Line by line instead of full screen.
    pub plain: bool,
    /// The seed of dice and bots; different in every run if there is none.
    pub seed: Option<u64>,
    /// BackgroundSearch time of the computer; its level decides if there is none.
    pub movetime: Option<Duration>,
    /// Levels think about every turn instead of answering from an opening book.
    pub no_book: bool,
    /// How often turns may be taken back.
    pub takebacks: Takebacks,
    /// End a turn of checkers as soon as it is complete, without asking.
    pub instant: bool,
    /// Order right-to-left text here, for terminals that do not do it themselves.
    pub bidi: bool,
}

/// How often a player may take back.
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

    /// The word of the command line.
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
