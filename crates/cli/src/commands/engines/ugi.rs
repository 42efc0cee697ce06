use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, EngineSpec};
use agon_ugi::Host;

/// `agon ugi`: our engines behind the protocol.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    agon_ugi::serve(&Agon, BufReader::new(stdin()), stdout())?;
    Ok(ExitCode::SUCCESS)
}

struct Agon;

impl Host for Agon {
    fn name(&self) -> String {
        format!("Agon {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "the Agon authors".to_owned()
    }

    fn bots(&self, game: &str) -> Vec<String> {
        agon_engines::bots(game).iter().map(|bot| bot.name.to_owned()).collect()
    }

    fn engine(&self, table: &dyn AnyTable, settings: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
        agon_engines::build(table, settings)
    }

    fn bench(&self) -> Vec<String> {
        super::bench::report()
    }
}
