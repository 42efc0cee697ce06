//! Errors in moves and positions.

agon_core::faults! {
    pub(crate) OFF_BOARD = "domineering-off-board", "{cell} is off the board; its columns are a to {last_column}, its rows 1 to {last_row}";
    pub(crate) COVERED = "domineering-covered", "{cell} is already covered";
    pub(crate) OUTSIDE = "domineering-outside", "{cell} is not part of this board";
    pub(crate) NOTHING_ABOVE = "domineering-nothing-above", "{cell} is in the top row; Vertical covers a cell and the one above it";
    pub(crate) NOTHING_RIGHT = "domineering-nothing-right", "{cell} is in the last column; Horizontal covers a cell and the one to its right";
    pub(crate) ABOVE_COVERED = "domineering-above-covered", "{cell} is free, but {other} above it is covered; Vertical needs both";
    pub(crate) RIGHT_COVERED = "domineering-right-covered", "{cell} is free, but {other} to its right is covered; Horizontal needs both";
    pub(crate) ABOVE_OUTSIDE = "domineering-above-outside", "{cell} is free, but {other} above it is not part of this board; Vertical needs both";
    pub(crate) RIGHT_OUTSIDE = "domineering-right-outside", "{cell} is free, but {other} to its right is not part of this board; Horizontal needs both";
    pub(crate) ROW_COUNT = "domineering-row-count", "the position has {given} rows, but the board has {rows}; rows are separated by /";
    pub(crate) ROW_LENGTH = "domineering-row-length", "row {row} has {given} cells, but the board has {cols} columns";
    pub(crate) ROW_SYMBOL = "domineering-row-symbol", "{symbol} in row {row} is no cell; a number stands for free cells, v and h for covered ones, # for none";
    pub(crate) SIDE = "domineering-side", "{side} is no side to move; after the rows comes v for Vertical or h for Horizontal";
    pub(crate) ODD_VERTICAL = "domineering-odd-vertical", "{count} v cells from {cell} upwards cannot be covered by vertical dominoes; their number must be even";
    pub(crate) ODD_HORIZONTAL = "domineering-odd-horizontal", "{count} h cells from {cell} to the right cannot be covered by horizontal dominoes; their number must be even";
}
