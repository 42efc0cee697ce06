//! Quoridor: search domain, evaluator and policy, opening book and bots.
//!
//! - `domain`: what the search needs: steps in stages, their order, the prunings
//! - `node`: a position with its shortest paths, updated incrementally
//! - `endgame`: endgames without walls in hand, solved exactly
//! - `evaluator`: the evaluation by a heuristic or by the value net
//! - `features`, `first_layer`, `net`: the value net: its inputs, its incremental first layer, the rest
//! - `policy_features`, `policy`: the policy net and the features of steps that it scores
//! - `book`: the opening book
//! - `bots`: the bots that walk and block
//! - `training`: what training the nets needs

mod book;
mod bots;
mod domain;
mod endgame;
mod evaluator;
mod features;
mod first_layer;
mod net;
mod node;
mod policy;
mod policy_features;
pub mod training;

use agon_core::{AnyTable, Game, Table};
use agon_quoridor::{Grid, Grid9x9, LargeGrid, Quoridor, SmallGrid};
use agon_search::Engine;

use crate::builder::EngineBuilder;
use book::BookEngine;
use bots::{BotStyle, WallBot};
use domain::QuoridorDomain;
use evaluator::QuoridorEvaluator;
use net::ValueNet;
use policy::PolicyNet;

/// The engine for a table of Quoridor, or `None` if it is another game's.
pub(crate) fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    let engine = sized::<Grid9x9>(table, builder)
        .or_else(|| sized::<SmallGrid>(table, builder))
        .or_else(|| sized::<LargeGrid>(table, builder))?;
    let has_book = table.spec() == Quoridor::<Grid9x9>::default().spec();
    Some(if builder.uses_book() && has_book { Box::new(BookEngine::new(engine)) } else { engine })
}

fn sized<G: Grid>(table: &dyn AnyTable, builder: &EngineBuilder) -> Option<Box<dyn Engine>> {
    let table = table.as_any().downcast_ref::<Table<Quoridor<G>>>()?;
    if let Some(style) = builder.bot().and_then(BotStyle::from_name) {
        return Some(Box::new(WallBot::<G>::new(style, builder.seed())));
    }
    let policy = if builder.bot() == Some("puct") { PolicyNet::read(POLICY_NET).ok() } else { None };
    Some(builder.skill(table, QuoridorDomain::new(evaluator()).with_policy(policy)))
}

/// The value net of the standard board.
static VALUE_NET: &[u8] = include_bytes!("value.net");

/// The policy net of the standard board.
static POLICY_NET: &[u8] = include_bytes!("policy.net");

/// The evaluator with the shipped value net.
fn evaluator() -> QuoridorEvaluator {
    ValueNet::read(VALUE_NET).map(QuoridorEvaluator::with_net).unwrap_or_default()
}
