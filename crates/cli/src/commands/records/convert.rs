use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::commands::input::{format_names, read_text};

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Record to convert, or - for standard input
    file: PathBuf,
    #[arg(long, value_name = "FORMAT", help = format!("Output format: {}", format_names()))]
    to: String,
    /// Input format if it cannot be detected
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
}

/// `agon convert`: converts a record between formats.
pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let text = read_text(&args.file)?;
    let converted =
        agon_games::convert(&text, args.from.as_deref(), &args.to).with_context(|| args.file.display().to_string())?;
    stdout().lock().write_all(converted.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
