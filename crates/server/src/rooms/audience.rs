//! The clients connected to a room, and what of a room is not stored.

use std::collections::VecDeque;
use std::sync::Arc;

use agon_core::Player;
use agon_search::Stop;

use crate::game::state::GameState;
use crate::live::outbox::{Outbox, SharedText};
use crate::rooms::lobby::LobbyEntry;
use crate::store::GameStatus;
use crate::wire::{JsonObject, Presence, SeatPresence};

/// The number of chat lines kept for clients that connect later.
const MAX_CHAT_LINES: usize = 50;

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
    pub(crate) chat_lines: VecDeque<SharedText>,
    /// The bot's search in progress.
    pub(crate) search: Option<RunningSearch>,
    /// When the game last changed.
    pub(crate) changed_at: i64,
    /// When the game last changed or a client last connected or disconnected.
    pub(crate) active_at: i64,
    /// What the lobby lists; `None` if the game is not public.
    pub(crate) lobby_entry: Option<LobbyEntry>,
    absent_since: [i64; 2],
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
            absent_since: [now; 2],
        }
    }

    pub(crate) fn is_here(&self, seat: Player) -> bool {
        self.members.iter().any(|member| member.seats[seat.index()])
    }

    /// The number of clients without a seat.
    pub(crate) fn watchers(&self) -> usize {
        self.members.iter().filter(|member| member.seats == [false; 2]).count()
    }

    /// Removes a client and notes which seats are empty now. Returns whether the client was connected.
    pub(crate) fn remove(&mut self, outbox: &Arc<Outbox>, now: i64) -> bool {
        let Some(index) = self.members.iter().position(|member| Arc::ptr_eq(&member.outbox, outbox)) else {
            return false;
        };
        let member = self.members.swap_remove(index);
        for seat in Player::ALL {
            if member.seats[seat.index()] && !self.is_here(seat) {
                self.absent_since[seat.index()] = now;
            }
        }
        self.active_at = now;
        true
    }

    /// Who is connected, and who may claim the game because the opponent is not.
    pub(crate) fn presence(&self, state: &GameState, claim_after_ms: i64, now: i64) -> Presence {
        let seats = Player::ALL.map(|seat| {
            let here = self.is_here(seat);
            let gone_ms = (!here).then(|| (now - self.absent_since[seat.index()]).max(0));
            SeatPresence { here, gone_ms }
        });
        let may_claim = |seat: &Player| {
            let opponent = seat.opponent();
            state.status() == GameStatus::Live
                && seats[seat.index()].here
                && !seats[opponent.index()].here
                && !state.setup.seat(opponent).is_bot()
        };
        let claim = Player::ALL.into_iter().find(may_claim).map(|seat| {
            let gone_ms = seats[seat.opponent().index()].gone_ms.unwrap_or(0);
            (seat, (claim_after_ms - gone_ms).max(0))
        });
        Presence { seats, watchers: self.watchers(), claim }
    }

    /// Sends one message to all clients.
    pub(crate) fn broadcast(&self, message: &SharedText) {
        for member in &self.members {
            member.outbox.send(message.clone());
        }
    }

    /// Sends all clients who is connected.
    pub(crate) fn broadcast_presence(&self, state: &GameState, claim_after_ms: i64, now: i64) {
        if self.members.is_empty() {
            return;
        }
        let mut message = JsonObject::message("seats");
        self.presence(state, claim_after_ms, now).put(&mut message, state);
        self.broadcast(&message.finish().into());
    }

    /// Sends all clients a chat line and keeps it for clients that connect later.
    pub(crate) fn chat(&mut self, line: SharedText) {
        self.broadcast(&line);
        self.chat_lines.push_back(line);
        if self.chat_lines.len() > MAX_CHAT_LINES {
            self.chat_lines.pop_front();
        }
    }
}
