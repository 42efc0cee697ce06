//! Slow, obviously right move generators to compare the fast ones with.
//!
//! Each module follows the written rules of its game word by word, on sets and lists, and shares no
//! code with the crate it checks. Positions go in and come out as text, so nothing but the notation
//! joins the two sides.
//!
//! ```
//! let twin = agon_reference::successors("quoridor", "startpos")?;
//! assert_eq!(twin.actor, "p1");
//! assert_eq!(twin.successors.len(), 131);
//! # Ok::<(), String>(())
//! ```

pub mod blockade;
pub mod domineering;
pub mod quoridor;
pub mod tavli;

mod options;
mod random;

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

/// Asks the slow generator of the game that the spec string names.
pub fn successors(spec: &str, position: &str) -> Result<Twin, String> {
    match game_name(spec).as_str() {
        "quoridor" => quoridor::successors(spec, position),
        "blockade" => blockade::successors(spec, position),
        "domineering" => domineering::successors(spec, position),
        _ => tavli::successors(spec, position),
    }
}

/// Makes up a valid position of the game that the spec string names; the same seed gives the same one.
pub fn random_position(spec: &str, seed: u64) -> String {
    match game_name(spec).as_str() {
        "quoridor" => quoridor::random_position(spec, seed),
        "blockade" => blockade::random_position(spec, seed),
        "domineering" => domineering::random_position(spec, seed),
        _ => tavli::random_position(spec, seed),
    }
}

/// Counts the sequences of `depth` turns; rolls of the dice are tried one after the other, unweighted.
///
/// # Panics
///
/// If the spec or the position cannot be read.
pub fn perft(spec: &str, position: &str, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let twin = successors(spec, position).unwrap_or_else(|reason| panic!("{spec}, {position}: {reason}"));
    if twin.actor == "chance" {
        return twin.successors.iter().map(|rolled| perft(spec, rolled, depth)).sum();
    }
    if depth == 1 {
        return twin.successors.len() as u64;
    }
    twin.successors.iter().map(|next| perft(spec, next, depth - 1)).sum()
}

fn game_name(spec: &str) -> String {
    spec.split(':').next().unwrap_or_default().trim().to_ascii_lowercase()
}
