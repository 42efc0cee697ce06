use std::fmt::Write as _;

use agon_core::Player;

use super::Mark;

/// The meaning of a character of a drawing; screens map it to a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Labels, frames and everything else without a colour.
    #[default]
    Plain,
    /// Background: open passages, empty points.
    Faint,
    /// The brackets of the cursor, and squares on the paths of both players.
    Strong,
    /// A piece of this player.
    Player(Player),
    /// A domino of this player, the blanks on it included.
    Domino(Player),
    /// A wall of a game with one kind of walls.
    Wall,
    /// An upright wall of a game with two kinds, which are green and blue.
    Green,
    /// A lying wall of such a game.
    Blue,
    /// A mark itself, not a piece that has the mark.
    Mark(Mark),
}

impl Paint {
    /// The code between `ESC [` and `m`; colours that can be read on light and dark grounds.
    const fn sgr(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Faint => "0;2",
            Self::Strong | Self::Mark(_) => "0;1",
            Self::Player(Player::P1) | Self::Domino(Player::P1) => "0;1;36",
            Self::Player(Player::P2) | Self::Domino(Player::P2) => "0;1;35",
            Self::Wall => "0;1;33",
            Self::Green => "0;1;32",
            Self::Blue => "0;1;34",
        }
    }

    /// This paint on underlined characters.
    pub(super) const fn underlined(self) -> Ink {
        Ink { paint: self, emphasis: Emphasis::Underlined }
    }

    /// This paint with foreground and background exchanged.
    pub(super) const fn reversed(self) -> Ink {
        Ink { paint: self, emphasis: Emphasis::Reversed }
    }
}

/// How a character stands out from others of its paint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// It does not.
    #[default]
    None,
    /// By a line below.
    Underlined,
    /// By exchanged foreground and background.
    Reversed,
}

/// The look of a character of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ink {
    /// What it means.
    pub paint: Paint,
    /// Whether it stands out.
    pub emphasis: Emphasis,
}

impl From<Paint> for Ink {
    fn from(paint: Paint) -> Self {
        Self { paint, emphasis: Emphasis::None }
    }
}

/// A drawing of characters, each with its ink.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    lines: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    /// The lines from the top.
    pub fn lines(&self) -> impl Iterator<Item = &[(char, Ink)]> {
        self.lines.iter().map(Vec::as_slice)
    }

    /// Writes a text over the previous contents.
    pub(super) fn put(&mut self, line: usize, column: usize, text: &str, ink: impl Into<Ink>) {
        let ink = ink.into();
        if line >= self.lines.len() {
            self.lines.resize(line + 1, Vec::new());
        }
        let cells = &mut self.lines[line];
        let length = text.chars().count();
        if column + length > cells.len() {
            cells.resize(column + length, (' ', Ink::default()));
        }
        for (cell, c) in cells[column..].iter_mut().zip(text.chars()) {
            *cell = (c, ink);
        }
    }

    /// The lines as text without blanks at their ends, each ended by a line feed, with ANSI colours if wanted.
    pub fn to_text(&self, color: bool) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|(c, _)| *c != ' ').map_or(0, |last| last + 1);
            let mut last = Paint::Plain;
            for &(c, Ink { paint, .. }) in &line[..end] {
                // A blank looks the same in every paint.
                if color && paint != last && c != ' ' {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "\x1b[{}m", paint.sgr());
                    last = paint;
                }
                out.push(c);
            }
            if last != Paint::Plain {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        out
    }
}
