//! The rules pages as HTML for the web page.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::http::figure::figure;

/// Converts Markdown to HTML. HTML within it becomes text, only links to other rules pages stay links, and blocks with
/// positions become pictures.
pub(crate) fn to_html(markdown: &str) -> String {
    let events: Vec<Event> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut out = Vec::with_capacity(events.len());
    let mut in_link = false;
    let mut in_picture = false;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::End(TagEnd::CodeBlock) if in_picture => in_picture = false,
            _ if in_picture => {}
            Event::Html(text) | Event::InlineHtml(text) => out.push(Event::Text(text.clone())),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let page =
                    dest_url.strip_suffix(".md").filter(|page| page.bytes().all(|byte| byte.is_ascii_lowercase()));
                in_link = page.is_some();
                out.extend(page.map(|page| raw(format!("<a href=\"/rules/{page}\">"))));
            }
            Event::End(TagEnd::Link) if !in_link => {}
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            // What may be wider than the screen scrolls, also by keyboard.
            Event::Start(Tag::CodeBlock(kind)) => {
                let picture = picture(kind, &events[at..]);
                in_picture = picture.is_some();
                out.push(raw(picture.unwrap_or_else(|| "<pre tabindex=\"0\"><code>".to_owned())));
            }
            Event::Start(Tag::Table(_)) => {
                let label = table_head(&events[at..]).replace('&', "&amp;").replace('"', "&quot;");
                out.push(raw(format!("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">")));
                out.push(event.clone());
            }
            Event::End(TagEnd::Table) => out.extend([event.clone(), raw("</div>")]),
            _ => out.push(event.clone()),
        }
    }
    let mut text = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut text, out.into_iter());
    text
}

/// HTML to write as it is.
fn raw<'a>(html: impl Into<CowStr<'a>>) -> Event<'a> {
    Event::Html(html.into())
}

/// The picture that a code block describes, if it does.
fn picture(kind: &CodeBlockKind, block: &[Event]) -> Option<String> {
    let CodeBlockKind::Fenced(info) = kind else { return None };
    let inside = block.iter().take_while(|event| !matches!(event, Event::End(TagEnd::CodeBlock)));
    let text: String = texts(inside).collect();
    let (drawing, caption) = figure(info, &text)?;
    Some(format!("<figure class=\"position\">\n{drawing}<figcaption>{}</figcaption>\n</figure>\n", to_html(caption)))
}

/// The texts among some events.
fn texts<'a>(events: impl Iterator<Item = &'a Event<'a>>) -> impl Iterator<Item = &'a str> {
    events.filter_map(|event| if let Event::Text(text) = event { Some(&**text) } else { None })
}

/// The texts of a table's head, which name the table.
fn table_head(table: &[Event]) -> String {
    let head = table.iter().take_while(|event| !matches!(event, Event::End(TagEnd::TableHead)));
    texts(head).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use agon_i18n::Language;

    use super::*;

    #[test]
    fn tables_and_code_scroll_and_links_lead_to_rules_pages() {
        let table = to_html("| A \"x\" | B |\n|---|---|\n| *c* | [d](portes.md) |\n");
        assert!(table.starts_with(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"A &quot;x&quot;, B\"><table><thead>"
        ));
        assert!(table.contains("<td><em>c</em></td><td><a href=\"/rules/portes\">d</a></td>"), "{table}");
        assert!(table.trim_end().ends_with("</table>\n</div>"), "{table}");
        assert_eq!(to_html("    a < b\n"), "<pre tabindex=\"0\"><code>a &lt; b\n</code></pre>\n");
    }

    #[test]
    fn nothing_foreign_passes() {
        for (markdown, html) in [
            ("a <img src=x onerror=alert(1)> b", "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n"),
            ("[a](javascript:alert(1)) [b](https://c.example) [d](../e.md)", "<p>a b d</p>\n"),
            ("![a](https://b.example/c.png)", "<p>a</p>\n"),
        ] {
            assert_eq!(to_html(markdown), html);
        }
        assert!(!to_html("<script>\nalert(1)\n</script>\n").contains("<script"));
    }

    /// The drawings of a page, with their marks but without their captions.
    fn drawings(html: &str) -> Vec<&str> {
        html.split("<svg").skip(1).filter_map(|rest| rest.split("</svg>").next()).collect()
    }

    #[test]
    fn every_rules_page_has_pictures_which_are_the_same_in_every_language() {
        for info in agon_games::entries().iter().map(|entry| entry.info) {
            let page = |language| agon_i18n::rules(info, language).0.into_owned();
            let english = to_html(&page(Language::English));
            assert!(!drawings(&english).is_empty(), "{}", info.name);
            for language in Language::ALL {
                let (markdown, html) = (page(language), to_html(&page(language)));
                let what = format!("{} {}", info.name, language.tag());
                assert_eq!(
                    markdown.matches("```board").count(),
                    drawings(&html).len(),
                    "{what}: a picture cannot be drawn"
                );
                assert_eq!(drawings(&html), drawings(&english), "{what}");
                assert_eq!(html.matches("<figcaption><p>").count(), drawings(&html).len(), "{what}: a caption");
            }
        }
    }

    #[test]
    fn a_picture_marks_steps() {
        let block = "```board quoridor:size=5 c4\n/ / c2 c3 / 10 10 / 1\nA `jump` & more\n```\n";
        let html = to_html(block);
        assert!(html.starts_with("<figure class=\"position\">\n<svg class=\"agon grid\" viewBox="), "{html}");
        assert_eq!((html.matches("class=\"source\"").count(), html.matches("class=\"target\"").count()), (1, 1));
        assert!(html.contains("<figcaption><p>A <code>jump</code> &amp; more</p>\n</figcaption>"), "{html}");
        assert!(!html.contains("<style") && !html.contains("<pre"));
        for wrong in ["c4\n/ / c2 c9 /", "c9\n/ / c2 c3 / 10 10 / 1", "moves\nstartpos"] {
            let block = format!("```board quoridor:size=5 {wrong}\n```\n");
            assert_eq!(to_html(&block).contains("<svg"), wrong.starts_with("moves"), "{wrong}");
        }
    }

    #[test]
    fn no_rules_page_shows_its_marks() {
        for info in agon_games::entries().iter().map(|entry| entry.info) {
            for language in Language::ALL {
                let html = to_html(&agon_i18n::rules(info, language).0);
                let prose = html.split("<code>").filter_map(|part| part.rsplit("</code>").next());
                for text in prose {
                    assert!(!text.contains(['*', '`', '|', '[']), "{} {}: {text}", info.name, language.tag());
                }
            }
        }
    }
}
