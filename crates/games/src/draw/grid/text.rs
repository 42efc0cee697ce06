//! Grids in characters: squares with lines between them. Walls are double lines, dominoes have no line inside.

use std::cmp::Ordering::{Equal, Greater};
use std::collections::HashMap;

use agon_core::view::{Cover, GridStyle, GridView, WallView};
use agon_core::{PlaceView, Player};

use super::layout::GridLayout;
use super::{LabelledSides, has_coloured_walls, pawn};
use crate::draw::{Canvas, Ink, Mark, Marks, Paint, pick};

/// Draws a grid with its labels.
pub(super) fn draw(layout: &GridLayout, marks: &Marks, ascii: bool) -> Canvas {
    let view = &layout.view;
    let mut drawing = Drawing {
        layout,
        view,
        ascii,
        marks,
        by_place: marks.places().collect(),
        walls: wall_edges(view, marks),
        canvas: Canvas::default(),
    };
    drawing.labels();
    for row in layout.rows.visible() {
        for col in layout.cols.visible() {
            drawing.square(row, col);
        }
    }
    drawing.lines();
    drawing.canvas
}

/// A line between two squares, or at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// Nothing: outside the board.
    None,
    /// The middle of a domino.
    Inside(Player),
    /// An open passage.
    Open,
    /// The frame of the board, or a line between two squares of a plain board.
    Line,
    /// A wall, which may have a mark.
    Wall(Option<Mark>),
}

impl Edge {
    fn is_drawn(self) -> bool {
        !matches!(self, Self::None | Self::Inside(_))
    }
}

/// An edge by the square behind it: below, or to the right of an upright edge.
type EdgeKey = (usize, usize, bool);

/// The walls on the board and those that are marks.
fn wall_edges(view: &GridView, marks: &Marks) -> HashMap<EdgeKey, Option<Mark>> {
    let standing = view.walls.iter().map(|wall| (*wall, None));
    let marked = marks.places().filter_map(|(place, mark)| match place {
        PlaceView::Wall { row, col, upright } => Some((WallView { row, col, upright }, Some(mark))),
        _ => None,
    });
    let edges = standing.chain(marked).flat_map(|(WallView { row, col, upright }, mark)| {
        let (row, col) = (usize::from(row), usize::from(col));
        let edges = if upright { [(row, col + 1), (row + 1, col + 1)] } else { [(row + 1, col), (row + 1, col + 1)] };
        edges.map(|(row, col)| ((row, col, upright), mark))
    });
    edges.collect()
}

struct Drawing<'a> {
    layout: &'a GridLayout,
    view: &'a GridView,
    ascii: bool,
    marks: &'a Marks,
    by_place: HashMap<PlaceView, Mark>,
    walls: HashMap<EdgeKey, Option<Mark>>,
    canvas: Canvas,
}

