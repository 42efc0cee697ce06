//! The game screen.
//!
//! This file has its state and the actions of the user.
//!
//! - `keys`, `mouse`: input.
//! - `background`: what happens without input.
//! - `online`: what a game on a server adds.
//! - `draw`: output.
//! - `wall_notation`: the notation of wall slots.

mod background;
mod draw;
mod keys;
mod mouse;
mod online;
mod wall_notation;

use std::time::{Duration, Instant};

use agon_core::{AnyTable, BoardView, Fault, PathView, PlaceView, Player, StepView, StepsView, TurnState};
use agon_games::draw::Layout;

use super::context::Context;
use super::pages::Page;
use super::text_input::TextInput;
use crate::board;
use crate::config::Paths;
use crate::engines::{BackgroundReview, BackgroundSearch, Opponents};
use crate::faults;
use crate::names;
use crate::session::{GameSession, Phase, TakebackAnswer};
use wall_notation::WallNotation;

/// The message line below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) is_bad: bool,
    /// The paths that the refused move would close.
    pub(super) paths: Vec<PathView>,
}

/// The screen of a running game.
pub(crate) struct GameScreen {
    pub(crate) session: GameSession,
    pub(super) opponents: Opponents,
    pub(super) search: Option<BackgroundSearch>,
    pub(super) hint_search: Option<BackgroundSearch>,
    pub(super) review: Option<BackgroundReview>,
    /// The current board and steps; updated by `refresh`.
    pub(super) board: Option<BoardView>,
    pub(super) steps: StepsView,
    pub(super) cursor: PlaceView,
    /// Whether the next wall is vertical.
    pub(super) upright: bool,
    /// Whether the user rotated the wall at the cursor; then the groove under the mouse does not rotate it back.
    pub(super) rotated: bool,
    pub(super) selected: Option<PlaceView>,
    pub(super) typed: Option<TextInput>,
    pub(super) completions: Option<Vec<String>>,
    pub(super) wall_notation: WallNotation,
    pub(super) message: Message,
    pub(super) hint: Option<String>,
    pub(super) paths: Paths,
    pub(super) page: Option<Page>,
    /// The board as it was drawn, in the top left corner of the screen.
    pub(super) layout: Option<Box<dyn Layout>>,
    /// Where the mouse button was pressed, and whether that place was selected before.
    pub(super) pressed: Option<(PlaceView, bool)>,
    /// The last turn of an engine: player, notation, time.
    pub(super) last_engine_turn: Option<(Player, String, Duration)>,
    /// An engine failed: the game is paused until the user continues.
    pub(super) stalled: bool,
    announced: bool,
    /// What to say after the screen is closed.
    pub(crate) farewell: Option<String>,
    /// When the next automatic action may happen, so that the user can follow.
    next_at: Instant,
    pace: Duration,
}

impl GameScreen {
    pub(crate) fn new(session: GameSession, opponents: Opponents, pace: Duration, context: &Context) -> Self {
        let mut screen = Self {
            session,
            opponents,
            search: None,
            hint_search: None,
            review: None,
            board: None,
            steps: StepsView { next: Vec::new(), turn: None, state: TurnState::Open },
            cursor: PlaceView::Cell { row: 0, col: 0 },
            upright: false,
            rotated: false,
            selected: None,
            typed: None,
            completions: None,
            wall_notation: WallNotation::default(),
            message: Message::default(),
            hint: None,
            paths: context.config.paths,
            page: None,
            layout: None,
            pressed: None,
            last_engine_turn: None,
            stalled: false,
            announced: false,
            farewell: None,
            next_at: Instant::now(),
            pace,
        };
        screen.refresh(context);
        screen.home_cursor();
        screen
    }

    /// Updates everything derived from the session.
    pub(super) fn refresh(&mut self, context: &Context) {
        self.board = self.session.board().ok();
        self.steps = match self.session.phase() {
            Phase::Human(_) => self.session.steps(),
            _ => StepsView { next: Vec::new(), turn: None, state: TurnState::Open },
        };
        self.completions = None;
        self.selected = None;
        self.hint = None;
        self.hint_search = None;
        self.fit_mode();
        let is_over = self.session.phase() == Phase::Over;
        if is_over && !self.announced {
            self.typed = None;
            self.page = Some(Page::result(context, &self.session));
        }
        self.announced = is_over;
    }

    /// Moves the cursor to the first legal step.
    pub(super) fn home_cursor(&mut self) {
        let first = self.steps.next.first().map(|step| step.places.from.unwrap_or(step.places.to));
        if let Some(place) = first.or_else(|| self.board.as_ref().map(|view| board::of(view).home())) {
            self.cursor = place;
        }
        self.fit_mode();
    }

