//! Slow, obviously right move generators to compare the fast ones with.
//!
//! Each module follows the written rules of its game word by word, on sets and lists, and shares no
//! code with the crate it checks. Positions go in and come out as text, so nothing but the notation
//! joins the two sides.

pub mod blockade;
pub mod domineering;
pub mod quoridor;
pub mod tavli;

/// What a slow generator says about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The position in its canonical spelling.
    pub position: String,
    /// Who acts next: `p1`, `p2`, `chance` or `none`.
    pub actor: &'static str,
    /// The result of a finished game: the winner (1 or 2, `None` for a draw) and the points.
    pub outcome: Option<(Option<u8>, u8)>,
    /// The positions after each legal turn, or after each roll if chance acts; sorted, each once.
    pub successors: Vec<String>,
}
