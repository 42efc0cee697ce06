//! Requests to a server, and the games of a client on it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Instant;

use agon_core::{AnyTable, Fault, Player, Record};
use agon_wire::{
    CreateRequest, Created, GameState, GameStatus, JoinRequest, Joined, Lobby, SeatKind, ServerMessage, to_json,
};
use tokio::sync::mpsc::unbounded_channel;

use crate::background::Background;
use crate::connection::{Connection, Incoming};
use crate::game::ConnectionHandle;
use crate::http::ApiRequest;
use crate::seats::SavedSeat;
use crate::stream::{self, REQUEST_TIMEOUT};
use crate::{ClientError, GameClient, GameLink, GameNews, Seat, SeatStore, ServerAddress, faults};

/// A client of one server.
#[derive(Clone)]
pub struct Client {
    server: ServerAddress,
    background: Arc<Background>,
    seats: SeatStore,
}

/// How a client came to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It created the game.
    Created,
    /// It took a free seat.
    Joined,
    /// It returned to a seat that was kept.
    Resumed,
    /// It watches, since both seats are taken.
    Full,
    /// It watches, since the free seat needs an invitation.
    NotInvited,
}

impl Client {
    /// A client of a server; nothing is sent yet. Seats are kept in a store.
    pub fn new(server: ServerAddress, seats: SeatStore) -> Result<Self, ClientError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| faults::NO_SERVER.with("server", &server).with("reason", error))?;
        Ok(Self { server, background: Arc::new(Background::new(runtime)), seats })
    }

    /// The server.
    pub fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// The games that wait for an opponent, and those being played.
    pub fn lobby(&self) -> Result<Lobby, ClientError> {
        self.wait(ApiRequest::get("/api/lobby").json(&self.server))
    }

    /// The record of a game, as the server writes it.
    pub fn record(&self, link: &GameLink) -> Result<String, ClientError> {
        let path = format!("/api/games/{}/record", link.id);
        self.wait(ApiRequest::get(&path).text(&self.server)).map_err(|error| self.not_found(error))
    }

    /// Creates a game and takes the seat that the request has for this client.
    pub fn create(&self, request: &CreateRequest) -> Result<GameClient, ClientError> {
        let created: Created = self.wait(ApiRequest::post("/api/games", to_json(request)).json(&self.server))?;
        let link = self.link(created.id);
        let key = |player: Player| created.invites.get(player.name()).cloned();
        let invitation = Player::ALL.into_iter().find_map(key);
        let own = |player: Player| Some((player, created.tokens.get(player.name())?.clone()));
        let seat = Player::ALL.into_iter().find_map(own);
        let saved = seat.map(|(player, token)| (player, SavedSeat::new(token, invitation)));
        self.keep_and_open(&link, saved)
    }

    /// Enters a game: returns to a seat that was kept, else takes a free one, else watches.
    pub fn enter(&self, link: &GameLink, name: &str) -> Result<(GameClient, Arrival), ClientError> {
        if let Some(seat) = self.seats.resume(link) {
            match self.open(link, Some(seat)) {
                Err(error) if error.code() == faults::SEAT_LOST.code => {}
                other => return Ok((other?, Arrival::Resumed)),
            }
        }
        let path = format!("/api/games/{}", link.id);
        let state: GameState<'static> = self.wait_for_game(ApiRequest::get(&path))?;
        let seats = &state.presence.seats;
        let free = Player::ALL.into_iter().find(|player| match seats.of(*player).kind {
            SeatKind::Open => true,
            SeatKind::Invite => link.key.is_some(),
            SeatKind::Human | SeatKind::Bot => false,
        });
        let Some(player) = free.filter(|_| state.progress.status == GameStatus::Open) else {
            let is_open = state.progress.status == GameStatus::Open;
            let arrival = if is_open { Arrival::NotInvited } else { Arrival::Full };
            return Ok((self.open(link, None)?, arrival));
        };
        let request = JoinRequest { name: name.to_owned(), seat: Some(player), key: link.key.clone() };
        let path = format!("{path}/join");
        match self.wait_for_game::<Joined>(ApiRequest::post(&path, to_json(&request))) {
            Ok(joined) => {
                let saved = SavedSeat::new(joined.token, link.key.clone());
                Ok((self.keep_and_open(link, Some((joined.seat, saved)))?, Arrival::Joined))
            }
            // Somebody else was faster.
            Err(error) if error.code() == "seat-taken" => Ok((self.open(link, None)?, Arrival::Full)),
            Err(error) => Err(error),
        }
    }

    /// Enters the rematch of a game, if there is one; players keep their tokens and change sides.
    pub fn follow(&self, game: &mut GameClient) -> Option<Result<GameClient, ClientError>> {
        let link = game.next()?;
        let seat = game.take_seat().map(|seat| {
            let saved = SavedSeat::new(seat.saved.token.clone(), None);
            (seat.player().opponent(), saved)
        });
        Some(self.keep_and_open(&link, seat))
    }

    fn link(&self, id: String) -> GameLink {
        GameLink { server: self.server.clone(), id, key: None }
    }

    fn keep_and_open(&self, link: &GameLink, seat: Option<(Player, SavedSeat)>) -> Result<GameClient, ClientError> {
        let Some((player, saved)) = seat else { return self.open(link, None) };
        let (seat, fault) = self.seats.keep(link, player, saved);
        let mut game = self.open(link, Some(seat))?;
        game.report(fault.map(|fault| GameNews::Trouble(fault.into())));
        Ok(game)
    }

    /// Opens a game with a seat, or as a spectator.
    fn open(&self, link: &GameLink, seat: Option<Seat>) -> Result<GameClient, ClientError> {
        let table = start_table(&self.record(link)?).map_err(|fault| self.cannot_follow(&fault))?;
        let token = seat.as_ref().map(|seat| seat.saved.token.clone());
        let (reports, incoming) = channel();
        let (orders, outgoing) = unbounded_channel();
        let connection = Connection {
            server: self.server.clone(),
            game: link.id.clone(),
            token,
            incoming: reports,
            outgoing,
            unacknowledged: VecDeque::new(),
            seq: None,
        };
        self.background.spawn(connection.run());
        let until = Instant::now() + REQUEST_TIMEOUT;
        loop {
            match incoming.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Incoming::Message(message)) => match *message {
                    ServerMessage::State(state) => {
                        let handle = ConnectionHandle::new(incoming, orders, Arc::clone(&self.background));
                        return GameClient::new(link.clone(), seat, *state, table, handle);
                    }
                    // A wrong token also ends the connection, with a fault of its own.
                    ServerMessage::Error { error } if error.code != "bad-token" => {
                        return Err(ClientError::Refused(error));
                    }
                    _ => {}
                },
                Ok(Incoming::Lost) => {}
                Ok(Incoming::Ended(error)) => {
                    if error.code() == faults::SEAT_LOST.code
                        && let Some(mut seat) = seat
                    {
                        seat.forget();
                    }
                    return Err(error);
                }
                Err(_) => return Err(stream::silent(&self.server).into()),
            }
        }
    }

    fn cannot_follow(&self, reason: &Fault) -> ClientError {
        faults::CANNOT_FOLLOW.with("server", &self.server).with("reason", reason).into()
    }

    /// The server's `not-found` says nothing about links.
    fn not_found(&self, error: ClientError) -> ClientError {
        if error.code() == "not-found" { faults::NO_SUCH_GAME.with("server", &self.server).into() } else { error }
    }

    fn wait_for_game<T: serde::de::DeserializeOwned>(&self, request: ApiRequest<'_>) -> Result<T, ClientError> {
        self.wait(request.json(&self.server)).map_err(|error| self.not_found(error))
    }

    fn wait<T>(&self, answer: impl Future<Output = Result<T, ClientError>>) -> Result<T, ClientError> {
        self.background.wait(answer)
    }
}

/// The table at the start of a recorded game. Its plies come with the state.
fn start_table(record: &str) -> Result<Box<dyn AnyTable>, Fault> {
    let wrong =
        |reason: String| agon_core::faults::POSITION_SYNTAX.with("text", reason).with("example", "[Agon \"1\"]");
    let records = Record::parse_all(record).map_err(|error| wrong(error.to_string()))?;
    let record = records.first().ok_or_else(|| wrong(String::new()))?;
    agon_games::open_at(record.spec(), record.tag("Position").unwrap_or("startpos"))
}
