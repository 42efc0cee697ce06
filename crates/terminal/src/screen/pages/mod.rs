//! Pages over the board: texts, lists of boards, questions; `draw` draws them.

mod draw;

use agon_core::BoardView;

use super::context::Context;
use super::text_input::TextInput;
use crate::clock::minutes;
use crate::names;
use crate::session::GameSession;
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
    /// A yes-or-no question.
    Confirm { question: String, confirmation: Confirmation },
}

/// The action that a question confirms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confirmation {
    Quit,
    Menu,
    Resign,
}

/// A list of boards.
pub(crate) struct Boards {
    pub(crate) title: String,
    pub(crate) entries: Vec<String>,
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
    pub(crate) fn help(context: &Context) -> Self {
        Self::Text { title: context.text("help.title"), text: context.text("help.keys"), scroll: 0 }
    }

    pub(crate) fn rules(context: &Context, session: &GameSession) -> Self {
        let info = session.table().info();
        let title = names::game(context.catalogue, info.name, info.title);
        Self::Text { title, text: rules_text(context.catalogue, session), scroll: 0 }
    }

    pub(crate) fn successors(context: &Context, session: &GameSession) -> Self {
        let entries: Vec<String> =
            session.table().successors().into_iter().map(|successor| successor.notation).collect();
        let title = context.catalogue.count("states.title", entries.len() as u64, &[]);
        Self::Boards(Boards { title, entries, at: 0, kind: BoardsKind::Successors })
    }

    pub(crate) fn history(context: &Context, session: &GameSession) -> Self {
        let mut entries = vec![context.text("history.start")];
        entries.extend(session.table().plies().iter().cloned());
        let at = entries.len() - 1;
        let title = context.text("history.title");
        Self::Boards(Boards { title, entries, at, kind: BoardsKind::History })
    }

    pub(crate) fn result(context: &Context, session: &GameSession) -> Self {
        Self::Result { lines: names::result(context.catalogue, session) }
    }

    pub(crate) fn file(session: &GameSession, saving: bool) -> Self {
        let name = session.table().info().name;
        Self::File { saving, typed: TextInput::with(format!("{name}.agon")) }
    }

    pub(crate) fn confirm(context: &Context, confirmation: Confirmation) -> Self {
        let key = match confirmation {
            Confirmation::Quit => "ask.quit",
            Confirmation::Menu => "ask.menu",
            Confirmation::Resign => "ask.resign",
        };
        Self::Confirm { question: context.text(key), confirmation }
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
    text.push_str(&catalogue.format("rules.spec", &[("spec", &session.table().spec())]));
    text.push('\n');
    text.push_str(&catalogue.format("rules.time", &[("time", &minutes(session.total_time()))]));
    text
}
