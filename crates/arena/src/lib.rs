//! Matches between players: openings, clocks, statistics, reports.
//!
//! A [`Contest`] is a match between two [`Who`]s: pairs of games from the same opening, or with the
//! same dice, with seats swapped. Its [`Tally`] says who is stronger and how surely; a [`Store`]
//! keeps every game, so that a match can go on where it stopped.
//!
//! # Examples
//!
//! ```
//! use agon_arena::{Contest, Report};
//!
//! let players = ["bot:greedy".parse().unwrap(), "bot:random".parse().unwrap()];
//! let mut contest = Contest::new("domineering:rows=4,cols=4", players).unwrap();
//! contest.games = 4;
//! let games = contest.run(Vec::new(), &mut |_| Ok(())).unwrap();
//! let report = Report::new(&contest, contest.tally(&games));
//! assert_eq!(report.tally().games, 4);
//! ```

mod contender;
mod contest;
mod cpu;
pub mod faults;
mod game;
mod log;
mod opening;
mod pace;
mod report;
mod sprt;
pub mod stats;
mod store;
mod tally;
mod who;

pub use contest::{CUSTOMARY_MARGIN, Contest};
pub use faults::FAULTS;
pub use log::{End, GameLog, SideLog};
pub use opening::{Book, Opening, balanced};
pub use pace::{Pace, TimeControl};
pub use report::Report;
pub use sprt::{BOUND, Sprt, Verdict};
pub use store::Store;
pub use tally::Tally;
pub use who::{Kind, Who};
