//! Pages over the board: texts, lists of boards, questions; `draw` draws them.

mod draw;

use agon_core::BoardView;

use super::context::Context;
use super::text_input::TextInput;
use crate::clock::minutes;
use crate::names;
use crate::session::{GameSession, OnlineGame};
pub(crate) use draw::draw;

/// A page over the board.
pub(crate) enum Page {
    /// A text.
    Text { title: String, text: String, scroll: usize },
    /// A list of boards.
    Boards(Boards),
    /// Input of a file name.
    File { saving: bool, typed: TextInput },
    /// The game is over.
    Result { lines: Vec<String> },
    /// The chat of a game on a server, and a line being typed.
    Chat { typed: TextInput },
    /// A yes-or-no question.
    Confirm { question: String, confirmation: Confirmation },
}

/// The action that a question confirms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Confirmation {
    Quit,
    Menu,
    Resign,
    /// Writing to a file that exists.
    Overwrite(String),
}

/// A list of boards.
pub(crate) struct Boards {
    pub(crate) title: String,
    pub(crate) entries: Vec<String>,
    /// The titles of groups, each with the index of the first entry below it.
    pub(crate) groups: Vec<(usize, String)>,
    pub(crate) at: usize,
    pub(crate) kind: BoardsKind,
}

/// The boards of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardsKind {
    /// The positions after every legal turn.
    Successors,
    /// The positions since the start.
    History,
}

impl Page {
    pub(crate) fn help(context: &Context, session: &GameSession) -> Self {
        let mut text = context.text("help.keys");
        if session.as_online().is_some() {
            text = format!("{text}\n\n{}", context.text("help.online"));
        }
        Self::Text { title: context.text("help.title"), text, scroll: 0 }
    }

    pub(crate) fn chat() -> Self {
        Self::Chat { typed: TextInput::default() }
    }

    pub(crate) fn rules(context: &Context, session: &GameSession) -> Self {
        let info = session.table().info();
        let title = names::game(context.catalogue, info.name);
        Self::Text { title, text: rules_text(context.catalogue, session), scroll: 0 }
    }

    pub(crate) fn successors(context: &Context, session: &GameSession) -> Self {
        let (mut entries, mut groups) = (Vec::new(), Vec::new());
        for group in names::successor_groups(context.catalogue, session.table()) {
            if !group.title.is_empty() {
                groups.push((entries.len(), group.title));
            }
            entries.extend(group.turns.into_iter().map(|turn| turn.notation));
        }
        let title = context.catalogue.count("states.title", entries.len() as u64, &[]);
        Self::Boards(Boards { title, entries, groups, at: 0, kind: BoardsKind::Successors })
    }

    pub(crate) fn history(context: &Context, session: &GameSession) -> Self {
        let mut entries = vec![context.text("history.start")];
        entries.extend(session.table().plies().iter().cloned());
        let at = entries.len() - 1;
        let title = context.text("history.title");
        Self::Boards(Boards { title, entries, groups: Vec::new(), at, kind: BoardsKind::History })
    }

    pub(crate) fn result(context: &Context, session: &GameSession) -> Self {
        Self::Result { lines: names::result(context.catalogue, session) }
    }

    pub(crate) fn file(session: &GameSession, saving: bool) -> Self {
        let name = session.table().info().name;
        Self::File { saving, typed: TextInput::suggest(format!("{name}.agon")) }
    }

    pub(crate) fn confirm(context: &Context, session: &GameSession, confirmation: Confirmation) -> Self {
        let question = match &confirmation {
            Confirmation::Overwrite(file) => context.catalogue.format("ask.overwrite", &[("file", file)]),
            _ if session.as_online().is_some_and(OnlineGame::leaving_aborts) => context.text("ask.abort"),
            Confirmation::Quit | Confirmation::Menu if session.leaving_loses() => context.text("online.leave"),
            Confirmation::Quit => context.text("ask.quit"),
            Confirmation::Menu => context.text("ask.menu"),
            Confirmation::Resign => context.text("ask.resign"),
        };
        Self::Confirm { question, confirmation }
    }
}

impl Boards {
    /// The board of the selected entry.
    pub(crate) fn board(&self, session: &GameSession) -> Option<BoardView> {
        match self.kind {
            BoardsKind::History => session.table().view_at(self.at),
            BoardsKind::Successors => {
                let mut table = session.table().clone_box();
                table.play(self.entries.get(self.at)?).ok()?;
                table.view(&[]).ok()
            }
        }
    }

    /// Moves the selection.
    pub(crate) fn go(&mut self, by: isize) {
        let last = self.entries.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
    }
}

/// The rules of the game.
pub(crate) fn rules_text(catalogue: &agon_i18n::Catalogue, session: &GameSession) -> String {
    let info = session.table().info();
    let mut text = catalogue.get(&format!("rules.{}", info.name)).unwrap_or(info.summary).to_owned();
    if let Some(common) = catalogue.get("rules.dice").filter(|_| session.has_dice()) {
        text.push_str("\n\n");
        text.push_str(common);
    }
    text.push_str("\n\n");
    text.push_str(&catalogue.format("rules.example", &[("move", &session.table().example_move())]));
    text.push('\n');
    text.push_str(&catalogue.format("rules.spec", &[("spec", &catalogue.game_title(&session.table().spec()))]));
    text.push('\n');
    text.push_str(&catalogue.format("rules.time", &[("time", &minutes(session.total_time()))]));
    text
}
