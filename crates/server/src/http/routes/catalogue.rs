//! Games, languages, texts and rules.

use std::collections::HashMap;
use std::sync::OnceLock;

use agon_core::GameEntry;
use agon_core::spec::{OptionInfo, Preset, Values};
use agon_i18n::{Catalogue, Language};
use agon_wire::{BotInfo, CatalogueInfo, GameInfo, GamePreset, LanguageInfo, Languages, OptionValues, Texts, to_json};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;

use crate::app::SharedApp;
use crate::faults;
use crate::http::HandlerResult;
use crate::http::body::{CompressedText, tag_of, tagged, wants_page};
use crate::http::extract::{PathParams, QueryParams};
use crate::http::markdown::to_html;

/// The catalogue: games with their options and bots, and languages.
pub(crate) async fn catalogue(State(app): State<SharedApp>, headers: HeaderMap) -> Response {
    let text = app.catalogue.get_or_init(|| {
        let games = agon_games::entries().iter().filter_map(|entry| game(entry)).collect();
        let version = env!("CARGO_PKG_VERSION").into();
        let (chat, think_ms) = (app.config.chat, app.config.limits.think.as_millis() as u64);
        CompressedText::json(&CatalogueInfo { version, games, languages: language_list(), chat, think_ms })
    });
    text.respond(&headers)
}

fn game(entry: &GameEntry) -> Option<GameInfo> {
    let info = entry.info;
    let table = agon_games::open(info.name).ok()?;
    let sample = info.sample.and_then(|position| agon_games::open_at(info.name, position).ok());
    let bots = agon_engines::bots(info.name).iter();
    Some(GameInfo {
        name: info.name.into(),
        title: info.title.into(),
        summary: info.summary.into(),
        options: info.options.iter().map(option).collect(),
        presets: info.presets.iter().map(preset).collect(),
        bots: bots.map(bot_info).collect(),
        levels: [*agon_engines::LEVELS.start(), *agon_engines::LEVELS.end()],
        dice: info.has_dice,
        paths: !table.paths().is_empty(),
        example: table.example_move(),
        board: table.view(&[]).ok()?,
        sample: sample.and_then(|table| table.view(&[]).ok()),
    })
}

fn bot_info(bot: &agon_engines::BotInfo) -> BotInfo {
    let limits = bot.limits.iter().map(|limit| limit.name().into()).collect();
    BotInfo { name: bot.name.into(), title: bot.title.into(), summary: bot.summary.into(), limits }
}

fn option(option: &OptionInfo) -> agon_wire::GameOption {
    let values = match option.values {
        Values::Range(low, high) => OptionValues::Range { low, high },
        Values::OneOf(values) => OptionValues::OneOf { values: values.iter().map(|&value| value.into()).collect() },
        Values::Text(shape) => OptionValues::Text { shape: shape.into() },
    };
    agon_wire::GameOption { values, name: option.name.into(), default: option.default.into(), help: option.help.into() }
}

fn preset(preset: &Preset) -> GamePreset {
    let options = preset.options.split(',').filter_map(|option| option.split_once('='));
    GamePreset {
        name: preset.name.into(),
        title: preset.title.into(),
        summary: preset.summary.into(),
        options: options.map(|(name, value)| (name, value.into())).collect(),
    }
}

fn language_list() -> Vec<LanguageInfo> {
    let info =
        |one: Language| LanguageInfo { tag: one.tag().into(), name: one.name().into(), rtl: one.is_right_to_left() };
    Language::ALL.map(info).into()
}

/// The languages.
pub(crate) async fn languages(headers: HeaderMap) -> Response {
    let text = to_json(&Languages { languages: language_list(), version: env!("CARGO_PKG_VERSION").into() });
    tagged(&headers, "application/json", &tag_of(&text), text)
}

/// A part of the texts of a language, so that a page need not load texts it does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextPart {
    /// All texts.
    All,
    /// The texts of all pages.
    Page,
    /// The texts that the start page shows.
    Start,
    /// The texts that the page of a game shows.
    Game,
    /// The texts of faults.
    Faults,
    /// The texts of reviews.
    Review,
}

/// The prefixes of texts that only the terminal shows.
const TERMINAL_PREFIXES: &[&str] =
    &["file.", "help.", "history.", "menu.", "plain.", "players.", "rules.", "setup.", "states.", "text."];
