use std::io::{self, BufRead, Write};

use agon_core::{BoardView, Player};
use agon_games::draw::{self, TextStyle};

use super::LineInterface;
use crate::names;

impl<R: BufRead, W: Write> LineInterface<'_, R, W> {
    fn style(&self) -> TextStyle {
        TextStyle { color: self.config.color, ascii: self.config.ascii }
    }

    fn draw(&mut self, view: &BoardView) -> io::Result<()> {
        let style = self.style();
        let text = draw::board(view, style).to_text(style.color);
        self.lines.draw(&text)
    }

    /// Shows the board, the walls or pips left, and the dice.
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let Ok(view) = self.session.board() else { return Ok(()) };
        self.lines.draw("\n")?;
        self.draw(&view)?;
        for player in Player::ALL {
            if let Some(text) = names::left(self.catalogue, &view, player) {
                let side = names::side(self.catalogue, &self.session, player);
                self.lines.say(&format!("{side}: {text}"))?;
            }
        }
        if let BoardView::Tavli(view) = &view {
            if let Some([p1, p2, needed]) = view.match_score {
                let variant = names::game(self.catalogue, view.variant, view.variant);
                self.lines.say(&format!("{variant} {p1}:{p2} / {needed}"))?;
            }
            if !view.dice_left.is_empty() {
                let dice: Vec<String> = view.dice_left.iter().map(u8::to_string).collect();
                let text = self.catalogue.format("plain.dice", &[("dice", &dice.join(" "))]);
                self.lines.say(&text)?;
            }
        }
        Ok(())
    }

    /// Lists all legal turns.
    pub(super) fn list_moves(&mut self) -> io::Result<()> {
        let legal = self.session.table().legal();
        let text = self.catalogue.count("plain.moves", legal.len() as u64, &[]);
        self.lines.say(&text)?;
        self.lines.draw(&format!("{}\n", legal.join(" ")))
    }

    /// Lists the position after every legal turn, numbered, with its board.
    pub(super) fn list_states(&mut self) -> io::Result<()> {
        let successors = self.session.table().successors();
        let text = self.catalogue.count("states.title", successors.len() as u64, &[]);
        self.lines.say(&text)?;
        for (index, successor) in successors.into_iter().enumerate() {
            let mut table = self.session.table().clone_box();
            if table.play(&successor.notation).is_err() {
                continue;
            }
            self.lines.draw(&format!("\n{}. {}\n", index + 1, successor.notation))?;
            if let Ok(view) = table.view(&[]) {
                self.draw(&view)?;
            }
            self.lines.draw(&format!("{}\n", successor.position))?;
        }
        Ok(())
    }

    /// Lists every position since the start, numbered.
    pub(super) fn list_history(&mut self) -> io::Result<()> {
        let title = self.catalogue.text("history.title").to_owned();
        self.lines.say(&title)?;
        let words = self.session.table().plies().to_vec();
        for ply in 0..=words.len() {
            let word = match ply {
                0 => self.catalogue.text("history.start"),
                ply => &words[ply - 1],
            };
            self.lines.draw(&format!("\n{ply}. {word}\n"))?;
            if let Some(view) = self.session.table().view_at(ply) {
                self.draw(&view)?;
            }
        }
        Ok(())
    }

    /// Shows the shortest paths, square by square.
    pub(super) fn show_paths(&mut self) -> io::Result<()> {
        let paths = self.session.table().paths();
        if paths.is_empty() {
            let text = self.catalogue.text("paths.none").to_owned();
            return self.lines.say(&text);
        }
        let Ok(BoardView::Grid(view)) = self.session.board() else { return Ok(()) };
        for path in paths {
            let text = names::path(self.catalogue, &self.session, &path);
            let cells: Vec<String> = path.cells.iter().map(|cell| square(&view, *cell)).collect();
            self.lines.say(&format!("{text}: {}", cells.join(" ")))?;
        }
        Ok(())
    }
}

/// A square by the labels of the board: `e4` if columns have letters, else the row, then the column.
fn square(view: &agon_core::view::GridView, (row, col): (u8, u8)) -> String {
    let row = view.row_labels.get(row as usize).map_or("?", String::as_str);
    let col = view.col_labels.get(col as usize).map_or("?", String::as_str);
    if col.bytes().all(|b| b.is_ascii_lowercase()) { format!("{col}{row}") } else { format!("{row}{col}") }
}
