//! The socket of a game. It reconnects by itself; commands are neither lost nor executed twice.

use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::time::Duration;

use agon_wire::{ClientMessage, ErrorBody, ServerMessage, to_json};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::http::{HeaderValue, StatusCode, Uri, header};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::random::random;
use crate::stream::{self, REQUEST_TIMEOUT, Stream};
use crate::{ClientError, ServerAddress, faults};

/// The silence after which the server is pinged.
const PING_AFTER: Duration = Duration::from_secs(20);
/// The further silence after which the connection counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(9);
/// The longest wait before a connection is tried again, doubled from the first to the last.
const MAX_RETRY_WAITS: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(15)];
/// The shortest wait.
const MIN_RETRY_WAIT: Duration = Duration::from_millis(100);
/// The longest message that is read.
const MAX_MESSAGE_LEN: usize = 4 << 20;
/// Close code: the token belongs to no seat.
const WRONG_TOKEN: u16 = 4401;

/// What a connection reports.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A message of the server.
    Message(Box<ServerMessage<'static>>),
    /// The connection is lost and will be opened again.
    Lost,
    /// The connection has ended for good.
    Ended(ClientError),
}

/// What a connection sends.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A command, sent again after a reconnect until it is acknowledged.
    Command {
        /// Its id.
        id: String,
        /// Its JSON.
        text: String,
    },
    /// A message that may get lost.
    Passing(String),
}

/// The socket of a game.
pub(crate) struct Connection {
    pub(crate) server: ServerAddress,
    pub(crate) game: String,
    pub(crate) token: Option<String>,
    pub(crate) incoming: Sender<Incoming>,
    pub(crate) outgoing: UnboundedReceiver<Outgoing>,
    /// Commands without acknowledgement: id and JSON.
    pub(crate) unacknowledged: VecDeque<(String, String)>,
    /// The last event received.
    pub(crate) seq: Option<u32>,
}

/// How a session ended.
enum End {
    /// The game's handle is gone.
    Dropped,
    /// The connection is lost; the server may have said when to return.
    Lost(Option<Duration>),
    Ended(ClientError),
}

type Socket = WebSocketStream<Box<dyn Stream>>;

impl Connection {
    /// Connects and reconnects until the handle is dropped or the server refuses for good.
    pub(crate) async fn run(mut self) {
        let mut attempt = 0;
        loop {
            let wait = match self.session(&mut attempt).await {
                End::Dropped => return,
                End::Ended(error) => {
                    let _ = self.incoming.send(Incoming::Ended(error));
                    return;
                }
                End::Lost(wait) => wait.unwrap_or_else(|| retry_wait(attempt)),
            };
            attempt += 1;
            if self.incoming.send(Incoming::Lost).is_err() || !self.rest(wait).await {
                return;
            }
        }
    }

    /// Waits before the next attempt; `false` if the handle is dropped.
    async fn rest(&mut self, wait: Duration) -> bool {
        let until = Instant::now() + wait;
        loop {
            tokio::select! {
                () = sleep_until(until) => return true,
                order = self.outgoing.recv() => match order {
                    Some(Outgoing::Command { id, text }) => self.unacknowledged.push_back((id, text)),
                    Some(Outgoing::Passing(_)) => {}
                    None => return false,
                },
            }
        }
    }

    /// Opens a socket, greets, and exchanges messages until one side ends it.
    async fn session(&mut self, attempt: &mut u32) -> End {
        let mut socket = match timeout(REQUEST_TIMEOUT, self.open()).await {
            Ok(Ok(socket)) => socket,
            Ok(Err(end)) => return end,
            Err(_) => return End::Lost(None),
        };
        let tokens = self.token.iter().cloned().collect();
        let hello = to_json(&ClientMessage::Hello { tokens, seq: self.seq, view: true });
        if send(&mut socket, hello).await.is_err() {
            return End::Lost(None);
        }
        let mut session =
            Session { is_greeted: false, retry: None, is_pinged: false, due: Instant::now() + PING_AFTER };
        loop {
            let done = tokio::select! {
                received = socket.next() => match received {
                    Some(Ok(message)) => self.receive(&mut session, &mut socket, message).await,
                    Some(Err(_)) | None => Err(End::Lost(session.retry)),
                },
                order = self.outgoing.recv() => self.obey(&session, &mut socket, order).await,
                () = sleep_until(session.due) => session.ping(&mut socket).await,
            };
            if session.is_greeted {
                *attempt = 0;
            }
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn open(&self) -> Result<Socket, End> {
        let stream = stream::open(&self.server).await.map_err(|_| End::Lost(None))?;
        let scheme = if self.server.is_secure { "wss" } else { "ws" };
        let path = format!("/api/games/{}/live", self.game);
        let uri = Uri::builder().scheme(scheme).authority(self.server.authority()).path_and_query(path).build();
        let mut request = uri.ok().and_then(|uri| uri.into_client_request().ok()).ok_or(End::Lost(None))?;
        if let Ok(origin) = HeaderValue::from_str(&self.server.to_string()) {
            request.headers_mut().insert(header::ORIGIN, origin);
        }
        let mut config = WebSocketConfig::default();
        config.max_message_size = Some(MAX_MESSAGE_LEN);
        match client_async_with_config(request, stream, Some(config)).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(answer)) if answer.status().is_client_error() => {
                let body = answer.body().as_deref().unwrap_or_default();
                Err(match serde_json::from_slice::<ErrorBody>(body) {
                    Ok(_) if answer.status() == StatusCode::TOO_MANY_REQUESTS => End::Lost(None),
                    Ok(_) if answer.status() == StatusCode::NOT_FOUND => {
                        End::Ended(faults::NO_SUCH_GAME.with("server", &self.server).into())
                    }
                    Ok(refused) => End::Ended(ClientError::Refused(refused.error)),
                    // A proxy whose server is away.
                    Err(_) => End::Lost(None),
                })
            }
            Err(_) => Err(End::Lost(None)),
        }
    }

