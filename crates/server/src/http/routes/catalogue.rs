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
///
/// The test below compares these lists with the scripts.
struct TextPart {
    name: &'static str,
    /// What the keys of its texts begin with.
    keys: &'static [&'static str],
    /// Whether the page needs it beside the texts of the header, the footer and failures.
    is_page: bool,
}

/// The texts that every page shows.
const EVERY_PAGE: &[&str] = &[
    "action.cancel",
    "action.close",
    "error.",
    "mode.",
    "nav.",
    "settings.language",
    "settings.theme",
    "theme.",
    GAME_TITLES,
];
/// Stands for the titles of games, whose keys are `game.NAME.title`.
const GAME_TITLES: &str = "*game titles";

const TEXT_PARTS: &[TextPart] = &[
    // All pages; those without a part of their own load this one.
    TextPart { name: "page", keys: &[""], is_page: true },
    TextPart {
        name: "start",
        keys: &[
            "bot.",
            "clock.",
            "count.plies",
            "count.watchers",
            "game.",
            "import.title",
            "level.",
            "lobby.watch",
            "preset.",
            "side.",
            "start.",
            "takeback.",
        ],
        is_page: true,
    },
    TextPart {
        name: "game",
        keys: &[
            "action.",
            "board.",
            "bot.depth",
            "bot.movetime",
            BOT_TITLES,
            "cell.",
            "chat.",
            "count.",
            "dice.",
            "keys.title",
            "link.",
            "moves.",
            "offer.",
            "panel.",
            "pass.",
            "paths.",
            "play.",
            "player.",
            "premove.",
            "say.",
            "seating.",
            "side.",
            "start.name",
            "status.",
            "typed.",
            "who.",
        ],
        is_page: true,
    },
    TextPart {
        name: "lobby",
        keys: &[
            "bot.",
            "clock.none",
            "count.plies",
            "count.watchers",
            "level.",
            "lobby.",
            "player.nameless",
            "seating.join",
            "side.",
            "start.game",
            "start.live",
            "start.play",
            "who.level",
        ],
        is_page: true,
    },
    TextPart { name: "rules", keys: &["figure.", "preset.", "start.play", "start.preset"], is_page: true },
    TextPart { name: "settings", keys: &["confirm.", "motion.", "pace.", "settings.", "start.name"], is_page: true },
    // What a game needs later: its end, evaluations, sharing.
    TextPart {
        name: "later",
        keys: &[
            "ask.abort",
            "ask.draw",
            "ask.leave",
            "ask.resign",
            "ending.",
            "evaluation.",
            "keys.web",
            "reason.",
            "result.",
            "score.",
            "share.",
        ],
        is_page: false,
    },
    TextPart { name: "options", keys: &["option.", "value."], is_page: false },
    TextPart { name: "faults", keys: &["fault.", "word."], is_page: false },
    TextPart { name: "review", keys: &["review."], is_page: false },
];
/// Stands for the titles of bots, whose keys are `bot.NAME.title`.
const BOT_TITLES: &str = "*bot titles";
/// The end of the key of a title.
const TITLE: &str = ".title";

/// Texts that the page never shows: those of the terminal, and of the HTML before the scripts run.
const NOT_OF_THE_PAGE: &[&str] = &[
    "answer.",
    "ask.",
    "boot.",
    "chat.keys",
    "file.",
    "help.",
    "history.",
    "keys.",
    "lobby.ask",
    "match.",
    "menu.",
    "network.",
    "online.",
    "panel.moves",
    "panel.states",
    "paths.none",
    "paths.to",
    "plain.",
    "play.",
    "players.",
    "program.",
    "result.keys",
    "result.match",
    "result.time",
    "rules.",
    "setup.",
    "states.",
    "takebacks.",
    "text.",
    "who.bot",
    "who.human",
];
/// Texts of these kinds that the page shows nevertheless.
const OF_THE_PAGE: &[&str] =
    &["ask.abort", "ask.draw", "ask.leave", "ask.resign", "keys.title", "keys.web", "play.hint", "play.taken_back"];

/// Whether a key begins as one of some patterns.
fn is_any(key: &str, patterns: &[&str]) -> bool {
    let is_title_of = |kind| key.strip_suffix(TITLE).is_some_and(|key| key.starts_with(kind));
    patterns.iter().any(|pattern| match *pattern {
        GAME_TITLES => is_title_of("game."),
        BOT_TITLES => is_title_of("bot."),
        prefix => key.starts_with(prefix),
    })
}

