//! The rules of tavli games, the games of the Greek and the Eastern boards.
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
//!
//! Files in reading order:
//!
//! - `board/`: points, checkers, dice, positions
//! - `variant`, `rules`: what the games differ in, and the options they share; `presets`: rules under a name
//! - `portes`, `plakoto`, `fevga`: the three games of tavli; `backgammon`, `gulbara`, `narde`: games like them
//! - `moves/`: the move generator, turns step by step, notation
//! - `game`, `tavli_match`: a game with its options, and a match of several
//! - `formats/`: files and position IDs of other programs; `faults`: what is wrong with an input

mod backgammon;
mod board;
pub mod faults;
mod fevga;
mod formats;
mod game;
mod gulbara;
mod moves;
mod narde;
mod plakoto;
mod portes;
mod presets;
mod rules;
mod tavli_match;
mod variant;

pub use backgammon::Backgammon;
pub use board::{BOARD, Dice, HOME, OUTSIDE, POINTS, Place, PlaceSet, Position, Side, Step, Turn, places};
pub use faults::FAULTS;
pub use fevga::{Fevga, FevgaOptions, ShutInRule, StartPrime};
pub use formats::{gnubg_id, mat};
pub use game::Tavli;
pub use gulbara::{Doubles, Gulbara};
pub use narde::{Narde, NardeOptions};
pub use plakoto::{Plakoto, PlakotoOptions};
pub use portes::{HitAndRun, Portes};
pub use rules::{ONE_DIE, OPENING, OneDieRule, OpeningRule, Rules, SCORE, ScoreRule};
pub use tavli_match::{MatchGame, MatchPosition, MatchRules, TavliMatch};
pub use variant::{BlotRule, Movable, Movement, TurnEnd, TurnStart, Variant};

use agon_core::GameEntry;
use formats::gnubg::GnubgGame;

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

/// The games whose files GNU Backgammon reads and writes. A file of matches holds the first, unless its format names
/// another: `mat:portes`.
const GNUBG_GAMES: &[GnubgGame] = &[GnubgGame::of::<Backgammon>(), GnubgGame::of::<Portes>()];

const fn entry<V: Variant>() -> GameEntry {
    GameEntry { faults: FAULTS, ..GameEntry::new(V::INFO, Tavli::<V>::open) }
}
