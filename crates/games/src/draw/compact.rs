//! Grids with one line for each row.

use agon_core::view::{GridStyle, GridView};

use super::lattice::{content, counts_from_bottom, margin, wall_paint};
use super::{Canvas, Paint};

/// Draws a grid with its labels, one line for each row.
///
/// Lying walls are drawn as a line at the foot of the cells above them.
pub(crate) fn draw(view: &GridView, ascii: bool) -> Canvas {
    let rows = usize::from(view.rows);
    let below = counts_from_bottom(view);
    let mut canvas = Canvas::new(rows + 1);
    let (left, stride) = (margin(view), if view.style == GridStyle::Grooved { 4 } else { 2 });
    for (col, label) in view.col_labels.iter().enumerate() {
        canvas.put(if below { rows } else { 0 }, left + col * stride + stride / 2 - 1, label, Paint::Plain);
    }
    for row in 0..rows {
        let line = row + usize::from(!below);
        let label = view.row_labels.get(row).map_or("", String::as_str);
        canvas.put(line, (left - 1).saturating_sub(label.chars().count()), label, Paint::Plain);
        for col in 0..usize::from(view.cols) {
            let draw_cell = match view.style {
                GridStyle::Grooved => grooved,
                GridStyle::Plain => plain,
            };
            draw_cell(&mut canvas, view, ascii, (row, col), (line, left + col * stride));
        }
    }
    canvas
}

fn plain(canvas: &mut Canvas, view: &GridView, ascii: bool, cell: (usize, usize), at: (usize, usize)) {
    let (text, paint) = content(view, cell.0, cell.1, ascii).unwrap_or_else(|| {
        let empty = if ascii { "." } else { "·" };
        (empty.to_owned(), Paint::Faint)
    });
    canvas.put(at.0, at.1, &text, paint);
}

fn grooved(canvas: &mut Canvas, view: &GridView, ascii: bool, cell: (usize, usize), at: (usize, usize)) {
    let (row, col) = cell;
    let wall = |upright: bool, on: &dyn Fn(usize, usize) -> bool| {
        view.walls.iter().any(|w| w.upright == upright && on(usize::from(w.row), usize::from(w.col)))
    };
    let foot = if ascii { "_" } else { "▁" };
    let floor = wall(false, &|r, c| r == row && (c == col || c + 1 == col));
    let (fill, fill_paint) = if floor { (foot, wall_paint(view, false)) } else { (" ", Paint::Plain) };
    canvas.put(at.0, at.1, &fill.repeat(3), fill_paint);
    match content(view, row, col, ascii) {
        Some((text, paint)) => canvas.put(at.0, at.1 + 1, &text, paint),
        None if floor => {}
        None => canvas.put(at.0, at.1 + 1, if ascii { "." } else { "·" }, Paint::Faint),
    }
    let side = wall(true, &|r, c| c == col && (r == row || r + 1 == row));
    let across = wall(false, &|r, c| r == row && c == col);
    if side {
        canvas.put(at.0, at.1 + 3, if ascii { "#" } else { "║" }, wall_paint(view, true));
    } else if across {
        canvas.put(at.0, at.1 + 3, foot, wall_paint(view, false));
    }
}
