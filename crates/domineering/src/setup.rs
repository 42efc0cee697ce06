//! Position strings: rows from the top, then the side to move.

use std::fmt::Write as _;

use agon_core::{Fault, Player, faults as core_faults};

use crate::cell::column_letter;
use crate::{Board, Cell, CellSet, faults};

/// The canonical string of a position.
pub(crate) fn board_text<W: CellSet>(board: &Board<W>) -> String {
    let mut text = String::with_capacity(usize::from(board.rows) * (usize::from(board.cols) + 1) + 2);
    for row in (0..board.rows).rev() {
        if row + 1 < board.rows {
            text.push('/');
        }
        let mut run = 0;
        for col in 0..board.cols {
            let symbol = symbol(board, Cell::new(col, row, board.cols));
            match symbol {
                Some(symbol) => {
                    push_run(&mut text, &mut run);
                    text.push(symbol);
                }
                None => run += 1,
            }
        }
        push_run(&mut text, &mut run);
    }
    text.push_str(if board.mover == Player::P1 { " v" } else { " h" });
    text
}

/// The letter of a cell; `None` if it is free.
fn symbol<W: CellSet>(board: &Board<W>, cell: Cell) -> Option<char> {
    if board.free.contains(cell) {
        None
    } else if board.upright.contains(cell) {
        Some('v')
    } else if board.lying.contains(cell) {
        Some('h')
    } else {
        Some('#')
    }
}

fn push_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{run}");
    }
    *run = 0;
}

/// Parses a position on a board of the size of `empty`.
pub(crate) fn parse_board<W: CellSet>(empty: Board<W>, text: &str) -> Result<Board<W>, Fault> {
    let mut fields = text.split_whitespace();
    let (Some(rows), Some(side), None) = (fields.next(), fields.next(), fields.next()) else {
        let example = board_text(&empty);
        return Err(core_faults::POSITION_SYNTAX.with("text", text.trim()).with("example", example));
    };
    let mut board = Board { free: W::EMPTY, ..empty };
    let given = rows.split('/').count();
    if given != usize::from(board.rows) {
        return Err(faults::ROW_COUNT.with("given", given).with("rows", board.rows));
    }
    for (row, cells) in (0..board.rows).rev().zip(rows.split('/')) {
        read_row(&mut board, row, cells)?;
    }
    board.mover = match side {
        "v" | "V" => Player::P1,
        "h" | "H" => Player::P2,
        _ => return Err(faults::SIDE.with("side", side)),
    };
    check_dominoes(&board)?;
    Ok(board)
}

fn read_row<W: CellSet>(board: &mut Board<W>, row: u8, cells: &str) -> Result<(), Fault> {
    let label = u32::from(row) + 1;
    let mut col = 0u32;
    let mut rest = cells;
    while let Some(symbol) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (length, set) = match symbol {
            // A number of free cells has no leading zero.
            '1'..='9' => (rest[..digits].parse().unwrap_or(u32::MAX), Some(&mut board.free)),
            'v' | 'V' => (1, Some(&mut board.upright)),
            'h' | 'H' => (1, Some(&mut board.lying)),
            '#' => (1, None),
            _ => return Err(faults::ROW_SYMBOL.with("symbol", symbol).with("row", label)),
        };
        let end = col.saturating_add(length);
        if end <= u32::from(board.cols)
            && let Some(set) = set
        {
            for col in col..end {
                *set |= W::bit(u32::from(Cell::new(col as u8, row, board.cols).0));
            }
        }
        col = end;
        rest = &rest[digits.max(symbol.len_utf8())..];
    }
    if col != u32::from(board.cols) {
        return Err(faults::ROW_LENGTH.with("row", label).with("given", col).with("cols", board.cols));
    }
    Ok(())
}

/// Checks that runs of `v` in a column and of `h` in a row have even length, as dominoes do.
fn check_dominoes<W: CellSet>(board: &Board<W>) -> Result<(), Fault> {
    for col in 0..board.cols {
        let covered = |row| board.upright.contains(Cell::new(col, row, board.cols));
        if let Some((row, count)) = odd_run(board.rows, covered) {
            return Err(faults::ODD_VERTICAL
                .with("count", count)
                .with("cell", format!("{}{}", column_letter(col), u32::from(row) + 1)));
        }
    }
    for row in 0..board.rows {
        let covered = |col| board.lying.contains(Cell::new(col, row, board.cols));
        if let Some((col, count)) = odd_run(board.cols, covered) {
            return Err(faults::ODD_HORIZONTAL
                .with("count", count)
                .with("cell", format!("{}{}", column_letter(col), u32::from(row) + 1)));
        }
    }
    Ok(())
}

/// Start and length of the first run of odd length.
fn odd_run(length: u8, covered: impl Fn(u8) -> bool) -> Option<(u8, u8)> {
    let mut start = 0;
    for at in 0..=length {
        if at == length || !covered(at) {
            if (at - start) % 2 == 1 {
                return Some((start, at - start));
            }
            start = at + 1;
        }
    }
    None
}
