//! The log of the process.

use std::io::{IsTerminal as _, stderr};

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Sends logs to standard error, as lines for people or as JSON for programs.
///
/// `filter` has the syntax of `RUST_LOG`: `info`, `warn,agon_server=debug`. Does nothing if a logger is already
/// installed.
pub fn init_logs(json: bool, filter: Option<&str>) {
    let filter: Targets = filter
        .and_then(|filter| filter.parse().ok())
        .unwrap_or_else(|| Targets::new().with_default(tracing::level_filters::LevelFilter::INFO));
    let registry = tracing_subscriber::registry().with(filter);
    let _ = if json {
        registry.with(tracing_subscriber::fmt::layer().json().with_writer(stderr)).try_init()
    } else {
        // No colours in a file or a pipe, or against the user's wish.
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colours = stderr().is_terminal() && !no_color;
        registry.with(tracing_subscriber::fmt::layer().with_ansi(colours).with_writer(stderr)).try_init()
    };
}
