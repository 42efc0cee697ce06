//! One WebSocket: handshake, greeting, messages in, messages out, pings.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::Poll;
use std::time::{Duration, Instant};

use agon_core::Fault;
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;

use crate::app::SharedApp;
use crate::http::extract::PathParams;
use crate::http::failure::HttpError;
use crate::http::guard::{ClientAddress, Peer};
use crate::live::frames::{
    Decoder, Frame, FrameError, FrameHeader, PING_FRAME, accept_key, close_frame, pong_frame,
};
use crate::live::outbox::{CloseReason, Outbox, OutboxItem};
use crate::live::session::ClientSession;
use crate::rooms::room::Room;
use crate::wire::{ClientMessage, fault_json, read_message};
use crate::{GameId, Token, faults};

/// Longest time that one message may take to leave.
const SEND: Duration = Duration::from_secs(10);
/// A table where no turn was made for this long is quiet.
const QUIET_MS: i64 = 120_000;
/// Pieces that are no longer than this together are written as one.
const TOGETHER: usize = 1024;

/// Upgrades a request to a socket of a game.
pub(crate) async fn live(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    PathParams(id): PathParams<String>,
    mut request: Request,
) -> Result<Response, HttpError> {
    if app.is_stopping() {
        return Err(faults::SERVER_FULL.into());
    }
    let id = GameId::parse(&id).ok_or(faults::NOT_FOUND)?;
    let room = app.room(id).await?.ok_or(faults::NOT_FOUND)?;
    let accept = handshake(request.headers())?;
    let upgrade = hyper::upgrade::on(&mut request);
    // A socket counts as a connection for as long as it lives.
    let counted = request.extensions().get::<Peer>().and_then(|peer| peer.counted.clone());
    tokio::spawn(async move {
        let _counted = counted;
        let Ok(upgraded) = upgrade.await else { return };
        let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else { return };
        let mut decoder = Decoder::default();
        decoder.put(&parts.read_buf);
        // It would keep the whole buffer of the request alive for as long as the socket.
        drop(parts.read_buf);
        let outbox = Arc::new(Outbox::default());
        let line = Connection {
            stream: parts.io.into_inner(),
            decoder,
            outbox,
            heard: Instant::now(),
            pinged: false,
        };
        Box::pin(converse(app, room, client, line)).await;
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    Ok(response)
}

/// Checks the request of a handshake and gives the answer to its key.
fn handshake(headers: &HeaderMap) -> Result<HeaderValue, HttpError> {
    let has = |name: header::HeaderName, word: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let wrong = |reason: &str| HttpError::from(faults::BAD_MESSAGE.with("reason", reason));
    if !has(header::CONNECTION, "upgrade") || !has(header::UPGRADE, "websocket") {
        return Err(wrong("a WebSocket handshake was expected"));
    }
    if !has(header::SEC_WEBSOCKET_VERSION, "13") {
        return Err(wrong("version 13 of the WebSocket protocol was expected"));
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|key| key.len() == 24);
    let key = key.ok_or_else(|| wrong("the key of the handshake is missing"))?;
    HeaderValue::from_str(&accept_key(key.as_bytes())).map_err(|_| wrong("the key cannot be answered"))
}

async fn converse(app: SharedApp, room: Arc<Room>, client: ClientAddress, mut line: Connection) {
    app.metrics.sockets.fetch_add(1, Relaxed);
    app.add_socket(&line.outbox);
    let greeted = Box::pin(greet(&app, &room, client, &mut line)).await;
    match greeted {
        Ok(mut session) => {
            let end = line.run(&app, &mut session).await;
            room.leave(&app, &line.outbox).await;
            if end == ConnectionEnd::Close(CloseReason::SLOW) {
                app.metrics.slow_readers.fetch_add(1, Relaxed);
            }
            line.close(end).await;
        }
        Err(end) => {
            while let OutboxItem::Message(text) = line.outbox.next() {
                if line.send(text.as_bytes()).await.is_err() {
                    break;
                }
            }
            line.close(end).await;
        }
    }
    app.metrics.sockets.fetch_sub(1, Relaxed);
}

/// How a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionEnd {
    /// We close it.
    Close(CloseReason),
    /// They closed it.
    Closed,
    /// There is nobody to close it to.
    Gone,
}

impl From<FrameError> for ConnectionEnd {
    fn from(broken: FrameError) -> Self {
        Self::Close(match broken {
            FrameError::Protocol => CloseReason { code: 1002, reason: "against the protocol" },
            FrameError::Text => CloseReason { code: 1007, reason: "not UTF-8" },
            FrameError::TooLong => CloseReason { code: 1009, reason: "too long" },
        })
    }
}

/// Waits for the greeting and lets the client in.
async fn greet(
    app: &SharedApp,
    room: &Arc<Room>,
    client: ClientAddress,
    line: &mut Connection,
) -> Result<ClientSession, ConnectionEnd> {
    let first = tokio::time::timeout(app.config.limits.hello_time, line.recv()).await;
    let message = first.unwrap_or(Err(ConnectionEnd::Close(CloseReason::NO_HELLO)))?;
    app.metrics.messages.fetch_add(1, Relaxed);
    let hello = match &message {
        Frame::Close => return Err(ConnectionEnd::Closed),
        Frame::Text(text) => read_message(text).ok(),
        _ => None,
    };
    let Some(ClientMessage::Hello { tokens, seq, view }) = hello else {
        line.outbox.send(error(&faults::HELLO_FIRST.fault()));
        return Err(ConnectionEnd::Close(CloseReason::HELLO_FIRST));
    };
    let tokens: Vec<Token> = tokens.iter().take(3).map(|token| Token::new(token)).collect();
    let entered = if tokens.len() > 2 {
        Err(faults::BAD_TOKEN.fault())
    } else {
        room.enter(app, &line.outbox, &tokens, seq, view).await
    };
    match entered {
        Ok(seats) => Ok(ClientSession::new(app, room, &line.outbox, client, seats, view)),
        Err(fault) => {
            line.outbox.send(error(&fault));
            Err(ConnectionEnd::Close(CloseReason::TOKEN))
        }
    }
}

/// A mistake that belongs to no act.
pub(crate) fn error(fault: &Fault) -> crate::live::outbox::SharedText {
    serde_json::json!({"t": "error", "error": fault_json(fault)}).to_string().into()
}

/// Whether a turn was made lately.
fn is_busy(app: &SharedApp, session: &ClientSession) -> bool {
    app.now() - session.room.audience().acted < QUIET_MS
}

struct Connection {
    stream: TcpStream,
    decoder: Decoder,
    outbox: Arc<Outbox>,
    heard: Instant,
    pinged: bool,
}

impl Connection {
    /// Talks until one side has enough.
    async fn run(&mut self, app: &SharedApp, session: &mut ClientSession) -> ConnectionEnd {
        let alarm = tokio::time::sleep(Self::pulse(app, session));
        tokio::pin!(alarm);
        let outbox = Arc::clone(&self.outbox);
        loop {
            loop {
                match outbox.next() {
                    OutboxItem::Message(text) => {
                        if self.send(text.as_bytes()).await.is_err() {
                            return if outbox.is_overfull() {
                                ConnectionEnd::Close(CloseReason::SLOW)
                            } else {
                                ConnectionEnd::Gone
                            };
                        }
                    }
                    OutboxItem::Close(close) => return ConnectionEnd::Close(close),
                    OutboxItem::Empty => break,
                }
            }
            // A quiet table that has come to life is looked after more closely.
            let soon = tokio::time::Instant::now() + app.config.limits.ping_after * 2;
            if alarm.deadline() > soon && is_busy(app, session) {
                alarm.as_mut().reset(soon);
            }
            let heard = tokio::select! {
                heard = self.recv() => heard,
                () = outbox.rung() => continue,
                () = &mut alarm => {
                    match self.check_pulse(app, session).await {
                        Ok(wait) => alarm.as_mut().reset(tokio::time::Instant::now() + wait),
                        Err(end) => return end,
                    }
                    continue;
                }
            };
            self.heard = Instant::now();
            self.pinged = false;
            match heard {
                // Boxed: an idle socket should not carry the memory of a busy one.
                Ok(Frame::Text(text)) => Box::pin(session.hear(&text)).await,
                Ok(Frame::Bytes) => session.reject_malformed("text messages were expected"),
                Ok(Frame::Close) => return ConnectionEnd::Closed,
                Ok(Frame::Pong) => session.count_ping(),
                Ok(Frame::Ping(content)) => {
                    session.count_ping();
                    if self.write(&pong_frame(&content), &[]).await.is_err() {
                        return ConnectionEnd::Gone;
                    }
                }
                Err(end) => return end,
            }
        }
    }

    /// The next message. May be dropped while it waits: nothing is lost.
    async fn recv(&mut self) -> Result<Frame, ConnectionEnd> {
        loop {
            if let Some(heard) = self.decoder.take()? {
                return Ok(heard);
            }
            let (stream, decoder) = (&mut self.stream, &mut self.decoder);
            let count = poll_fn(|context| {
                // Lives only while there is something to read, so it is no part of an idle socket's memory.
                let mut chunk = [0; 2048];
                let mut chunk = ReadBuf::new(&mut chunk);
                let done = std::task::ready!(Pin::new(&mut *stream).poll_read(context, &mut chunk));
                decoder.put(chunk.filled());
                Poll::Ready(done.map(|()| chunk.filled().len()))
            });
            if count.await.unwrap_or(0) == 0 {
                return Err(ConnectionEnd::Gone);
            }
        }
    }

    /// Sends a text, without a copy of it.
    async fn send(&mut self, text: &[u8]) -> io::Result<()> {
        let opening = FrameHeader::text(text.len());
        self.write(opening.bytes(), text).await
    }

    /// Writes two pieces as one.
    async fn write(&mut self, first: &[u8], second: &[u8]) -> io::Result<()> {
        let all = first.len() + second.len();
        let mut sent = 0;
        while sent < all {
            let rest_of_first = &first[sent.min(first.len())..];
            let rest_of_second = &second[sent.saturating_sub(first.len())..];
            match self.try_write(rest_of_first, rest_of_second) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => sent += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait_for_room().await?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Writes as much of two pieces as can be written now.
    fn try_write(&self, first: &[u8], second: &[u8]) -> io::Result<usize> {
        let all = first.len() + second.len();
        let mut together = [0; TOGETHER];
        if let Some(together) = together.get_mut(..all) {
            // Copying a little is quicker than telling the system of two pieces.
            together[..first.len()].copy_from_slice(first);
            together[first.len()..].copy_from_slice(second);
            return self.stream.try_write(together);
        }
        self.stream.try_write_vectored(&[IoSlice::new(first), IoSlice::new(second)])
    }

    /// Waits until more can be written, but not for a reader that has let too much pile up.
    async fn wait_for_room(&self) -> io::Result<()> {
        let end = tokio::time::Instant::now() + SEND;
        loop {
            tokio::select! {
                done = self.stream.writable() => return done,
                () = tokio::time::sleep_until(end) => return Err(io::ErrorKind::TimedOut.into()),
                () = self.outbox.rung() => {
                    if self.outbox.is_overfull() {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
            }
        }
    }

    /// How long the other side may be silent.
    fn pulse(app: &SharedApp, session: &ClientSession) -> Duration {
        // At a quiet table the system's own probes find out who is gone; proxies want more.
        let times = match (is_busy(app, session), app.config.trusted_proxies > 0) {
            (true, _) => 1,
            (false, true) => 3,
            (false, false) => 16,
        };
        app.config.limits.ping_after * times
    }

    /// Pings a silent socket, gives up one that did not answer; says when to look again.
    async fn check_pulse(
        &mut self,
        app: &SharedApp,
        session: &ClientSession,
    ) -> Result<Duration, ConnectionEnd> {
        let interval = Self::pulse(app, session);
        let silent = self.heard.elapsed();
        if let Some(rest) = interval.checked_sub(silent).filter(|rest| !rest.is_zero()) {
            return Ok(rest);
        }
        if self.pinged {
            return Err(ConnectionEnd::Close(CloseReason::SILENT));
        }
        self.pinged = true;
        self.write(&PING_FRAME, &[]).await.map_err(|_| ConnectionEnd::Gone)?;
        Ok(interval)
    }

    /// Says goodbye and waits a moment for the other side to do the same.
    async fn close(&mut self, end: ConnectionEnd) {
        let frame = match end {
            ConnectionEnd::Gone => return,
            ConnectionEnd::Closed => close_frame(None, ""),
            ConnectionEnd::Close(close) => close_frame(Some(close.code), close.reason),
        };
        let _ = tokio::time::timeout(Duration::from_secs(1), async {
            self.write(&frame, &[]).await.ok()?;
            if end == ConnectionEnd::Closed {
                return None;
            }
            // What still comes is thrown away: a socket closed with unread bytes would lose the goodbye.
            loop {
                self.stream.readable().await.ok()?;
                let mut sink = [0; 1024];
                match self.stream.try_read(&mut sink) {
                    Ok(0) => return Some(()),
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => return None,
                    _ => {}
                }
            }
        })
        .await;
    }
}
