//! One WebSocket connection: the greeting, frames in, messages out, pings, and the close.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::Poll;
use std::time::{Duration, Instant};

use agon_wire::{ClientMessage, parse_message};
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;

use crate::app::SharedApp;
use crate::http::guard::ClientAddress;
use crate::live::frames::{Decoder, Frame, FrameError, PING_FRAME, close_frame, pong_frame};
use crate::live::outbox::{CloseReason, Outbox, OutboxItem};
use crate::live::session::ClientSession;
use crate::rooms::room::Room;
use crate::{Token, faults};

/// The longest time one message may take to send.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest wait for the peer's half of the closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// A game that has not changed for this long is quiet.
const QUIET_AFTER_MS: i64 = 120_000;

/// Serves a connection from its greeting to its end.
pub(crate) async fn serve(app: SharedApp, room: Arc<Room>, client: ClientAddress, mut connection: Connection) {
    app.metrics.sockets.fetch_add(1, Relaxed);
    app.add_socket(&connection.outbox);
    let greeted = Box::pin(greet(&app, &room, client, &mut connection)).await;
    match greeted {
        Ok(mut session) => {
            let end = connection.run(&app, &mut session).await;
            room.disconnect(&app, &connection.outbox).await;
            if end == ConnectionEnd::Close(CloseReason::SLOW) {
                app.metrics.slow_readers.fetch_add(1, Relaxed);
            }
            connection.close(end).await;
        }
        Err(end) => {
            while let OutboxItem::Message(frame) = connection.outbox.next() {
                if connection.write(&frame).await.is_err() {
                    break;
                }
            }
            connection.close(end).await;
        }
    }
    app.metrics.sockets.fetch_sub(1, Relaxed);
}

/// Waits for the greeting, checks its tokens, and connects the client to the room.
async fn greet(
    app: &SharedApp,
    room: &Arc<Room>,
    client: ClientAddress,
    connection: &mut Connection,
) -> Result<ClientSession, ConnectionEnd> {
    let first = tokio::time::timeout(app.config.limits.hello_time, connection.receive()).await;
    let frame = first.unwrap_or(Err(ConnectionEnd::Close(CloseReason::NO_HELLO)))?;
    app.metrics.messages.fetch_add(1, Relaxed);
    let hello = match &frame {
        Frame::Close => return Err(ConnectionEnd::Closed),
        Frame::Text(text) => parse_message(text).ok(),
        _ => None,
    };
    let outbox = &connection.outbox;
    let Some(ClientMessage::Hello { tokens, seq, view }) = hello else {
        outbox.send_error(&faults::HELLO_FIRST.fault());
        return Err(ConnectionEnd::Close(CloseReason::HELLO_FIRST));
    };
    let tokens: Vec<Token> = tokens.iter().take(3).map(|token| Token::new(token)).collect();
    let connected = if tokens.len() > 2 {
        Err(faults::BAD_TOKEN.fault())
    } else {
        room.connect(app, outbox, &tokens, seq, view).await
    };
    match connected {
        Ok(seats) => Ok(ClientSession::new(app, room, outbox, client, seats, view)),
        Err(fault) => {
            outbox.send_error(&fault);
            Err(ConnectionEnd::Close(CloseReason::TOKEN))
        }
    }
}

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionEnd {
    /// The server closes it.
    Close(CloseReason),
    /// The client closed it.
    Closed,
    /// It broke, so there is nobody to close it to.
    Broken,
}

impl From<FrameError> for ConnectionEnd {
    fn from(error: FrameError) -> Self {
        Self::Close(match error {
            FrameError::Protocol => CloseReason { code: 1002, reason: "against the protocol" },
            FrameError::InvalidUtf8 => CloseReason { code: 1007, reason: "not UTF-8" },
            FrameError::TooLong => CloseReason { code: 1009, reason: "too long" },
        })
    }
}

/// Whether the game has changed lately.
fn is_busy(app: &SharedApp, session: &ClientSession) -> bool {
    app.now() - session.room.audience().changed_at < QUIET_AFTER_MS
}

/// How long the client may be silent before it is pinged.
fn ping_interval(app: &SharedApp, session: &ClientSession) -> Duration {
    // In a quiet game the system's keepalive probes detect lost clients; proxies need traffic more often.
    let factor = match (is_busy(app, session), app.config.trusted_proxies > 0) {
        (true, _) => 1,
        (false, true) => 3,
        (false, false) => 16,
    };
    app.config.limits.ping_after * factor
}

/// A WebSocket after its handshake.
pub(crate) struct Connection {
    stream: TcpStream,
    decoder: Decoder,
    outbox: Arc<Outbox>,
    last_received: Instant,
    /// Whether a ping was sent since then.
    is_pinged: bool,
}

impl Connection {
    /// A connection over a stream, of which some bytes have been read already.
    pub(crate) fn new(stream: TcpStream, read: &[u8]) -> Self {
        let mut decoder = Decoder::default();
        decoder.feed(read);
        Self { stream, decoder, outbox: Arc::default(), last_received: Instant::now(), is_pinged: false }
    }

