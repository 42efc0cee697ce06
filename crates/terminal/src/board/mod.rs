//! Boards on the screen: their characters come from [`agon_games::draw`], their colours and texts from here.
//!
//! Each kind of board implements [`BoardDisplay`].

mod grid;
mod tavli;

use agon_core::{AnyTable, BoardView, PlaceView, Player};
use agon_games::draw::{self, Layout, Marks};
use agon_i18n::Catalogue;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::names;
use crate::theme::Theme;

/// The score of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatchScore<'a> {
    /// The name of the game on the board.
    pub variant: &'a str,
    /// The points of both players.
    pub points: [u8; 2],
    /// The points that win the match.
    pub needed: u8,
}

impl MatchScore<'_> {
    /// The game and the score, `Portes 2:1 / 5`, or that the match is over.
    pub(crate) fn text(&self, catalogue: &Catalogue) -> String {
        let [p1, p2] = self.points;
        if self.points.iter().any(|points| *points >= self.needed) {
            return catalogue.format("match.over", &[("score", &format_args!("{p1}:{p2}"))]);
        }
        format!("{} {p1}:{p2} / {}", names::game(catalogue, self.variant), self.needed)
    }
}

/// A kind of board; [`of`] chooses it.
pub(crate) trait BoardDisplay {
    /// Where the keyboard starts if nothing can move.
    fn home(&self) -> PlaceView;

    /// The symbol of a player's pieces, if they have only one.
    fn sign(&self, player: Player, ascii: bool) -> Option<char>;

    /// The letter on a player's pieces where the name of the side does not say it.
    fn letter(&self, _player: Player) -> Option<char> {
        None
    }

    /// What a player has left: walls, or pips to go.
    fn left(&self, catalogue: &Catalogue, player: Player) -> Option<String>;

    /// The player who rolls next.
    fn mover(&self) -> Option<Player> {
        None
    }

    /// The dice that are still to be played.
    fn dice_left(&self) -> &[u8] {
        &[]
    }

    /// The game being played and the score, in a match.
    fn match_score(&self) -> Option<MatchScore<'_>> {
        None
    }

    /// Row and column of the last wall slot, if walls can be placed.
    fn last_wall(&self) -> Option<(u8, u8)> {
        None
    }

    /// The name of a square, by row and column.
    fn square(&self, _cell: (u8, u8)) -> String {
        String::new()
    }
}

/// The kind of a board.
pub(crate) fn of(view: &BoardView) -> &dyn BoardDisplay {
    match view {
        BoardView::Grid(grid) => grid,
        BoardView::Tavli(board) => board,
    }
}

/// The player who rolls next on a table.
pub(crate) fn roller(table: &dyn AnyTable) -> Player {
    table.view(&[]).ok().and_then(|view| of(&view).mover()).unwrap_or(Player::P1)
}

/// The largest layout of a board that fits into an area.
pub(crate) fn layout(view: &BoardView, area: Rect, cursor: Option<PlaceView>) -> Box<dyn Layout> {
    draw::layout(view, (area.width.into(), area.height.into()), cursor)
}

/// Draws a board in the top left corner of an area.
pub(crate) fn put(layout: &dyn Layout, marks: &Marks, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let canvas = layout.draw(marks, theme.ascii);
    for (row, line) in area.intersection(buffer.area).rows().zip(canvas.lines()) {
        for (place, (c, ink)) in row.columns().zip(line) {
            buffer[place.as_position()].set_char(*c).set_style(theme.ink(*ink));
        }
    }
}
