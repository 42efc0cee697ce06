//! What a game on a server has to say, as text.

use agon_client::{ClientError, DiceVerdict, GameNews, LinkState};
use agon_core::Player;
use agon_core::record::PASS;
use agon_i18n::Catalogue;
use agon_wire::{EventKind, GameEvent, Mover, OtherEvent, PlyEvent};

use crate::clock::minutes;
use crate::names;
use crate::session::{GameSession, OnlineGame, Question};

/// A line of news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewsLine {
    pub(crate) text: String,
    pub(crate) is_bad: bool,
}

/// The lines of news that a person wants to read; turns of their own are none.
pub(crate) fn lines(catalogue: &Catalogue, session: &GameSession, news: &[GameNews]) -> Vec<NewsLine> {
    let Some(game) = session.as_online() else { return Vec::new() };
    let good = |text: String| NewsLine { text, is_bad: false };
    let text = |key: &str| good(catalogue.text(key).to_owned());
    let of = |key: &str, player: Player| {
        good(catalogue.format(key, &[("player", &names::full(catalogue, session, player))]))
    };
    let mut rolled = "";
    let mut lines = Vec::new();
    for one in news {
        let line = match one {
            GameNews::Event(GameEvent::Ply(ply)) => {
                let line = ply_line(catalogue, session, ply, rolled);
                rolled = if ply.seat == Mover::Chance { ply.notation.trim_end_matches(':') } else { "" };
                line.map(good)
            }
            GameNews::Event(GameEvent::Other(OtherEvent { kind, seat, .. })) => {
                let player = *seat;
                let is_own = player.is_some_and(|player| session.who(player).is_human());
                match (kind, player, is_own) {
                    (EventKind::Joined, Some(player), false) => Some(of("say.joined", player)),
                    (EventKind::DrawOffered, Some(player), false) => Some(of("offer.draw", player)),
                    (EventKind::DrawOffered, _, true) => Some(text("offer.draw.sent")),
                    (EventKind::TakebackAsked, Some(player), false) => Some(of("offer.takeback", player)),
                    (EventKind::TakebackAsked, _, true) => Some(text("offer.takeback.sent")),
                    (EventKind::Takeback, Some(player), _) => Some(of("play.taken_back", player)),
                    (EventKind::RematchWanted, Some(player), false) => Some(of("offer.rematch", player)),
                    (EventKind::RematchWanted, _, true) => Some(text("offer.rematch.sent")),
                    (EventKind::DrawDeclined | EventKind::TakebackDeclined | EventKind::RematchDeclined, _, false) => {
                        Some(text("offer.declined"))
                    }
                    _ => None,
                }
            }
            GameNews::Presence => {
                let other = Player::ALL.into_iter().find(|player| !session.who(*player).is_human());
                let key = if game.is_opponent_here() { "online.back" } else { "online.away" };
                other.map(|player| of(key, player))
            }
            GameNews::Chat(line) => Some(good(chat_line(catalogue, session, line.seat, &line.text))),
            GameNews::Link(LinkState::Lost) => Some(text("link.down")),
            GameNews::Link(LinkState::Up) => Some(text("online.connected")),
            GameNews::Trouble(trouble) => {
                Some(NewsLine { text: error(catalogue, Some(session), trouble), is_bad: true })
            }
            // The result is shown with the board.
            GameNews::Event(GameEvent::Over(_))
            | GameNews::Link(LinkState::Ended)
            | GameNews::State
            | GameNews::Touch => None,
        };
        lines.extend(line);
    }
    lines
}

/// A roll, or a turn of somebody elsewhere; `rolled` is the roll just before it.
fn ply_line(catalogue: &Catalogue, session: &GameSession, ply: &PlyEvent<'_>, rolled: &str) -> Option<String> {
    let player = match ply.seat {
        Mover::P1 => Player::P1,
        Mover::P2 => Player::P2,
        Mover::Chance => return Some(names::roll(catalogue, session, session.mover(), &ply.notation)),
        Mover::None => return None,
    };
    if ply.notation == PASS {
        let side = names::side(catalogue, session, player);
        return Some(catalogue.format("play.passed", &[("player", &side), ("dice", &rolled)]));
    }
    let name = names::full(catalogue, session, player);
    let is_own = session.who(player).is_human();
    (!is_own).then(|| catalogue.format("say.plays", &[("player", &name), ("word", &ply.notation)]))
}

/// A chat line with its writer.
pub(crate) fn chat_line(catalogue: &Catalogue, session: &GameSession, seat: Player, text: &str) -> String {
    format!("{}: {text}", names::full(catalogue, session, seat))
}

/// Whether news tell of the rematch.
pub(crate) fn is_rematch(news: &[GameNews]) -> bool {
    news.iter().any(|one| matches!(one, GameNews::Event(GameEvent::Other(event)) if event.kind == EventKind::Rematch))
}

/// Whether news change the board or the phase.
pub(crate) fn changes_game(news: &[GameNews]) -> bool {
    news.iter().any(|one| matches!(one, GameNews::Event(_) | GameNews::State | GameNews::Trouble(_)))
}

/// The question that waits for an answer of the person here, and its text.
pub(crate) fn question(catalogue: &Catalogue, session: &GameSession) -> Option<(Question, String)> {
    let question = session.as_online()?.question()?;
    let key = match question {
        Question::Draw => "offer.draw",
        Question::Takeback => "offer.takeback",
        Question::Rematch => "offer.rematch",
        Question::Claim => "offer.claim",
    };
    let other = Player::ALL.into_iter().find(|player| !session.who(*player).is_human())?;
    Some((question, catalogue.format(key, &[("player", &names::full(catalogue, session, other))])))
}

/// What a person should know while nothing else is said: a lost connection, an opponent who has left.
pub(crate) fn status(catalogue: &Catalogue, game: &OnlineGame) -> Option<String> {
    if game.link_state() == LinkState::Lost {
        return Some(catalogue.text("link.down").to_owned());
    }
    let time = game.claim_in().filter(|left| !left.is_zero())?;
    Some(catalogue.format("offer.claim.soon", &[("time", &minutes(time))]))
}

/// What came of checking the dice.
pub(crate) fn dice(catalogue: &Catalogue, verdict: &DiceVerdict) -> Vec<String> {
    let text = |key: &str| catalogue.text(key).to_owned();
    let report = &verdict.report;
    let mut lines = Vec::new();
    let is_committed = report.commit == Some(true) && verdict.is_same_announcement;
    lines.push(text(if is_committed { "verify.commit" } else { "verify.no_commit" }));
    if verdict.own_part == Some(false) || report.parts.contains(&Some(false)) {
        lines.push(text("verify.no_parts"));
    }
    if report.wrong.is_empty() {
        lines.push(catalogue.count("verify.rolls", report.checked as u64, &[]));
    } else {
        let plies: Vec<String> = report.wrong.iter().map(usize::to_string).collect();
        lines.push(catalogue.format("verify.wrong", &[("plies", &plies.join(", "))]));
    }
    lines
}

/// The text of what went wrong, in a game with the names of its sides.
pub(crate) fn error(catalogue: &Catalogue, session: Option<&GameSession>, error: &ClientError) -> String {
    let game = session.map(|session| session.table().info().name);
    match error {
        ClientError::Fault(fault) => {
            game.map_or_else(|| catalogue.fault(fault), |game| catalogue.fault_in(game, fault))
        }
        ClientError::Refused(body) => {
            let args = body.args.0.iter().map(|(name, value)| (&**name, value.as_str()));
            catalogue.reported_fault(game, &body.code, &body.text, args)
        }
    }
}
