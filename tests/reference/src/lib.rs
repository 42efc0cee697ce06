//! Slow, simple reference generators that the fast move generators are compared with.
//!
//! Each module follows the written rules of its game literally, on lists and sets, and shares no code
//! with the crate it checks. Positions go in and come out as text: only the notation is shared.
//!
//! ```
//! let reference = agon_reference::successors("quoridor", "startpos")?;
//! assert_eq!(reference.actor, "p1");
//! assert_eq!(reference.successors.len(), 131);
//! # Ok::<(), String>(())
//! ```

pub mod blockade;
pub mod domineering;
pub mod quoridor;
pub mod tavli;

mod options;
mod random;
mod squares;

/// What the reference generator says about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The position in its canonical spelling.
    pub position: String,
    /// Who acts next: `p1`, `p2`, `chance` or `none`.
    pub actor: &'static str,
    /// The result of a finished game: the winner (1 or 2, `None` for a draw) and the points.
    pub outcome: Option<(Option<u8>, u8)>,
    /// The positions after each legal turn, or after each roll if chance acts; sorted, without duplicates.
    pub successors: Vec<String>,
}

impl Reference {
    /// A position of a game without dice; players count from 0, and the successors come in any order.
    fn of_turns(position: String, mover: usize, winner: Option<usize>, mut successors: Vec<String>) -> Self {
        successors.sort();
        successors.dedup();
        Self {
            position,
            actor: if winner.is_some() { "none" } else { ["p1", "p2"][mover] },
            outcome: winner.map(|player| (Some(player as u8 + 1), 1)),
            successors,
        }
    }
}

/// A game's name, its generator, and its random positions.
type Generator = (&'static str, fn(&str, &str) -> Result<Reference, String>, fn(&str, u64) -> String);

/// The generators of the games in crates of their own; the others are tavli games.
const GENERATORS: &[Generator] = &[
    ("quoridor", quoridor::successors, quoridor::random_position),
    ("blockade", blockade::successors, blockade::random_position),
    ("domineering", domineering::successors, domineering::random_position),
    // A new game adds its line here.
];

/// The games without a generator of their own, and why.
pub const MISSING: &[(&str, &str)] = &[
    ("tavli", "those of its three games check it"),
    ("gulbara", "that of Fevga without its restrictions checks it"),
    // A new variant adds its line here, until it has one.
];

fn generator(spec: &str) -> Option<&'static Generator> {
    let name = spec.split(':').next().unwrap_or_default().trim();
    GENERATORS.iter().find(|(game, ..)| name.eq_ignore_ascii_case(game))
}

/// Lists the successors of a position of the game that the spec string names.
pub fn successors(spec: &str, position: &str) -> Result<Reference, String> {
    generator(spec).map_or(tavli::successors as fn(&_, &_) -> _, |(_, successors, _)| *successors)(spec, position)
}

/// A random valid position of the game that the spec string names; the same seed gives the same one.
pub fn random_position(spec: &str, seed: u64) -> String {
    generator(spec).map_or(tavli::random_position as fn(&_, _) -> _, |(.., random_position)| *random_position)(
        spec, seed,
    )
}

/// Counts the sequences of `depth` turns; each roll of the dice counts once, unweighted.
///
/// # Panics
///
/// If the spec or the position cannot be read.
pub fn perft(spec: &str, position: &str, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let reference = successors(spec, position).unwrap_or_else(|reason| panic!("{spec}, {position}: {reason}"));
    if reference.actor == "chance" {
        return reference.successors.iter().map(|rolled| perft(spec, rolled, depth)).sum();
    }
    if depth == 1 {
        return reference.successors.len() as u64;
    }
    reference.successors.iter().map(|next| perft(spec, next, depth - 1)).sum()
}