/// The prefix of texts of reviews.
const REVIEW_PREFIX: &str = "review.";
/// The prefixes, or suffixes that begin with a dot, of texts that only the start page and small pages show.
const START_ONLY: &[&str] = &[".summary", "clock.", "import.", "level.", "preset.", "start.", "takeback."];
/// The prefixes of texts that only the page of a game and small pages show.
const GAME_ONLY: &[&str] = &[
    "ask.",
    "board.",
    "chat.",
    "confirm.",
    "dice.",
    "ending.",
    "evaluation.",
    "keys.",
    "link.",
    "moves.",
    "offer.",
    "panel.",
    "pass.",
    "paths.",
    "play.",
    "premove.",
    "reason.",
    "result.",
    "say.",
    "score.",
    "seating.",
    "share.",
    "status.",
    "typed.",
];
/// The prefixes of texts that only small pages show.
const SMALL_PAGES_ONLY: &[&str] =
    &["about.", "arena.", "figure.", "lobby.", "motion.", "pace.", "settings.", "verify."];
/// The prefixes of those that every page shows nevertheless.
const SHARED: &[&str] = &["import.file", "lobby.watch", "settings.language", "settings.theme", "start.name"];

impl TextPart {
    fn named(name: Option<&str>) -> Option<Self> {
        match name {
            None => Some(Self::All),
            Some("page") => Some(Self::Page),
            Some("start") => Some(Self::Start),
            Some("game") => Some(Self::Game),
            Some("faults") => Some(Self::Faults),
            Some("review") => Some(Self::Review),
            Some(_) => None,
        }
    }

    fn holds(self, key: &str) -> bool {
        let is_any = |patterns: &[&str]| {
            patterns.iter().any(|one| if one.starts_with('.') { key.ends_with(one) } else { key.starts_with(one) })
        };
        let is_fault = key.starts_with("fault.");
        let is_review = key.starts_with(REVIEW_PREFIX);
        let is_page = !is_fault && !is_review && !is_any(TERMINAL_PREFIXES);
        match self {
            Self::All => true,
            Self::Page => is_page,
            Self::Start => is_page && (is_any(SHARED) || !is_any(GAME_ONLY) && !is_any(SMALL_PAGES_ONLY)),
            Self::Game => is_page && (is_any(SHARED) || !is_any(START_ONLY) && !is_any(SMALL_PAGES_ONLY)),
            Self::Faults => is_fault,
            Self::Review => is_review,
        }
    }
}

/// The query for texts.
#[derive(Debug, Deserialize)]
pub(crate) struct TextsQuery {
    part: Option<String>,
}

/// The texts of a language, or a part of them.
pub(crate) async fn texts(
    PathParams(tag): PathParams<String>,
    QueryParams(query): QueryParams<TextsQuery>,
    headers: HeaderMap,
) -> HandlerResult {
    static ALL: [[OnceLock<CompressedText>; 6]; 5] = [const { [const { OnceLock::new() }; 6] }; 5];
    let part = TextPart::named(query.part.as_deref()).ok_or(faults::NOT_FOUND)?;
    let language = Language::ALL.into_iter().find(|one| one.tag().eq_ignore_ascii_case(&tag));
    let language = language.ok_or_else(|| {
        let tags: Vec<&str> = Language::ALL.iter().map(|one| one.tag()).collect();
        faults::UNKNOWN_LANGUAGE.with("language", &tag).with("languages", tags.join(", "))
    })?;
    let text = ALL[language as usize][part as usize].get_or_init(|| {
        let catalogue = Catalogue::of(language);
        let mut keys: Vec<&str> = catalogue.keys().filter(|key| part.holds(key)).collect();
        keys.sort_unstable();
        let texts = keys.into_iter().map(|key| (key, catalogue.text(key).into())).collect();
        CompressedText::json(&Texts { language: language.tag().into(), rtl: language.is_right_to_left(), texts })
    });
    Ok(text.respond(&headers))
}

/// The query for rules.
#[derive(Debug, Deserialize)]
pub(crate) struct RulesQuery {
    lang: Option<String>,
}