    async fn obey(&mut self, session: &Session, socket: &mut Socket, order: Option<Outgoing>) -> Result<(), End> {
        let text = match order {
            Some(Outgoing::Passing(text)) => text,
            Some(Outgoing::Command { id, text }) => {
                self.unacknowledged.push_back((id, text.clone()));
                text
            }
            None => {
                let _ = timeout(REQUEST_TIMEOUT, socket.close(None)).await;
                return Err(End::Dropped);
            }
        };
        if session.is_greeted { send(socket, text).await } else { Ok(()) }
    }

    async fn receive(&mut self, session: &mut Session, socket: &mut Socket, message: Message) -> Result<(), End> {
        session.is_pinged = false;
        session.due = Instant::now() + PING_AFTER;
        let text = match message {
            Message::Text(text) => text,
            Message::Close(Some(frame)) if u16::from(frame.code) == WRONG_TOKEN => {
                return Err(End::Ended(faults::SEAT_LOST.fault().into()));
            }
            Message::Close(_) => return Err(End::Lost(session.retry)),
            _ => return Ok(()),
        };
        let message = match serde_json::from_str::<ServerMessage<'static>>(&text) {
            Ok(message) => message,
            Err(error) if is_essential(&text) => {
                let fault = faults::CANNOT_FOLLOW.with("server", &self.server).with("reason", error);
                return Err(End::Ended(fault.into()));
            }
            // A later version of the server may send more than this one knows.
            Err(_) => return Ok(()),
        };
        self.acknowledge(&message);
        if let ServerMessage::Bye { retry_ms, .. } = message {
            session.retry = Some(Duration::from_millis(retry_ms).min(MAX_RETRY_WAITS[1]));
        }
        let is_greeting = matches!(message, ServerMessage::State(_)) && !session.is_greeted;
        if self.incoming.send(Incoming::Message(Box::new(message))).is_err() {
            return Err(End::Dropped);
        }
        if is_greeting {
            session.is_greeted = true;
            for (_, text) in &self.unacknowledged {
                send(socket, text.clone()).await?;
            }
        }
        Ok(())
    }

    /// Drops the commands that a message answers, and notes its last event.
    fn acknowledge(&mut self, message: &ServerMessage<'_>) {
        let (events, id) = match message {
            ServerMessage::State(state) => {
                self.seq = Some(state.progress.seq);
                (state.events.as_slice(), None)
            }
            ServerMessage::Update(update) => {
                self.seq = Some(update.progress.seq);
                (update.events.as_slice(), None)
            }
            ServerMessage::Ack { id, .. } | ServerMessage::Refused { id, .. } => (&[][..], Some(&**id)),
            _ => return,
        };
        let is_answered = |command: &str| id == Some(command) || events.iter().any(|event| event.id() == Some(command));
        self.unacknowledged.retain(|(command, _)| !is_answered(command));
    }
}

/// One connection from its greeting to its end.
struct Session {
    is_greeted: bool,
    /// When the server said to return.
    retry: Option<Duration>,
    is_pinged: bool,
    /// When a silent server is pinged or given up.
    due: Instant,
}

impl Session {
    /// Pings a silent server, or gives up on one that did not answer the last ping.
    async fn ping(&mut self, socket: &mut Socket) -> Result<(), End> {
        if self.is_pinged || !self.is_greeted {
            return Err(End::Lost(self.retry));
        }
        self.is_pinged = true;
        self.due = Instant::now() + LOST_AFTER;
        send(socket, to_json(&ClientMessage::Ping {})).await
    }
}

async fn send(socket: &mut Socket, text: String) -> Result<(), End> {
    match timeout(REQUEST_TIMEOUT, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Lost(None)),
    }
}

/// Whether a game cannot be followed without this message.
fn is_essential(text: &str) -> bool {
    [r#"{"t":"state""#, r#"{"t":"update""#].iter().any(|start| text.starts_with(start))
}

/// A random wait, so that the clients of a restarted server do not return all at once.
fn retry_wait(attempt: u32) -> Duration {
    let longest = (MAX_RETRY_WAITS[0] * 2u32.saturating_pow(attempt.min(16))).min(MAX_RETRY_WAITS[1]);
    let share = f64::from(u32::from_be_bytes(random())) / f64::from(u32::MAX);
    longest.mul_f64(share).max(MIN_RETRY_WAIT)
}
