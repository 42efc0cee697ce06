use agon_core::Player;
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

    /// The preview of a piece to be placed.
    pub(crate) fn preview(self) -> Style {
        self.fg(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// A hint of the engine.
    pub(crate) fn hint(self) -> Style {
        self.fg(Color::Magenta).add_modifier(Modifier::BOLD)
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

    /// Walls: vertical ones green, horizontal ones blue, as in the boxed game.
    pub(crate) fn wall(self, upright: bool) -> Style {
        self.fg(if upright { Color::Green } else { Color::LightBlue }).add_modifier(Modifier::BOLD)
    }

    /// The piece of a player.
    pub(crate) fn piece(self, player: Player) -> &'static str {
        match (player, self.ascii) {
            (Player::P1, false) => "○",
            (Player::P2, false) => "●",
            (Player::P1, true) => "W",
            (Player::P2, true) => "B",
        }
    }

    /// Chooses between a Unicode and an ASCII text.
    pub(crate) fn pick<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { unicode }
    }
}
