use std::fmt::Write as _;

use agon_core::Player;

/// The meaning of a character of a drawing; screens map it to a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Labels, frames and everything else without a colour.
    #[default]
    Plain,
    /// Background: open passages, empty points.
    Faint,
    /// A piece of this player.
    Player(Player),
    /// A wall of a game with one kind of walls.
    Wall,
    /// A green (upright) wall of Blockade.
    Green,
    /// A blue (lying) wall of Blockade.
    Blue,
}

impl Paint {
    /// The code between `ESC [` and `m`; colours that can be read on light and dark grounds.
    const fn sgr(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Faint => "0;2",
            Self::Player(Player::P1) => "0;1;36",
            Self::Player(Player::P2) => "0;1;35",
            Self::Wall => "0;1;33",
            Self::Green => "0;1;32",
            Self::Blue => "0;1;34",
        }
    }
}

/// A drawing of characters, each with its paint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    lines: Vec<Vec<(char, Paint)>>,
}

impl Canvas {
    /// An empty canvas of `height` lines.
    pub(crate) fn new(height: usize) -> Self {
        Self { lines: vec![Vec::new(); height] }
    }

    /// The lines from the top, each without blanks at its end.
    pub fn lines(&self) -> impl Iterator<Item = &[(char, Paint)]> {
        self.lines.iter().map(|line| {
            let end = line.iter().rposition(|(c, _)| *c != ' ').map_or(0, |last| last + 1);
            &line[..end]
        })
    }

    /// Number of lines.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Length of the longest line.
    pub fn width(&self) -> usize {
        self.lines().map(<[_]>::len).max().unwrap_or(0)
    }

    /// Writes a text over the previous contents.
    pub(crate) fn put(&mut self, line: usize, column: usize, text: &str, paint: Paint) {
        if line >= self.lines.len() {
            self.lines.resize(line + 1, Vec::new());
        }
        let cells = &mut self.lines[line];
        for (index, c) in text.chars().enumerate() {
            if column + index >= cells.len() {
                cells.resize(column + index + 1, (' ', Paint::Plain));
            }
            cells[column + index] = (c, paint);
        }
    }

    /// The lines as text, each ended by a line feed, with ANSI colours if wanted.
    pub fn to_text(&self, color: bool) -> String {
        let mut out = String::new();
        for line in self.lines() {
            let mut last = Paint::Plain;
            for &(c, paint) in line {
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
