//! The full-screen interface.

mod app;
mod context;
mod draw;
mod game;
mod keys;
mod menu;
mod mouse;
mod page_draw;
mod pages;
mod setup;
#[cfg(test)]
mod tests;
mod typed;
mod walls;

use std::io::{self, Stdout};
use std::time::{Duration, Instant};

use agon_core::{GameEntry, Options};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::PlayConfig;
use crate::session::GameSession;
use app::App;
pub(crate) use pages::rules_text;

/// Where a key leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameAction {
    Stay,
    Menu,
    Quit,
}

/// Pause between things that happen by themselves.
const PACE: Duration = Duration::from_millis(450);
/// How long an event is waited for before engines are looked after.
const POLL: Duration = Duration::from_millis(30);
/// Clocks on the screen move at least this often.
const REDRAW: Duration = Duration::from_millis(250);

/// Runs the interface until the person leaves. `chosen` opens the set-up of a game at once.
pub(crate) fn run(
    config: PlayConfig,
    session: Option<GameSession>,
    chosen: Option<(&'static GameEntry, Options)>,
) -> io::Result<()> {
    let mut app = App::new(config, session, PACE);
    if let Some((entry, options)) = chosen {
        app.set_up(entry, &options);
    }
    let mut terminal = open().inspect_err(|_| {
        // Half-opened is worse than closed twice.
        let _ = close();
    })?;
    let result = turn(&mut app, &mut terminal);
    close()?;
    result
}

fn turn(app: &mut App, terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> io::Result<()> {
    let mut drawn = Instant::now();
    terminal.draw(|frame| app.draw(frame))?;
    while !app.is_done() {
        let mut changed = false;
        if event::poll(POLL)? {
            changed |= app.event(&event::read()?);
            // Mouse movements come in swarms: take what is there before drawing again.
            while !app.is_done() && event::poll(Duration::ZERO)? {
                changed |= app.event(&event::read()?);
            }
        }
        changed |= app.tick();
        if changed || drawn.elapsed() >= REDRAW {
            terminal.draw(|frame| app.draw(frame))?;
            drawn = Instant::now();
        }
    }
    Ok(())
}

fn open() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // An engine's thread may fail without taking the screen along.
        if std::thread::current().name() == Some("main") {
            let _ = close();
            earlier(info);
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
