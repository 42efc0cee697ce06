//! Combinatorial game theory: canonical forms of short games.
//!
//! A short game is given by the options of two players, Left and Right; a player without options loses. [`Games`] stores
//! every value once, in canonical form, so that equal games have equal [`Value`]s. Numbers, switches, nimbers, ups and
//! tinies have no representation of their own: they are recognised when a value is written as text.
//!
//! In reading order: `games` stores values and adds them, `canonical` compares and simplifies, `dyadic` holds numbers,
//! `names` writes values, `thermograph` and `trajectory` compute means and temperatures, `svg` draws, `hash` is a hash map.
//!
//! # Examples
//!
//! ```
//! use agon_solver::cgt::{Dyadic, Games, OutcomeClass};
//!
//! let mut games = Games::new();
//! let (one, minus_one) = (games.integer(1), games.integer(-1));
//! let switch = games.game(&[one], &[minus_one]);
//! assert_eq!(games.text(switch), "±1");
//! assert_eq!(games.outcome(switch), OutcomeClass::First);
//! assert_eq!(games.sum(switch, switch), games.zero());
//! assert_eq!(games.mean(switch), Dyadic::ZERO);
//! assert_eq!(games.temperature(switch), Dyadic::integer(1));
//! ```

mod canonical;
mod dyadic;
mod games;
pub mod hash;
mod names;
mod svg;
mod thermograph;
mod trajectory;

pub use dyadic::Dyadic;
pub use games::{Games, OutcomeClass, Value};
pub use svg::thermograph_svg;
pub use thermograph::Thermograph;
pub use trajectory::Trajectory;
