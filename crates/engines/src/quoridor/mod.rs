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

use std::sync::LazyLock;

use agon_core::{AnyTable, Fault, Game, Table};
use agon_quoridor::{Grid, Grid9x9, LargeGrid, Quoridor, SmallGrid};
use agon_search::Engine;

use crate::{EngineBuilder, GamePlayers, Levels, SpeedCase, TOP_LEVEL, level};
use book::BookEngine;
use bots::{BotStyle, WallBot};
use domain::QuoridorDomain;
use evaluator::QuoridorEvaluator;
use net::ValueNet;
use policy::PolicyNet;

/// The players of Quoridor.
pub(crate) static PLAYERS: GamePlayers = GamePlayers {
    game: agon_quoridor::INFO.name,
    bots: bots::BOTS,
    levels: |_| &LEVELS,
    build,
    bench: &["quoridor", "quoridor:size=5,walls=3", "quoridor:size=11"],
    speed_cases,
};

/// Errors in hundredths of a step.
static LEVELS: Levels = [
    level(1, 0, 100, 300),
    level(1, 0, 100, 60),
    level(2, 0, 100, 0),
    level(3, 0, 100, 0),
    level(4, 0, 150, 0),
    level(0, 12_000, 200, 0),
    level(0, 40_000, 300, 0),
    level(0, 150_000, 500, 0),
    level(0, 500_000, 800, 0),
    TOP_LEVEL,
];

fn build(table: &dyn AnyTable, builder: &EngineBuilder) -> Result<Box<dyn Engine>, Fault> {
    let any = table.as_any();
    let engine = if any.is::<Table<Quoridor<Grid9x9>>>() {
        engine::<Grid9x9>(builder, evaluator(builder)?)
    } else if any.is::<Table<Quoridor<SmallGrid>>>() {
        engine::<SmallGrid>(builder, QuoridorEvaluator::default())
    } else {
        builder.typed::<Quoridor<LargeGrid>>(table)?;
        engine::<LargeGrid>(builder, QuoridorEvaluator::default())
    };
    let has_book = table.spec() == Quoridor::<Grid9x9>::default().spec();
    Ok(if builder.uses_book() && has_book { Box::new(BookEngine::new(engine)) } else { engine })
}

fn engine<G: Grid>(builder: &EngineBuilder, evaluator: QuoridorEvaluator) -> Box<dyn Engine> {
    if let Some(style) = builder.bot().and_then(BotStyle::from_name) {
        return Box::new(WallBot::<G>::new(style, builder.seed()));
    }
    let policy = (builder.bot() == Some("puct")).then(|| BUNDLED_POLICY.clone());
    builder.without_dice::<Quoridor<G>, _>(QuoridorDomain::<G>::new(evaluator).with_policy(policy))
}

/// The value net of the standard board.
static VALUE_NET: &[u8] = include_bytes!("value.net");

/// The policy net of the standard board.
static POLICY_NET: &[u8] = include_bytes!("policy.net");

/// The shipped nets, parsed once; clones share the weights. A program with a file that cannot be read does not pass its
/// tests.
static BUNDLED_VALUE: LazyLock<ValueNet> = LazyLock::new(|| ValueNet::read(VALUE_NET).expect("the shipped value net"));
static BUNDLED_POLICY: LazyLock<PolicyNet> =
    LazyLock::new(|| PolicyNet::read(POLICY_NET).expect("the shipped policy net"));

/// The evaluation of the standard board, by the value net that the builder was given or the shipped one.
fn evaluator(builder: &EngineBuilder) -> Result<QuoridorEvaluator, Fault> {
    let net = match builder.take_net() {
        Some(bytes) => ValueNet::read(&bytes)?,
        None => BUNDLED_VALUE.clone(),
    };
    Ok(QuoridorEvaluator::with_net(net))
}

const MIDDLE_GAME: &str = "a3h b1v e2 e8 e3 e7 e4 e6 e3h e6h c3h f6 e5 g6 f4h h4v";

fn speed_cases() -> Vec<SpeedCase> {
    let search = |name, turns| SpeedCase::of_search(name, "nodes", "quoridor", turns, None, 300_000);
    let puct = |name, turns| SpeedCase::of_search(name, "simulations", "quoridor", turns, Some("puct"), 100_000);
    vec![
        search("quoridor, start", ""),
        search("quoridor, middle game", MIDDLE_GAME),
        puct("quoridor, start, best first", ""),
        puct("quoridor, middle game, best first", MIDDLE_GAME),
    ]
}
