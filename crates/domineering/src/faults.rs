//! What can be wrong with a move or a position of Domineering.

use agon_core::FaultKind;

pub(crate) const OFF_BOARD: FaultKind = FaultKind::new(
    "domineering-off-board",
    "{cell} is off the board; its columns are a to {last_column}, its rows 1 to {last_row}",
);
pub(crate) const COVERED: FaultKind = FaultKind::new("domineering-covered", "{cell} is already covered");
pub(crate) const OUTSIDE: FaultKind =
    FaultKind::new("domineering-outside", "{cell} is not part of this board");
pub(crate) const NOTHING_ABOVE: FaultKind = FaultKind::new(
    "domineering-nothing-above",
    "{cell} is in the top row; Vertical covers a cell and the one above it",
);
pub(crate) const NOTHING_RIGHT: FaultKind = FaultKind::new(
    "domineering-nothing-right",
    "{cell} is in the last column; Horizontal covers a cell and the one to its right",
);
pub(crate) const ABOVE_COVERED: FaultKind = FaultKind::new(
    "domineering-above-covered",
    "{cell} is free, but {other} above it is covered; Vertical needs both",
);
pub(crate) const RIGHT_COVERED: FaultKind = FaultKind::new(
    "domineering-right-covered",
    "{cell} is free, but {other} to its right is covered; Horizontal needs both",
);
pub(crate) const ABOVE_OUTSIDE: FaultKind = FaultKind::new(
    "domineering-above-outside",
    "{cell} is free, but {other} above it is not part of this board; Vertical needs both",
);
pub(crate) const RIGHT_OUTSIDE: FaultKind = FaultKind::new(
    "domineering-right-outside",
    "{cell} is free, but {other} to its right is not part of this board; Horizontal needs both",
);
pub(crate) const ROW_COUNT: FaultKind = FaultKind::new(
    "domineering-row-count",
    "the position has {given} rows, but the board has {rows}; rows are separated by /",
);
pub(crate) const ROW_LENGTH: FaultKind =
    FaultKind::new("domineering-row-length", "row {row} has {given} cells, but the board has {cols} columns");
pub(crate) const ROW_SYMBOL: FaultKind = FaultKind::new(
    "domineering-row-symbol",
    "{symbol} in row {row} is no cell; a number stands for free cells, v and h for covered ones, # for none",
);
pub(crate) const SIDE: FaultKind = FaultKind::new(
    "domineering-side",
    "{side} is no side to move; after the rows comes v for Vertical or h for Horizontal",
);
pub(crate) const ODD_VERTICAL: FaultKind = FaultKind::new(
    "domineering-odd-vertical",
    "{count} v cells from {cell} upwards cannot be covered by vertical dominoes; their number must be even",
);
pub(crate) const ODD_HORIZONTAL: FaultKind = FaultKind::new(
    "domineering-odd-horizontal",
    "{count} h cells from {cell} to the right cannot be covered by horizontal dominoes; their number must be even",
);

/// Every mistake that Domineering itself reports.
pub const FAULTS: &[FaultKind] = &[
    OFF_BOARD,
    COVERED,
    OUTSIDE,
    NOTHING_ABOVE,
    NOTHING_RIGHT,
    ABOVE_COVERED,
    RIGHT_COVERED,
    ABOVE_OUTSIDE,
    RIGHT_OUTSIDE,
    ROW_COUNT,
    ROW_LENGTH,
    ROW_SYMBOL,
    SIDE,
    ODD_VERTICAL,
    ODD_HORIZONTAL,
];
