use std::sync::OnceLock;

use agon_core::spec::Values;
use agon_core::{Actor, GameEntry};
use agon_i18n::{Catalogue, Language};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Answer;
use super::body::{Packed, tag_of, tagged};
use crate::app::Shared;
use crate::faults;
use crate::files::Files;

/// Games, options, bots, languages.
pub(super) async fn catalogue(State(app): State<Shared>, headers: HeaderMap) -> Response {
    static TEXTS: [OnceLock<Packed>; 2] = [OnceLock::new(), OnceLock::new()];
    let chat = app.config.chat;
    let packed = TEXTS[usize::from(chat)].get_or_init(|| {
        let games: Vec<Value> = agon_games::entries().iter().map(|entry| game(entry)).collect();
        let version = env!("CARGO_PKG_VERSION");
        let all = json!({"version": version, "games": games, "languages": language_list(), "chat": chat});
        Packed::new(all.to_string())
    });
    packed.answer(&headers)
}

fn game(entry: &GameEntry) -> Value {
    let info = entry.info;
    let options: Vec<Value> = info
        .options
        .iter()
        .map(|option| {
            let mut value = match &option.values {
                Values::Range(low, high) => json!({"kind": "range", "low": low, "high": high}),
                Values::OneOf(words) => json!({"kind": "one_of", "values": words}),
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
        value["board"] = table.view(&[]).ok().and_then(|view| serde_json::to_value(view).ok()).into();
    }
    value
}

fn language_list() -> Vec<Value> {
    Language::ALL
        .iter()
        .map(|one| json!({"tag": one.tag(), "name": one.name(), "rtl": one.is_right_to_left()}))
        .collect()
}

/// The languages.
pub(super) async fn languages(headers: HeaderMap) -> Response {
    let text = json!({"languages": language_list()}).to_string();
    tagged(&headers, "application/json", &tag_of(&text), text)
}

/// All texts of a language.
pub(super) async fn texts(Path(tag): Path<String>, headers: HeaderMap) -> Answer {
    static ALL: [OnceLock<Packed>; 5] = [const { OnceLock::new() }; 5];
    let language = Language::ALL.into_iter().find(|one| one.tag().eq_ignore_ascii_case(&tag));
    let language = language.ok_or_else(|| {
        let tags: Vec<&str> = Language::ALL.iter().map(|one| one.tag()).collect();
        faults::UNKNOWN_LANGUAGE.with("language", &tag).with("languages", tags.join(", "))
    })?;
    let packed = ALL[language as usize].get_or_init(|| {
        let catalogue = Catalogue::of(language);
        let mut keys: Vec<&str> = catalogue.keys().collect();
        keys.sort_unstable();
        let texts: Map<String, Value> =
            keys.into_iter().map(|key| (key.to_owned(), catalogue.text(key).into())).collect();
        let all = json!({"language": language.tag(), "rtl": language.is_right_to_left(), "texts": texts});
        Packed::new(all.to_string())
    });
    Ok(packed.answer(&headers))
}

/// Which language is wanted.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    lang: Option<String>,
}

/// The rules of a game for players.
pub(super) async fn rules(
    Path(game): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Answer {
    let language = wanted.lang.as_deref().unwrap_or("en");
    let (text, language) = Files::rules(&game, language).ok_or(faults::NOT_FOUND)?;
    let mut response = tagged(&headers, "text/markdown; charset=utf-8", &tag_of(text), text);
    if let Ok(value) = HeaderValue::from_str(&language) {
        response.headers_mut().insert(header::CONTENT_LANGUAGE, value);
    }
    Ok(response)
}

/// Counts of all rolls.
pub(super) async fn dice(State(app): State<Shared>) -> Response {
    super::json(StatusCode::OK, app.rolls.to_json().to_string())
}
