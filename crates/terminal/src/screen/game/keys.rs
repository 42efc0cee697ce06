//! The keyboard on the game screen.

use std::path::Path;

use agon_core::PlaceView;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{GameScreen, Message};
use crate::screen::GameAction;
use crate::screen::context::Context;
use crate::screen::pages::{Boards, BoardsKind, Confirmation, Page};
use crate::screen::text_input::TextInput;
use crate::session::{GameSession, Phase};

impl GameScreen {
    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent, context: &Context) -> GameAction {
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

    fn control_key(&mut self, code: KeyCode, context: &Context) -> GameAction {
        match code {
            KeyCode::Char('c') => return GameAction::Quit,
            KeyCode::Char('z') => self.take_back(context),
            KeyCode::Char('s') => self.page = Some(Page::file(&self.session, true)),
            KeyCode::Char('o') => self.page = Some(Page::file(&self.session, false)),
            _ => {}
        }
        GameAction::Stay
    }

    fn board_key(&mut self, code: KeyCode, context: &Context) -> GameAction {
        if self.message.is_bad && !self.stalled {
            self.message = Message::default();
        }
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
            // On a square, `f` is a column of Quoridor and begins a typed move.
            KeyCode::Char('f') if matches!(self.cursor, PlaceView::Wall { .. }) => self.rotate_wall(),
            KeyCode::Char(':' | '/') => self.typed = Some(TextInput::default()),
            KeyCode::Char(c @ ('0'..='9' | '[')) => self.typed = Some(TextInput::with(c)),
            KeyCode::Char('u') => self.take_back(context),
            KeyCode::Char('h') => self.start_hint(context),
            KeyCode::Char('V') => self.start_review(context),
            KeyCode::Char('p') => self.show_paths = !self.show_paths,
            KeyCode::Char('s') => self.page = Some(Page::successors(context, &self.session)),
            KeyCode::Char('l') => self.page = Some(Page::history(context, &self.session)),
            KeyCode::Char('r') => self.page = Some(Page::rules(context, &self.session)),
            KeyCode::Char('?') | KeyCode::F(1) => self.page = Some(Page::help(context)),
            KeyCode::Char('S') => self.page = Some(Page::file(&self.session, true)),
            KeyCode::Char('L') => self.page = Some(Page::file(&self.session, false)),
            KeyCode::Char('R') if self.session.mover().is_some() => {
                self.page = Some(Page::confirm(context, Confirmation::Resign));
            }
            KeyCode::Char('n' | 'm') => return self.leave(Confirmation::Menu, context),
            KeyCode::Char('q') => return self.leave(Confirmation::Quit, context),
            KeyCode::Char(c) if self.begins_a_move(c) => self.typed = Some(TextInput::with(c)),
            KeyCode::Char('f') => self.rotate_wall(),
            _ => {}
        }
        GameAction::Stay
    }

    /// Whether a legal move begins with this letter.
    fn begins_a_move(&self, letter: char) -> bool {
        let begins = |word: &String| word.starts_with([letter.to_ascii_lowercase(), letter.to_ascii_uppercase()]);
        self.session.mover().is_some() && self.session.table().legal().iter().any(begins)
    }

    /// Leaves the game; asks first if it is unfinished.
    fn leave(&mut self, confirmation: Confirmation, context: &Context) -> GameAction {
        if self.session.outcome().is_none() && !self.session.table().plies().is_empty() {
            self.page = Some(Page::confirm(context, confirmation));
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
            let word = step.notation.clone();
            self.step(&word, context);
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
            Phase::Roll(_) | Phase::Over => {}
        }
    }

    fn typing_key(&mut self, code: KeyCode, context: &Context) {
        let Some(mut typed) = self.typed.take() else { return };
        match code {
            KeyCode::Esc => return,
            KeyCode::Enter => {
                let text = typed.text().to_owned();
                if !text.trim().is_empty() {
                    let words = self.session.table().plies().len();
                    self.enter(&text, context);
                    // A refused text stays for correction.
                    let done = !self.message.is_bad || self.session.table().plies().len() != words;
                    self.typed = (!done).then_some(typed);
                }
                return;
            }
            KeyCode::Backspace if !typed.pop() => return,
            KeyCode::Tab => typed.complete(self.completions()),
            KeyCode::Char(c) => typed.push(c),
            _ => {}
        }
        self.typed = Some(typed);
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
                    let (saving, name) = (*saving, typed.text().trim().to_owned());
                    self.use_file(saving, &name, context);
                    return GameAction::Stay;
                }
                KeyCode::Backspace => {
                    typed.pop();
                }
                KeyCode::Char(c) => typed.push(c),
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
                    KeyCode::Esc => {}
                    _ => self.page = Some(page),
                }
                return GameAction::Stay;
            }
            Page::Confirm { confirmation, .. } => {
                let confirmation = *confirmation;
                return match code {
                    KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.confirmed(confirmation, context),
                    _ => GameAction::Stay,
                };
            }
        }
        self.page = Some(page);
        GameAction::Stay
    }

    fn confirmed(&mut self, confirmation: Confirmation, context: &Context) -> GameAction {
        match confirmation {
            Confirmation::Quit => GameAction::Quit,
            Confirmation::Menu => GameAction::Menu,
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
        let Some(word) = boards.entries.get(boards.at) else { return };
        if boards.kind == BoardsKind::Successors && matches!(self.session.phase(), Phase::Human(_)) {
            self.session.drop_steps();
            self.refresh(context);
            self.enter_whole(word, context);
        }
    }

    fn use_file(&mut self, saving: bool, name: &str, context: &Context) {
        let path = Path::new(name);
        if saving {
            match self.session.save(path) {
                Ok(()) => self.say(context.catalogue.format("file.saved", &[("file", &name)])),
                Err(fault) => self.refuse(context, &fault),
            }
            return;
        }
        let config = &context.config;
        match GameSession::load(path, [None, None], config.takebacks, config.seed, context.catalogue) {
            Ok(session) => {
                self.replace(session, context);
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
