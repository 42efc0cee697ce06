use std::io::{self, Write};

use agon_core::{AnyTable, BoardView, PathView, Player, Successor};
use agon_games::draw::{self, Marks, TextStyle};

use super::LineInterface;
use crate::config::Paths;
use crate::names::PathText;
use crate::screen::wrap;
use crate::{board, names};

/// The width of listed turns.
const LIST_WIDTH: usize = 80;

impl<W: Write> LineInterface<'_, W> {
    fn style(&self) -> TextStyle {
        TextStyle { color: self.config.color, ascii: self.config.ascii }
    }

    /// Shows the board, the walls or pips left, and the dice.
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let Ok(view) = self.session.board() else { return Ok(()) };
        let are_paths_shown = self.config.paths != Paths::None && self.session.prefix().is_empty();
        let paths = if are_paths_shown { self.config.paths.of(self.session.table()) } else { Vec::new() };
        self.draw_board(&view, paths.clone())?;
        let kind = board::of(&view);
        for player in Player::ALL {
            if let Some(text) = kind.left(self.catalogue, player) {
                let side = names::side(self.catalogue, &self.session, player);
                self.lines.say(&format!("{side}: {text}"))?;
            }
        }
        if let Some(score) = kind.match_score() {
            self.lines.say(&score.text(self.catalogue))?;
        }
        if !kind.dice_left().is_empty() {
            let dice: Vec<String> = kind.dice_left().iter().map(u8::to_string).collect();
            let text = self.catalogue.format("plain.dice", &[("dice", &dice.join(" "))]);
            self.lines.say(&text)?;
        }
        if are_paths_shown {
            self.list_paths(self.config.paths, &paths)?;
        }
        Ok(())
    }

    /// Draws a board with paths on it.
    fn draw_board(&mut self, view: &BoardView, paths: Vec<PathView>) -> io::Result<()> {
        let marks = Marks { paths, ..Marks::default() };
        self.lines.draw("\n")?;
        let drawing = draw::board_with(view, &marks, self.style()).to_text(self.config.color);
        self.lines.draw(&drawing)
    }

    /// Lists all legal turns.
    pub(super) fn list_moves(&mut self) -> io::Result<()> {
        let legal = self.session.table().legal();
        let text = self.catalogue.count("plain.moves", legal.len() as u64, &[]);
        self.lines.say(&text)?;
        let turns = legal.join(" ");
        let lines = if self.lines.has_pages() { wrap(&turns, LIST_WIDTH) } else { vec![turns] };
        self.lines.list(self.catalogue.text("plain.more"), lines.into_iter().map(|line| format!("{line}\n")))
    }

    /// Lists the position after every legal turn, numbered, with its board, in the groups of the game.
    pub(super) fn list_states(&mut self) -> io::Result<()> {
        let (groups, style) = (names::successor_groups(self.catalogue, self.session.table()), self.style());
        let count = groups.iter().map(|group| group.turns.len() as u64).sum();
        let text = self.catalogue.count("states.title", count, &[]);
        self.lines.say(&text)?;
        let table = self.session.table().clone_box();
        let mut number = 0;
        let parts = groups.into_iter().flat_map(|group| {
            let title = (!group.title.is_empty()).then(|| format!("\n{}\n", group.title));
            title.into_iter().map(Listed::Title).chain(group.turns.into_iter().map(Listed::Turn))
        });
        let parts = parts.map(|part| match part {
            Listed::Title(title) => title,
            Listed::Turn(turn) => {
                number += 1;
                let board = state_text(&*table, &turn.notation, style).unwrap_or_default();
                format!("\n{number}. {}\n{board}{}\n", turn.notation, turn.position)
            }
        });
        self.lines.list(self.catalogue.text("plain.more"), parts)
    }

    /// Lists every position since the start, numbered.
    pub(super) fn list_history(&mut self) -> io::Result<()> {
        let title = self.catalogue.text("history.title").to_owned();
        self.lines.say(&title)?;
        let (table, style) = (self.session.table(), self.style());
        let plies =
            std::iter::once(self.catalogue.text("history.start")).chain(table.plies().iter().map(String::as_str));
        let part = |(number, ply): (usize, &str)| {
            let board = table.view_at(number).map(|view| text(&view, style)).unwrap_or_default();
            format!("\n{number}. {ply}\n{board}")
        };
        self.lines.list(self.catalogue.text("plain.more"), plies.enumerate().map(part))
    }

    /// Shows shortest paths, on the board and square by square.
    pub(super) fn show_paths(&mut self, shown: Paths) -> io::Result<()> {
        let paths = shown.of(self.session.table());
        if let Ok(view) = self.session.board()
            && !paths.is_empty()
        {
            self.draw_board(&view, paths.clone())?;
        }
        self.list_paths(shown, &paths)
    }

    fn list_paths(&mut self, shown: Paths, paths: &[PathView]) -> io::Result<()> {
        if paths.is_empty() {
            let text = self.catalogue.text("paths.none").to_owned();
            return self.lines.say(&text);
        }
        for path in paths {
            let PathText { length, squares } = names::path(self.catalogue, self.session.table(), shown, path);
            self.lines.say(&format!("{length}: {squares}"))?;
        }
        Ok(())
    }
}

/// A part of the list of successors.
enum Listed {
    Title(String),
    Turn(Successor),
}

fn text(view: &BoardView, style: TextStyle) -> String {
    draw::board(view, style).to_text(style.color)
}

/// The board after a turn.
fn state_text(table: &dyn AnyTable, turn: &str, style: TextStyle) -> Option<String> {
    let mut table = table.clone_box();
    table.play(turn).ok()?;
    Some(text(&table.view(&[]).ok()?, style))
}
