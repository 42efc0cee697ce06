//! The clients connected to a room, and what of a room is not stored.

use std::collections::VecDeque;
use std::sync::Arc;

use agon_core::Player;
use agon_search::Stop;
use agon_wire::{ChatLine, Claim, Presence, Seats, ServerMessage, TalkLine};

use crate::game::state::GameState;
use crate::game::view::seat_view;
use crate::live::frames::message_frame;
use crate::live::outbox::Outbox;
use crate::rooms::lobby::LobbyEntry;
use crate::store::{ChatRow, GameStatus, LocalPresence, MAX_CHAT_LINES, RemotePresence};

/// A connected client.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) outbox: Arc<Outbox>,
    /// Which seats the client holds.
    pub(crate) seats: [bool; 2],
    /// Whether the client wants boards and steps.
    pub(crate) view: bool,
}

/// All clients connected to a room, and what of the room is not stored.
#[derive(Debug)]
pub(crate) struct Audience {
    pub(crate) members: Vec<Member>,
    /// The last chat lines; these are stored.
    pub(crate) chat_lines: VecDeque<TalkLine>,
    /// The bot's search in progress. Its result clears it, and so does whatever stops it.
    pub(crate) search: Option<RunningSearch>,
    /// When the game last changed.
    pub(crate) changed_at: i64,
    /// When the game last changed or a client last connected or disconnected.
    pub(crate) active_at: i64,
    /// What the lobby lists; `None` if the game is not public.
    pub(crate) lobby_entry: Option<LobbyEntry>,
    /// Who is connected to the game at other servers.
    pub(crate) remote: RemotePresence,
    /// When each player was last connected here.
    left: [Option<i64>; 2],
    loaded_at: i64,
}

/// The search of the bot to move.
#[derive(Debug)]
pub(crate) struct RunningSearch {
    /// The position it searches, as the number of the last event that changed the plies.
    pub(crate) plies_seq: u32,
    /// Stops it.
    pub(crate) stop: Stop,
}

impl Audience {
    pub(crate) fn new(state: &GameState, now: i64) -> Self {
        Self {
            members: Vec::new(),
            chat_lines: VecDeque::new(),
            search: None,
            changed_at: i64::MIN / 2,
            active_at: now,
            lobby_entry: LobbyEntry::of(state),
            remote: RemotePresence::default(),
            left: [None; 2],
            loaded_at: now,
        }
    }

    /// Whether a player is connected, here or at another server.
    pub(crate) fn is_here(&self, seat: Player) -> bool {
        self.is_local(seat) || self.remote.here[seat.index()]
    }

    /// Whether a player is connected to this server.
    fn is_local(&self, seat: Player) -> bool {
        self.members.iter().any(|member| member.seats[seat.index()])
    }

    /// The number of clients without a seat.
    pub(crate) fn watchers(&self) -> usize {
        self.local_watchers() + self.remote.watchers
    }

    fn local_watchers(&self) -> usize {
        self.members.iter().filter(|member| member.seats == [false; 2]).count()
    }

    /// Who is connected to this server.
    pub(crate) fn local_presence(&self) -> LocalPresence {
        let here = Player::ALL.map(|seat| self.is_local(seat));
        LocalPresence { here, left: self.left, watchers: self.local_watchers() }
    }

    /// When an absent player was last connected; when the game was loaded, if nobody knows.
    fn absent_since(&self, seat: Player) -> i64 {
        let index = seat.index();
        self.left[index].max(self.remote.left[index]).unwrap_or(self.loaded_at)
    }

    /// Removes a client and notes which seats are empty now. Returns whether the client was connected.
    pub(crate) fn remove(&mut self, outbox: &Arc<Outbox>, now: i64) -> bool {
        let Some(index) = self.members.iter().position(|member| Arc::ptr_eq(&member.outbox, outbox)) else {
            return false;
        };
        let member = self.members.swap_remove(index);
        for seat in Player::ALL {
            if member.seats[seat.index()] && !self.is_local(seat) {
                self.left[seat.index()] = Some(now);
            }
        }
        self.active_at = now;
        true
    }

    /// Who is connected, and who may claim the game because the opponent is not.
    pub(crate) fn presence<'a>(&self, state: &'a GameState, claim_after_ms: i64, now: i64) -> Presence<'a> {
        let gone_ms = |seat: Player| (now - self.absent_since(seat)).max(0);
        let [p1, p2] = Player::ALL.map(|seat| {
            let here = self.is_here(seat);
            seat_view(state.setup.seat(seat), here, (!here).then(|| gone_ms(seat)))
        });
        let may_claim = |seat: &Player| {
            let opponent = seat.opponent();
            state.status() == GameStatus::Live
                && self.is_here(*seat)
                && !self.is_here(opponent)
                && !state.setup.seat(opponent).is_bot()
        };
        let claim = Player::ALL.into_iter().find(may_claim).map(|seat| {
            let in_ms = (claim_after_ms - gone_ms(seat.opponent())).max(0);
            Claim { seat, in_ms }
        });
        Presence { seats: Seats { p1, p2 }, watchers: self.watchers(), claim }
    }

    /// Stops the bot's search; a result that comes all the same finds no search and is dropped.
    pub(crate) fn stop_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.set();
        }
    }

    /// Sends one message to all clients.
    pub(crate) fn broadcast(&self, message: &ServerMessage<'_>) {
        let frame = message_frame(message);
        for member in &self.members {
            member.outbox.send(frame.clone());
        }
    }

    /// Sends all clients who is connected.
    pub(crate) fn broadcast_presence(&self, state: &GameState, claim_after_ms: i64, now: i64) {
        if self.members.is_empty() {
            return;
        }
        self.broadcast(&ServerMessage::Seats(self.presence(state, claim_after_ms, now)));
    }

    /// Sends all clients a stored chat line and keeps it for clients that connect later.
    pub(crate) fn chat(&mut self, state: &GameState, row: ChatRow) {
        let line = chat_line(state, row);
        self.broadcast(&ServerMessage::Chat(line.clone()));
        self.chat_lines.push_back(TalkLine::Chat(line));
        if self.chat_lines.len() > MAX_CHAT_LINES {
            self.chat_lines.pop_front();
        }
    }

    /// Whether a chat line is among those kept.
    pub(crate) fn has_chat(&self, row: &ChatRow) -> bool {
        self.chat_lines.iter().any(|line| match line {
            TalkLine::Chat(line) => (line.at, line.seat.index(), &line.text) == (row.at, row.seat.into(), &row.text),
        })
    }

    /// Takes over the chat lines of the store.
    pub(crate) fn restore_chat(&mut self, state: &GameState, rows: Vec<ChatRow>) {
        self.chat_lines = rows.into_iter().map(|row| TalkLine::Chat(chat_line(state, row))).collect();
    }
}

fn chat_line(state: &GameState, row: ChatRow) -> ChatLine {
    let ChatRow { at, seat, text } = row;
    let seat = if seat == 0 { Player::P1 } else { Player::P2 };
    ChatLine { seat, name: state.setup.seat(seat).name().to_owned(), text, at }
}
