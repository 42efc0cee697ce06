//! Which game is played, with which options.

/// A game on the twenty-four points. Backgammon is Portes with other defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Game {
    Portes,
    Plakoto,
    Fevga,
}

impl Game {
    /// The opponent's number for the point that a player calls `place` (1..=24).
    pub(super) fn opponent_place(self, place: u8) -> u8 {
        match self {
            Self::Portes | Self::Plakoto => 25 - place,
            Self::Fevga => (place + 11) % 24 + 1,
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

/// The rules of one game with all its options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub game: Game,
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

/// Reads a spec string such as `fevga:blockade=off,runner=past`.
pub(super) fn parse(spec: &str) -> Result<Rules, String> {
    let spec = spec.trim().to_ascii_lowercase();
    let (name, options) = spec.split_once(':').unwrap_or((&spec, ""));
    let (game, table) = match name {
        "portes" | "backgammon" => (Game::Portes, PORTES),
        "plakoto" => (Game::Plakoto, PLAKOTO),
        "fevga" => (Game::Fevga, FEVGA),
        _ => return Err(format!("unknown game {name:?}: portes, plakoto, fevga or backgammon")),
    };
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
    })
}
