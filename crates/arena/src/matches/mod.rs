//! One match: its settings, its games, its result.
//!
//! - `opening`: where games begin.
//! - `game`: plays one game.
//! - `log`: a finished game.
//! - `runner`: plays the games of a match, several at a time.
//! - `result`: what the games add up to.
//! - `report`: the result as text and JSON.
//! - `folder`: the files of a match.

mod folder;
mod game;
mod log;
mod opening;
mod report;
mod result;
mod runner;

use std::path::Path;
use std::time::{Duration, Instant};

use agon_core::Fault;

pub use folder::MatchFolder;
pub(crate) use folder::replace_file;
pub use log::{GameLog, SideUsage, Termination};
pub use opening::{Opening, Openings, balanced_opening};
pub use report::MatchReport;
pub(crate) use report::{percent, write_trace};
pub use result::{GameNote, MatchResult};

use crate::{PlayerLimits, PlayerSpec, Sprt};

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game and its options.
    pub spec: String,
    /// A and B.
    pub players: [PlayerSpec; 2],
    /// Limits of both players, unless a player sets other limits.
    pub limits: PlayerLimits,
    /// Number of games; an odd number is rounded up.
    pub games: usize,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Seed of openings, dice and players.
    pub seed: u64,
    /// Where the games begin.
    pub openings: Openings,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
    /// How far a player may exceed its time before it loses.
    pub margin: Duration,
    /// Turns after which a game is a draw.
    pub max_turns: usize,
    /// Whether a program that cannot be started loses its games; otherwise there is no match.
    pub absent_loses: bool,
}

/// How far a player may exceed its time by default: enough for a busy machine.
pub const DEFAULT_TIME_MARGIN: Duration = Duration::from_secs(1);

/// How often reports are updated while games are played. Counting all games again after each one would take longer
/// than quick games do.
const REPORT_INTERVAL: Duration = Duration::from_secs(2);

impl Match {
    /// A match with the default settings of a game.
    pub fn new(spec: &str, players: [PlayerSpec; 2]) -> Result<Self, Fault> {
        let table = agon_games::open(spec)?;
        players.iter().try_for_each(PlayerSpec::require_computer)?;
        Ok(Self {
            spec: table.spec(),
            players,
            limits: PlayerLimits::default(),
            games: 100,
            concurrency: 1,
            seed: 1,
            openings: Openings::Random(table.info().opening_turns),
            sprt: None,
            margin: DEFAULT_TIME_MARGIN,
            max_turns: table.info().max_turns,
            absent_loses: false,
        })
    }

    /// The number of games when all are played: whole pairs.
    pub fn total(&self) -> usize {
        self.games.div_ceil(2) * 2
    }

    /// The limits of a side.
    pub fn limits_of(&self, side: usize) -> PlayerLimits {
        self.players[side].limits.or(self.limits)
    }

    /// Counts the games of the match, in order and up to the pair that decided a sequential test.
    pub fn result(&self, games: &[GameLog]) -> MatchResult {
        MatchResult::new(games, self.sprt)
    }

    /// Plays the games that are not in `done` yet and passes every finished game to `finished`, possibly out of order.
    /// Stops early if the sequential test is decided.
    ///
    /// The games of the match are those up to the pair that decided; see [`Match::result`]. They are the same for any
    /// concurrency if the players' turns depend only on nodes and seeds.
    pub fn run(
        &self,
        done: Vec<GameLog>,
        finished: &mut (dyn FnMut(&GameLog) -> Result<(), Fault> + Send),
    ) -> Result<Vec<GameLog>, Fault> {
        runner::run(self, done, finished)
    }

    /// Plays the match. With a folder, stores its games there and resumes a match begun earlier. Passes an interim
    /// report to `progress` every few seconds.
    pub fn play(
        &self,
        folder: Option<&Path>,
        progress: &mut (dyn FnMut(&MatchReport) + Send),
    ) -> Result<MatchReport, Fault> {
        let (mut folder, done) = match folder {
            Some(folder) => {
                let (folder, done) = MatchFolder::open(folder, self)?;
                (Some(folder), done)
            }
            None => (None, Vec::new()),
        };
        let mut games = done.clone();
        let mut refreshed = Instant::now();
        let mut finished = |game: &GameLog| {
            if let Some(folder) = &mut folder {
                folder.add(game)?;
            }
            games.push(game.clone());
            if refreshed.elapsed() >= REPORT_INTERVAL {
                let report = MatchReport::new(self, self.result(&games));
                if let Some(folder) = &folder {
                    folder.report(&report)?;
                }
                progress(&report);
                refreshed = Instant::now();
            }
            Ok(())
        };
        let games = self.run(done, &mut finished)?;
        let report = MatchReport::new(self, self.result(&games));
        if let Some(folder) = &folder {
            folder.report(&report)?;
        }
        Ok(report)
    }
}