impl TextPart {
    fn holds(&self, key: &str) -> bool {
        if !self.is_page {
            return is_any(key, self.keys);
        }
        let is_of_page = is_any(key, OF_THE_PAGE) || !is_any(key, NOT_OF_THE_PAGE);
        is_of_page
            && !is_any(key, &["fault.", "review.", "word."])
            && (is_any(key, EVERY_PAGE) || is_any(key, self.keys))
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
    static ALL: [[OnceLock<CompressedText>; TEXT_PARTS.len() + 1]; Language::ALL.len()] =
        [const { [const { OnceLock::new() }; TEXT_PARTS.len() + 1] }; Language::ALL.len()];
    let named = |name: &str| TEXT_PARTS.iter().position(|part| part.name == name).ok_or(faults::NOT_FOUND);
    let part = query.part.as_deref().map(named).transpose()?;
    let language = Language::ALL.into_iter().find(|one| one.tag().eq_ignore_ascii_case(&tag));
    let language = language.ok_or_else(|| {
        let tags: Vec<&str> = Language::ALL.iter().map(|one| one.tag()).collect();
        faults::UNKNOWN_LANGUAGE.with("language", &tag).with("languages", tags.join(", "))
    })?;
    let text = ALL[language as usize][part.unwrap_or(TEXT_PARTS.len())].get_or_init(|| {
        let catalogue = Catalogue::of(language);
        let mut keys: Vec<&str> =
            catalogue.keys().filter(|key| part.is_none_or(|at| TEXT_PARTS[at].holds(key))).collect();
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

    /// The keys that a script of the page names: each as what it begins with, and what it ends with if it is built.
    fn named_keys(script: &str) -> Vec<(&str, Option<&str>)> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
        let is_key = |key: &str| key.contains('.') && key.starts_with(|c: char| c.is_ascii_lowercase());
        let literals = script.match_indices(['"', '`']).filter_map(|(at, quote)| {
            let rest = &script[at + 1..];
            let (first, after) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
            if after.starts_with(quote) {
                return Some((first, None));
            }
            let template = after.strip_prefix("${")?.split('`').next()?;
            Some((first, template.rsplit('}').next().filter(|last| last.chars().all(is_part)).or(Some(""))))
        });
        literals.filter(|(first, _)| is_key(first)).collect()
    }

    fn part(name: &str) -> &'static TextPart {
        TEXT_PARTS.iter().find(|part| part.name == name).expect("a part")
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
                    assert!(texts.get(&title).is_some() && part("page").holds(&title), "{} {title}", language.tag());
                    if language == Language::English {
                        assert_eq!((texts.get(&title), summary), (Some(bot.title), Some(bot.summary)));
                    }
                }
            }
        }
    }

    /// The texts that a key of a script means, with all their plural forms.
    fn meant<'a>(texts: &'a Catalogue, (first, last): (&str, Option<&str>)) -> Vec<&'a str> {
        let is_meant = |known: &&str| {
            let name = known.split('#').next().unwrap_or_default();
            last.map_or(name == first, |last| name.starts_with(first) && name.ends_with(last))
        };
        texts.keys().filter(is_meant).collect()
    }

    #[test]
    fn the_page_gets_every_text_it_uses_and_no_other() {
        let english = Catalogue::of(Language::English);
        let apart = ["later", "options", "faults", "review"].map(part);
        let mut used = std::collections::BTreeSet::new();
        for (name, bytes) in WebFiles::scripts() {
            let mut pages = vec!["page"];
            match name {
                // What all pages share is used by some.
                "js/app.js" => {}
                "js/pages/start.js" | "js/pages/lobby.js" | "js/pages/rules.js" | "js/pages/settings.js" => {
                    pages.push(&name["js/pages/".len()..name.len() - ".js".len()]);
                }
                _ if name == "js/pages/game.js" || name.starts_with("js/game/") => pages.push("game"),
                _ => {}
            }
            for key in named_keys(std::str::from_utf8(bytes).expect("a text")) {
                let texts = meant(english, key);
                used.extend(texts.iter().copied());
                for (page, text) in pages.iter().flat_map(|page| texts.iter().map(move |text| (page, text))) {
                    let is_sent = part(page).holds(text) || apart.iter().any(|part| part.holds(text));
                    assert!(is_sent, "{name}: {text} is not sent with the part {page}");
                }
            }
        }
        let sent: Vec<&str> = english.keys().filter(|key| part("page").holds(key)).collect();
        let unused: Vec<&&str> = sent.iter().filter(|key| !used.contains(**key)).collect();
        assert!(unused.is_empty() && sent.len() > 300, "sent but not used: {unused:?}");
    }
}
