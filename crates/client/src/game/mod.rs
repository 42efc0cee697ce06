//! A game on a server, as one client follows it.
//!
//! - `fold`: the state and the table, from the messages of the server.
//! - `commands`: what a player may do.

mod commands;
mod fold;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Player, StepView};
use agon_wire::{ChatLine, GameEvent, GameState, GameStatus, Mover, Offers, SeatKind, SeatView, TalkLine};
use tokio::sync::mpsc::UnboundedSender;

use crate::background::Background;
use crate::connection::{Incoming, Outgoing};
use crate::dice::{DiceVerdict, OwnDice};
use crate::{ClientError, GameLink, Seat};
use commands::CommandIds;

/// A game on a server: its state, a table with the same plies, and the commands of a player.
///
/// Nothing here waits for the network, except [`GameClient::poll`] if it is asked to.
pub struct GameClient {
    link: GameLink,
    seat: Option<Seat>,
    state: Box<GameState<'static>>,
    table: Box<dyn AnyTable>,
    /// How often the plies have changed.
    revision: u64,
    /// When the clocks of the state were received.
    received_at: Instant,
    link_state: LinkState,
    touch: Option<Touch>,
    /// The turn that the server has not confirmed: its command and its notation.
    sent_turn: Option<(String, String)>,
    /// Commands that the server has not answered.
    unanswered: HashSet<String>,
    dice: OwnDice,
    ids: CommandIds,
    news: Vec<GameNews>,
    connection: ConnectionHandle,
}

/// The channels to and from the connection of a game.
pub(crate) struct ConnectionHandle {
    incoming: Receiver<Incoming>,
    outgoing: UnboundedSender<Outgoing>,
    /// Keeps the connection alive.
    _background: Arc<Background>,
}

impl ConnectionHandle {
    pub(crate) fn new(
        incoming: Receiver<Incoming>,
        outgoing: UnboundedSender<Outgoing>,
        background: Arc<Background>,
    ) -> Self {
        Self { incoming, outgoing, _background: background }
    }
}

/// The connection of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// It stands.
    Up,
    /// It is lost and will be opened again.
    Lost,
    /// It has ended for good.
    Ended,
}

/// The opponent's turn in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Whose.
    pub seat: Player,
    /// The steps made so far.
    pub prefix: Vec<String>,
    /// The step under the pointer.
    pub hover: Option<StepView>,
}

/// Something that a client may want to say.
#[derive(Clone, Debug, PartialEq)]
pub enum GameNews {
    /// Something happened in the game.
    Event(GameEvent<'static>),
    /// The state is new as a whole.
    State,
    /// Somebody connected or disconnected, or a bot began to choose its turn.
    Presence,
    /// A chat line.
    Chat(ChatLine),
    /// The opponent's turn in progress.
    Touch,
    /// The connection was lost or is back.
    Link(LinkState),
    /// The server refused a command, or something else went wrong.
    Trouble(ClientError),
}

impl GameClient {
    /// A game whose first state has arrived.
    pub(crate) fn new(
        link: GameLink,
        seat: Option<Seat>,
        state: GameState<'static>,
        table: Box<dyn AnyTable>,
        connection: ConnectionHandle,
    ) -> Result<Self, ClientError> {
        let mut game = Self {
            link: GameLink { key: None, ..link },
            seat,
            dice: OwnDice::new(state.rest.dice.as_ref()),
            state: Box::new(state),
            table,
            revision: 0,
            received_at: Instant::now(),
            link_state: LinkState::Up,
            touch: None,
            sent_turn: None,
            unanswered: HashSet::new(),
            ids: CommandIds::new(),
            news: Vec::new(),
            connection,
        };
        game.adopt(game.state.progress.seq)?;
        Ok(game)
    }

    /// Adds news that no message of the server brings.
    pub(crate) fn report(&mut self, news: impl IntoIterator<Item = GameNews>) {
        self.news.extend(news);
    }

    /// Waits for at most this long for the first message, reads all that have arrived, and returns what they say.
    pub fn poll(&mut self, wait: Duration) -> Vec<GameNews> {
        if self.news.is_empty() {
            match self.connection.incoming.recv_timeout(wait) {
                Ok(incoming) => self.receive(incoming),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
        while let Ok(incoming) = self.connection.incoming.try_recv() {
            self.receive(incoming);
        }
        std::mem::take(&mut self.news)
    }

    /// Waits until the server has answered all commands, for at most this long; `false` if it has not.
    pub fn settle(&mut self, wait: Duration) -> bool {
        let until = Instant::now() + wait;
        while !self.unanswered.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.link_state == LinkState::Ended {
                return false;
            }
            let news = self.poll(left);
            self.news.extend(news);
        }
        true
    }

    /// The link of the game.
    pub fn link(&self) -> &GameLink {
        &self.link
    }

    /// The link that lets others watch, or join by the invitation of this client.
    pub fn invitation(&self) -> GameLink {
        let key = self.seat.as_ref().and_then(|seat| seat.saved.invitation.clone());
        GameLink { key, ..self.link.clone() }
    }

    /// The game as the server shows it.
    pub fn state(&self) -> &GameState<'static> {
        &self.state
    }

