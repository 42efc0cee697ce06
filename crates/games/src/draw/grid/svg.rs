//! Grids as pictures: squares with grooves for walls, or squares covered by dominoes.

use agon_core::view::{Cover, GridStyle, GridView};
use agon_core::{PlaceView, Player};

use super::{counts_from_bottom, has_coloured_walls, letters};
use crate::draw::picture::Picture;
use crate::draw::{BoardDrawing, Marks};

const CELL_SIZE: u32 = 40;
const LABEL_MARGIN: u32 = 36;
/// Height of the line that shows the walls left.
const STOCK_HEIGHT: u32 = 40;

/// Draws a grid with its labels and stocks, the pawns that can be picked up, the squares where they may go, and paths.
pub(super) fn draw(view: &GridView, marks: &Marks) -> Picture {
    let groove = if view.style == GridStyle::Grooved { 10 } else { 2 };
    let span = |count: u8| u32::from(count) * (CELL_SIZE + groove) - groove;
    let stocks = if view.stocks.is_empty() { 0 } else { STOCK_HEIGHT };
    let (width, height) = (span(view.cols) + 2 * LABEL_MARGIN, span(view.rows) + 2 * LABEL_MARGIN + stocks);
    let picture = Picture::new(width, height);
    let mut grid = Grid { view, groove, picture };
    grid.cells();
    grid.labels(span(view.rows));
    match view.style {
        GridStyle::Grooved => grid.walls(),
        GridStyle::Plain => grid.dominoes(),
    }
    for pawn in &view.pawns {
        let at = [grid.at(pawn.col) + CELL_SIZE / 2, grid.at(pawn.row) + CELL_SIZE / 2];
        grid.picture.piece(pawn.player, at, 16, &pawn.label);
    }
    grid.marks(marks);
    grid.stocks(span(view.rows) + 2 * LABEL_MARGIN);
    grid.picture
}

struct Grid<'a> {
    view: &'a GridView,
    groove: u32,
    picture: Picture,
}

