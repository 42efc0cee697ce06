//! Proofs and values.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The game and its options, such as domineering:rows=8,cols=8
    pub(crate) spec: String,
    /// The position; the start if not given
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Who starts
    #[arg(long, value_enum, default_value_t)]
    pub(crate) starter: Starter,
    /// Number of threads; only one gives the same number of nodes again
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Size of the table of positions proved
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1048576))]
    pub(crate) hash: u32,
    /// Give up after so many nodes for each starter
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Give up after so long for each starter
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) seconds: Option<f64>,
    /// A file that keeps what is proved; the search goes on from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which player starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Starter {
    /// The first player
    P1,
    /// The second player
    P2,
    /// Each of them, one after the other
    #[default]
    Both,
}

/// A number of seconds that a clock can count.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err(format!("{text} is not a number of seconds from 0 to 1e9")),
    }
}

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    /// The game and its options; the position says the size if the spec does not
    pub(crate) spec: String,
    /// The position; the start if not given
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// As JSON
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,
    /// Draw the thermograph as SVG
    #[arg(long)]
    pub(crate) svg: bool,
}
