//! Games, languages, texts and rules.

use std::collections::HashMap;
use std::sync::OnceLock;

use agon_core::spec::Values;
use agon_core::{Actor, AnyTable, GameEntry};
use agon_i18n::{Catalogue, Language};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::app::SharedApp;
use crate::faults;
use crate::http::HandlerResult;
use crate::http::body::{CompressedText, tag_of, tagged};
use crate::http::extract::{PathParams, QueryParams};
use crate::http::files::WebFiles;

/// A position from the middle of each game, as a picture of the game.
const SAMPLES: &[(&str, &str)] = &[
    ("quoridor", "a3c3d6f6 / c4e5f3 / e4 e6 / 6 7 / 1"),
    ("blockade", "354A6772 / 37586A83 / 36 84 49 8B / 7 7 7 7 / 1"),
    ("domineering", "6v1/hhhhhhv1/1v1v2v1/1v1vhhv1/6v1/6v1/hh2hhv1/6v1 v"),
    ("portes", "w2,1,b3,1,b2,b2,b2,b3,3,b1,4,w2,w3,w4,2,w4,1,b2 0/0 0/0 b 52"),
    ("plakoto", "w7,w3,2,b2,b1,7,w2,3,b1+w,w1,b1,w1+b,b1,1,b8 0/0 0/0 w 61"),
    ("fevga", "w9,5,b1,b1,1,w2,1,b1,b5,w1,w1,b1,2,b2,b1,b2,w1,w1,b1 0/0 0/0 b 44"),
    ("backgammon", "1,b1,b3,b1,1,b3,1,b1,3,w3,b4,w2,2,w2,1,w3,1,b2,w1,w4,1 0/0 0/0 b 31"),
    ("gulbara", "b2,2,w2,1,w1,w1,w4,b2,w1,w1,b1,w1,1,w2,b2,3,w1,b3,b1,w1,b4 0/0 0/0 w 41"),
];

/// The catalogue: games with their options and bots, and languages.
pub(crate) async fn catalogue(State(app): State<SharedApp>, headers: HeaderMap) -> Response {
    static TEXTS: [OnceLock<CompressedText>; 2] = [OnceLock::new(), OnceLock::new()];
    let chat = app.config.chat;
    let text = TEXTS[usize::from(chat)].get_or_init(|| {
        let games: Vec<Value> = agon_games::entries().iter().map(|entry| game(entry)).collect();
        let version = env!("CARGO_PKG_VERSION");
        let all = json!({"version": version, "games": games, "languages": language_list(), "chat": chat});
        CompressedText::json(all.to_string())
    });
    text.respond(&headers)
}

fn game(entry: &GameEntry) -> Value {
    let info = entry.info;
    let options: Vec<Value> = info
        .options
        .iter()
        .map(|option| {
            let mut value = match &option.values {
                Values::Range(low, high) => json!({"kind": "range", "low": low, "high": high}),
                Values::OneOf(values) => json!({"kind": "one_of", "values": values}),
                Values::Text(shape) => json!({"kind": "text", "shape": shape}),
            };
            value["name"] = option.name.into();
            value["default"] = option.default.into();
            value["help"] = option.help.into();
            value
        })
        .collect();
    let bots: Vec<Value> = agon_engines::bots(info.name)
        .iter()
        .map(|bot| json!({"name": bot.name, "title": bot.title, "summary": bot.summary}))
        .collect();
    let levels = [agon_engines::LEVELS.start(), agon_engines::LEVELS.end()];
    let mut value = json!({
        "name": info.name, "title": info.title, "summary": info.summary,
        "options": options, "bots": bots, "levels": levels,
    });
    if let Ok(table) = agon_games::open(info.name) {
        value["dice"] = (table.actor() == Actor::Chance).into();
        value["paths"] = (!table.paths().is_empty()).into();
        value["example"] = table.example_move().into();
        value["board"] = board(&*table);
    }
    let position = SAMPLES.iter().find(|(name, _)| *name == info.name).map(|(_, position)| *position);
    if let Some(Ok(table)) = position.map(|position| agon_games::open_at(info.name, position)) {
        value["sample"] = board(&*table);
    }
    value
}

fn board(table: &dyn AnyTable) -> Value {
    table.view(&[]).ok().and_then(|view| serde_json::to_value(view).ok()).into()
}

fn language_list() -> Vec<Value> {
    Language::ALL
        .iter()
        .map(|one| json!({"tag": one.tag(), "name": one.name(), "rtl": one.is_right_to_left()}))
        .collect()
}

