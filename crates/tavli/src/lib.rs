//! The rules of tavli games: Portes, Plakoto, Fevga and related games such as backgammon.
//!
//! The games share dice, points, the move generator, steps and notation. A game is a [`Variant`]: its start position,
//! the directions of movement, what happens to blots, how a turn may end, and the points of a win.
//!
//! ```
//! use agon_core::{Game, Position};
//! use agon_tavli::{Dice, Portes, Tavli};
//!
//! let game = Tavli::<Portes>::default();
//! let mut position = game.start();
//! position.resolve_unchecked(Dice::parse("31").unwrap());
//! let turn = position.parse_move("8/5 6/5").unwrap();
//! position.play(turn).unwrap();
//! assert_eq!(game.position_text(&position), "w2,4,b5,1,b3,3,w5,b5,3,w2,1,w4,w2,3,b2 0/0 0/0 b -");
//! ```

// Reading order: points and checkers (side, dice, turn), positions (position, setup), the rules (rules, variant and a
// file for each game), move generation (movegen, steps, notation), games and matches (game, tavli_match), formats of
// other programs (gnubg_id, mat).
mod backgammon;
mod dice;
pub mod faults;
mod fevga;
mod game;
pub mod gnubg_id;
mod gulbara;
pub mod mat;
mod movegen;
mod narde;
mod notation;
mod plakoto;
mod portes;
mod position;
mod presets;
mod rules;
mod setup;
mod side;
mod steps;
mod tavli_match;
mod turn;
mod variant;

pub use backgammon::Backgammon;
pub use dice::Dice;
pub use faults::FAULTS;
pub use fevga::{Fevga, FevgaOptions, ShutInRule, StartPrime};
pub use game::Tavli;
pub use gulbara::{Doubles, Gulbara};
pub use narde::{Narde, NardeOptions};
pub use plakoto::{Plakoto, PlakotoOptions};
pub use portes::{HitAndRun, Portes};
pub use position::Position;
pub use rules::{ONE_DIE, OPENING, OneDieRule, OpeningRule, Rules, SCORE, ScoreRule};
pub use side::{BOARD, HOME, OUTSIDE, POINTS, Place, PlaceSet, Side, places};
pub use tavli_match::{MatchGame, MatchPosition, MatchRules, TavliMatch};
pub use turn::{Step, Turn};
pub use variant::{BlotRule, Movable, Movement, TurnEnd, TurnStart, Variant};

use agon_core::GameEntry;

/// The games of this crate, for the registry.
pub const ENTRIES: &[&GameEntry] = &[
    &entry::<Portes>(),
    &entry::<Plakoto>(),
    &entry::<Fevga>(),
    &GameEntry { faults: FAULTS, ..GameEntry::new(&tavli_match::INFO, TavliMatch::open) },
    &GameEntry { formats: &[mat::FORMAT], ..entry::<Backgammon>() },
    &entry::<Gulbara>(),
    &GameEntry { faults: narde::FAULTS, ..entry::<Narde>() },
    // A new variant adds its line here.
];

const fn entry<V: Variant>() -> GameEntry {
    GameEntry { faults: FAULTS, ..GameEntry::new(V::INFO, Tavli::<V>::open) }
}
