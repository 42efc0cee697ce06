use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::Cli;

/// `agon completions SHELL`.
pub(crate) fn completions(shell: clap_complete::Shell) -> anyhow::Result<ExitCode> {
    // Written to memory first: the generator panics when a pipe breaks.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "agon", &mut script);
    stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// `agon man`: the manual page.
pub(crate) fn man() -> anyhow::Result<ExitCode> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    stdout().lock().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