/// The languages.
pub(crate) async fn languages(headers: HeaderMap) -> Response {
    let text = json!({"languages": language_list(), "version": env!("CARGO_PKG_VERSION")}).to_string();
    tagged(&headers, "application/json", &tag_of(&text), text)
}

/// A part of the texts of a language, so that a page need not load texts it does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextPart {
    /// All texts.
    All,
    /// The texts of the pages.
    Page,
    /// The texts of faults.
    Faults,
    /// The texts of reviews.
    Review,
}

/// The prefixes of texts that only the terminal shows.
const TERMINAL_PREFIXES: &[&str] =
    &["file.", "help.", "history.", "menu.", "plain.", "rules.", "setup.", "states.", "text."];
/// The prefix of texts of reviews.
const REVIEW_PREFIX: &str = "review.";

impl TextPart {
    fn named(name: Option<&str>) -> Option<Self> {
        match name {
            None => Some(Self::All),
            Some("page") => Some(Self::Page),
            Some("faults") => Some(Self::Faults),
            Some("review") => Some(Self::Review),
            Some(_) => None,
        }
    }

    fn holds(self, key: &str) -> bool {
        let is_fault = key.starts_with("fault.");
        match self {
            Self::All => true,
            Self::Page => {
                let is_other_part = is_fault || key.starts_with(REVIEW_PREFIX);
                !is_other_part && !TERMINAL_PREFIXES.iter().any(|prefix| key.starts_with(prefix))
            }
            Self::Faults => is_fault,
            Self::Review => key.starts_with(REVIEW_PREFIX),
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
    static ALL: [[OnceLock<CompressedText>; 4]; 5] = [const { [const { OnceLock::new() }; 4] }; 5];
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
        let texts: Map<String, Value> =
            keys.into_iter().map(|key| (key.to_owned(), catalogue.text(key).into())).collect();
        let all = json!({"language": language.tag(), "rtl": language.is_right_to_left(), "texts": texts});
        CompressedText::json(all.to_string())
    });
    Ok(text.respond(&headers))
}

/// The query for rules.
#[derive(Debug, Deserialize)]
pub(crate) struct RulesQuery {
    lang: Option<String>,
}

/// The rules of a game.
pub(crate) async fn rules(
    PathParams(game): PathParams<String>,
    QueryParams(query): QueryParams<RulesQuery>,
    headers: HeaderMap,
) -> HandlerResult {
    let wanted = query.lang.as_deref().unwrap_or("en");
    let base = wanted.split('-').next().unwrap_or(wanted);
    let find = |language| rules_pages().get(&(game.as_str(), language));
    let page = find(wanted).or_else(|| find(base)).or_else(|| find("en")).ok_or(faults::NOT_FOUND)?;
    let mut response = page.text.respond(&headers);
    if let Ok(value) = HeaderValue::from_str(&page.language) {
        response.headers_mut().insert(header::CONTENT_LANGUAGE, value);
    }
    Ok(response)
}

/// The rules of a game in a language.
struct RulesPage {
    text: CompressedText,
    language: String,
}

/// The rules of all games by game and language.
fn rules_pages() -> &'static HashMap<(&'static str, &'static str), RulesPage> {
    static ALL: OnceLock<HashMap<(&str, &str), RulesPage>> = OnceLock::new();
    ALL.get_or_init(|| {
        let games = agon_games::entries().iter().map(|entry| entry.info.name);
        let keys = games.flat_map(|game| Language::ALL.map(|language| (game, language.tag())));
        let pages = keys.filter_map(|key| {
            let (text, language) = WebFiles::rules(key.0, key.1)?;
            let text = CompressedText::new("text/markdown; charset=utf-8", text.into_owned());
            Some((key, RulesPage { text, language }))
        });
        pages.collect()
    })
}

/// Counts of all rolls.
pub(crate) async fn dice(State(app): State<SharedApp>) -> Response {
    crate::http::json(StatusCode::OK, app.rolls.to_json().to_string())
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
    fn samples_are_positions_of_their_games() {
        for (name, position) in SAMPLES {
            let table = agon_games::open_at(name, position).expect(name);
            assert!(board(&*table).is_object() && table.outcome().is_none(), "{name}");
        }
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
        let mut seen = 0;
        for (name, bytes) in WebFiles::scripts() {
            let script = std::str::from_utf8(bytes).expect("a text");
            for key in literal_keys(script) {
                let is_sent = TextPart::Page.holds(key) || TextPart::Review.holds(key);
                assert!(has(key) && is_sent, "{name}: {key}");
                seen += 1;
            }
        }
        assert!(seen > 150, "{seen}");
    }
}
