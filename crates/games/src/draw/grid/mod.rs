//! Boards of squares.

mod layout;
mod svg;
mod text;

use agon_core::view::{GridStyle, GridView};
use agon_core::{PlaceView, Player};

use super::{BoardDrawing, Layout, Marks, piece};
use layout::GridLayout;

impl BoardDrawing for GridView {
    fn printed(&self) -> Box<dyn Layout> {
        Box::new(GridLayout::printed(self.clone()))
    }

    fn fit(&self, room: (usize, usize), cursor: Option<PlaceView>) -> Box<dyn Layout> {
        Box::new(GridLayout::fit(self.clone(), room, cursor))
    }

    /// Walls left: `X: 9 green, 9 blue   O: 9 green, 9 blue`.
    fn status(&self, ascii: bool) -> Vec<String> {
        let of = |player: Player| {
            let left: Vec<String> = self
                .stocks
                .iter()
                .filter(|stock| stock.player == player)
                .map(|stock| format!("{} {}", stock.left, stock.kind))
                .collect();
            (!left.is_empty()).then(|| format!("{}: {}", side(self, player, ascii), left.join(", ")))
        };
        let sides: Vec<String> = Player::ALL.into_iter().filter_map(of).collect();
        if sides.is_empty() { Vec::new() } else { vec![sides.join("   ")] }
    }

    fn svg(&self, title: &str, marks: &Marks) -> String {
        svg::draw(self, marks).standalone(title, &svg::describe(self))
    }

    fn figure(&self, marks: &Marks) -> String {
        svg::draw(self, marks).inline("grid")
    }
}

/// What is drawn for a player's pawn: its name, or the player's mark.
fn pawn(player: Player, label: &str, ascii: bool) -> String {
    if label.is_empty() { piece(player, ascii).to_string() } else { label.to_owned() }
}

/// The letters on a player's pawns; empty if they have none.
fn letters(view: &GridView, player: Player) -> String {
    let label = view.pawns.iter().find(|pawn| pawn.player == player).map_or("", |pawn| &pawn.label);
    label.chars().filter(|c| c.is_alphabetic()).collect()
}

/// The player's name on a grid: the letter of his pawns, or his mark.
fn side(view: &GridView, player: Player, ascii: bool) -> String {
    pawn(player, &letters(view, player), ascii)
}

/// Whether walls have two colours.
fn has_coloured_walls(view: &GridView) -> bool {
    view.stocks.iter().any(|stock| stock.kind == "green")
}

/// Whether rows are counted from the bottom.
fn counts_from_bottom(view: &GridView) -> bool {
    view.row_labels.last().is_some_and(|label| label == "1")
}

/// The sides of a board with labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LabelledSides {
    above: bool,
    below: bool,
    right: bool,
}

impl LabelledSides {
    /// Boards without grooves have labels all round. Others have them on the left, and below if rows are counted from
    /// the bottom, else above.
    fn of(view: &GridView) -> Self {
        let (all, below) = (view.style == GridStyle::Plain, counts_from_bottom(view));
        Self { above: all || !below, below: all || below, right: all }
    }
}
