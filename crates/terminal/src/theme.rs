use agon_core::Player;
use agon_games::draw::{Emphasis, Ink, Mark, Paint};
use ratatui::style::{Color, Modifier, Style};

/// Characters and colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// ASCII characters only.
    pub ascii: bool,
    /// Colours; attributes such as bold are used either way.
    pub color: bool,
}

impl Theme {
    fn fg(self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    /// Ordinary text.
    pub(crate) fn text() -> Style {
        Style::new()
    }

    /// Secondary text: labels, lines of the board.
    pub(crate) fn quiet(self) -> Style {
        if self.color { Style::new().fg(Color::DarkGray) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// Titles and the player to move.
    pub(crate) fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The selected row of a list.
    pub(crate) fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What may be played.
    pub(crate) fn good(self) -> Style {
        self.fg(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// Errors.
    pub(crate) fn bad(self) -> Style {
        self.fg(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// A player's pieces.
    pub(crate) fn player(self, player: Player) -> Style {
        let color = match player {
            Player::P1 => Color::LightCyan,
            Player::P2 => Color::LightYellow,
        };
        self.fg(color).add_modifier(Modifier::BOLD)
    }

    /// A domino's cells.
    pub(crate) fn domino(self, player: Player) -> Style {
        if !self.color {
            return Style::new().add_modifier(Modifier::REVERSED);
        }
        let color = match player {
            Player::P1 => Color::Cyan,
            Player::P2 => Color::Yellow,
        };
        Style::new().bg(color).fg(Color::Black)
    }

    /// A mark on a board.
    fn mark(self, mark: Mark) -> Style {
        let color = match mark {
            Mark::Last => return Self::text(),
            Mark::Source | Mark::Target => return self.good(),
            Mark::Refused => return self.bad(),
            Mark::Selected | Mark::Preview => Color::Yellow,
            Mark::Hint => Color::Magenta,
        };
        self.fg(color).add_modifier(Modifier::BOLD)
    }

    /// A character of a board.
    pub(crate) fn ink(self, ink: Ink) -> Style {
        let style = match ink.paint {
            Paint::Plain | Paint::Faint => self.quiet(),
            Paint::Strong => Self::strong(),
            Paint::Player(player) => self.player(player),
            Paint::Domino(player) => self.domino(player),
            Paint::Green => self.fg(Color::Green).add_modifier(Modifier::BOLD),
            Paint::Blue | Paint::Wall => self.fg(Color::LightBlue).add_modifier(Modifier::BOLD),
            Paint::Mark(mark) => self.mark(mark),
        };
        match ink.emphasis {
            Emphasis::None => style,
            Emphasis::Underlined => style.add_modifier(Modifier::UNDERLINED),
            Emphasis::Reversed => style.add_modifier(Modifier::REVERSED),
        }
    }

    /// Chooses between a Unicode and an ASCII text.
    pub(crate) fn pick<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { unicode }
    }
}
