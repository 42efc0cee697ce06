//! The lobby: public games to join and to watch.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use agon_core::Player;
use serde_json::{Value, json};

use crate::game::state::GameState;
use crate::store::GameStatus;
use crate::wire::JsonObject;
use crate::{App, ClockSetup, SeatSetup};

/// The most games to join that are listed.
const MAX_SEEKS: usize = 100;
/// The most games to watch that are listed.
const MAX_LIVE: usize = 50;

/// What the lobby lists of a public game.
#[derive(Clone, Debug)]
pub(crate) struct LobbyEntry {
    pub(crate) ply: usize,
    status: GameStatus,
    spec: String,
    names: [String; 2],
    open_seat: Option<Player>,
    clock: Option<ClockSetup>,
    created_at: i64,
}

impl LobbyEntry {
    /// The entry of a game; `None` if it is not public.
    pub(crate) fn of(state: &GameState) -> Option<Self> {
        let is_open = |seat: &Player| matches!(state.setup.seat(*seat), SeatSetup::Open);
        state.setup.public.then(|| Self {
            ply: state.ply(),
            status: state.status(),
            spec: state.setup.spec.clone(),
            names: Player::ALL.map(|seat| state.setup.seat(seat).record_name()),
            open_seat: Player::ALL.into_iter().find(is_open),
            clock: state.setup.clock,
            created_at: state.created_at,
        })
    }
}

/// The lobby as JSON: games whose creator is connected and waits for an opponent, and games being played.
pub(crate) fn lobby(app: &App) -> String {
    let mut seeks = Vec::new();
    let mut live = Vec::new();
    let mut playing = 0u32;
    for room in app.rooms() {
        let audience = room.audience();
        playing += u32::from(!audience.members.is_empty());
        let Some(entry) = &audience.lobby_entry else { continue };
        match (entry.status, entry.open_seat) {
            (GameStatus::Open, Some(seat)) if audience.is_here(seat.opponent()) => {
                seeks.push((
                    entry.created_at,
                    json!({
                        "id": room.id.to_string(), "spec": entry.spec, "name": entry.names[seat.opponent().index()],
                        "seat": seat, "clock": entry.clock, "at": entry.created_at,
                    }),
                ));
            }
            (GameStatus::Live, _) if !audience.members.is_empty() => {
                live.push((
                    audience.active_at,
                    json!({
                        "id": room.id.to_string(), "spec": entry.spec, "p1": entry.names[0], "p2": entry.names[1],
                        "ply": entry.ply, "watchers": audience.watchers(), "at": entry.created_at,
                    }),
                ));
            }
            _ => {}
        }
    }
    let newest = |mut list: Vec<(i64, Value)>, max: usize| {
        list.sort_by_key(|(at, _)| Reverse(*at));
        list.into_iter().take(max).map(|(_, entry)| entry).collect::<Vec<_>>()
    };
    let mut object = JsonObject::new();
    object
        .put("seeks", newest(seeks, MAX_SEEKS))
        .put("live", newest(live, MAX_LIVE))
        .put("playing", playing)
        .put("sockets", app.metrics.sockets.load(Relaxed));
    object.finish()
}
