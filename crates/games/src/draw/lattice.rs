//! Grids with lines between the cells: walls are double lines, dominoes have no line inside.

use agon_core::Player;
use agon_core::view::{Cover, GridStyle, GridView};

use super::status::pawn;
use super::{Canvas, Paint};

/// Width of a cell between its lines.
const CELL: usize = 3;
/// From one vertical line to the next.
const STRIDE: usize = CELL + 1;

/// A line between two cells, or at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// Nothing: inside a domino, or outside the board.
    None,
    /// An open passage.
    Open,
    /// The frame of the board, or a line between two cells of a plain board.
    Line,
    /// A wall.
    Wall,
}

/// Draws a grid with its labels.
pub(crate) fn draw(view: &GridView, ascii: bool) -> Canvas {
    Lattice::new(view, ascii).draw()
}

/// Whether rows are counted from the bottom; the column labels then stand below the board.
pub(crate) fn counts_from_bottom(view: &GridView) -> bool {
    view.row_labels.last().is_some_and(|label| label == "1")
}

/// Columns taken by row labels and the blank after them.
pub(crate) fn margin(view: &GridView) -> usize {
    view.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) + 1
}

/// The paint of walls: Blockade has two colours, others one.
pub(crate) fn wall_paint(view: &GridView, upright: bool) -> Paint {
    match (view.stocks.iter().any(|stock| stock.kind == "green"), upright) {
        (false, _) => Paint::Wall,
        (true, true) => Paint::Green,
        (true, false) => Paint::Blue,
    }
}

/// What stands on a cell, if anything does.
pub(crate) fn content(view: &GridView, row: usize, col: usize, ascii: bool) -> Option<(String, Paint)> {
    let here = |r: u8, c: u8| (usize::from(r), usize::from(c)) == (row, col);
    if let Some(found) = view.pawns.iter().find(|pawn| here(pawn.row, pawn.col)) {
        return Some((pawn(found.player, &found.label, ascii), Paint::Player(found.player)));
    }
    match view.cover(row, col) {
        Cover::Upright => return Some(("X".to_owned(), Paint::Player(Player::P1))),
        Cover::Lying => return Some(("O".to_owned(), Paint::Player(Player::P2))),
        Cover::Outside => return Some(("#".to_owned(), Paint::Faint)),
        Cover::Free => {}
    }
    // A goal that is a whole row explains itself; single goal squares are marked.
    let goal = view.goals.iter().find(|goal| here(goal.row, goal.col))?;
    let many = view.goals.iter().filter(|other| other.player == goal.player).count() > 2;
    (!many).then(|| ("*".to_owned(), Paint::Player(goal.player)))
}

struct Lattice<'a> {
    view: &'a GridView,
    ascii: bool,
    rows: usize,
    cols: usize,
    /// Lines below row `i - 1` and above row `i`, column by column.
    lying: Vec<Vec<Edge>>,
    /// Lines to the left of column `j`, row by row.
    upright: Vec<Vec<Edge>>,
}

impl<'a> Lattice<'a> {
    fn new(view: &'a GridView, ascii: bool) -> Self {
        let (rows, cols) = (usize::from(view.rows), usize::from(view.cols));
        let mut lattice = Self {
            view,
            ascii,
            rows,
            cols,
            lying: vec![vec![Edge::Line; cols]; rows + 1],
            upright: vec![vec![Edge::Line; cols + 1]; rows],
        };
        match view.style {
            GridStyle::Grooved => lattice.grooves(),
            GridStyle::Plain => lattice.dominoes(),
        }
        lattice
    }

    fn grooves(&mut self) {
        for row in 1..self.rows {
            self.lying[row].fill(Edge::Open);
        }
        for row in 0..self.rows {
            self.upright[row][1..self.cols].fill(Edge::Open);
        }
        for wall in &self.view.walls {
            let (row, col) = (usize::from(wall.row), usize::from(wall.col));
            if row + 1 >= self.rows || col + 1 >= self.cols {
                continue;
            }
            if wall.upright {
                self.upright[row][col + 1] = Edge::Wall;
                self.upright[row + 1][col + 1] = Edge::Wall;
            } else {
                self.lying[row + 1][col] = Edge::Wall;
                self.lying[row + 1][col + 1] = Edge::Wall;
            }
        }
    }

    fn dominoes(&mut self) {
        let outside = |row: Option<usize>, col: Option<usize>| match (row, col) {
            (Some(row), Some(col)) if row < self.rows && col < self.cols => self.view.cover(row, col) == Cover::Outside,
            _ => true,
        };
        for row in 0..=self.rows {
            for col in 0..self.cols {
                let above = row.checked_sub(1);
                let bare = outside(above, Some(col)) && outside(Some(row), Some(col));
                let inside = above.is_some_and(|above| self.view.is_joined(above, col, Cover::Upright));
                if bare || inside {
                    self.lying[row][col] = Edge::None;
                }
            }
        }
        for row in 0..self.rows {
            for col in 0..=self.cols {
                let left = col.checked_sub(1);
                let bare = outside(Some(row), left) && outside(Some(row), Some(col));
                let inside = left.is_some_and(|left| self.view.is_joined(row, left, Cover::Lying));
                if bare || inside {
                    self.upright[row][col] = Edge::None;
                }
            }
        }
    }

