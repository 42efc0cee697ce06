use std::path::Path;
use std::time::Duration;

use agon_client::ClientError;
use agon_core::{Fault, GameEntry, Options};
use agon_i18n::Catalogue;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::Frame;

use super::GameAction;
use super::context::Context;
use super::game::GameScreen;
use super::menu::{Menu, MenuAction};
use super::setup::{Setup, SetupAction};
use super::start::{Start, StartAction};
use crate::OnlineRequest;
use crate::config::{HostedServer, Mode, PlayConfig};
use crate::engines::Opponents;
use crate::names;
use crate::online::{self, OnlineStart, news};
use crate::session::GameSession;

/// The whole interface: the current screen, which receives all events.
pub(crate) struct App {
    pub(crate) context: Context,
    screen: Screen,
    pace: Duration,
    /// The server that runs here for the game on the screen.
    server: Option<HostedServer>,
    quit: bool,
}

enum Screen {
    Menu(Menu),
    Start(Box<Start>),
    Setup(Box<Setup>),
    Game(Box<GameScreen>),
}

impl App {
    /// Starts with the menu, or with a game.
    pub(crate) fn new(config: PlayConfig, game: Option<(GameSession, Opponents)>, pace: Duration) -> Self {
        let context = Context::new(config);
        let mut app = Self { context, screen: Screen::Menu(Menu::default()), pace, server: None, quit: false };
        if let Some((session, opponents)) = game {
            app.show(session, opponents);
        }
        app
    }

    /// Asks who plays a game; players of the command line stand in its setup screen.
    pub(crate) fn start(&mut self, entry: &'static GameEntry, options: Options) {
        let config = &self.context.config;
        if config.mode == Some(Mode::Each) || config.p1.is_some() || config.p2.is_some() {
            self.set_up(entry, &options);
        } else {
            self.screen = Screen::Start(Box::new(Start::new(entry, options, config)));
        }
    }

    /// Shows the setup screen of a game.
    pub(crate) fn set_up(&mut self, entry: &'static GameEntry, options: &Options) {
        self.screen = Screen::Setup(Box::new(Setup::new(entry, options, &self.context)));
    }

    /// Begins a game, or explains on the present screen why that is not possible.
    fn begin(&mut self, session: Result<GameSession, Fault>) {
        let config = &self.context.config;
        let game = session.and_then(|session| Opponents::of(&session, config).map(|opponents| (session, opponents)));
        match game {
            Ok((session, opponents)) => self.show(session, opponents),
            Err(fault) => {
                let message = self.context.fault(&fault);
                match &mut self.screen {
                    Screen::Menu(menu) => menu.message = message,
                    Screen::Start(start) => start.message = message,
                    Screen::Setup(setup) => {
                        setup.message = names::option_fault(self.context.catalogue, setup.info(), &fault);
                    }
                    Screen::Game(_) => {}
                }
            }
        }
    }

    /// Joins the game of a link, or opens one on a server.
    fn begin_online(&mut self, text: &str, spec: Result<String, Fault>) {
        let request = OnlineRequest::read(text).map_err(ClientError::from);
        self.begin_on(spec, |config, catalogue| online::start(config, &request?, catalogue));
    }

    /// Begins a game on a server; says on the start screen why that is not possible.
    fn begin_on(
        &mut self,
        spec: Result<String, Fault>,
        start: impl FnOnce(&PlayConfig, &Catalogue) -> Result<OnlineStart, ClientError>,
    ) {
        let catalogue = self.context.catalogue;
        let started = spec.map_err(ClientError::from).and_then(|spec| {
            let config = PlayConfig { spec: Some(spec), ..self.context.config.clone() };
            start(&config, catalogue)
        });
        match (started, &mut self.screen) {
            (Ok(OnlineStart { session, notes, server }), _) => {
                self.server = server;
                self.show(session, Opponents::default());
                if let Screen::Game(game) = &mut self.screen {
                    game.read_first(&notes, &self.context);
                }
            }
            (Err(error), Screen::Start(start)) => start.message = news::error(catalogue, None, &error),
            (Err(_), _) => {}
        }
    }