    /// Sends and receives until the connection ends.
    async fn run(&mut self, app: &SharedApp, session: &mut ClientSession) -> ConnectionEnd {
        let ping_timer = tokio::time::sleep(ping_interval(app, session));
        tokio::pin!(ping_timer);
        let outbox = Arc::clone(&self.outbox);
        loop {
            loop {
                match outbox.next() {
                    OutboxItem::Message(frame) => {
                        if self.write(&frame).await.is_err() {
                            return if outbox.is_overfull() {
                                ConnectionEnd::Close(CloseReason::SLOW)
                            } else {
                                ConnectionEnd::Broken
                            };
                        }
                    }
                    OutboxItem::Close(reason) => return ConnectionEnd::Close(reason),
                    OutboxItem::Empty => break,
                }
            }
            // A quiet game that has become busy needs its next ping sooner.
            let soon = tokio::time::Instant::now() + app.config.limits.ping_after * 2;
            if ping_timer.deadline() > soon && is_busy(app, session) {
                ping_timer.as_mut().reset(soon);
            }
            let received = tokio::select! {
                received = self.receive() => received,
                () = outbox.changed() => continue,
                () = &mut ping_timer => {
                    match self.ping_if_silent(app, session).await {
                        Ok(wait) => ping_timer.as_mut().reset(tokio::time::Instant::now() + wait),
                        Err(end) => return end,
                    }
                    continue;
                }
            };
            self.last_received = Instant::now();
            self.is_pinged = false;
            match received {
                // Boxed so that an idle socket does not reserve the memory of a busy one.
                Ok(Frame::Text(text)) => Box::pin(session.handle_text(&text)).await,
                Ok(Frame::Binary) => session.reject_malformed("text messages are required"),
                Ok(Frame::Close) => return ConnectionEnd::Closed,
                Ok(Frame::Pong) => {
                    session.admit_query();
                }
                Ok(Frame::Ping(content)) => {
                    session.admit_query();
                    if self.write(&pong_frame(&content)).await.is_err() {
                        return ConnectionEnd::Broken;
                    }
                }
                Err(end) => return end,
            }
        }
    }

    /// The next message or control frame. Cancel safe.
    async fn receive(&mut self) -> Result<Frame, ConnectionEnd> {
        loop {
            if let Some(frame) = self.decoder.next_frame()? {
                return Ok(frame);
            }
            let (stream, decoder) = (&mut self.stream, &mut self.decoder);
            let count = poll_fn(|context| {
                // Inside the closure the buffer exists only during a poll and takes no memory of an idle socket.
                let mut chunk = [0; 2048];
                let mut chunk = ReadBuf::new(&mut chunk);
                let done = std::task::ready!(Pin::new(&mut *stream).poll_read(context, &mut chunk));
                decoder.feed(chunk.filled());
                Poll::Ready(done.map(|()| chunk.filled().len()))
            });
            if count.await.unwrap_or(0) == 0 {
                return Err(ConnectionEnd::Broken);
            }
        }
    }

    /// Writes a whole frame.
    async fn write(&mut self, mut frame: &[u8]) -> io::Result<()> {
        while !frame.is_empty() {
            match self.stream.try_write(frame) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => frame = &frame[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait_until_writable().await?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits until the stream is writable. Gives up on a client whose outbox has overflowed.
    async fn wait_until_writable(&self) -> io::Result<()> {
        let deadline = tokio::time::Instant::now() + SEND_TIMEOUT;
        loop {
            tokio::select! {
                done = self.stream.writable() => return done,
                () = tokio::time::sleep_until(deadline) => return Err(io::ErrorKind::TimedOut.into()),
                () = self.outbox.changed() => {
                    if self.outbox.is_overfull() {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
            }
        }
    }

    /// Pings a silent client, or gives up on one that did not answer the last ping.
    ///
    /// Returns when to check again.
    async fn ping_if_silent(&mut self, app: &SharedApp, session: &ClientSession) -> Result<Duration, ConnectionEnd> {
        let interval = ping_interval(app, session);
        let silence = self.last_received.elapsed();
        if let Some(rest) = interval.checked_sub(silence).filter(|rest| !rest.is_zero()) {
            return Ok(rest);
        }
        if self.is_pinged {
            return Err(ConnectionEnd::Close(CloseReason::SILENT));
        }
        self.is_pinged = true;
        self.write(&PING_FRAME).await.map_err(|_| ConnectionEnd::Broken)?;
        Ok(interval)
    }

    /// Sends a close frame and waits a moment for the client's.
    async fn close(&mut self, end: ConnectionEnd) {
        let frame = match end {
            ConnectionEnd::Broken => return,
            ConnectionEnd::Closed => close_frame(None, ""),
            ConnectionEnd::Close(reason) => close_frame(Some(reason.code), reason.reason),
        };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, async {
            self.write(&frame).await.ok()?;
            if end == ConnectionEnd::Closed {
                return None;
            }
            // Unread bytes at the close would reset the connection and lose the close frame, so they are read.
            loop {
                self.stream.readable().await.ok()?;
                let mut discarded = [0; 1024];
                match self.stream.try_read(&mut discarded) {
                    Ok(0) => return Some(()),
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => return None,
                    _ => {}
                }
            }
        })
        .await;
    }
}
