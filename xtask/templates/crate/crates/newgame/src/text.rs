//! Cells and positions as text.

use agon_core::{Fault, Player, faults as core_faults};

use crate::{Board, Cell, faults};

/// The text of a cell: `c4`.
pub(crate) fn cell_text(cell: Cell) -> String {
    let (col, row) = cell.column_row();
    format!("{}{}", char::from(b'a' + col), row + 1)
}

/// Parses a cell of an 8 x 8 board, which may be off a smaller one.
pub(crate) fn parse_cell(text: &str) -> Option<Cell> {
    let [col, row] = *text.trim().to_ascii_lowercase().as_bytes() else { return None };
    ((b'a'..=b'h').contains(&col) && (b'1'..=b'8').contains(&row)).then(|| Cell::new(col - b'a', row - b'1'))
}

/// The canonical string of a position: rows from the top, then the side to move.
pub(crate) fn board_text(board: &Board) -> String {
    let row_text = |row: u8| {
        let mut text = String::new();
        let mut free = 0;
        for bit in (0..board.size).map(|col| 1 << Cell::new(col, row).0) {
            let stone = ['w', 'b'].into_iter().zip(board.stones).find(|(_, stones)| stones & bit != 0);
            if stone.is_some() && free > 0 {
                text += &std::mem::take(&mut free).to_string();
            }
            match stone {
                Some((letter, _)) => text.push(letter),
                None => free += 1,
            }
        }
        if free > 0 { text + &free.to_string() } else { text }
    };
    let rows: Vec<String> = (0..board.size).rev().map(row_text).collect();
    format!("{} {}", rows.join("/"), ["w", "b"][board.mover.index()])
}

/// Parses a position on a board of the size of `empty`.
pub(crate) fn parse_board(empty: Board, text: &str) -> Result<Board, Fault> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [rows, side] = words[..] else {
        return Err(core_faults::POSITION_SYNTAX.with("text", text.trim()).with("example", board_text(&empty)));
    };
    let mut board = empty;
    let wrong = || faults::ROWS.with("rows", rows).with("size", empty.size);
    let listed: Vec<&str> = rows.split('/').collect();
    if listed.len() != usize::from(board.size) {
        return Err(wrong());
    }
    for (row, cells) in (0..board.size).rev().zip(listed) {
        let mut col = 0u8;
        for symbol in cells.chars() {
            match symbol.to_ascii_lowercase() {
                free @ '1'..='8' => col += free as u8 - b'0',
                stone @ ('w' | 'b') if col < board.size => {
                    board.stones[usize::from(stone == 'b')] |= 1 << Cell::new(col, row).0;
                    col += 1;
                }
                _ => return Err(wrong()),
            }
            if col > board.size {
                return Err(wrong());
            }
        }
        if col != board.size {
            return Err(wrong());
        }
    }
    board.mover = match side.to_ascii_lowercase().as_str() {
        "w" => Player::P1,
        "b" => Player::P2,
        _ => return Err(faults::SIDE.with("side", side)),
    };
    board.impossible().map_or(Ok(board), Err)
}
