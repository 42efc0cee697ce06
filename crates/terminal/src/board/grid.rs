use agon_core::view::{GridStyle, GridView};
use agon_core::{PlaceView, Player};
use agon_games::draw::piece;
use agon_i18n::Catalogue;

use super::BoardDisplay;

impl BoardDisplay for GridView {
    fn home(&self) -> PlaceView {
        PlaceView::Cell { row: self.rows / 2, col: self.cols / 2 }
    }

    fn sign(&self, player: Player, ascii: bool) -> Option<char> {
        if let Some(letter) = self.letter(player) {
            return Some(letter);
        }
        self.pawns.iter().all(|pawn| pawn.label.is_empty()).then(|| piece(player, ascii))
    }

    fn letter(&self, player: Player) -> Option<char> {
        self.has_dominoes().then_some(if player == Player::P1 { 'X' } else { 'O' })
    }

    fn left(&self, catalogue: &Catalogue, player: Player) -> Option<String> {
        let own = self.stocks.iter().filter(|stock| stock.player == player);
        let left: Vec<String> =
            own.map(|stock| catalogue.count(&format!("count.{}", stock.kind), stock.left.into(), &[])).collect();
        (!left.is_empty()).then(|| left.join(", "))
    }

    fn last_wall(&self) -> Option<(u8, u8)> {
        (self.style == GridStyle::Grooved).then(|| (self.rows.saturating_sub(2), self.cols.saturating_sub(2)))
    }

    /// By the labels of the board: `e4` if columns have letters, else the row, then the column.
    fn square(&self, (row, col): (u8, u8)) -> String {
        let row = self.row_labels.get(row as usize).map_or("?", String::as_str);
        let col = self.col_labels.get(col as usize).map_or("?", String::as_str);
        if col.bytes().all(|b| b.is_ascii_lowercase()) { format!("{col}{row}") } else { format!("{row}{col}") }
    }
}
