//! Bots that several games have.

/// A limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// The depth in turns.
    Depth,
    /// The time for a turn.
    MoveTime,
}

impl SearchLimit {
    /// The name in requests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::MoveTime => "movetime_ms",
        }
    }
}

/// A bot, selected by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The name in options.
    pub name: &'static str,
    /// The name for people, in English.
    pub title: &'static str,
    /// One sentence about how it plays, in English.
    pub summary: &'static str,
    /// Which limits of its search people may choose.
    pub limits: &'static [SearchLimit],
}

/// The limits of a search by depth.
const BY_DEPTH: &[SearchLimit] = &[SearchLimit::Depth, SearchLimit::MoveTime];
/// The limits of a search that grows a tree.
pub(crate) const BY_TIME: &[SearchLimit] = &[SearchLimit::MoveTime];

impl BotInfo {
    /// A bot that plays at random.
    pub const UNIFORM: Self = Self::new("uniform", "Uniform", "plays a random legal turn, all equally likely");
    /// The bot that searches a game without dice.
    pub const MINIMAX: Self =
        Self::new("minimax", "Minimax", "searches ahead with alpha-beta until its time is up").limited_by(BY_DEPTH);
    const EXPECTIMAX: Self =
        Self::new("expectimax", "Expectimax", "weighs all possible rolls ahead until its time is up")
            .limited_by(BY_DEPTH);
    const GREEDY: Self =
        Self::new("greedy", "Greedy", "plays the turn with the best evaluation, without looking ahead");
    const RANDOM: Self = Self::new("random", "Random", "plays a random legal turn, like Uniform");

    /// The bots of a game without dice that has an evaluation.
    pub const WITHOUT_DICE: &[Self] = &[Self::MINIMAX, Self::GREEDY, Self::RANDOM, Self::UNIFORM];
    /// The bots of a game with dice that has an evaluation.
    pub const WITH_DICE: &[Self] = &[Self::EXPECTIMAX, Self::GREEDY, Self::RANDOM, Self::UNIFORM];

    /// A bot with its name, its title and what it does.
    pub const fn new(name: &'static str, title: &'static str, summary: &'static str) -> Self {
        Self { name, title, summary, limits: &[] }
    }

    /// The same bot with limits that people may choose.
    #[must_use]
    pub const fn limited_by(self, limits: &'static [SearchLimit]) -> Self {
        Self { limits, ..self }
    }
}
