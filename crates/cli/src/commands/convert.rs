use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Context;

use super::input::read_text;
use crate::cli::ConvertArgs;

/// `agon convert`: a record from one format to another.
pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let text = read_text(&args.file)?;
    let converted = agon_games::convert(&text, args.from.as_deref(), &args.to)
        .with_context(|| args.file.display().to_string())?;
    stdout().lock().write_all(converted.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
