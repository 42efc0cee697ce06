//! What the games on a board of squares with walls share.

/// Counted from 1: in Blockade (row, column), rows from the top; in Quoridor (column, row), as in `e3` = (5, 3).
pub(crate) type Square = (i32, i32);

pub(crate) fn plus(a: Square, b: Square) -> Square {
    (a.0 + b.0, a.1 + b.1)
}

/// The fields of a position: two kinds of walls, the pawns, the walls left, who is to move.
pub(crate) fn fields(text: &str) -> Result<[&str; 5], String> {
    let fields: Vec<&str> = text.split('/').map(str::trim).collect();
    fields.try_into().map_err(|_| "a position has five fields".to_owned())
}

/// The player to move, from 0.
pub(crate) fn mover(text: &str) -> Result<usize, String> {
    match text {
        "1" => Ok(0),
        "2" => Ok(1),
        _ => Err(format!("{text} is neither 1 nor 2")),
    }
}

/// The only square of a list that was read from a text.
pub(crate) fn only(squares: &[Square], text: &str) -> Result<Square, String> {
    match *squares {
        [square] => Ok(square),
        _ => Err(format!("{text} is not a square")),
    }
}

/// A whole number of at most `most_digits` digits, without a sign.
pub(crate) fn number(text: &str, most_digits: usize) -> Result<i32, String> {
    let is_number = text.len() <= most_digits && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or_else(|| format!("{text:?} is not a number"))
}
