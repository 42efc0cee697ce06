//! Who sits at a table and who watches.

use std::collections::VecDeque;
use std::sync::Arc;

use agon_core::Player;
use agon_search::Stop;

use crate::SeatSetup;
use crate::game::state::GameState;
use crate::live::outbox::{Outbox, SharedText};
use crate::store::GameStatus;
use crate::wire::{JsonObject, Presence, SeatPresence};

/// Chat lines that newcomers still see.
const TALK: usize = 50;

/// A socket at a table.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) seats: [bool; 2],
    pub(crate) view: bool,
}

/// All sockets at a table, and what is not worth storing.
#[derive(Debug)]
pub(crate) struct Audience {
    pub(crate) members: Vec<Member>,
    pub(crate) talk: VecDeque<SharedText>,
    pub(crate) thinking: Option<(u32, Stop)>,
    /// When a turn was made here last.
    pub(crate) acted: i64,
    /// When something happened here last.
    pub(crate) touched: i64,
    /// What the lobby says about it; nothing if it is not public.
    pub(crate) lobby_entry: Option<LobbyEntry>,
    gone_since: [i64; 2],
}

/// A public game as the lobby lists it.
#[derive(Clone, Debug)]
pub(crate) struct LobbyEntry {
    pub(crate) status: GameStatus,
    pub(crate) spec: String,
    pub(crate) names: [String; 2],
    pub(crate) free: Option<Player>,
    pub(crate) ply: usize,
    pub(crate) clock: Option<crate::ClockSetup>,
    pub(crate) created: i64,
}

impl LobbyEntry {
    pub(crate) fn of(state: &GameState) -> Option<Self> {
        state.setup.public.then(|| Self {
            status: state.status(),
            spec: state.setup.spec.clone(),
            names: [0, 1].map(|seat: usize| state.setup.seats[seat].record_name()),
            free: Player::ALL.into_iter().find(|seat| matches!(state.setup.seat(*seat), SeatSetup::Open)),
            ply: state.ply(),
            clock: state.setup.clock,
            created: state.created,
        })
    }
}

impl Audience {
    pub(crate) fn new(state: &GameState, now: i64) -> Self {
        Self {
            members: Vec::new(),
            talk: VecDeque::new(),
            thinking: None,
            acted: i64::MIN / 2,
            touched: now,
            lobby_entry: LobbyEntry::of(state),
            gone_since: [now; 2],
        }
    }

    pub(crate) fn is_here(&self, seat: Player) -> bool {
        self.members.iter().any(|member| member.seats[seat.index()])
    }

    pub(crate) fn watchers(&self) -> usize {
        self.members.iter().filter(|member| member.seats == [false; 2]).count()
    }

    /// Takes a socket out and notes who is gone by that.
    pub(crate) fn remove(&mut self, outbox: &Arc<Outbox>, now: i64) -> bool {
        let Some(index) = self.members.iter().position(|member| Arc::ptr_eq(&member.outbox, outbox)) else {
            return false;
        };
        let member = self.members.swap_remove(index);
        for seat in Player::ALL {
            if member.seats[seat.index()] && !self.is_here(seat) {
                self.gone_since[seat.index()] = now;
            }
        }
        self.touched = now;
        true
    }

    /// Who is there, and who may claim the game because the other is not.
    pub(crate) fn presence(&self, state: &GameState, claim_after: i64, now: i64) -> Presence {
        let seats = Player::ALL.map(|seat| {
            let here = self.is_here(seat);
            let gone_ms = (!here).then(|| (now - self.gone_since[seat.index()]).max(0));
            SeatPresence { here, gone_ms }
        });
        let may_claim = |seat: &Player| {
            let other = seat.opponent();
            state.status() == GameStatus::Live
                && seats[seat.index()].here
                && !seats[other.index()].here
                && !state.setup.seat(other).is_bot()
        };
        let claim = Player::ALL.into_iter().find(may_claim).map(|seat| {
            let gone = seats[seat.opponent().index()].gone_ms.unwrap_or(0);
            (seat, (claim_after - gone).max(0))
        });
        Presence { seats, watchers: self.watchers(), claim }
    }

    /// Sends one message to all.
    pub(crate) fn tell(&self, message: &SharedText) {
        for member in &self.members {
            member.outbox.send(message.clone());
        }
    }

    /// Tells all who is there.
    pub(crate) fn tell_presence(&self, state: &GameState, claim_after: i64, now: i64) {
        if self.members.is_empty() {
            return;
        }
        let mut message = JsonObject::message("seats");
        self.presence(state, claim_after, now).put(&mut message, state);
        self.tell(&message.finish().into());
    }

    /// Tells all what somebody said, and keeps it for newcomers.
    pub(crate) fn say(&mut self, message: SharedText) {
        self.tell(&message);
        self.talk.push_back(message);
        if self.talk.len() > TALK {
            self.talk.pop_front();
        }
    }
}
