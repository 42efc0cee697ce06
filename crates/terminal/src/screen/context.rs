use agon_core::Fault;
use agon_i18n::Catalogue;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::bidi;
use crate::config::PlayConfig;
use crate::theme::Theme;

/// What every screen needs: texts, theme, options.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(crate) catalogue: &'static Catalogue,
    pub(crate) theme: Theme,
    pub(crate) config: PlayConfig,
}

impl Context {
    pub(crate) fn new(config: PlayConfig) -> Self {
        let theme = Theme { ascii: config.ascii, color: config.color };
        Self { catalogue: Catalogue::of(config.language), theme, config }
    }

    pub(crate) fn text(&self, key: &str) -> String {
        self.catalogue.text(key).to_owned()
    }

    pub(crate) fn fault(&self, fault: &Fault) -> String {
        self.catalogue.fault(fault)
    }

    /// Writes a line, cut to the width of the area and reordered if the terminal needs it.
    pub(crate) fn put(&self, buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
        if area.height == 0 || !buffer.area.contains((area.x, area.y).into()) {
            return;
        }
        let cut = cut(text, area.width as usize, self.theme.pick("…", "~"));
        let line = if self.config.bidi { bidi::visual(&cut) } else { cut };
        buffer.set_stringn(area.x, area.y, line, area.width as usize, style);
    }

    /// Writes a list of keys. If it is too long, keys before the last one, which leads to help or back, are left out.
    pub(crate) fn put_keys(&self, buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
        self.put(buffer, area, &fitting_keys(text, area.width.into()), style);
    }

    /// Writes a text from a line downwards, as wide as the line.
    pub(crate) fn put_wrapped(&self, buffer: &mut Buffer, line: Rect, bottom: u16, text: &str, style: Style) {
        for (row, text) in wrap(text, line.width as usize).iter().enumerate() {
            let y = line.y + row as u16;
            if y < bottom {
                self.put(buffer, Rect { y, ..line }, text, style);
            }
        }
    }
}

/// A line of an area with an indent.
pub(crate) fn line_at(area: Rect, row: u16, indent: u16) -> Rect {
    Rect {
        x: area.x + indent,
        y: area.y + row,
        width: area.width.saturating_sub(indent + 1),
        height: u16::from(row < area.height),
    }
}

/// Cuts a text to a width; `sign` marks the cut.
pub(crate) fn cut(text: &str, width: usize, sign: &str) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used >= width {
            break;
        }
        out.push(c);
    }
    if width > 0 {
        out.push_str(sign);
    }
    out
}

/// As many parts of a list as fit, the last one always among them; parts are two blanks or more apart.
fn fitting_keys(text: &str, width: usize) -> String {
    let mut parts: Vec<&str> = text.split("  ").filter(|part| !part.is_empty()).collect();
    if text.width() <= width {
        return text.to_owned();
    }
    while parts.len() > 1 && parts.iter().map(|part| part.trim().width() + 2).sum::<usize>() > width + 2 {
        parts.remove(parts.len() - 2);
    }
    parts.iter().map(|part| part.trim()).collect::<Vec<_>>().join("  ")
}

/// Wraps a text into lines of a width.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        // Lines that fit keep their spaces.
        if paragraph.width() <= width {
            lines.push(paragraph.to_owned());
            continue;
        }
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            // Only the first piece of a word is preceded by a blank.
            let mut gap = if line.is_empty() { "" } else { " " };
            for piece in pieces(word, width) {
                if !line.is_empty() && line.width() + gap.len() + piece.width() > width {
                    lines.push(std::mem::take(&mut line));
                    gap = "";
                }
                line.push_str(gap);
                line.push_str(piece);
                gap = "";
            }
        }
        lines.push(line);
    }
    lines
}

/// Splits a word that is too long for a line after its commas: turns of many steps.
fn pieces(word: &str, width: usize) -> Vec<&str> {
    if word.width() <= width { vec![word] } else { word.split_inclusive(',').collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_width() {
        assert_eq!(wrap("one two three\n\nfour", 7), ["one two", "three", "", "four"]);
        assert_eq!(wrap("1. 21/16,18/13,16/11", 14), ["1. 21/16,", "18/13,16/11"]);
        assert_eq!(cut("Ελληνικά", 5, "…"), "Ελλη…");
        assert_eq!(cut("abc", 3, "…"), "abc");
        assert_eq!(cut("abc", 0, "…"), "");
    }

    #[test]
    fn the_last_of_the_keys_is_always_there() {
        let keys = "Up, Down: row   Enter: start   Esc: back";
        assert_eq!(fitting_keys(keys, 40), keys);
        assert_eq!(fitting_keys(keys, 39), "Up, Down: row  Enter: start  Esc: back");
        assert_eq!(fitting_keys(keys, 30), "Up, Down: row  Esc: back");
        assert_eq!(fitting_keys(keys, 5), "Esc: back");
    }

    proptest::proptest! {
        #[test]
        fn any_text_fits_any_width(text in "[a-zžעש ,\n]{0,80}", width in 1_usize..30) {
            for line in wrap(&text, width) {
                let pieces = line.split_whitespace().count();
                proptest::prop_assert!(line.width() <= width || pieces <= 1, "{line:?}");
                proptest::prop_assert!(cut(&line, width, "…").width() <= width);
            }
        }
    }
}
