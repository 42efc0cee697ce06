//! The line interface: prompts and boards as text, on a terminal or over a pipe.
//!
//! - `ask`: the questions before a game.
//! - `commands`, `listing`: commands and their lists.
//! - `lines`: input and output of lines.
//! - `online`: what a game on a server adds.

mod ask;
mod commands;
mod lines;
mod listing;
mod online;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use agon_core::faults::NOT_A_MOVE;
use agon_core::{BoardView, Fault, Player, TurnState};
use agon_i18n::Catalogue;

use crate::PlayConfig;
use crate::clock::seconds;
use crate::engines::Opponents;
use crate::names;
use crate::session::{GameSession, Phase};
use ask::Chosen;
use commands::LineCommand;
use lines::Lines;
use online::Asked;

/// Plays until the user quits or the input ends. Without a game, asks for everything first. Long lists stop after each
/// page if a page has a height.
pub(crate) fn run(
    config: &PlayConfig,
    game: Option<(GameSession, Opponents)>,
    page_rows: Option<usize>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let catalogue = Catalogue::of(config.language);
    let mut lines = Lines::new(input, output, config.bidi, page_rows);
    let game = match game {
        Some((session, opponents)) => Some(Chosen { session, opponents, server: None }),
        None => ask::game(&mut lines, config, catalogue)?,
    };
    // A server that runs here for the game ends with it.
    let Some(Chosen { session, opponents, server: _server }) = game else { return Ok(()) };
    let mut plain = LineInterface { session, config, catalogue, opponents, lines, row: None, waited: None };
    match plain.play() {
        // The reader of the output has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

struct LineInterface<'a, W> {
    session: GameSession,
    config: &'a PlayConfig,
    catalogue: &'static Catalogue,
    opponents: Opponents,
    lines: Lines<W>,
    /// A row that was typed, if the column is still to come.
    row: Option<String>,
    /// The turn elsewhere that was announced last, by the number of plies before it.
    waited: Option<(Phase, usize)>,
}

/// Whether the interface continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl<W: Write> LineInterface<'_, W> {
    fn play(&mut self) -> io::Result<()> {
        self.lines.say(self.catalogue.text("plain.hello"))?;
        self.show_board()?;
        loop {
            let flow = match self.session.phase() {
                Phase::Roll(player) => self.roll(player)?,
                Phase::Engine(player) => self.engine(player)?,
                Phase::Human(player) => self.person(player)?,
                Phase::Remote(_) | Phase::Open => self.remote()?,
                Phase::Over => self.over()?,
            };
            if flow == Flow::Quit {
                return Ok(());
            }
        }
    }

    fn side(&self, player: Player) -> String {
        names::side(self.catalogue, &self.session, player)
    }

    fn refuse(&mut self, fault: &Fault) -> io::Result<()> {
        let text = names::fault(self.catalogue, &self.session, fault);
        self.lines.say(&text)
    }

    /// What a failed program left behind: the author of a bot needs all of it.
    fn trace(&mut self, fault: &Fault) -> io::Result<()> {
        let Some(trace) = &fault.trace else { return Ok(()) };
        if !trace.stderr.is_empty() {
            self.lines.say(self.catalogue.text("program.stderr"))?;
        }
        for line in &trace.stderr {
            self.lines.say(&format!("  | {line}"))?;
        }
        let Some(command) = &trace.repeat else { return Ok(()) };
        self.lines.say(&self.catalogue.format("program.repeat", &[("command", command)]))
    }

    fn roll(&mut self, player: Player) -> io::Result<Flow> {
        let Some(notation) = self.session.roll() else { return Ok(Flow::Quit) };
        let text = names::roll(self.catalogue, &self.session, Some(player), &notation);
        self.lines.say(&text)?;
        Ok(Flow::Continue)
    }

    fn engine(&mut self, player: Player) -> io::Result<Flow> {
        let thinking = self.opponents.think(&self.session, player, self.config);
        let decision = thinking.wait();
        self.opponents.keep(player, decision.engine);
        match decision.thought.and_then(|thought| self.session.play_engine(&thought.turn)) {
            Ok(notation) => {
                let (side, took) = (self.side(player), seconds(decision.time));
                let text = self
                    .catalogue
                    .format("play.engine_played", &[("player", &side), ("word", &notation), ("seconds", &took)]);
                self.lines.say(&text)?;
                self.after_turn()?;
                Ok(Flow::Continue)
            }
            Err(fault) => {
                self.refuse(&fault)?;
                self.trace(&fault)?;
                let prompt = format!("{} ", self.catalogue.text("plain.stalled"));
                match self.lines.ask(&prompt)? {
                    None => Ok(Flow::Quit),
                    Some(line) if line.trim().is_empty() => Ok(Flow::Continue),
                    Some(line) => self.command_or_turn(&line),
                }
            }
        }
    }

    fn person(&mut self, player: Player) -> io::Result<Flow> {
        let name = names::mover(self.catalogue, &self.session, player);
        let prompt = match (&self.row, self.session.prefix()) {
            (Some(row), _) => self.catalogue.format("plain.column", &[("row", row)]),
            (None, []) => {
                self.count_states()?;
                self.catalogue.format("plain.turn", &[("player", &name)])
            }
            (None, steps) => {
                let steps = steps.join(",");
                self.catalogue.format("plain.turn_on", &[("player", &name), ("steps", &steps)])
            }
        };
        match self.ask(&format!("{prompt} "))? {
            Asked::Changed => Ok(Flow::Continue),
            Asked::End => self.end_of_input(),
            Asked::Line(line) if line.trim().is_empty() => {
                self.end_steps()?;
                Ok(Flow::Continue)
            }
            Asked::Line(line) => self.command_or_turn(&line),
        }
    }

    /// Ends an unfinished turn after an empty line.
    fn end_steps(&mut self) -> io::Result<()> {
        if !self.session.prefix().is_empty() {
            match self.session.finish() {
                Ok(_) => self.after_turn()?,
                Err(fault) => self.refuse(&fault)?,
            }
        }
        Ok(())
    }

    fn command_or_turn(&mut self, line: &str) -> io::Result<Flow> {
        if let Some(command) = self.read_command(line) {
            return self.command(command);
        }
        match self.row.take() {
            Some(row) => self.turn(&format!("{row} {line}"))?,
            None if self.is_row(line) => self.row = Some(line.trim().to_owned()),
            None => self.turn(line)?,
        }
        Ok(Flow::Continue)
    }

    /// Whether a line is the row of a move whose column may follow on the next line.
    fn is_row(&self, line: &str) -> bool {
        let Ok(BoardView::Grid(grid)) = self.session.board() else { return false };
        let Some(col) = grid.col_labels.first() else { return false };
        let is_read = |text: &str| self.session.check(text).map_or_else(|fault| fault.kind != NOT_A_MOVE, |_| true);
        grid.row_labels.iter().any(|row| row == line.trim()) && !is_read(line) && is_read(&format!("{line} {col}"))
    }

    fn turn(&mut self, line: &str) -> io::Result<()> {
        let waits = self.session.has_dice() && !self.config.instant;
        let played = if waits { self.session.stage(line) } else { self.session.play(line).map(drop) };
        match played {
            Ok(()) if waits => self.after_step(),
            Ok(()) => self.after_turn(),
            // Checkers can also be moved one at a time.
            Err(_) if self.session.has_dice() && self.session.step(line).is_ok() => self.after_step(),
            Err(fault) => self.refuse(&fault),
        }
    }

    /// Shows an unfinished turn, and whether it can end here.
    fn after_step(&mut self) -> io::Result<()> {
        let steps = self.session.steps();
        let is_complete = steps.next.is_empty() && steps.turn.is_some();
        if is_complete && self.config.instant {
            return self.end_steps();
        }
        self.show_board()?;
        if is_complete {
            self.lines.say(self.catalogue.text("plain.confirm"))
        } else if steps.state == TurnState::DeadEnd {
            self.refuse(&crate::faults::DEAD_END.fault())
        } else {
            Ok(())
        }
    }

    /// Shows the board after a turn, and a game of a match that the turn has ended.
    fn after_turn(&mut self) -> io::Result<()> {
        if let Some(text) = names::game_of_match(self.catalogue, &self.session) {
            self.lines.say(&text)?;
        }
        self.show_board()
    }

    /// Says how many positions can be reached, if that is asked for.
    fn count_states(&mut self) -> io::Result<()> {
        if !self.config.count_states {
            return Ok(());
        }
        let count = self.session.table().search_position().choices() as u64;
        let text = self.catalogue.count("states.title", count, &[]);
        self.lines.say(&text)
    }

    fn over(&mut self) -> io::Result<Flow> {
        for line in names::result(self.catalogue, &self.session) {
            self.lines.say(&line)?;
        }
        loop {
            let prompt = format!("{} ", self.catalogue.text("plain.again"));
            let line = match self.ask(&prompt)? {
                Asked::Line(line) => line,
                Asked::End => return Ok(Flow::Quit),
                Asked::Changed => return Ok(Flow::Continue),
            };
            match self.read_command(&line) {
                Some(LineCommand::Again) if self.session.rematch() => {
                    self.opponents = Opponents::default();
                    self.show_board()?;
                    return Ok(Flow::Continue);
                }
                // The opponent on the server must agree.
                Some(LineCommand::Again) => {}
                Some(command) => {
                    if self.command(command)? == Flow::Quit {
                        return Ok(Flow::Quit);
                    }
                    if self.session.phase() != Phase::Over {
                        return Ok(Flow::Continue);
                    }
                }
                None if line.trim().is_empty() => return Ok(Flow::Quit),
                None => self.refuse(&agon_core::faults::GAME_OVER.fault())?,
            }
        }
    }
}
