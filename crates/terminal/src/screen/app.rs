use std::path::Path;
use std::time::Duration;

use agon_core::{GameEntry, Options};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::Frame;

use super::GameAction;
use super::context::Context;
use super::game::GameScreen;
use super::menu::{Menu, MenuAction};
use super::setup::{Setup, SetupAction};
use crate::config::PlayConfig;
use crate::session::GameSession;

/// The whole interface: the current screen, which receives all events.
pub(crate) struct App {
    pub(crate) context: Context,
    screen: Screen,
    pace: Duration,
    quit: bool,
}

enum Screen {
    Menu(Menu),
    Setup(Box<Setup>),
    Game(Box<GameScreen>),
}

impl App {
    /// Starts with the menu, or with a game.
    pub(crate) fn new(config: PlayConfig, session: Option<GameSession>, pace: Duration) -> Self {
        let context = Context::new(config);
        let mut app = Self { context, screen: Screen::Menu(Menu::default()), pace, quit: false };
        if let Some(session) = session {
            app.begin(session);
        }
        app
    }

    /// Shows the setup screen of a game.
    pub(crate) fn set_up(&mut self, entry: &'static GameEntry, options: &Options) {
        self.screen = Screen::Setup(Box::new(Setup::new(entry, options, &self.context)));
    }

    fn begin(&mut self, session: GameSession) {
        self.screen = Screen::Game(Box::new(GameScreen::new(session, self.pace, &self.context)));
    }

    /// Whether the user has quit.
    pub(crate) fn is_done(&self) -> bool {
        self.quit
    }

    /// The game screen, if it is shown.
    #[cfg(test)]
    pub(crate) fn game(&self) -> Option<&GameScreen> {
        match &self.screen {
            Screen::Game(game) => Some(game),
            _ => None,
        }
    }

    /// Handles an event; returns whether the screen may have changed.
    pub(crate) fn event(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Resize(..) => {}
            _ => return false,
        }
        true
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.quit = true;
            return;
        }
        match &mut self.screen {
            Screen::Menu(menu) => {
                let choice = menu.key(key.code, &self.context);
                self.chosen(choice);
            }
            Screen::Setup(setup) => {
                let done = setup.key(key.code, &self.context);
                self.set_up_done(done);
            }
            Screen::Game(game) => {
                let next = game.key(key, &self.context);
                self.go(next);
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        match &mut self.screen {
            Screen::Menu(menu) => {
                let choice = menu.mouse(mouse, &self.context);
                self.chosen(choice);
            }
            Screen::Setup(setup) => {
                let done = setup.mouse(mouse, &self.context);
                self.set_up_done(done);
            }
            Screen::Game(game) => game.mouse(mouse, &self.context),
        }
    }

    fn go(&mut self, next: GameAction) {
        match next {
            GameAction::Stay => {}
            GameAction::Menu => self.screen = Screen::Menu(Menu::default()),
            GameAction::Quit => self.quit = true,
        }
    }

    fn chosen(&mut self, choice: MenuAction) {
        match choice {
            MenuAction::Nothing => {}
            MenuAction::Game(entry) => self.set_up(entry, &Options::defaults(entry.info)),
            MenuAction::Quit => self.quit = true,
            MenuAction::Language(language) => {
                self.context = Context::new(PlayConfig { language, ..self.context.config.clone() });
            }
            MenuAction::Load(name) => {
                let config = &self.context.config;
                let seats = [config.p1.clone(), config.p2.clone()];
                match GameSession::load(Path::new(&name), seats, config.takebacks, config.seed, self.context.catalogue)
                {
                    Ok(session) => self.begin(session),
                    Err(fault) => {
                        let message = self.context.fault(&fault);
                        if let Screen::Menu(menu) = &mut self.screen {
                            menu.message = message;
                        }
                    }
                }
            }
        }
    }

    fn set_up_done(&mut self, done: SetupAction) {
        match done {
            SetupAction::Stay => {}
            SetupAction::Back => self.screen = Screen::Menu(Menu::default()),
            SetupAction::Start(session) => self.begin(*session),
        }
    }

    /// Advances what happens without input; returns whether the screen changed.
    pub(crate) fn tick(&mut self) -> bool {
        match &mut self.screen {
            Screen::Game(game) => game.tick(&self.context),
            _ => false,
        }
    }

    /// Draws the current screen.
    pub(crate) fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        match &mut self.screen {
            Screen::Menu(menu) => menu.draw(area, buffer, &self.context),
            Screen::Setup(setup) => setup.draw(area, buffer, &self.context),
            Screen::Game(game) => game.draw(area, buffer, &self.context),
        }
    }
}
