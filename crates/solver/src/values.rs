use crate::cgt::{Games, Value};

/// The combinatorial values of a position, whichever player is to move.
pub struct PositionValues {
    /// The games whose canonical forms the values are.
    pub games: Games,
    /// The value of the position.
    pub whole: Value,
    /// The parts of the position that do not influence each other.
    pub parts: Vec<PartValue>,
}

/// The value of a part of a position.
#[derive(Clone, Copy, Debug)]
pub struct PartValue {
    /// Its number of cells.
    pub cells: u32,
    /// Its value.
    pub value: Value,
}
