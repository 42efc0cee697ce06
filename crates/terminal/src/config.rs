use std::any::Any;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use agon_arena::PlayerSpec;
use agon_client::ServerAddress;
use agon_core::{AnyTable, Fault, PathView};
use agon_i18n::Language;

use crate::online::OnlineRequest;

/// The options of `agon play`.
#[derive(Clone, Debug, Default)]
pub struct PlayConfig {
    /// The game; chosen from a menu if not given.
    pub spec: Option<String>,
    /// The first player; if not given, chosen in the menu or a person.
    pub p1: Option<PlayerSpec>,
    /// The second player; if not given, chosen in the menu.
    pub p2: Option<PlayerSpec>,
    /// Who plays if no player is given.
    pub mode: Option<Mode>,
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
    /// Which shortest paths are shown after every turn.
    pub paths: Paths,
    /// Say before every turn how many positions can be reached.
    pub count_states: bool,
    /// Reorder right-to-left text, for terminals that do not.
    pub bidi: bool,
    /// A game on a server instead of one on this machine.
    pub online: Option<OnlineRequest>,
    /// Starts a server on this machine, for people who want to host a game; none if that is not offered.
    pub host: Option<StartServer>,
    /// The name of the person in games on a server.
    pub name: String,
    /// The folder that keeps the seats of unfinished games on servers.
    pub seats: Option<PathBuf>,
}

/// Starts a server on this machine.
pub type StartServer = fn() -> Result<HostedServer, Fault>;

/// A server that runs on this machine until it is dropped.
pub struct HostedServer {
    /// The addresses by which others reach it, the one for this machine itself last.
    pub addresses: Vec<ServerAddress>,
    /// What ends it when it is dropped.
    pub running: Box<dyn Any>,
}

/// Who plays at a game that is started without players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Two people at this terminal.
    Here,
    /// Two people over the network.
    Network,
    /// A person against a computer player.
    Computer,
    /// Each side is chosen by itself.
    Each,
}

impl Mode {
    /// All, in the order menus list them.
    pub const ALL: [Self; 4] = [Self::Here, Self::Network, Self::Computer, Self::Each];

    /// The value on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Network => "network",
            Self::Computer => "computer",
            Self::Each => "each",
        }
    }

    /// The digit that chooses it.
    pub(crate) const fn digit(self) -> char {
        match self {
            Self::Here => '1',
            Self::Network => '2',
            Self::Computer => '3',
            Self::Each => '4',
        }
    }

    /// The key of its text.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Here => "players.here",
            Self::Network => "players.network",
            Self::Computer => "players.computer",
            Self::Each => "players.each",
        }
    }

    /// The mode of a digit or a name.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let is = |mode: &Self| text.trim().eq_ignore_ascii_case(mode.name()) || text.trim().chars().eq([mode.digit()]);
        Self::ALL.into_iter().find(is)
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text).ok_or_else(|| format!("{text} is not allowed; choose here, network, computer or each"))
    }
}

/// Which shortest paths are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paths {
    /// None.
    #[default]
    None,
    /// One of each pawn, to its nearest goal.
    Shortest,
    /// Those of every pawn to every goal.
    All,
}

impl Paths {
    const ALL: [Self; 3] = [Self::None, Self::Shortest, Self::All];

    /// The value on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Shortest => "shortest",
            Self::All => "all",
        }
    }

    /// The paths of the position on a table.
    pub fn of(self, table: &dyn AnyTable) -> Vec<PathView> {
        match self {
            Self::None => Vec::new(),
            Self::Shortest => table.paths(),
            Self::All => table.all_paths(),
        }
    }

    /// What the key that shows paths leads to: all paths only where they are more.
    pub(crate) fn next(self, table: &dyn AnyTable) -> Self {
        match self {
            Self::None => Self::Shortest,
            Self::Shortest if table.all_paths() != table.paths() => Self::All,
            Self::Shortest | Self::All => Self::None,
        }
    }
}

impl FromStr for Paths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|paths| paths.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| format!("{text} is not allowed; choose none, shortest or all"))
    }
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
