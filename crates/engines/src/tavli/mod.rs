//! The tavli games: evaluation by nets, by bear-off databases, and by hand. In reading order:
//!
//! - `features`: the inputs of the nets; `outputs`: their outputs
//! - `nets`: the nets of a game; `net_evaluator`: evaluation by them; `net_bench`: its speed
//! - `hand`: the hand-written evaluation; `level_errors`: what weak levels overlook
//! - `bearoff`: exact endings
//! - `match_equity`, `match_evaluator`: matches

mod bearoff;
mod features;
mod hand;
mod level_errors;
mod match_equity;
mod match_evaluator;
mod net_bench;
mod net_evaluator;
mod nets;
pub mod outputs;

pub use features::{Features, NetGame};
pub use hand::HandEvaluator;
pub use net_bench::NetBench;
pub use net_evaluator::{NetEvaluator, NetScratch};
pub use nets::{BundledNets, Nets, bundled_nets};

use agon_core::{AnyTable, Table};
use agon_search::Engine;
use agon_tavli::{Backgammon, Fevga, Gulbara, Plakoto, Portes, Tavli, TavliMatch, Variant};

use crate::builder::EngineBuilder;
use bearoff::BearoffEvaluator;
use match_evaluator::MatchEvaluator;

/// The engine for a table of a tavli game; `None` for another game's.
pub(crate) fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    by_nets::<Portes>(table, builder)
        .or_else(|| by_nets::<Plakoto>(table, builder))
        .or_else(|| by_nets::<Fevga>(table, builder))
        .or_else(|| by_nets::<Backgammon>(table, builder))
        .or_else(|| by_hand::<Gulbara>(table, builder))
        .or_else(|| whole_match(table, builder))
}

fn whole_match(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<TavliMatch>>()?;
    Some(builder.dice(table, MatchEvaluator::new(evaluator(), evaluator(), evaluator())))
}

fn by_nets<V: BundledNets>(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Tavli<V>>>()?;
    Some(builder.dice(table, evaluator::<V>()))
}

fn by_hand<V: Variant>(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Tavli<V>>>()?;
    Some(builder.dice(table, BearoffEvaluator::new(HandEvaluator)))
}

/// Nets, with databases for the endings.
fn evaluator<V: BundledNets>() -> BearoffEvaluator<NetEvaluator<V>> {
    BearoffEvaluator::new(NetEvaluator::new(bundled_nets()))
}
