//! The keyboard on the game screen.

use std::path::Path;

use agon_core::PlaceView;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{GameScreen, Message};
use crate::answer;
use crate::engines::Opponents;
use crate::faults;
use crate::screen::GameAction;
use crate::screen::context::Context;
use crate::screen::pages::{Boards, BoardsKind, Confirmation, Page};
use crate::screen::text_input::TextInput;
use crate::session::{GameSession, Phase};

impl GameScreen {
    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent, context: &Context) -> GameAction {
        if self.edits_line(key) {
            return GameAction::Stay;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control_key(key.code, context);
        }
        if self.page.is_some() {
            return self.page_key(key.code, context);
        }
        if self.typed.is_some() {
            self.typing_key(key.code, context);
            return GameAction::Stay;
        }
        self.board_key(key.code, context)
    }

    /// Edits the line that is being typed; `false` if there is none, or the key means something else.
    fn edits_line(&mut self, key: KeyEvent) -> bool {
        let line = match &mut self.page {
            Some(Page::File { typed, .. } | Page::Chat { typed }) => Some(typed),
            Some(_) => None,
            None => self.typed.as_mut(),
        };
        // In an empty line, Backspace takes a step back or leaves the line.
        line.is_some_and(|line| (key.code != KeyCode::Backspace || !line.text().is_empty()) && line.key(key))
    }

    fn control_key(&mut self, code: KeyCode, context: &Context) -> GameAction {
        match code {
            KeyCode::Char('c') => return self.interrupt(context),
            KeyCode::Char('z') => self.take_back(context),
            KeyCode::Char('s') => self.page = Some(Page::file(&self.session, true)),
            KeyCode::Char('o') => self.open_load(context),
            _ => {}
        }
        GameAction::Stay
    }

    fn board_key(&mut self, code: KeyCode, context: &Context) -> GameAction {
        if self.message.is_bad && !self.stalled {
            self.message = Message::default();
        }
        let is_online = self.session.as_online().is_some();
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Enter => self.enter_key(context),
            KeyCode::Char(' ') => self.confirm_key(context),
            KeyCode::Backspace => self.step_back(context),
            KeyCode::Esc => self.selected = None,
            KeyCode::Tab | KeyCode::Char('w') => {
                self.wall_mode(!matches!(self.cursor, PlaceView::Wall { .. }));
            }
            // On a square, `f` is a column and begins a typed move.
            KeyCode::Char('f') if matches!(self.cursor, PlaceView::Wall { .. }) => self.rotate_wall(),
            KeyCode::Char(':' | '/') => self.typed = Some(TextInput::default()),
            KeyCode::Char(c @ ('0'..='9' | '[')) => self.typed = Some(TextInput::with(c)),
            KeyCode::Char('u') => self.take_back(context),
            KeyCode::Char('h') => self.start_hint(context),
            KeyCode::Char('V') => self.start_review(context),
            KeyCode::Char('p') => self.paths = self.paths.next(self.session.table()),
            KeyCode::Char('s') => self.page = Some(Page::successors(context, &self.session)),
            KeyCode::Char('l') => self.page = Some(Page::history(context, &self.session)),
            KeyCode::Char('r') => self.page = Some(Page::rules(context, &self.session)),
            KeyCode::Char('?') | KeyCode::F(1) => self.page = Some(Page::help(context, &self.session)),
            KeyCode::Char('S') => self.page = Some(Page::file(&self.session, true)),
            KeyCode::Char('L') => self.open_load(context),
            KeyCode::Char('R') if self.session.mover().is_some() => {
                self.page = Some(Page::confirm(context, &self.session, Confirmation::Resign));
            }
            KeyCode::Char('C') if is_online => self.open_chat(context),
            KeyCode::Char('D') if is_online => self.offer_draw(context),
            KeyCode::Char(c) if is_online && answer::key(context.catalogue, c).is_some() => {
                self.answer(answer::key(context.catalogue, c) == Some(true), context);
            }
            KeyCode::Char('n' | 'm') => return self.leave(Confirmation::Menu, context),
            KeyCode::Char('q') => return self.leave(Confirmation::Quit, context),
            KeyCode::Char(c) if self.begins_a_move(c) => self.typed = Some(TextInput::with(c)),
            KeyCode::Char('f') => self.rotate_wall(),
            _ => {}
        }
        GameAction::Stay
    }

    fn open_load(&mut self, context: &Context) {
        if self.session.leaving_loses() {
            self.refuse(context, &faults::LEAVE_FIRST.fault());
        } else {
            self.page = Some(Page::file(&self.session, false));
        }
    }

    /// Whether a legal move begins with this letter.
    fn begins_a_move(&self, letter: char) -> bool {
        let begins =
            |notation: &String| notation.starts_with([letter.to_ascii_lowercase(), letter.to_ascii_uppercase()]);
        self.session.mover().is_some() && self.session.table().legal().iter().any(begins)
    }

    /// Leaves the game; asks first if it is unfinished.
    fn leave(&mut self, confirmation: Confirmation, context: &Context) -> GameAction {
        let is_lost = match self.session.as_online() {
            Some(_) => self.session.leaving_loses(),
            None => self.session.phase() != Phase::Over && !self.session.table().plies().is_empty(),
        };
        if is_lost {
            self.page = Some(Page::confirm(context, &self.session, confirmation));
            return GameAction::Stay;
        }
        if confirmation == Confirmation::Menu { GameAction::Menu } else { GameAction::Quit }
    }

    fn move_cursor(&mut self, dx: i32, dy: i32) {
        if let Some(layout) = &self.layout {
            self.cursor = layout.neighbour(self.cursor, dx, dy);
        }
    }

    fn enter_key(&mut self, context: &Context) {
        if self.stalled {
            self.stalled = false;
            return;
        }
        let only_end = self.steps.next.is_empty() && self.steps.turn.is_some();
        match self.session.phase() {
            Phase::Roll(player) if self.session.who(player).is_human() => self.roll(context),
            Phase::Human(_) if only_end => self.finish(context),
            Phase::Over => self.page = Some(Page::result(context, &self.session)),
            _ => {
                let (cursor, picking) = (self.cursor, self.selected.is_none());
                self.act(cursor, context);
                if picking && self.selected == Some(cursor) && self.session.has_dice() {
                    self.play_only_step(context);
                }
            }
        }
    }

    /// Moves the selected checker if it has only one legal step.
    pub(super) fn play_only_step(&mut self, context: &Context) {
        let mut steps = self.steps.next.iter().filter(|step| step.places.from == self.selected);
        if let (Some(step), None) = (steps.next(), steps.next()) {
            let notation = step.notation.clone();
            self.step(&notation, context);
        }
    }

    fn confirm_key(&mut self, context: &Context) {
        match self.session.phase() {
            Phase::Roll(player) if self.session.who(player).is_human() => self.roll(context),
            Phase::Human(_) if self.steps.turn.is_some() => self.finish(context),
            Phase::Human(_) => self.enter_key(context),
            Phase::Engine(_) => {
                if let Some(search) = &self.search {
                    search.hurry();
                }
            }
            Phase::Roll(_) | Phase::Remote(_) | Phase::Open | Phase::Over => {}
        }
    }

    fn typing_key(&mut self, code: KeyCode, context: &Context) {
        let Some(mut typed) = self.typed.take() else { return };
        match code {
            KeyCode::Esc => return,
            KeyCode::Enter => {
                let text = typed.text().to_owned();
                if !text.trim().is_empty() {
                    let before = self.progress();
                    self.enter(&text, context);
                    // A refused text stays for correction; after a dead end the empty line can take the step back.
                    let next = if self.progress() == before { typed } else { TextInput::default() };
                    self.typed = self.message.is_bad.then_some(next);
                }
                return;
            }
            KeyCode::Backspace if self.session.prefix().is_empty() => return,
            KeyCode::Backspace => self.step_back(context),
            KeyCode::Tab => typed.complete(self.completions()),
            _ => {}
        }
        self.typed = Some(typed);
    }

    /// The plies played and the steps made since.
    fn progress(&self) -> (usize, usize) {
        (self.session.table().plies().len(), self.session.prefix().len())
    }

    fn page_key(&mut self, code: KeyCode, context: &Context) -> GameAction {
        let Some(mut page) = self.page.take() else { return GameAction::Stay };
        match &mut page {
            Page::Text { scroll, .. } => {
                if !scroll_key(code, scroll) {
                    return GameAction::Stay;
                }
            }
            Page::Boards(boards) => match code {
                KeyCode::Esc | KeyCode::Char('q') => return GameAction::Stay,
                KeyCode::Enter => {
                    self.choose_board(boards, context);
                    return GameAction::Stay;
                }
                code => boards_key(code, boards),
            },
            Page::File { saving, typed } => match code {
                KeyCode::Esc => return GameAction::Stay,
                KeyCode::Enter => {
                    let name = typed.text().trim().to_owned();
                    match *saving {
                        true if Path::new(&name).exists() => {
                            self.page = Some(Page::confirm(context, &self.session, Confirmation::Overwrite(name)));
                        }
                        true => self.save(&name, context),
                        false => self.load(&name, context),
                    }
                    return GameAction::Stay;
                }
                _ => {}
            },
            Page::Chat { typed } => match code {
                KeyCode::Esc => return GameAction::Stay,
                KeyCode::Enter => {
                    let text = std::mem::take(typed);
                    self.say_in_chat(text.text(), context);
                }
                _ => {}
            },
            Page::Result { .. } => {
                match code {
                    KeyCode::Char('n') | KeyCode::Enter => self.rematch(context),
                    KeyCode::Char('m') => return GameAction::Menu,
                    KeyCode::Char('q') => return GameAction::Quit,
                    KeyCode::Char('u') => {
                        self.page = Some(page);
                        self.take_back(context);
                    }
                    KeyCode::Char('s' | 'S') => self.page = Some(Page::file(&self.session, true)),
                    KeyCode::Char('v' | 'V') => self.start_review(context),
                    KeyCode::Char('C') => self.open_chat(context),
                    KeyCode::Char(c) if answer::key(context.catalogue, c) == Some(true) => self.rematch(context),
                    KeyCode::Char(c) if answer::key(context.catalogue, c) == Some(false) => self.answer(false, context),
                    KeyCode::Esc => {}
                    _ => self.page = Some(page),
                }
                return GameAction::Stay;
            }
            Page::Confirm { confirmation, .. } => {
                let confirmation = confirmation.clone();
                return match code {
                    KeyCode::Char(c) if answer::is_yes(context.catalogue, &c.to_string()) => {
                        self.confirmed(confirmation, context)
                    }
                    _ => GameAction::Stay,
                };
            }
        }
        self.page = Some(page);
        GameAction::Stay
    }

    fn confirmed(&mut self, confirmation: Confirmation, context: &Context) -> GameAction {
        match confirmation {
            Confirmation::Quit | Confirmation::Menu => {
                self.leave_server(context);
                if confirmation == Confirmation::Menu { GameAction::Menu } else { GameAction::Quit }
            }
            Confirmation::Overwrite(name) => {
                self.save(&name, context);
                GameAction::Stay
            }
            Confirmation::Resign => {
                self.search = None;
                match self.session.resign() {
                    Ok(_) => self.refresh(context),
                    Err(fault) => self.refuse(context, &fault),
                }
                GameAction::Stay
            }
        }
    }

    /// Plays the chosen turn of the list, if a person is to move.
    fn choose_board(&mut self, boards: &Boards, context: &Context) {
        let Some(notation) = boards.entries.get(boards.at) else { return };
        if boards.kind == BoardsKind::Successors && matches!(self.session.phase(), Phase::Human(_)) {
            self.session.drop_steps();
            self.refresh(context);
            self.enter_whole(notation, context);
        }
    }

    fn save(&mut self, name: &str, context: &Context) {
        match self.session.save(Path::new(name)) {
            Ok(()) => self.say(context.catalogue.format("file.saved", &[("file", &name)])),
            Err(fault) => self.refuse(context, &fault),
        }
    }

    fn load(&mut self, name: &str, context: &Context) {
        let config = &context.config;
        let session =
            GameSession::load(Path::new(name), [None, None], config.takebacks, config.seed, context.catalogue);
        match session.and_then(|session| Opponents::of(&session, config).map(|opponents| (session, opponents))) {
            Ok((session, opponents)) => {
                self.replace(session, opponents, context);
                self.say(context.catalogue.format("file.loaded", &[("file", &name)]));
            }
            Err(fault) => self.refuse(context, &fault),
        }
    }
}

/// Scrolls a text; `false` if the key closes it.
fn scroll_key(code: KeyCode, scroll: &mut usize) -> bool {
    match code {
        KeyCode::Up | KeyCode::Char('k') => *scroll = scroll.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => *scroll += 1,
        KeyCode::PageUp => *scroll = scroll.saturating_sub(10),
        KeyCode::PageDown | KeyCode::Char(' ') => *scroll += 10,
        KeyCode::Home => *scroll = 0,
        _ => return false,
    }
    true
}

fn boards_key(code: KeyCode, boards: &mut Boards) {
    match code {
        KeyCode::Up | KeyCode::Left => boards.go(-1),
        KeyCode::Down | KeyCode::Right => boards.go(1),
        KeyCode::PageUp => boards.go(-15),
        KeyCode::PageDown => boards.go(15),
        KeyCode::Home => boards.at = 0,
        KeyCode::End => boards.go(isize::MAX),
        _ => {}
    }
}
