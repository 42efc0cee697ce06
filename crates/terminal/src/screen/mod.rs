//! The full-screen interface.
//!
//! - `app`: the current screen; `context`: what every screen needs.
//! - `menu`, `start`, `setup`, `game`: the screens; `pages`: pages over the game screen.
//! - `text_input`: a line of text input.

mod app;
mod context;
mod game;
mod menu;
mod pages;
mod setup;
mod start;
#[cfg(test)]
mod tests;
mod text_input;

use std::io::{self, Stdout, Write as _};
use std::time::{Duration, Instant};

use agon_core::{GameEntry, Options};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::PlayConfig;
use crate::engines::Opponents;
use crate::session::GameSession;
use app::App;
pub(crate) use context::wrap;
pub(crate) use pages::rules_text;

/// Where an action of the game screen leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameAction {
    Stay,
    Menu,
    Quit,
}

/// Pause between automatic actions.
const ACTION_PAUSE: Duration = Duration::from_millis(450);
/// Maximum wait for an event before engines are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(30);
/// Maximum time between redraws, so that clocks move.
const REDRAW_INTERVAL: Duration = Duration::from_millis(250);

/// Runs the interface until the user quits. `chosen` opens the start screen of a game, `note` is said at once.
pub(crate) fn run(
    config: PlayConfig,
    game: Option<(GameSession, Opponents)>,
    chosen: Option<(&'static GameEntry, Options)>,
    note: &str,
) -> io::Result<()> {
    let mut app = App::new(config, game, ACTION_PAUSE);
    app.say(note);
    if let Some((entry, options)) = chosen {
        app.start(entry, options);
    }
    let mut terminal = open().inspect_err(|_| {
        // Restores a half-initialized terminal.
        let _ = close();
    })?;
    let result = event_loop(&mut app, &mut terminal);
    close()?;
    if let Some(farewell) = app.farewell() {
        writeln!(io::stdout(), "{farewell}")?;
    }
    result
}

fn event_loop(app: &mut App, terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> io::Result<()> {
    let mut drawn = Instant::now();
    terminal.draw(|frame| app.draw(frame))?;
    while !app.is_done() {
        let mut changed = false;
        if event::poll(POLL_INTERVAL)? {
            changed |= app.event(&event::read()?);
            // Mouse movements come in bursts: handle all of them before drawing again.
            while !app.is_done() && event::poll(Duration::ZERO)? {
                changed |= app.event(&event::read()?);
            }
        }
        changed |= app.tick();
        if changed || drawn.elapsed() >= REDRAW_INTERVAL {
            terminal.draw(|frame| app.draw(frame))?;
            drawn = Instant::now();
        }
    }
    Ok(())
}

fn open() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let previous = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // A panic of an engine's thread does not end the interface.
        if std::thread::current().name() == Some("main") {
            let _ = close();
            previous(info);
        }
    }));
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

fn close() -> io::Result<()> {
    execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, crossterm::cursor::Show)?;
    disable_raw_mode()
}