impl Grid<'_> {
    /// Where a row or column begins.
    fn at(&self, index: u8) -> u32 {
        LABEL_MARGIN + u32::from(index) * (CELL_SIZE + self.groove)
    }

    fn cells(&mut self) {
        for row in 0..self.view.rows {
            for col in 0..self.view.cols {
                if self.view.cover(usize::from(row), usize::from(col)) == Cover::Outside {
                    continue;
                }
                let goal = self.view.goals.iter().find(|goal| (goal.row, goal.col) == (row, col));
                let class = goal.map_or("cell".to_owned(), |goal| format!("cell goal {}", goal.player));
                self.picture.rect(&class, [self.at(col), self.at(row), CELL_SIZE, CELL_SIZE], 4);
            }
        }
    }

    fn labels(&mut self, bottom: u32) {
        let below = counts_from_bottom(self.view);
        let y = if below { LABEL_MARGIN + bottom + LABEL_MARGIN / 2 } else { LABEL_MARGIN / 2 };
        for (col, label) in (0..).zip(&self.view.col_labels) {
            let x = self.at(col) + CELL_SIZE / 2;
            self.picture.text("label", [x, y], label);
        }
        for (row, label) in (0..).zip(&self.view.row_labels) {
            let y = self.at(row) + CELL_SIZE / 2;
            self.picture.text("label", [LABEL_MARGIN / 2, y], label);
        }
    }

    fn walls(&mut self) {
        let length = 2 * CELL_SIZE + self.groove;
        for wall in &self.view.walls {
            let (x, y) = (self.at(wall.col), self.at(wall.row));
            let class = wall_class(self.view, wall.upright);
            if wall.upright {
                self.picture.rect(class, [x + CELL_SIZE + 1, y, self.groove - 2, length], 3);
            } else {
                self.picture.rect(class, [x, y + CELL_SIZE + 1, length, self.groove - 2], 3);
            }
        }
    }

    fn dominoes(&mut self) {
        let length = 2 * CELL_SIZE + self.groove - 8;
        for row in 0..self.view.rows {
            for col in 0..self.view.cols {
                let (x, y) = (self.at(col) + 4, self.at(row) + 4);
                let (r, c) = (usize::from(row), usize::from(col));
                if self.view.is_joined(r, c, Cover::Upright) {
                    self.picture.rect("piece p1", [x, y, CELL_SIZE - 8, length], 8);
                    self.picture.text("on p1", [x + CELL_SIZE / 2 - 4, y + length / 2], "X");
                }
                if self.view.is_joined(r, c, Cover::Lying) {
                    self.picture.rect("piece p2", [x, y, length, CELL_SIZE - 8], 8);
                    self.picture.text("on p2", [x + length / 2, y + CELL_SIZE / 2 - 4], "O");
                }
            }
        }
    }

    fn marks(&mut self, marks: &Marks) {
        for path in &marks.paths {
            let centre = |&(row, col): &(u8, u8)| [self.at(col) + CELL_SIZE / 2, self.at(row) + CELL_SIZE / 2];
            let corners: Vec<[u32; 2]> = path.cells.iter().map(centre).collect();
            self.picture.line(&format!("path {}", path.player), &corners);
        }
        for (places, class, radius) in [(&marks.sources, "source", 18), (&marks.targets, "target", 8)] {
            for place in places {
                let PlaceView::Cell { row, col } = *place else { continue };
                self.picture.circle(class, [self.at(col) + CELL_SIZE / 2, self.at(row) + CELL_SIZE / 2], radius);
            }
        }
    }

    /// Both players' walls left: a small wall of each kind and its number.
    fn stocks(&mut self, top: u32) {
        let y = top + STOCK_HEIGHT / 2 - 10;
        let mut x = LABEL_MARGIN + 12;
        for player in Player::ALL {
            let own: Vec<_> = self.view.stocks.iter().filter(|stock| stock.player == player).collect();
            if own.is_empty() {
                continue;
            }
            self.picture.piece(player, [x, y], 12, &letters(self.view, player));
            for stock in own {
                let upright = stock.kind != "blue";
                let size = if upright { [x + 26, y - 12, 6, 24] } else { [x + 20, y - 3, 24, 6] };
                self.picture.rect(wall_class(self.view, upright), size, 2);
                self.picture.text("label", [x + 56, y], &stock.left.to_string());
                x += 60;
            }
            x += 44;
        }
    }
}

fn wall_class(view: &GridView, upright: bool) -> &'static str {
    match (has_coloured_walls(view), upright) {
        (false, _) => "wall",
        (true, true) => "wall green",
        (true, false) => "wall blue",
    }
}

/// Describes the board in words, for screen readers.
pub(super) fn describe(view: &GridView) -> String {
    let label = |labels: &[String], index: u8| labels.get(usize::from(index)).cloned().unwrap_or_default();
    let mut parts = vec![format!("A board of {} rows and {} columns.", view.rows, view.cols)];
    for pawn in &view.pawns {
        let name = if pawn.label.is_empty() { pawn.player.to_string() } else { pawn.label.clone() };
        let (row, col) = (label(&view.row_labels, pawn.row), label(&view.col_labels, pawn.col));
        parts.push(format!("{name} stands in column {col}, row {row}."));
    }
    let upright = view.walls.iter().filter(|wall| wall.upright).count();
    if !view.walls.is_empty() {
        parts.push(format!("{upright} upright and {} lying walls.", view.walls.len() - upright));
    }
    let count = |kind: Cover| view.cover.iter().filter(|cover| **cover == kind).count();
    if view.has_dominoes() {
        let (upright, lying) = (count(Cover::Upright) / 2, count(Cover::Lying) / 2);
        parts.push(format!("{upright} upright and {lying} lying dominoes, {} free cells.", count(Cover::Free)));
    }
    parts.extend(view.status(true).into_iter().map(|line| format!("Left: {line}.")));
    parts.join(" ")
}
