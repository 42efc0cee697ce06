//! Matches between players: openings, clocks, statistics, reports.
//!
//! A [`Contest`] is a match between two [`Who`]s: pairs of games from the same opening, or with the
//! same dice, with seats swapped. Its [`Tally`] says who is stronger and how surely; a [`Store`]
//! keeps every game, so that a match can go on where it stopped. A [`Tournament`] is many matches, a
//! [`Ladder`] our levels against each other.
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

mod adapters;
mod contender;
mod contest;
mod cpu;
mod event;
pub mod faults;
mod game;
mod ladder;
mod log;
mod opening;
mod pace;
pub mod rating;
mod report;
mod sprt;
mod standings;
pub mod stats;
mod store;
mod tally;
mod tournament;
mod who;

pub use contest::{CUSTOMARY_MARGIN, Contest};
pub use cpu::thread_time;
pub use faults::FAULTS;
pub use ladder::{Ladder, STEP};
pub use log::{End, GameLog, SideLog};
pub use opening::{Book, Opening, balanced};
pub use pace::{Pace, TimeControl};
pub use report::Report;
pub use sprt::{BOUND, Sprt, Verdict};
pub use standings::Standings;
pub use store::Store;
pub use tally::Tally;
pub use tournament::{Pairing, Tournament};
pub use who::{Kind, Who};