    /// Switches to wall mode if only walls are legal, out of it if none is.
    fn fit_mode(&mut self) {
        let (mut walls, mut others) = (false, false);
        for step in &self.steps.next {
            if matches!(step.places.to, PlaceView::Wall { .. }) { walls = true } else { others = true }
        }
        if walls && !others {
            self.wall_mode(true);
        } else if others && !walls {
            self.wall_mode(false);
        }
    }

    /// Row and column of the last wall slot, if walls can be placed.
    pub(super) fn last_wall(&self) -> Option<(u8, u8)> {
        self.board.as_ref().and_then(|view| board::of(view).last_wall())
    }

    /// Switches the cursor between squares and wall slots.
    pub(super) fn wall_mode(&mut self, on: bool) {
        let Some((last_row, last_col)) = self.last_wall() else { return };
        self.cursor = match (self.cursor, on) {
            (PlaceView::Cell { row, col }, true) => {
                PlaceView::Wall { row: row.min(last_row), col: col.min(last_col), upright: self.upright }
            }
            (PlaceView::Wall { row, col, .. }, false) => PlaceView::Cell { row, col },
            (cursor, _) => cursor,
        };
        self.selected = None;
    }

    pub(super) fn rotate_wall(&mut self) {
        self.upright = !self.upright;
        self.rotated = true;
        self.wall_mode(true);
        if let PlaceView::Wall { row, col, .. } = self.cursor {
            self.cursor = PlaceView::Wall { row, col, upright: self.upright };
        }
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), ..Message::default() };
    }

    pub(super) fn refuse(&mut self, context: &Context, fault: &Fault) {
        let text = names::fault(context.catalogue, &self.session, fault);
        self.message = Message { text, is_bad: true, paths: fault.paths.clone() };
    }

    /// The legal steps of the selected piece, or of the only one that can move.
    pub(super) fn selected_steps(&self) -> Vec<&StepView> {
        let from = self.selected.or_else(|| self.only_source());
        self.steps.next.iter().filter(|step| step.places.from.is_none() || step.places.from == from).collect()
    }

    fn only_source(&self) -> Option<PlaceView> {
        let mut sources = self.steps.next.iter().filter_map(|step| step.places.from);
        let first = sources.next()?;
        sources.all(|other| other == first).then_some(first)
    }

    pub(super) fn is_source(&self, place: PlaceView) -> bool {
        self.steps.next.iter().any(|step| step.places.from == Some(place))
    }

    /// The step that acting on a place would make.
    pub(super) fn step_to(&self, place: PlaceView) -> Option<StepView> {
        let steps = self.selected_steps();
        let to = steps.iter().find(|step| step.places.to == place);
        let also = || steps.iter().find(|step| step.places.also == Some(place));
        let one = || {
            let mut all = self.steps.next.iter().filter(|step| step.places.to == place);
            all.next().filter(|_| all.next().is_none() && self.selected.is_none())
        };
        to.or_else(also).copied().or_else(one).cloned()
    }

    /// Acts on a place: selects a piece, makes a step, or explains why neither is possible.
    pub(super) fn act(&mut self, place: PlaceView, context: &Context) {
        if !matches!(self.session.phase(), Phase::Human(_)) {
            return self.explain_wait(context);
        }
        if self.selected == Some(place) {
            self.selected = None;
        } else if let Some(step) = self.step_to(place) {
            self.step(&step.notation, context);
        } else if self.is_source(place) {
            self.selected = Some(place);
            self.message = Message::default();
        } else {
            let fault = self.why_not(place);
            self.refuse(context, &fault);
        }
    }

    fn why_not(&mut self, place: PlaceView) -> Fault {
        if self.steps.state == TurnState::DeadEnd && self.steps.next.is_empty() {
            return faults::DEAD_END.fault();
        }
        let notation = self.wall_notation.of(self.session.table(), place);
        notation.and_then(|notation| self.session.check(&notation).err()).unwrap_or_else(|| faults::NOT_THERE.fault())
    }

    fn explain_wait(&mut self, context: &Context) {
        match self.session.phase() {
            Phase::Engine(player) | Phase::Remote(player) => {
                let fault = faults::NOT_YOUR_TURN.with("actor", player);
                self.refuse(context, &fault);
            }
            Phase::Roll(_) => self.roll(context),
            Phase::Open => self.refuse(context, &faults::NO_OPPONENT.fault()),
            Phase::Human(_) | Phase::Over => {}
        }
    }

    /// Makes one step; a turn that needs no confirmation ends with its last step.
    pub(super) fn step(&mut self, notation: &str, context: &Context) {
        if let Err(fault) = self.session.step(notation) {
            return self.refuse(context, &fault);
        }
        self.message = Message::default();
        self.refresh(context);
        let ended = self.steps.next.is_empty() && self.steps.turn.is_some();
        if ended && (!self.session.has_dice() || context.config.instant) {
            self.finish(context);
        } else if ended {
            self.say(context.text("play.confirm"));
        } else if self.steps.state == TurnState::DeadEnd {
            self.refuse(context, &faults::DEAD_END.fault());
        } else if self.steps.turn.is_some() {
            self.say(context.text("play.may_end"));
        }
    }

    pub(super) fn step_back(&mut self, context: &Context) {
        if self.session.step_back() {
            self.message = Message::default();
            self.refresh(context);
            self.home_if_lost();
        } else {
            self.selected = None;
        }
    }

    fn home_if_lost(&mut self) {
        if !matches!(self.cursor, PlaceView::Cell { .. } | PlaceView::Wall { .. } | PlaceView::Point { .. }) {
            self.home_cursor();
        }
    }

    /// Ends the turn.
    pub(super) fn finish(&mut self, context: &Context) {
        match self.session.finish() {
            Ok(_) => self.after_turn(context),
            Err(fault) => self.refuse(context, &fault),
        }
    }

    /// Plays typed text: a whole turn, the rest of one, or one step.
    pub(super) fn enter(&mut self, text: &str, context: &Context) {
        let text = text.trim();
        if self.steps.next.iter().any(|step| step.notation.eq_ignore_ascii_case(text)) {
            return self.step(text, context);
        }
        self.enter_whole(text, context);
    }

    /// Plays a whole turn, or the rest of one.
    pub(super) fn enter_whole(&mut self, text: &str, context: &Context) {
        match self.session.play(text) {
            Ok(_) => self.after_turn(context),
            Err(fault) => self.refuse(context, &fault),
        }
    }

    fn after_turn(&mut self, context: &Context) {
        self.say(names::game_of_match(context.catalogue, &self.session).unwrap_or_default());
        self.pause();
        self.refresh(context);
    }

    pub(super) fn roll(&mut self, context: &Context) {
        let player = self.session.mover();
        if let Some(notation) = self.session.roll() {
            self.pause();
            self.refresh(context);
            self.say(names::roll(context.catalogue, &self.session, player, &notation));
            if self.session.mover().is_some_and(|player| self.session.who(player).is_human()) {
                self.home_cursor();
            }
        }
    }

    pub(super) fn take_back(&mut self, context: &Context) {
        match self.session.take_back() {
            Ok(TakebackAnswer::Asked) => self.refresh(context),
            Ok(TakebackAnswer::Done(player)) => {
                self.search = None;
                self.stalled = false;
                self.page = None;
                self.refresh(context);
                self.home_cursor();
                let side = names::side(context.catalogue, &self.session, player);
                self.say(context.catalogue.format("play.taken_back", &[("player", &side)]));
            }
            Err(fault) => self.refuse(context, &fault),
        }
    }

    pub(super) fn rematch(&mut self, context: &Context) {
        if self.session.rematch() {
            self.start_over(context);
        } else {
            self.follow_rematch(context);
        }
    }

    /// Replaces the game by a loaded one.
    pub(super) fn replace(&mut self, session: GameSession, opponents: Opponents, context: &Context) {
        self.session = session;
        self.wall_notation = WallNotation::default();
        self.start_over(context);
        self.opponents = opponents;
    }

    fn start_over(&mut self, context: &Context) {
        self.search = None;
        self.review = None;
        self.opponents = Opponents::default();
        self.stalled = false;
        self.last_engine_turn = None;
        self.page = None;
        self.message = Message::default();
        self.refresh(context);
        self.home_cursor();
    }

    fn pause(&mut self) {
        self.next_at = Instant::now() + self.pace;
    }

    /// The turns and steps that typed text can become.
    pub(super) fn completions(&mut self) -> &[String] {
        let (session, steps) = (&self.session, &self.steps);
        self.completions.get_or_insert_with(|| {
            let mut texts: Vec<String> = steps.next.iter().map(|step| step.notation.clone()).collect();
            if session.prefix().is_empty() {
                texts.extend(session.table().legal());
            }
            texts.sort();
            texts.dedup();
            texts
        })
    }
}

/// The places of a turn's steps.
pub(super) fn places_of(table: &dyn AnyTable, turn: &str) -> Vec<PlaceView> {
    let mut prefix: Vec<String> = Vec::new();
    let mut places = Vec::new();
    for notation in turn.split(',') {
        let Ok(steps) = table.steps(&prefix) else { break };
        let Some(step) = steps.next.into_iter().find(|step| step.notation == notation) else { break };
        places.extend(step.places.from);
        places.push(step.places.to);
        places.extend(step.places.also);
        prefix.push(step.notation);
    }
    places
}
