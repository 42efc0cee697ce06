//! The line interface: prompts and boards as text, on a terminal or over a pipe.
//!
//! - `ask`: the questions before a game.
//! - `commands`, `listing`: commands and their lists.
//! - `lines`: input and output of lines.

mod ask;
mod commands;
mod lines;
mod listing;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use agon_core::{Fault, Player};
use agon_i18n::Catalogue;

use crate::PlayConfig;
use crate::clock::seconds;
use crate::engines::Opponents;
use crate::names;
use crate::session::{GameSession, Phase};
use commands::Command;
use lines::Lines;

/// Plays until the user quits or the input ends. Without a session, asks for everything first.
pub(crate) fn run(
    config: &PlayConfig,
    session: Option<GameSession>,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let catalogue = Catalogue::of(config.language);
    let mut lines = Lines::new(input, output, config.bidi);
    let session = match session {
        Some(session) => Some(session),
        None => ask::session(&mut lines, config, catalogue)?,
    };
    let Some(session) = session else { return Ok(()) };
    let mut plain = LineInterface { session, config, catalogue, opponents: Opponents::default(), lines };
    match plain.play() {
        // The reader of the output has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

struct LineInterface<'a, R, W> {
    session: GameSession,
    config: &'a PlayConfig,
    catalogue: &'static Catalogue,
    opponents: Opponents,
    lines: Lines<R, W>,
}

/// Whether the interface continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl<R: BufRead, W: Write> LineInterface<'_, R, W> {
    fn play(&mut self) -> io::Result<()> {
        self.lines.say(self.catalogue.text("plain.hello"))?;
        self.show_board()?;
        loop {
            let flow = match self.session.phase() {
                Phase::Roll(player) => self.roll(player)?,
                Phase::Engine(player) => self.engine(player)?,
                Phase::Human(player) => self.person(player)?,
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
        let text = self.catalogue.fault(fault);
        self.lines.say(&text)
    }

    fn roll(&mut self, player: Player) -> io::Result<Flow> {
        let Some(word) = self.session.roll() else { return Ok(Flow::Quit) };
        let text = names::roll(self.catalogue, &self.session, Some(player), &word);
        self.lines.say(&text)?;
        Ok(Flow::Continue)
    }

    fn engine(&mut self, player: Player) -> io::Result<Flow> {
        let thinking = self.opponents.think(&self.session, player, self.config);
        let decision = thinking.wait();
        self.opponents.keep(player, decision.engine);
        match decision.thought.and_then(|thought| self.session.play_engine(&thought.turn)) {
            Ok(word) => {
                let (side, took) = (self.side(player), seconds(decision.time));
                let text = self
                    .catalogue
                    .format("play.engine_played", &[("player", &side), ("word", &word), ("seconds", &took)]);
                self.lines.say(&text)?;
                self.show_board()?;
                Ok(Flow::Continue)
            }
            Err(fault) => {
                self.refuse(&fault)?;
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
        let name = names::full(self.catalogue, &self.session, player);
        let prompt = match self.session.prefix() {
            [] => self.catalogue.format("plain.turn", &[("player", &name)]),
            steps => {
                let steps = steps.join(",");
                self.catalogue.format("plain.turn_on", &[("player", &name), ("steps", &steps)])
            }
        };
        match self.lines.ask(&format!("{prompt} "))? {
            None => Ok(Flow::Quit),
            Some(line) if line.trim().is_empty() => {
                self.end_steps()?;
                Ok(Flow::Continue)
            }
            Some(line) => self.command_or_turn(&line),
        }
    }

    /// Ends an unfinished turn after an empty line.
    fn end_steps(&mut self) -> io::Result<()> {
        if !self.session.prefix().is_empty() {
            match self.session.finish() {
                Ok(_) => self.show_board()?,
                Err(fault) => self.refuse(&fault)?,
            }
        }
        Ok(())
    }

    fn command_or_turn(&mut self, line: &str) -> io::Result<Flow> {
        if let Some(command) = Command::parse(line) {
            return self.command(command);
        }
        self.turn(line)?;
        Ok(Flow::Continue)
    }

    fn turn(&mut self, line: &str) -> io::Result<()> {
        let text = self.session.normalize(line);
        match self.session.play(&text) {
            Ok(_) => self.show_board(),
            // Checkers can also be moved one at a time.
            Err(_) if self.session.has_dice() && self.session.step(&text).is_ok() => {
                self.show_board()?;
                let steps = self.session.steps();
                if steps.next.is_empty() && steps.turn.is_some() {
                    self.lines.say(self.catalogue.text("plain.confirm"))?;
                } else if steps.state == agon_core::TurnState::DeadEnd {
                    self.refuse(&crate::faults::DEAD_END.fault())?;
                }
                Ok(())
            }
            Err(fault) => self.refuse(&fault),
        }
    }

    fn over(&mut self) -> io::Result<Flow> {
        for line in names::result(self.catalogue, &self.session) {
            self.lines.say(&line)?;
        }
        loop {
            let prompt = format!("{} ", self.catalogue.text("plain.again"));
            let Some(line) = self.lines.ask(&prompt)? else { return Ok(Flow::Quit) };
            match Command::parse(&line) {
                Some(Command::Again) => {
                    self.session.rematch();
                    self.opponents.clear();
                    self.show_board()?;
                    return Ok(Flow::Continue);
                }
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
