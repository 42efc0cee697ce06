use std::time::Duration;

use agon_arena::PlayerSpec;
use agon_core::{PlaceView, StepView};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::engines::Opponents;
use crate::screen::app::App;
use crate::screen::game::GameScreen;
use crate::session::GameSession;
use crate::{PlayConfig, Takebacks};

/// A person at a test terminal.
pub(super) struct TestUser {
    pub(super) app: App,
    terminal: Terminal<TestBackend>,
}

pub(super) fn config() -> PlayConfig {
    PlayConfig { color: true, seed: Some(1), takebacks: Takebacks::Unlimited, ..PlayConfig::default() }
}

pub(super) fn session(spec: &str, seats: [PlayerSpec; 2], config: &PlayConfig) -> GameSession {
    let table = agon_games::open(spec).expect(spec);
    GameSession::new(table, seats, config.takebacks, config.seed)
}

impl TestUser {
    pub(super) fn at(spec: &str, seats: [PlayerSpec; 2], config: PlayConfig) -> Self {
        let session = session(spec, seats, &config);
        Self::with(Some(session), config, (80, 24))
    }

    /// Two people at a game.
    pub(super) fn pair(spec: &str) -> Self {
        Self::pair_with(spec, config())
    }

    pub(super) fn pair_with(spec: &str, config: PlayConfig) -> Self {
        Self::at(spec, [PlayerSpec::default(), PlayerSpec::default()], config)
    }

    /// The menu.
    pub(super) fn menu() -> Self {
        Self::with(None, config(), (80, 24))
    }

    pub(super) fn with(session: Option<GameSession>, config: PlayConfig, (width, height): (u16, u16)) -> Self {
        let game = session.map(|session| (session, Opponents::default()));
        let app = App::new(config, game, Duration::ZERO);
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a test terminal");
        let mut person = Self { app, terminal };
        person.look();
        person
    }

    pub(super) fn game(&self) -> &GameScreen {
        self.app.game().expect("a game is on the screen")
    }

    pub(super) fn session(&self) -> &GameSession {
        &self.game().session
    }

    /// Draws, and reads the screen row by row.
    pub(super) fn look(&mut self) -> Vec<String> {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("drawn");
        let buffer = self.terminal.backend().buffer();
        (0..buffer.area.height)
            .map(|y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>())
            .collect()
    }

    pub(super) fn sees(&mut self, text: &str) -> bool {
        self.look().iter().any(|row| row.contains(text))
    }

    pub(super) fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.app.event(&Event::Resize(width, height));
        self.look();
    }

    pub(super) fn key(&mut self, code: KeyCode) {
        self.app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.look();
    }

    /// Presses a key several times.
    pub(super) fn keys(&mut self, code: KeyCode, count: usize) {
        (0..count).for_each(|_| self.key(code));
    }

    pub(super) fn control(&mut self, c: char) {
        self.app.event(&Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
        self.look();
    }

    /// Types characters; a line end is Enter.
    pub(super) fn types(&mut self, text: &str) {
        for c in text.chars() {
            self.key(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
        }
    }

    pub(super) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.app.event(&Event::Mouse(event));
        self.look();
    }

    /// A position of the mouse that means a place.
    pub(super) fn spot(&self, place: PlaceView) -> (u16, u16) {
        let layout = self.game().layout.as_ref().expect("drawn");
        let (width, height) = layout.size();
        let mut spots = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let means = |(x, y): (usize, usize)| layout.places_at(x, y, self.game().upright).first() == Some(&place);
        let spot = spots.find(|spot| means(*spot)).unwrap_or_else(|| panic!("{place:?} cannot be seen"));
        (spot.0 as u16, spot.1 as u16)
    }

    /// Lets engines move until it is a person's turn or the game is over.
    pub(super) fn wait_for_engines(&mut self) {
        self.tick_while(|user| {
            assert!(!user.game().stalled, "{}", user.game().message.text);
            user.session().mover().is_some_and(|player| !user.session().who(player).is_human())
        });
        self.look();
    }

    /// Lets what runs in the background go on while a condition holds.
    pub(super) fn tick_while(&mut self, is_waiting: impl Fn(&Self) -> bool) {
        let until = std::time::Instant::now() + Duration::from_mins(1);
        while is_waiting(self) {
            self.app.tick();
            assert!(std::time::Instant::now() < until, "it takes too long");
            std::thread::yield_now();
        }
    }

    /// Brings the keyboard to a place by arrow keys.
    pub(super) fn go_to(&mut self, place: PlaceView) {
        match (place, self.game().cursor) {
            (PlaceView::Wall { upright, .. }, cursor) => {
                if !matches!(cursor, PlaceView::Wall { .. }) {
                    self.types("w");
                }
                if !matches!(self.game().cursor, PlaceView::Wall { upright: now, .. } if now == upright) {
                    self.types("f");
                }
            }
            (PlaceView::Cell { .. }, PlaceView::Wall { .. }) => self.types("w"),
            _ => {}
        }
        for _ in 0..200 {
            let (now, want) = (self.position(self.game().cursor), self.position(place));
            if self.game().cursor == place {
                return;
            }
            self.key(match (want.0.cmp(&now.0), want.1.cmp(&now.1)) {
                (_, std::cmp::Ordering::Less) => KeyCode::Up,
                (_, std::cmp::Ordering::Greater) => KeyCode::Down,
                (std::cmp::Ordering::Less, _) => KeyCode::Left,
                _ => KeyCode::Right,
            });
        }
        panic!("the arrows do not lead from {:?} to {place:?}", self.game().cursor);
    }

    fn position(&self, place: PlaceView) -> (u16, u16) {
        match place {
            // Large boards scroll, so places are compared by themselves.
            PlaceView::Cell { row, col } | PlaceView::Wall { row, col, .. } => (col.into(), row.into()),
            other => self.spot(other),
        }
    }

    /// Makes a step by the keyboard.
    pub(super) fn step_by_keys(&mut self, step: &StepView) {
        let before = self.progress();
        if let Some(from) = step.places.from
            && self.game().step_to(step.places.to).is_none_or(|found| found.notation != step.notation)
        {
            self.go_to(from);
            if self.game().selected != Some(from) {
                self.key(KeyCode::Enter);
            }
        }
        if self.progress() == before {
            self.go_to(step.places.to);
            self.key(KeyCode::Enter);
        }
        assert_ne!(self.progress(), before, "{step:?} {:?}", self.game().message);
    }

    /// Makes a step by dragging, or by a click where something is placed.
    pub(super) fn step_by_mouse(&mut self, step: &StepView) {
        let before = self.progress();
        if let Some(from) = step.places.from {
            let (from, to) = (self.spot(from), self.spot(step.places.to));
            self.mouse(MouseEventKind::Down(MouseButton::Left), from);
            self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
            self.mouse(MouseEventKind::Up(MouseButton::Left), to);
        } else {
            if let PlaceView::Wall { upright, .. } = step.places.to
                && self.game().upright != upright
            {
                self.mouse(MouseEventKind::Down(MouseButton::Right), (0, 0));
            }
            let to = self.spot(step.places.to);
            self.mouse(MouseEventKind::Moved, to);
            self.mouse(MouseEventKind::Down(MouseButton::Left), to);
            self.mouse(MouseEventKind::Up(MouseButton::Left), to);
        }
        assert_ne!(self.progress(), before, "{step:?} {:?}", self.game().message);
    }

    fn progress(&self) -> (usize, usize) {
        (self.session().table().plies().len(), self.session().prefix().len())
    }
}