    /// A table with the plies of the game.
    pub fn table(&self) -> &dyn AnyTable {
        self.table.as_ref()
    }

    /// A number that changes whenever the plies of the table do.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The connection.
    pub fn link_state(&self) -> LinkState {
        self.link_state
    }

    /// The side of this client; `None` for a spectator.
    pub fn seat(&self) -> Option<Player> {
        self.seat.as_ref().map(Seat::player)
    }

    /// Who plays a side.
    pub fn player(&self, player: Player) -> &SeatView<'static> {
        self.state.presence.seats.of(player)
    }

    /// Whether the game is finished.
    pub fn is_over(&self) -> bool {
        self.state.progress.status == GameStatus::Over
    }

    /// Whether a seat is still free.
    pub fn is_open(&self) -> bool {
        self.state.progress.status == GameStatus::Open
    }

    /// Whether this client is to move and has not sent its turn.
    pub fn is_my_turn(&self) -> bool {
        self.state.progress.status == GameStatus::Live
            && self.seat().is_some_and(|seat| self.state.progress.turn == Mover::from(seat))
            && self.sent_turn.is_none()
    }

    /// The turn that the server has not confirmed yet.
    pub fn sent_turn(&self) -> Option<&str> {
        self.sent_turn.as_ref().map(|(_, notation)| notation.as_str())
    }

    /// The opponent's turn in progress, if something of it can be seen.
    pub fn touch(&self) -> Option<&Touch> {
        self.touch.as_ref()
    }

    /// The last chat lines.
    pub fn talk(&self) -> impl Iterator<Item = &ChatLine> {
        self.state.talk.iter().map(|TalkLine::Chat(line)| line)
    }

    /// What the players offer each other.
    pub fn offers(&self) -> &Offers {
        &self.state.rest.offers
    }

    /// How long until this client may claim the game that its opponent has left.
    pub fn claim_in(&self) -> Option<Duration> {
        let claim = self.state.presence.claim.filter(|claim| Some(claim.seat) == self.seat())?;
        Some(Duration::from_millis(claim.in_ms.max(0) as u64).saturating_sub(self.received_at.elapsed()))
    }

    /// The time left on a player's clock.
    pub fn time_left(&self, player: Player) -> Option<Duration> {
        let clock = self.state.rest.clock?;
        let left = Duration::from_millis(clock.left_ms[player.index()].max(0) as u64);
        let runs = clock.running == Some(player);
        Some(if runs { left.saturating_sub(self.received_at.elapsed()) } else { left })
    }

    /// The time that a player has used for the turns on the table.
    pub fn time_used(&self, player: Player) -> Duration {
        let progress = &self.state.progress;
        let own = progress.by.iter().zip(progress.spent_ms.iter()).filter(|(by, _)| **by == Mover::from(player));
        let used = Duration::from_millis(own.map(|(_, spent)| u64::from(*spent)).sum());
        let is_thinking = progress.status == GameStatus::Live && progress.turn == Mover::from(player);
        if is_thinking { used + self.received_at.elapsed() } else { used }
    }

    /// Whether another person may see this client's turn in progress.
    pub fn has_opponent(&self) -> bool {
        self.seat().is_some_and(|seat| self.player(seat.opponent()).kind == SeatKind::Human)
    }

    /// The link to the rematch, once both players want it.
    pub fn next(&self) -> Option<GameLink> {
        self.state.rest.next.clone().map(|id| GameLink { id, key: None, ..self.link.clone() })
    }

    /// Takes the seat out, for the rematch: it has the same token on the other side.
    pub(crate) fn take_seat(&mut self) -> Option<Seat> {
        self.seat.take()
    }

    /// Recomputes the dice of a finished game from what the server has revealed; `None` for a game without dice, and
    /// while the secret is not public.
    pub fn verify_dice(&self) -> Option<DiceVerdict> {
        self.dice.verify(&self.state, &*self.table, self.seat.as_ref())
    }
}
