use std::io::{self, Write as _, stdout};
use std::time::Duration;

use agon_i18n::Catalogue;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use crate::session::{GameSession, Phase};

/// How often the keyboard is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Waits for the second player on the normal screen, where the link can be selected and copied. `false` if the person
/// has cancelled the game.
pub(crate) fn for_opponent(session: &mut GameSession, catalogue: &Catalogue) -> io::Result<bool> {
    let is_waiting = |session: &GameSession| {
        session.phase() == Phase::Open && session.as_online().is_some_and(crate::session::OnlineGame::is_player)
    };
    if !is_waiting(session) {
        return Ok(true);
    }
    writeln!(stdout(), "{} {}", catalogue.text("seating.waiting"), catalogue.text("online.cancel_keys"))?;
    enable_raw_mode()?;
    let waited = loop {
        session.poll(Duration::ZERO);
        if !is_waiting(session) {
            break Ok(true);
        }
        match is_cancelled() {
            Ok(false) => {}
            other => break other.map(|_| false),
        }
    };
    disable_raw_mode()?;
    if let (Ok(false), Some(game)) = (&waited, session.as_online_mut()) {
        game.leave();
    }
    waited
}

fn is_cancelled() -> io::Result<bool> {
    if !event::poll(POLL_INTERVAL)? {
        return Ok(false);
    }
    let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event::read()? else { return Ok(false) };
    let is_interrupt = code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL);
    Ok(kind != KeyEventKind::Release && (is_interrupt || matches!(code, KeyCode::Esc | KeyCode::Char('q'))))
}
