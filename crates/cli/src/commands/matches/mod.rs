//! Matches and tournaments.
//!
//! - `single`: `agon match`.
//! - `arena`, `ladder`: many matches.
//! - `openings`: balanced openings for matches.
//! - `progress`: the progress bar.

pub(crate) mod arena;
pub(crate) mod ladder;
pub(crate) mod openings;
mod progress;
pub(crate) mod single;

use std::path::PathBuf;
use std::time::Duration;

use agon_arena::{Match, Openings, PlayerLimits};
use agon_core::Fault;
use anyhow::Context;
use clap::Args;

use super::input::read_text;

/// Limits of both players; their own defaults if none is given.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub(crate) struct LimitOptions {
    /// Time per turn, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Nodes per turn; the same seed then gives the same games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search depth, in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Seconds per game and increment per turn, such as 60+0.5
    #[arg(long, value_name = "S+I")]
    tc: Option<String>,
}

/// The options that matches have in common.
#[derive(Debug, Args)]
pub(crate) struct MatchOptions {
    #[command(flatten)]
    limits: LimitOptions,
    /// Number of games played at the same time
    #[arg(long, visible_alias = "threads", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Seed of openings, dice and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// File of openings, one per line: turns, a position, or position | turns
    #[arg(long, value_name = "FILE", conflicts_with = "opening_turns")]
    openings: Option<PathBuf>,
    /// Number of random turns that begin each pair of games, balanced by a quick search [default: as the
    /// game says, 2 or 4, and 0 with dice; reports give the number]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=100))]
    opening_turns: Option<u16>,
    /// Number of turns after which a game is a draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_turns: Option<u32>,
    /// How far a player may exceed its time before it loses, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    margin: u64,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Applies the options that matches have in common.
pub(crate) fn apply(args: &MatchOptions, matchup: &mut Match) -> anyhow::Result<()> {
    matchup.limits = limits(&args.limits)?;
    matchup.concurrency = usize::from(args.concurrency);
    matchup.seed = args.seed;
    matchup.margin = Duration::from_millis(args.margin);
    if let Some(turns) = args.max_turns {
        matchup.max_turns = turns as usize;
    }
    if let Some(turns) = args.opening_turns {
        matchup.openings = Openings::Random(usize::from(turns));
    }
    if let Some(path) = &args.openings {
        let table = agon_games::open(&matchup.spec)?;
        matchup.openings = Openings::parse(&read_text(path)?, &*table).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn limits(args: &LimitOptions) -> Result<PlayerLimits, Fault> {
    PlayerLimits {
        movetime: args.movetime.map(Duration::from_millis),
        nodes: args.nodes,
        depth: args.depth,
        clock: args.tc.as_deref().map(str::parse).transpose()?,
    }
    .checked()
}
