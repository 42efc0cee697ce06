//! Two-player games of walls, dominoes and dice: rules, players, analysis and solvers.
//!
//! # Examples
//!
//! Play by the rules. Every game is opened by its spec and played in its notation.
//!
//! ```
//! let mut game = agon::open("quoridor:size=7,walls=6")?;
//! game.play("d2")?;
//! game.play("d6")?;
//! assert_eq!(game.legal().len(), 76);
//! assert_eq!(game.position(), "/ / d2 d6 / 6 6 / 1");
//! let fault = game.play("d5").unwrap_err();
//! assert_eq!(fault.kind.code, "quoridor-too-far");
//! # Ok::<(), agon::Fault>(())
//! ```
//!
//! Let players play. A player chooses a turn within limits; the caller rolls the dice.
//!
//! ```
//! use agon::{Actor, Limits, Player, Rng};
//!
//! let mut game = agon::open("portes")?;
//! let mut players = [agon::level(&*game, 3)?, agon::bot(&*game, "greedy")?];
//! let mut dice = Rng::new(1);
//! while game.outcome().is_none() {
//!     match game.actor() {
//!         Actor::Player(side) => {
//!             let turn = agon::choose(&mut *players[side.index()], &*game, &Limits::default())?;
//!             game.play(&turn)?;
//!         }
//!         _ => drop(game.roll(&mut dice)),
//!     }
//! }
//! assert!(game.outcome().is_some_and(|outcome| outcome.points() > 0));
//! # Ok::<(), agon::Fault>(())
//! ```
//!
//! Play a tavli game as hands do, one checker at a time: see [`Turn`].
//!
//! Records. A game is stored as text, read and replayed; [`games`] converts it to other formats.
//!
//! ```
//! use agon::Record;
//!
//! let mut game = agon::open("domineering")?;
//! game.play("c4")?;
//! let text = agon::record(&*game, "Ada", "level:3").to_string();
//! let records = Record::parse_all(&text)?;
//! assert_eq!(agon::replay(&records[0])?.position(), game.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Study. A solver proves who wins; a review finds the mistakes of a game.
//!
//! ```
//! use agon::{Player, ProvenResult, ReviewOptions};
//!
//! let mut game = agon::open("domineering:rows=5,cols=5")?;
//! let proof = agon::solve(&*game, Player::P1)?;
//! assert_eq!(proof.result, Some(ProvenResult::Win(Player::P2)));
//!
//! for turn in ["b3", "a2"] {
//!     game.play(turn)?;
//! }
//! let review = agon::review(&agon::record(&*game, "Ada", "Ben"), &ReviewOptions::default()).unwrap();
//! assert_eq!(review.turns.len(), 2);
//! # Ok::<(), agon::Fault>(())
//! ```
//!
//! The crates behind these modules have the rest: [`rules`] for typed positions, perft and records, [`search`] to
//! build an engine for a game of your own, [`engines`], [`analysis`] and [`solver`].

mod turn;

pub use agon_analysis as analysis;
pub use agon_core as rules;
pub use agon_engines as engines;
pub use agon_games as games;
pub use agon_search as search;
pub use agon_solver as solver;

pub use agon_analysis::{Review, ReviewEffort, ReviewOptions};
pub use agon_core::{Actor, AnyTable, BoardView, Fault, Outcome, PlaceView, Player, Record, RecordError, Rng};
pub use agon_engines::{BotInfo, LEVELS, bots};
pub use agon_games::{entries, open, open_at, register, replay};
pub use agon_search::{Engine, EngineSpec, Limits, Line, Score, SearchRequest, Stop, Thought};
pub use agon_solver::{Proof, ProvenResult, SolveLimits};
pub use turn::Turn;

/// Memory of [`solve`] in megabytes.
const SOLVER_MB: usize = 256;

/// The computer at a level from 1 to 10.
pub fn level(game: &dyn AnyTable, level: u8) -> Result<Box<dyn Engine>, Fault> {
    player(game, &EngineSpec { level: Some(level), ..EngineSpec::default() })
}

/// A bot by its name; [`bots`] lists those of a game.
pub fn bot(game: &dyn AnyTable, name: &str) -> Result<Box<dyn Engine>, Fault> {
    player(game, &EngineSpec { bot: Some(name.to_owned()), ..EngineSpec::default() })
}

/// A player with its threads, memory and seed.
pub fn player(game: &dyn AnyTable, spec: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
    agon_engines::build(game, spec)
}

/// The turn that a player chooses.
pub fn choose(player: &mut dyn Engine, game: &dyn AnyTable, limits: &Limits) -> Result<String, Fault> {
    player.think(SearchRequest::quiet(game, limits, &Stop::new())).map(|thought| thought.turn)
}

/// Proves who wins the position if `starter` moves first, however long it takes.
pub fn solve(game: &dyn AnyTable, starter: Player) -> Result<Proof, Fault> {
    agon_solver::solver(game, SOLVER_MB)?.solve(starter, &SolveLimits::default(), &mut |_| {})
}

/// The record of a game so far.
pub fn record(game: &dyn AnyTable, p1: &str, p2: &str) -> Record {
    agon_games::record_of(game, p1, p2)
}

/// Reviews a game: the best turns, the mistakes, and the luck of the dice.
pub fn review(record: &Record, options: &ReviewOptions) -> Result<Review, RecordError> {
    agon_analysis::review(record, options, &Stop::new(), &|_, _| {})
}
