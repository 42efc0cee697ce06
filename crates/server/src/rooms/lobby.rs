//! The lobby: public games to join and to watch.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use agon_core::Player;
use agon_wire::{LiveGame, Lobby, Seek};

use crate::game::state::GameState;
use crate::store::GameStatus;
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

/// Games whose creator is connected and waits for an opponent, and games being played.
pub(crate) fn lobby(app: &App) -> Lobby {
    let mut seeks = Vec::new();
    let mut live = Vec::new();
    let mut playing = 0;
    for room in app.rooms() {
        let audience = room.audience();
        playing += u32::from(!audience.members.is_empty());
        let Some(entry) = &audience.lobby_entry else { continue };
        let (id, spec, at) = (room.id.to_string(), entry.spec.clone(), entry.created_at);
        match (entry.status, entry.open_seat) {
            (GameStatus::Open, Some(seat)) if audience.is_here(seat.opponent()) => {
                let name = entry.names[seat.opponent().index()].clone();
                seeks.push((at, Seek { id, spec, name, seat, clock: entry.clock, at }));
            }
            (GameStatus::Live, _) if !audience.members.is_empty() => {
                let ([p1, p2], watchers) = (entry.names.clone(), audience.watchers());
                live.push((audience.active_at, LiveGame { id, spec, p1, p2, ply: entry.ply, watchers, at }));
            }
            _ => {}
        }
    }
    Lobby {
        seeks: newest(seeks, MAX_SEEKS),
        live: newest(live, MAX_LIVE),
        playing,
        sockets: app.metrics.sockets.load(Relaxed),
    }
}

/// The lobby of all servers together.
pub(crate) fn merged(own: Lobby, others: &[Lobby]) -> Lobby {
    let mut all = own;
    for other in others {
        for seek in &other.seeks {
            if all.seeks.iter().all(|known| known.id != seek.id) {
                all.seeks.push(seek.clone());
            }
        }
        for game in &other.live {
            match all.live.iter_mut().find(|known| known.id == game.id) {
                Some(known) => known.ply = known.ply.max(game.ply),
                None => all.live.push(game.clone()),
            }
        }
        all.playing += other.playing;
        all.sockets += other.sockets;
    }
    all.seeks.sort_by_key(|seek| Reverse(seek.at));
    all.seeks.truncate(MAX_SEEKS);
    all.live.truncate(MAX_LIVE);
    all
}

fn newest<T>(mut list: Vec<(i64, T)>, max: usize) -> Vec<T> {
    list.sort_by_key(|(at, _)| Reverse(*at));
    list.into_iter().take(max).map(|(_, entry)| entry).collect()
}