    fn draw(&self) -> Canvas {
        let labels_below = counts_from_bottom(self.view);
        let top = usize::from(!labels_below);
        let left = margin(self.view);
        let mut canvas = Canvas::new(2 * self.rows + 2);
        let label_line = if labels_below { 2 * self.rows + 1 } else { 0 };
        for (col, label) in self.view.col_labels.iter().enumerate() {
            canvas.put(label_line, left + col * STRIDE + 2, label, Paint::Plain);
        }
        for row in 0..=self.rows {
            self.draw_line(&mut canvas, row, top + 2 * row, left);
            if row < self.rows {
                self.draw_row(&mut canvas, row, top + 2 * row + 1, left);
            }
        }
        canvas
    }

    fn draw_line(&self, canvas: &mut Canvas, row: usize, line: usize, left: usize) {
        for col in 0..=self.cols {
            let (corner, paint) = self.corner(row, col);
            canvas.put(line, left + col * STRIDE, &corner.to_string(), paint);
            if let Some(&edge) = self.lying[row].get(col) {
                let (c, paint) = self.dash(edge, false);
                canvas.put(line, left + col * STRIDE + 1, &c.to_string().repeat(CELL), paint);
            }
        }
    }

    fn draw_row(&self, canvas: &mut Canvas, row: usize, line: usize, left: usize) {
        if let Some(label) = self.view.row_labels.get(row) {
            let pad = (left - 1).saturating_sub(label.chars().count());
            canvas.put(line, pad, label, Paint::Plain);
        }
        for col in 0..=self.cols {
            let (c, paint) = self.dash(self.upright[row][col], true);
            canvas.put(line, left + col * STRIDE, &c.to_string(), paint);
            if col < self.cols
                && let Some((text, paint)) = content(self.view, row, col, self.ascii)
            {
                // A hole is filled to its edges; a piece stands in the middle.
                let hole = self.view.cover(row, col) == Cover::Outside;
                let (shift, text) = if hole { (1, text.repeat(CELL)) } else { (2, text) };
                canvas.put(line, left + col * STRIDE + shift, &text, paint);
            }
        }
    }

    fn dash(&self, edge: Edge, upright: bool) -> (char, Paint) {
        let paint = match edge {
            Edge::Wall => wall_paint(self.view, upright),
            Edge::Open => Paint::Faint,
            Edge::None | Edge::Line => Paint::Plain,
        };
        let c = match (edge, upright, self.ascii) {
            (Edge::None, ..) | (Edge::Open, _, true) => ' ',
            (Edge::Line, true, true) => '|',
            (Edge::Line, false, true) => '-',
            (Edge::Wall, true, true) => '#',
            (Edge::Wall, false, true) => '=',
            (Edge::Wall, true, false) => '║',
            (Edge::Wall, false, false) => '═',
            (_, true, false) => '│',
            (_, false, false) => '─',
        };
        (c, paint)
    }

    /// The lines that meet at a corner: up, right, down, left.
    fn arms(&self, row: usize, col: usize) -> [Edge; 4] {
        let lying = |col: Option<usize>| col.and_then(|col| self.lying[row].get(col)).copied();
        let upright = |row: Option<usize>| row.and_then(|row| self.upright.get(row)).map(|line| line[col]);
        [upright(row.checked_sub(1)), lying(Some(col)), upright(Some(row)), lying(col.checked_sub(1))]
            .map(|edge| edge.unwrap_or(Edge::None))
    }

    fn corner(&self, row: usize, col: usize) -> (char, Paint) {
        let arms = self.arms(row, col);
        let walls = arms.map(|edge| edge == Edge::Wall);
        let frame = arms.contains(&Edge::Line);
        let meeting = walls.iter().filter(|wall| **wall).count() > 1;
        let paint = match (meeting, frame) {
            (true, _) => wall_paint(self.view, walls[0] || walls[2]),
            (false, true) => Paint::Plain,
            (false, false) => Paint::Faint,
        };
        let any = arms.map(|edge| edge != Edge::None);
        let c = if self.ascii {
            match (meeting, walls) {
                (true, [_, false, _, false]) => '#',
                (true, [false, _, false, _]) => '=',
                _ if any.contains(&true) => '+',
                _ => ' ',
            }
        } else if meeting {
            double_corner(walls)
        } else {
            light_corner(any)
        };
        (c, paint)
    }
}

/// A corner where walls meet or go on; a wall that merely ends leaves the light corner.
fn double_corner([up, right, down, left]: [bool; 4]) -> char {
    match (up, right, down, left) {
        (false, true, false, true) => '╪',
        (true, false, true, false) => '╫',
        (true, true, false, false) => '╚',
        (true, false, false, true) => '╝',
        (false, true, true, false) => '╔',
        (false, false, true, true) => '╗',
        (true, true, true, false) => '╠',
        (true, false, true, true) => '╣',
        (true, true, false, true) => '╩',
        (false, true, true, true) => '╦',
        _ => '╬',
    }
}

fn light_corner([up, right, down, left]: [bool; 4]) -> char {
    let index = usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3;
    [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'][index]
}
