//! Pages that lie over the board: texts, lists of boards, questions.

use agon_core::BoardView;

use super::context::Context;
use super::typed::TextInput;
use crate::clock::minutes;
use crate::names;
use crate::session::GameSession;

/// A page over the board.
pub(crate) enum Page {
    /// Text to read.
    Text { title: String, text: String, scroll: usize },
    /// Boards to look through.
    Boards(Boards),
    /// A file name is asked for.
    File { saving: bool, typed: TextInput },
    /// The game is over.
    Result { lines: Vec<String> },
    /// A question to be answered with yes or no.
    Confirm { question: String, confirmation: Confirmation },
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confirmation {
    Quit,
    Menu,
    Resign,
}

/// Boards to look through, one entry of the list each.
pub(crate) struct Boards {
    pub(crate) title: String,
    pub(crate) entries: Vec<String>,
    pub(crate) at: usize,
    pub(crate) kind: BoardsKind,
}

/// Which boards a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardsKind {
    /// The states that one turn leads to.
    Successors,
    /// The states since the start.
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
    /// The board of the chosen entry.
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

    /// Moves through the list.
    pub(crate) fn go(&mut self, by: isize) {
        let last = self.entries.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
    }
}

/// The rules of the game being played, for people.
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
