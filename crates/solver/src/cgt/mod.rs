//! Combinatorial game theory: canonical values of short games.
//!
//! A short game is what each of two players, Left and Right, can move to; who cannot move loses.
//! [`Games`] keeps every value once, in its canonical form, so that equal values are equal
//! [`Value`]s. Numbers, switches, nimbers, ups and tinies are nothing special to it: they are
//! recognised when a value is written down.
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
