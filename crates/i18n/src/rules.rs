use std::borrow::Cow;

use agon_core::GameInfo;

use crate::cyrillic::without_marks;
use crate::{Language, to_cyrillic};

/// The rules of a game for players, in Markdown, and their language: English if the game has none in this language.
///
/// Links between the games of a library name `GAME.md`.
pub fn rules(info: &GameInfo, language: Language) -> (Cow<'static, str>, Language) {
    let of = |tag: &str| info.texts.iter().find(|texts| texts.language == tag).map(|texts| short_links(texts.rules));
    match (of(language.file_tag()), language) {
        (None, _) => {
            let summary = || format!("# {}\n\n{}\n", info.title, info.summary).into();
            (of("en").unwrap_or_else(summary), Language::English)
        }
        (Some(text), Language::Serbian) => (transliterated(&text, without_marks).into(), language),
        (Some(text), Language::SerbianCyrillic) => (transliterated(&text, to_cyrillic).into(), language),
        (Some(text), _) => (text, language),
    }
}

/// Replaces links to the files of other games, `../portes/rules.el.md`, by `portes.md`.
fn short_links(text: &'static str) -> Cow<'static, str> {
    if !text.contains("](../") {
        return text.into();
    }
    let short = text.replace("](../", "](");
    Language::ALL.iter().fold(short, |text, one| text.replace(&format!("/rules.{}.md)", one.tag()), ".md)")).into()
}

/// Transliterates the prose of a Markdown page, but not code, links and table borders. A fenced block is the position of
/// a picture and what it shows, which is prose.
fn transliterated(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut after_fence = false;
    for line in text.split_inclusive('\n') {
        let is_fence = line.starts_with("```");
        if is_fence || after_fence || line.starts_with("    ") {
            out.push_str(line);
            after_fence = is_fence && line.trim_end().len() > 3;
            continue;
        }
        for (number, part) in line.split('`').enumerate() {
            if number > 0 {
                out.push('`');
            }
            if number % 2 == 1 {
                out.push_str(part);
                continue;
            }
            for (number, cell) in part.split('|').enumerate() {
                if number > 0 {
                    out.push('|');
                }
                let mut rest = cell;
                while let Some((label, (address, after))) =
                    rest.split_once("](").and_then(|(label, rest)| Some((label, rest.split_once(')')?)))
                {
                    out.push_str(&change(label));
                    out.push_str("](");
                    out.push_str(address);
                    out.push(')');
                    rest = after;
                }
                out.push_str(&change(rest));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cyrillic_leaves_code_addresses_and_tables_alone() {
        let latin =
            "Ljudi `e3h` [Portes](portes.md) ~GNU~\n| njiva | `b` |\n    kod\n```board fevga\nw15\nNjiva\n```\nkraj\n";
        let cyrillic =
            "Људи `e3h` [Портес](portes.md) GNU\n| њива | `b` |\n    kod\n```board fevga\nw15\nЊива\n```\nкрај\n";
        assert_eq!(transliterated(latin, to_cyrillic), cyrillic);
    }
}
