//! Errors in moves and positions. What players read about them stands in `texts`.

agon_core::faults! {
    pub(crate) OFF_BOARD = "newgame-off-board", "{cell} is off the board; its last cell is {last}";
    pub(crate) TAKEN = "newgame-taken", "there is already a stone on {cell}";
    pub(crate) BESIDE = "newgame-beside", "{cell} is beside {other}, where the opponent has a stone";
    pub(crate) ROWS = "newgame-rows", "{rows} are not {size} rows of {size} cells; rows are separated by /, and a number stands for free cells";
    pub(crate) SIDE = "newgame-side", "{side} is no side to move; after the rows comes w or b";
}
