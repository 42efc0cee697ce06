//! The tavli games: evaluation by nets, by bear-off databases, and by hand. In reading order:
//!
//! - `features`: the inputs of the nets; `outputs`: their outputs
//! - `nets`: the nets of a game; `net_evaluator`: evaluation by them; `net_bench`: its speed
//! - `hand`: the hand-written evaluation; `level_errors`: what weak levels overlook
//! - `bearoff`: exact endings
//! - a file for each game: its nets, bots and levels; `tavli_match`: matches, with their evaluation

pub(crate) mod backgammon;
mod bearoff;
mod features;
pub(crate) mod fevga;
pub(crate) mod gulbara;
mod hand;
mod level_errors;
pub(crate) mod narde;
mod net_bench;
mod net_evaluator;
mod nets;
pub mod outputs;
pub(crate) mod plakoto;
pub(crate) mod portes;
pub(crate) mod tavli_match;

pub use features::{Features, NetGame};
pub use hand::HandEvaluator;
pub use net_evaluator::{NetEvaluator, NetScratch};
pub(crate) use nets::bundle;
pub use nets::{BundledNets, Nets, bundled_nets};

use std::sync::Arc;

use agon_core::{AnyTable, Fault};
use agon_nn::NetFile;
use agon_search::Engine;
use agon_tavli::{Tavli, Variant};

use crate::EngineBuilder;
use bearoff::BearoffEvaluator;

/// Builds an engine that evaluates by nets: those the builder was given, or the bundled ones.
pub(crate) fn by_nets<V: BundledNets>(table: &dyn AnyTable, builder: &EngineBuilder) -> Result<Box<dyn Engine>, Fault> {
    builder.typed::<Tavli<V>>(table)?;
    let evaluator = match builder.take_net() {
        Some(bytes) => with_endings(Arc::new(Nets::from_file(&NetFile::from_bytes(&bytes)?)?)),
        None => bundled::<V>(),
    };
    Ok(builder.with_dice::<Tavli<V>, _>(evaluator))
}

/// Builds an engine that evaluates by hand.
pub(crate) fn by_hand<V: Variant>(table: &dyn AnyTable, builder: &EngineBuilder) -> Result<Box<dyn Engine>, Fault> {
    builder.typed::<Tavli<V>>(table)?;
    Ok(builder.with_dice::<Tavli<V>, _>(BearoffEvaluator::new(HandEvaluator)))
}

/// The bundled nets, with databases for the endings.
fn bundled<V: BundledNets>() -> BearoffEvaluator<NetEvaluator<V>> {
    with_endings(bundled_nets())
}

fn with_endings<V: BundledNets>(nets: Arc<Nets<V>>) -> BearoffEvaluator<NetEvaluator<V>> {
    BearoffEvaluator::new(NetEvaluator::new(nets))
}
