//! Games, languages and texts.

use std::borrow::Cow;

use agon_core::BoardView;
use serde::{Deserialize, Serialize};

use crate::Entries;

/// What the server offers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogueInfo {
    /// The version of the program.
    pub version: Cow<'static, str>,
    /// The games.
    pub games: Vec<GameInfo>,
    /// The languages of texts and rules.
    pub languages: Vec<LanguageInfo>,
    /// Whether players may chat.
    pub chat: bool,
    /// The longest time that a bot searches for a turn.
    pub think_ms: u64,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// The name in spec strings.
    pub name: Cow<'static, str>,
    /// The English title.
    pub title: Cow<'static, str>,
    /// One English sentence.
    pub summary: Cow<'static, str>,
    /// The options.
    pub options: Vec<GameOption>,
    /// House rules with a name; one of them has the defaults.
    #[serde(default)]
    pub presets: Vec<GamePreset>,
    /// Bots besides the levels.
    pub bots: Vec<BotInfo>,
    /// The lowest and the highest level.
    pub levels: [u8; 2],
    /// Whether it has dice.
    pub dice: bool,
    /// Whether shortest paths can be shown.
    pub paths: bool,
    /// A move as an example in prompts.
    pub example: String,
    /// The start position.
    pub board: BoardView,
    /// A position from the middle of a game, for small pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<BoardView>,
}

/// House rules with a name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamePreset {
    /// The name in keys of texts.
    pub name: Cow<'static, str>,
    /// The English title.
    pub title: Cow<'static, str>,
    /// One English sentence.
    pub summary: Cow<'static, str>,
    /// The options that differ from the defaults.
    pub options: Entries<Cow<'static, str>>,
}

/// An option of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameOption {
    /// What values it takes.
    #[serde(flatten)]
    pub values: OptionValues,
    /// The name in spec strings.
    pub name: Cow<'static, str>,
    /// The value if it is not given.
    pub default: Cow<'static, str>,
    /// One English sentence.
    pub help: Cow<'static, str>,
}

/// What values an option takes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptionValues {
    /// Whole numbers.
    Range {
        /// The lowest.
        low: u32,
        /// The highest.
        high: u32,
    },
    /// Some words.
    OneOf {
        /// The words.
        values: Vec<Cow<'static, str>>,
    },
    /// A text.
    Text {
        /// An example.
        shape: Cow<'static, str>,
    },
}

/// A bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotInfo {
    /// The name in requests.
    pub name: Cow<'static, str>,
    /// The English title.
    pub title: Cow<'static, str>,
    /// One English sentence.
    pub summary: Cow<'static, str>,
    /// Which limits of its search can be chosen: `depth`, `movetime_ms`.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub limits: Cow<'static, [Cow<'static, str>]>,
}

/// A language.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LanguageInfo {
    /// The tag, such as `sr-Latn`.
    pub tag: Cow<'static, str>,
    /// Its name in itself.
    pub name: Cow<'static, str>,
    /// Whether it is written from right to left.
    pub rtl: bool,
}

/// The languages.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Languages {
    /// The languages.
    pub languages: Vec<LanguageInfo>,
    /// The version of the program.
    pub version: Cow<'static, str>,
}

/// The texts of a language, or a part of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Texts {
    /// The language's tag.
    pub language: Cow<'static, str>,
    /// Whether it is written from right to left.
    pub rtl: bool,
    /// Texts by key.
    pub texts: Entries<Cow<'static, str>>,
}