/// The rules of a game: Markdown, or HTML for browsers.
pub(crate) async fn rules(
    PathParams(game): PathParams<String>,
    QueryParams(query): QueryParams<RulesQuery>,
    headers: HeaderMap,
) -> HandlerResult {
    let wanted = query.lang.as_deref().unwrap_or("en");
    let base = wanted.split('-').next().unwrap_or(wanted);
    let known = |tag: &str| Language::ALL.into_iter().find(|one| one.tag() == tag);
    let language = known(wanted).or_else(|| known(base)).unwrap_or_default();
    let page = rules_pages().get(&(game.as_str(), language)).ok_or(faults::NOT_FOUND)?;
    let text = if wants_page(&headers) { &page.html } else { &page.markdown };
    let mut response = text.respond(&headers);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-encoding"));
    if let Ok(value) = HeaderValue::from_str(page.language.tag()) {
        response.headers_mut().insert(header::CONTENT_LANGUAGE, value);
    }
    Ok(response)
}

/// The rules of a game in a language.
struct RulesPage {
    markdown: CompressedText,
    html: CompressedText,
    language: Language,
}

/// The rules of all games by game and language.
fn rules_pages() -> &'static HashMap<(&'static str, Language), RulesPage> {
    static ALL: OnceLock<HashMap<(&str, Language), RulesPage>> = OnceLock::new();
    ALL.get_or_init(|| {
        let games = agon_games::entries().iter().map(|entry| entry.info);
        let keys = games.flat_map(|info| Language::ALL.map(|language| (info, language)));
        let pages = keys.map(|(info, language)| {
            let (text, found) = agon_i18n::rules(info, language);
            let html = CompressedText::new("text/html; charset=utf-8", to_html(&text));
            let markdown = CompressedText::new("text/markdown; charset=utf-8", text.into_owned());
            ((info.name, language), RulesPage { markdown, html, language: found })
        });
        pages.collect()
    })
}

/// Counts of all rolls.
pub(crate) async fn dice(State(app): State<SharedApp>) -> Response {
    crate::http::json(StatusCode::OK, &app.rolls.counts())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::files::WebFiles;

    /// The keys that a script of the page uses as literals.
    fn literal_keys(script: &str) -> Vec<&str> {
        let is_name = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == '_');
        ["t(\"", "count(\""]
            .iter()
            .flat_map(|call| script.match_indices(call))
            .filter(|(at, _)| !is_name(&script[..*at]))
            .map(|(at, call)| &script[at + call.len()..])
            .filter_map(|rest| rest.split('"').next())
            .filter(|key| key.contains('.') && !key.contains(['/', ' ']))
            .collect()
    }

    #[test]
    fn bots_have_names_and_summaries_in_every_language() {
        for language in Language::ALL {
            let texts = Catalogue::of(language);
            for entry in agon_games::entries() {
                for bot in agon_engines::bots(entry.info.name) {
                    let own = format!("bot.{}.{}.summary", entry.info.name, bot.name);
                    let general = format!("bot.{}.summary", bot.name);
                    let summary = texts.get(&own).or_else(|| texts.get(&general));
                    assert!(summary.is_some(), "{} {general}", language.tag());
                    let title = format!("bot.{}.title", bot.name);
                    assert!(texts.get(&title).is_some() && TextPart::Page.holds(&title), "{} {title}", language.tag());
                    if language == Language::English {
                        assert_eq!((texts.get(&title), summary), (Some(bot.title), Some(bot.summary)));
                    }
                }
            }
        }
    }

    #[test]
    fn the_page_gets_every_text_it_uses() {
        let english = Catalogue::of(Language::English);
        let has = |key: &str| english.get(key).is_some() || english.get(&format!("{key}#other")).is_some();
        let files = WebFiles::new(None);
        let loads = |page: &str, name: &str| String::from_utf8_lossy(&files.page(page).bytes).contains(name);
        let mut seen = 0;
        for (name, bytes) in WebFiles::scripts() {
            let is_of_start = loads("start", name);
            let is_of_game = loads("game", name)
                || ["js/game/", "js/boards/", "js/dialog.js"].iter().any(|prefix| name.starts_with(prefix));
            let script = std::str::from_utf8(bytes).expect("a text");
            for key in literal_keys(script) {
                let is_sent =
                    |part: TextPart| part.holds(key) || name == "js/game/review.js" && TextPart::Review.holds(key);
                assert!(has(key) && is_sent(TextPart::Page), "{name}: {key}");
                assert!(!is_of_start || is_sent(TextPart::Start), "{name}: {key} is not sent to the start page");
                assert!(!is_of_game || is_sent(TextPart::Game), "{name}: {key} is not sent to the page of a game");
                seen += 1;
            }
        }
        assert!(seen > 150, "{seen}");
    }
}