    fn show(&mut self, session: GameSession, opponents: Opponents) {
        self.screen = Screen::Game(Box::new(GameScreen::new(session, opponents, self.pace, &self.context)));
    }

    /// Says something on the game screen.
    pub(crate) fn say(&mut self, text: &str) {
        if let Screen::Game(game) = &mut self.screen {
            game.say(text);
        }
    }

    /// What to say after the screen is closed.
    pub(crate) fn farewell(&mut self) -> Option<String> {
        match &mut self.screen {
            Screen::Game(game) => game.farewell.take(),
            _ => None,
        }
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
        let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        if is_interrupt && !matches!(self.screen, Screen::Game(_)) {
            self.quit = true;
            return;
        }
        match &mut self.screen {
            Screen::Menu(menu) => {
                let choice = menu.key(key, &self.context);
                self.chosen(choice);
            }
            Screen::Start(start) => {
                let done = start.key(key);
                self.started(done);
            }
            Screen::Setup(setup) => {
                let done = setup.key(key.code);
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
            Screen::Start(start) => {
                let done = start.mouse(mouse);
                self.started(done);
            }
            Screen::Setup(setup) => {
                let done = setup.mouse(mouse);
                self.set_up_done(done);
            }
            Screen::Game(game) => game.mouse(mouse, &self.context),
        }
    }

    fn go(&mut self, next: GameAction) {
        match next {
            GameAction::Stay => {}
            GameAction::Menu => {
                let mut menu = Menu::default();
                menu.message = self.farewell().unwrap_or_default();
                self.screen = Screen::Menu(menu);
                self.server = None;
            }
            GameAction::Quit => self.quit = true,
        }
    }

    fn chosen(&mut self, choice: MenuAction) {
        match choice {
            MenuAction::Nothing => {}
            MenuAction::Game(entry) => self.start(entry, Options::defaults(entry.info)),
            MenuAction::Quit => self.quit = true,
            MenuAction::Language(language) => {
                self.context = Context::new(PlayConfig { language, ..self.context.config.clone() });
            }
            MenuAction::Load(name) => {
                let config = &self.context.config;
                let seats = [config.p1.clone(), config.p2.clone()];
                let (path, catalogue) = (Path::new(&name), self.context.catalogue);
                self.begin(GameSession::load(path, seats, config.takebacks, config.seed, catalogue));
            }
        }
    }

    fn started(&mut self, done: StartAction) {
        let Screen::Start(start) = &self.screen else { return };
        let (entry, options) = start.game();
        match done {
            StartAction::Stay => {}
            StartAction::Back => self.screen = Screen::Menu(Menu::default()),
            StartAction::Options => {
                let options = options.clone();
                self.set_up(entry, &options);
            }
            StartAction::Online(text) => {
                let table = (entry.open)(options.clone());
                self.begin_online(&text, table.map(|table| table.spec()));
            }
            StartAction::Host => {
                let table = (entry.open)(options.clone());
                self.begin_on(table.map(|table| table.spec()), online::host);
            }
            StartAction::Begin(seats) => {
                let config = &self.context.config;
                let table = (entry.open)(options.clone());
                self.begin(table.map(|table| GameSession::new(table, *seats, config.takebacks, config.seed)));
            }
        }
    }

    fn set_up_done(&mut self, done: SetupAction) {
        match done {
            SetupAction::Stay => {}
            SetupAction::Back => self.screen = Screen::Menu(Menu::default()),
            SetupAction::Start => {
                let Screen::Setup(setup) = &self.screen else { return };
                self.begin(setup.session(self.context.config.seed));
            }
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
            Screen::Start(start) => start.draw(area, buffer, &self.context),
            Screen::Setup(setup) => setup.draw(area, buffer, &self.context),
            Screen::Game(game) => game.draw(area, buffer, &self.context),
        }
    }
}