impl Drawing<'_> {
    fn labels(&mut self) {
        let (rows, cols) = (self.layout.rows, self.layout.cols);
        let sides = LabelledSides::of(self.view);
        for (row, label) in rows.visible().filter_map(|row| Some((row, self.view.row_labels.get(row)?))) {
            let line = rows.start(row) + rows.cell / 2;
            let column = (cols.origin - cols.frame - 1).saturating_sub(label.chars().count());
            self.canvas.put(line, column, label, Paint::Plain);
            if sides.right {
                self.canvas.put(line, cols.end() + 1, label, Paint::Plain);
            }
        }
        let lines = [sides.above.then_some(0), sides.below.then_some(rows.end())];
        for (col, label) in cols.visible().filter_map(|col| Some((col, self.view.col_labels.get(col)?))) {
            for line in lines.into_iter().flatten() {
                self.canvas.put(line, self.centred(col, label), label, Paint::Plain);
            }
        }
        self.scroll_signs(lines.into_iter().flatten().next().unwrap_or(0));
    }

    /// Arrows beside the labels towards squares that do not fit.
    fn scroll_signs(&mut self, label_line: usize) {
        let (rows, cols) = (self.layout.rows, self.layout.cols);
        let (row, col) = (rows.visible(), cols.visible());
        let before_board = (cols.origin - cols.frame).saturating_sub(1);
        let bottom = rows.start(row.end.saturating_sub(1)) + rows.cell / 2;
        let signs = [
            (row.start > 0, rows.start(row.start) + rows.cell / 2, before_board, ("↑", "^")),
            (row.end < self.view.rows.into(), bottom, before_board, ("↓", "v")),
            (col.start > 0, label_line, cols.start(col.start), ("←", "<")),
            (col.end < self.view.cols.into(), label_line, cols.end().saturating_sub(1), ("→", ">")),
        ];
        for (is_more, line, column, (sign, plain)) in signs {
            if is_more {
                self.canvas.put(line, column, pick(self.ascii, sign, plain), Paint::Strong);
            }
        }
    }

    /// The column where a text in the middle of a square begins.
    fn centred(&self, col: usize, text: &str) -> usize {
        let cols = self.layout.cols;
        cols.start(col) + cols.cell.saturating_sub(text.chars().count()).div_ceil(2)
    }

    fn square(&mut self, row: usize, col: usize) {
        let (rows, cols) = (self.layout.rows, self.layout.cols);
        let (line, column) = (rows.start(row), cols.start(col));
        let fill = match self.view.cover(row, col) {
            Cover::Free => None,
            Cover::Outside => Some(("#", Paint::Faint)),
            Cover::Upright => Some((" ", Paint::Domino(Player::P1))),
            Cover::Lying => Some((" ", Paint::Domino(Player::P2))),
        };
        if let Some((text, paint)) = fill {
            let text = text.repeat(cols.cell);
            (line..line + rows.cell).for_each(|line| self.canvas.put(line, column, &text, paint));
        }
        let place = PlaceView::Cell { row: row as u8, col: col as u8 };
        let (text, mut ink) = self.content(row, col, self.by_place.get(&place).copied()).unwrap_or_default();
        let line = line + rows.cell / 2;
        if self.marks.cursor == Some(place) {
            if cols.cell < 3 {
                ink = ink.paint.reversed();
            } else {
                self.canvas.put(line, column, &format!("[{:1$}]", "", cols.cell - 2), Paint::Strong);
            }
        }
        // The second letter of a pawn's name covers a bracket in a narrow square.
        self.canvas.put(line, self.centred(col, &text), &text, ink);
    }

    /// What stands on a square, if anything does.
    fn content(&self, row: usize, col: usize, mark: Option<Mark>) -> Option<(String, Ink)> {
        let piece = self.pawn(row, col, mark).or_else(|| self.domino(row, col, mark));
        if piece.is_some() || self.view.cover(row, col) == Cover::Outside {
            return piece;
        }
        let marked = mark.and_then(|mark| Some((mark.symbol(self.ascii)?, Paint::Mark(mark))));
        let dot = || (self.layout.cols.gap == 0).then(|| (pick(self.ascii, "·", "."), Paint::Faint));
        let found = marked.or_else(|| self.path(row, col)).or_else(|| self.goal(row, col)).or_else(dot);
        found.map(|(text, paint)| (text.to_owned(), paint.into()))
    }

    fn pawn(&self, row: usize, col: usize, mark: Option<Mark>) -> Option<(String, Ink)> {
        let found = self.view.pawns.iter().find(|pawn| (usize::from(pawn.row), usize::from(pawn.col)) == (row, col))?;
        let paint = Paint::Player(found.player);
        let ink = match mark {
            Some(Mark::Selected) => paint.reversed(),
            // A pawn that can be taken, or that should move.
            Some(mark @ (Mark::Target | Mark::Hint)) => Paint::Mark(mark).reversed(),
            Some(Mark::Last | Mark::Source) => paint.underlined(),
            _ => paint.into(),
        };
        Some((pawn(found.player, &found.label, self.ascii), ink))
    }

    fn domino(&self, row: usize, col: usize, mark: Option<Mark>) -> Option<(String, Ink)> {
        let (letter, paint) = match self.view.cover(row, col) {
            Cover::Upright => ("X", Paint::Domino(Player::P1)),
            Cover::Lying => ("O", Paint::Domino(Player::P2)),
            Cover::Free | Cover::Outside => return None,
        };
        Some((letter.to_owned(), if mark == Some(Mark::Last) { paint.underlined() } else { paint.into() }))
    }

    /// An arrow along a shortest path; a diamond where paths of both players meet.
    fn path(&self, row: usize, col: usize) -> Option<(&'static str, Paint)> {
        let here = (row as u8, col as u8);
        let mut paths = self.marks.paths.iter().filter(|path| path.cells.contains(&here));
        let path = paths.next()?;
        if paths.any(|other| other.player != path.player) {
            return Some((pick(self.ascii, "◇", "%"), Paint::Strong));
        }
        let mut rest = path.cells.iter().skip_while(|cell| **cell != here).skip(1);
        let (unicode, ascii) = match rest.next().map(|(row, col)| (row.cmp(&here.0), col.cmp(&here.1))) {
            None => ("◎", "@"),
            Some((Equal, Greater)) => ("→", ">"),
            Some((Equal, _)) => ("←", "<"),
            Some((Greater, Equal)) => ("↓", "v"),
            Some((_, Equal)) => ("↑", "^"),
            Some((one, other)) if one == other => ("↘", "\\"),
            Some(_) => ("↗", "/"),
        };
        Some((pick(self.ascii, unicode, ascii), Paint::Player(path.player)))
    }

    /// A goal that is a whole row explains itself; single goal squares are marked.
    fn goal(&self, row: usize, col: usize) -> Option<(&'static str, Paint)> {
        let mut goals = self.view.goals.iter();
        let player = goals.find(|goal| (usize::from(goal.row), usize::from(goal.col)) == (row, col))?.player;
        let count = self.view.goals.iter().filter(|goal| goal.player == player).count();
        (count <= 2).then_some(("*", Paint::Player(player)))
    }

    fn lines(&mut self) {
        let (rows, cols) = (self.layout.rows, self.layout.cols);
        for (row, line) in rows.lines() {
            for col in cols.visible() {
                let (dash, ink) = self.dash(self.edge(row, col, false), false);
                self.canvas.put(line, cols.start(col), &dash.repeat(cols.cell), ink);
            }
            for (col, column) in cols.lines() {
                let (corner, ink) = self.corner(row, col);
                self.canvas.put(line, column, corner, ink);
            }
        }
        for (col, column) in cols.lines() {
            for row in rows.visible() {
                let (dash, ink) = self.dash(self.edge(row, col, true), true);
                (0..rows.cell).for_each(|line| self.canvas.put(rows.start(row) + line, column, dash, ink));
            }
        }
    }

    /// What is between a square and the one before it: above, or to the left of an upright edge.
    fn edge(&self, row: usize, col: usize, upright: bool) -> Edge {
        let view = self.view;
        let is_square = |(row, col): (usize, usize)| {
            row < view.rows.into() && col < view.cols.into() && view.cover(row, col) != Cover::Outside
        };
        let before = if upright { (row, col.wrapping_sub(1)) } else { (row.wrapping_sub(1), col) };
        let (cover, player) = if upright { (Cover::Lying, Player::P2) } else { (Cover::Upright, Player::P1) };
        match (is_square(before), is_square((row, col))) {
            (false, false) => Edge::None,
            (true, true) if view.style == GridStyle::Grooved => {
                self.walls.get(&(row, col, upright)).map_or(Edge::Open, |mark| Edge::Wall(*mark))
            }
            (true, true) if view.is_joined(before.0, before.1, cover) => Edge::Inside(player),
            _ => Edge::Line,
        }
    }

    fn dash(&self, edge: Edge, upright: bool) -> (&'static str, Ink) {
        let line = if upright { "│" } else { "─" };
        match edge {
            Edge::None => (" ", Ink::default()),
            Edge::Inside(player) => (" ", Paint::Domino(player).into()),
            Edge::Open => (pick(self.ascii, line, " "), Paint::Faint.into()),
            Edge::Line => (pick(self.ascii, line, if upright { "|" } else { "-" }), Ink::default()),
            Edge::Wall(mark) => self.wall(mark, upright),
        }
    }

    fn wall(&self, mark: Option<Mark>, upright: bool) -> (&'static str, Ink) {
        let ((unicode, unicode_lying), (ascii, ascii_lying)) = match mark {
            Some(Mark::Preview) => (("┃", "━"), ("*", "*")),
            Some(Mark::Refused) => (("×", "×"), ("x", "x")),
            Some(Mark::Hint) => (("┇", "┅"), ("!", "!")),
            _ => (("║", "═"), ("#", "=")),
        };
        let text =
            if upright { pick(self.ascii, unicode, ascii) } else { pick(self.ascii, unicode_lying, ascii_lying) };
        let paint = wall_paint(self.view, upright);
        let ink = match mark {
            Some(mark @ (Mark::Preview | Mark::Refused | Mark::Hint)) => Paint::Mark(mark).into(),
            Some(Mark::Last) => paint.underlined(),
            _ => paint.into(),
        };
        (text, ink)
    }

    /// The lines that meet at a corner: up, right, down, left.
    fn arms(&self, row: usize, col: usize) -> [Edge; 4] {
        [
            self.edge(row.wrapping_sub(1), col, true),
            self.edge(row, col, false),
            self.edge(row, col, true),
            self.edge(row, col.wrapping_sub(1), false),
        ]
    }

    fn corner(&self, row: usize, col: usize) -> (&'static str, Ink) {
        let arms = self.arms(row, col);
        // A wall with a mark is drawn in one piece.
        for (one, other, upright) in [(arms[0], arms[2], true), (arms[1], arms[3], false)] {
            if matches!(one, Edge::Wall(Some(_))) && one == other {
                return self.dash(one, upright);
            }
        }
        let walls = arms.map(|edge| matches!(edge, Edge::Wall(_)));
        let drawn = arms.map(Edge::is_drawn);
        // A wall that merely ends leaves the corner light.
        let meeting = walls.iter().filter(|wall| **wall).count() > 1;
        let paint = match (meeting, arms.contains(&Edge::Line)) {
            (true, _) => wall_paint(self.view, walls[0] || walls[2]),
            (false, true) => Paint::Plain,
            (false, false) => Paint::Faint,
        };
        let text = match (self.ascii, meeting) {
            (false, true) => corner_of(DOUBLE, walls),
            (false, false) => corner_of(LIGHT, drawn),
            (true, true) if !walls[1] && !walls[3] => "#",
            (true, true) if !walls[0] && !walls[2] => "=",
            (true, _) if drawn.contains(&true) => "+",
            (true, _) => " ",
        };
        (text, paint.into())
    }
}

/// The paint of walls: two colours if there are two kinds.
fn wall_paint(view: &GridView, upright: bool) -> Paint {
    match (has_coloured_walls(view), upright) {
        (false, _) => Paint::Wall,
        (true, true) => Paint::Green,
        (true, false) => Paint::Blue,
    }
}

/// A corner by the arms that it has.
fn corner_of(table: [&'static str; 16], [up, right, down, left]: [bool; 4]) -> &'static str {
    table[usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3]
}

const LIGHT: [&str; 16] = [" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"];
const DOUBLE: [&str; 16] = [" ", "║", "═", "╚", "║", "╫", "╔", "╠", "═", "╝", "╪", "╩", "╗", "╣", "╦", "╬"];
