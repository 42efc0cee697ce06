//! Which game is played, with which options.

/// Whose rules are played: those of moving, hitting and blocking, and about whole turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Game {
    Portes,
    Plakoto,
    Fevga,
    Narde,
}

impl Game {
    /// The opponent's number for the point that a player calls `place` (1..=24).
    pub(super) fn opponent_place(self, place: u8) -> u8 {
        match self {
            Self::Portes | Self::Plakoto => 25 - place,
            Self::Fevga | Self::Narde => (place + 11) % 24 + 1,
        }
    }
}

/// T-A15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StartPrime {
    Own,
    Either,
    Off,
}

/// T-A16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blockade {
    AnyDie,
    BehindPrime,
    Off,
}

/// T51.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    FirstDoubles,
    One,
    Free,
}

/// The rules of one game with all its options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub game: Game,
    /// The places where each side's checkers start.
    pub start: [u8; 15],
    /// T3 `one_die=larger`.
    pub larger_die: bool,
    /// T6 `score=triple`.
    pub triple: bool,
    /// T11 `hit_and_run=allowed`.
    pub hit_and_run: bool,
    /// T-A10 `bearoff=unpinned_only`.
    pub bear_off_unpinned: bool,
    /// T-A11 `mana=ends`.
    pub mana_ends: bool,
    /// T-A14: the first place where the runner frees the other checkers.
    pub runner_arrives: u8,
    pub start_prime: StartPrime,
    pub blockade: Blockade,
    /// T-A17 `mana_prime=allowed`.
    pub mana_prime: bool,
    /// How many may leave r1; any number but in Narde.
    pub head: Head,
    /// T52 `block=ahead`, of Narde.
    pub block_needs_enemy_ahead: bool,
}

type OptionTable = &'static [(&'static str, &'static [&'static str])];

/// Options of every game, the default first.
const COMMON: OptionTable = &[
    ("one_die", &["larger", "free"]),
    ("score", &["double", "triple"]),
    ("opening", &["white", "high_rerolls", "high_plays"]),
];
const PORTES: OptionTable = &[("hit_and_run", &["allowed", "forbidden"])];
const PLAKOTO: OptionTable = &[("bearoff", &["none_while_pinned", "unpinned_only"]), ("mana", &["ends", "play_on"])];
const FEVGA: OptionTable = &[
    ("runner", &["reached", "past"]),
    ("start_prime", &["own", "either", "off"]),
    ("blockade", &["any_die", "behind_prime", "off"]),
    ("mana_prime", &["allowed", "forbidden"]),
];
const NARDE: OptionTable = &[("head", &["first_doubles", "one", "free"]), ("block", &["ahead", "off"])];

/// T10.
const SPREAD: [u8; 15] = [1, 1, 12, 12, 12, 12, 12, 17, 17, 17, 19, 19, 19, 19, 19];
/// T20, T30, T50.
const ON_THE_FIRST: [u8; 15] = [1; 15];

/// Every game: its name, whose rules it has, where its checkers start, and its options besides the common ones.
const GAMES: &[(&str, Game, [u8; 15], OptionTable)] = &[
    ("portes", Game::Portes, SPREAD, PORTES),
    ("backgammon", Game::Portes, SPREAD, PORTES),
    ("plakoto", Game::Plakoto, ON_THE_FIRST, PLAKOTO),
    ("fevga", Game::Fevga, ON_THE_FIRST, FEVGA),
    ("narde", Game::Narde, ON_THE_FIRST, NARDE),
    // A new variant adds its line here.
];

/// Reads a spec string such as `fevga:blockade=off,runner=past`.
pub(super) fn parse(spec: &str) -> Result<Rules, String> {
    let spec = spec.trim().to_ascii_lowercase();
    let (name, options) = spec.split_once(':').unwrap_or((&spec, ""));
    let known = GAMES.iter().find(|(game, ..)| *game == name);
    let &(_, game, start, table) = known.ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|(game, ..)| *game).collect();
        format!("unknown game {name:?}, not one of {}", names.join(", "))
    })?;
    let mut given: Vec<(&str, &str)> = Vec::new();
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').ok_or_else(|| format!("no value in option {option:?}"))?;
        let known = COMMON.iter().chain(table).find(|(name, _)| *name == key);
        let (_, values) = known.ok_or_else(|| format!("{name} has no option {key:?}"))?;
        if !values.contains(&value) {
            return Err(format!("{key} is one of {values:?}, not {value:?}"));
        }
        if given.iter().any(|(earlier, _)| *earlier == key) {
            return Err(format!("option {key:?} is given twice"));
        }
        given.push((key, value));
    }
    let chosen = |key: &str, default: &'static str| -> String {
        given.iter().find(|(name, _)| *name == key).map_or(default, |(_, value)| value).to_owned()
    };
    let default_score = if name == "backgammon" { "triple" } else { "double" };
    Ok(Rules {
        game,
        start,
        larger_die: chosen("one_die", "larger") == "larger",
        triple: chosen("score", default_score) == "triple",
        hit_and_run: chosen("hit_and_run", "allowed") == "allowed",
        bear_off_unpinned: chosen("bearoff", "none_while_pinned") == "unpinned_only",
        mana_ends: chosen("mana", "ends") == "ends",
        runner_arrives: if chosen("runner", "reached") == "past" { 14 } else { 13 },
        start_prime: match chosen("start_prime", "own").as_str() {
            "either" => StartPrime::Either,
            "off" => StartPrime::Off,
            _ => StartPrime::Own,
        },
        blockade: match chosen("blockade", "any_die").as_str() {
            "behind_prime" => Blockade::BehindPrime,
            "off" => Blockade::Off,
            _ => Blockade::AnyDie,
        },
        mana_prime: chosen("mana_prime", "allowed") == "allowed",
        head: match chosen("head", if game == Game::Narde { "first_doubles" } else { "free" }).as_str() {
            "one" => Head::One,
            "free" => Head::Free,
            _ => Head::FirstDoubles,
        },
        block_needs_enemy_ahead: chosen("block", if game == Game::Narde { "ahead" } else { "off" }) == "ahead",
    })
}
