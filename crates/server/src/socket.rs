//! One WebSocket: greeting, messages in, messages out, pings.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use agon_core::Fault;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::response::Response;

use crate::app::Shared;
use crate::failure::Failure;
use crate::outbox::{Close, Next, Outbox};
use crate::room::Room;
use crate::security::Client;
use crate::talk::Talker;
use crate::wire::{ClientMessage, fault_json};
use crate::{GameId, Token, faults};

/// Longest message of a client.
pub(crate) const MESSAGE: usize = 4096;
/// Longest time that one message may take to leave.
const SEND: Duration = Duration::from_secs(10);
/// A table where nothing has happened for this long is quiet.
const QUIET_MS: i64 = 120_000;

/// Upgrades a request to a socket of a game.
pub(crate) async fn live(
    State(app): State<Shared>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    if app.is_stopping() {
        return Err(faults::SERVER_FULL.into());
    }
    let id = GameId::parse(&id).ok_or(faults::NOT_FOUND)?;
    let room = app.room(id).await?.ok_or(faults::NOT_FOUND)?;
    let upgrade = upgrade.map_err(|error| faults::BAD_MESSAGE.with("reason", error))?;
    // The usual buffers take 135 KiB for each socket; an idle one should take next to nothing.
    let upgrade = upgrade
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| converse(app, room, client, socket)))
}

async fn converse(app: Shared, room: Arc<Room>, client: Client, socket: WebSocket) {
    app.metrics.sockets.fetch_add(1, Relaxed);
    let outbox = Arc::new(Outbox::default());
    app.add_socket(&outbox);
    let mut line = Line { socket, outbox, heard: Instant::now(), pinged: false };
    let greeted = Box::pin(greet(&app, &room, client, &mut line)).await;
    match greeted {
        Ok(mut talker) => {
            let close = line.run(&app, &mut talker).await;
            room.leave(&app, &line.outbox).await;
            if close == Some(Close::SLOW) {
                app.metrics.slow_readers.fetch_add(1, Relaxed);
            }
            line.close(close).await;
        }
        Err(close) => {
            line.flush().await;
            line.close(close).await;
        }
    }
    app.metrics.sockets.fetch_sub(1, Relaxed);
}

/// Waits for the greeting and lets the client in.
async fn greet(
    app: &Shared,
    room: &Arc<Room>,
    client: Client,
    line: &mut Line,
) -> Result<Talker, Option<Close>> {
    let first = tokio::time::timeout(app.config.limits.hello_time, line.socket.recv()).await;
    let message = match first {
        Err(_) => return Err(Some(Close::NO_HELLO)),
        Ok(None) => return Err(None),
        Ok(Some(Err(error))) => return Err(close_of(&error)),
        Ok(Some(Ok(message))) => message,
    };
    app.metrics.messages.fetch_add(1, Relaxed);
    let hello = message.to_text().ok().and_then(|text| serde_json::from_str(text).ok());
    let Some(ClientMessage::Hello { tokens, seq, view }) = hello else {
        line.outbox.send(error(&faults::HELLO_FIRST.fault()));
        return Err(Some(Close::POLICY));
    };
    let tokens: Vec<Token> = tokens.iter().take(3).map(|token| Token::new(token)).collect();
    let entered = if tokens.len() > 2 {
        Err(faults::BAD_TOKEN.fault())
    } else {
        room.enter(app, &line.outbox, &tokens, seq, view).await
    };
    match entered {
        Ok(seats) => Ok(Talker::new(app, room, &line.outbox, client, seats, view)),
        Err(fault) => {
            line.outbox.send(error(&fault));
            Err(Some(Close::TOKEN))
        }
    }
}

/// A mistake that belongs to no act.
pub(crate) fn error(fault: &Fault) -> Utf8Bytes {
    serde_json::json!({"t": "error", "error": fault_json(fault)}).to_string().into()
}

/// The close code that goes with what the WebSocket library refused.
fn close_of(error: &axum::Error) -> Option<Close> {
    let text = error.to_string();
    if text.contains("too long") || text.contains("too big") || text.contains("Space limit") {
        Some(Close { code: 1009, reason: "message too long" })
    } else if text.contains("utf-8") || text.contains("UTF-8") {
        Some(Close { code: 1007, reason: "not UTF-8" })
    } else if text.contains("protocol") {
        Some(Close { code: 1002, reason: "protocol error" })
    } else {
        None
    }
}

struct Line {
    socket: WebSocket,
    outbox: Arc<Outbox>,
    heard: Instant,
    pinged: bool,
}

impl Line {
    /// Talks until one side has enough; says how to close.
    async fn run(&mut self, app: &Shared, talker: &mut Talker) -> Option<Close> {
        let alarm = tokio::time::sleep(app.config.limits.ping_after);
        tokio::pin!(alarm);
        loop {
            loop {
                match self.outbox.next() {
                    Next::Send(text) => self.send(Message::Text(text)).await?,
                    Next::Close(close) => return Some(close),
                    Next::Wait => break,
                }
            }
            tokio::select! {
                message = self.socket.recv() => {
                    let message = match message {
                        None => return None,
                        Some(Err(error)) => return close_of(&error),
                        Some(Ok(message)) => message,
                    };
                    self.heard = Instant::now();
                    self.pinged = false;
                    match message {
                        // Boxed: an idle socket should not carry the memory of a busy one.
                        Message::Text(text) => Box::pin(talker.hear(text.as_str())).await,
                        Message::Binary(_) => talker.hear_nonsense("text messages were expected"),
                        Message::Close(_) => return None,
                        Message::Ping(_) | Message::Pong(_) => talker.hear_pulse(),
                    }
                }
                () = self.outbox.rung() => {}
                () = &mut alarm => {
                    let wait = self.check_pulse(app, talker).await?;
                    alarm.as_mut().reset(tokio::time::Instant::now() + wait);
                }
            }
        }
    }

    async fn send(&mut self, message: Message) -> Option<()> {
        match tokio::time::timeout(SEND, self.socket.send(message)).await {
            Ok(Ok(())) => Some(()),
            _ => None,
        }
    }

    /// Pings a silent socket, gives up one that did not answer; says when to look again.
    async fn check_pulse(&mut self, app: &Shared, talker: &Talker) -> Option<Duration> {
        let busy = app.now() - talker.room.audience().touched < QUIET_MS;
        let interval = app.config.limits.ping_after * if busy { 1 } else { 4 };
        let silent = self.heard.elapsed();
        if let Some(rest) = interval.checked_sub(silent).filter(|rest| !rest.is_zero()) {
            return Some(rest);
        }
        if self.pinged {
            self.outbox.close(Close::SILENT);
            return None;
        }
        self.pinged = true;
        self.send(Message::Ping(bytes::Bytes::new())).await?;
        Some(interval)
    }

    /// Sends what is in line, without waiting for more.
    async fn flush(&mut self) {
        while let Next::Send(text) = self.outbox.next() {
            if self.send(Message::Text(text)).await.is_none() {
                return;
            }
        }
    }

    async fn close(&mut self, close: Option<Close>) {
        let frame =
            close.map(|close| CloseFrame { code: close.code, reason: Utf8Bytes::from_static(close.reason) });
        let _ = tokio::time::timeout(Duration::from_secs(1), self.socket.send(Message::Close(frame))).await;
    }
}
