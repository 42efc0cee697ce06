//! The bounded queue of messages waiting for one socket.

use std::collections::VecDeque;
use std::sync::Mutex;

use agon_core::Fault;
use agon_wire::ServerMessage;
use tokio::sync::Notify;

use crate::live::frames::{SharedFrame, message_frame};
use crate::sync::lock;

/// The most messages and bytes that wait for a slow reader.
const MAX_MESSAGES: usize = 64;
const MAX_BYTES: usize = 512 * 1024;
/// A longer buffer is freed once it is empty.
const MAX_IDLE_CAPACITY: usize = 4;

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseReason {
    /// The WebSocket close code.
    pub code: u16,
    /// The reason in English.
    pub reason: &'static str,
}

impl CloseReason {
    /// The server is stopping or restarting.
    pub const RESTART: Self = Self { code: 1012, reason: "restart" };
    /// Too many messages.
    pub const TOO_MANY: Self = Self { code: 1008, reason: "too many messages" };
    /// Too many malformed messages.
    pub const MALFORMED: Self = Self { code: 1008, reason: "messages that cannot be read" };
    /// The first message was not a greeting.
    pub const HELLO_FIRST: Self = Self { code: 1008, reason: "the first message must be hello" };
    /// The client reads too slowly.
    pub const SLOW: Self = Self { code: 1013, reason: "too slow" };
    /// The client does not answer pings.
    pub const SILENT: Self = Self { code: 1001, reason: "silent" };
    /// A token grants no seat of this game.
    pub const TOKEN: Self = Self { code: 4401, reason: "bad token" };
    /// No greeting arrived in time.
    pub const NO_HELLO: Self = Self { code: 4408, reason: "no hello" };
}

/// The messages waiting for one socket. An empty outbox takes next to no memory.
#[derive(Debug, Default)]
pub struct Outbox {
    queue: Mutex<OutboxQueue>,
    notify: Notify,
}

#[derive(Debug, Default)]
struct OutboxQueue {
    messages: VecDeque<SharedFrame>,
    bytes: usize,
    close: Option<CloseReason>,
}

/// What a socket must do next.
#[derive(Debug)]
pub enum OutboxItem {
    /// Send this message.
    Message(SharedFrame),
    /// Close the socket.
    Close(CloseReason),
    /// Wait.
    Empty,
}

impl Outbox {
    /// Writes and queues a message for this socket alone.
    pub(crate) fn send_message(&self, message: &ServerMessage<'_>) {
        self.send(message_frame(message));
    }

    /// Reports a fault that belongs to no command or query.
    pub(crate) fn send_error(&self, fault: &Fault) {
        self.send_message(&ServerMessage::Error { error: fault.into() });
    }

    /// Queues a message. If too much is queued already, drops everything and closes the socket.
    pub fn send(&self, message: SharedFrame) {
        let mut queue = lock(&self.queue);
        if queue.close.is_some() {
            return;
        }
        queue.bytes += message.len();
        queue.messages.push_back(message);
        if queue.messages.len() > MAX_MESSAGES || queue.bytes > MAX_BYTES {
            queue.messages = VecDeque::new();
            queue.close = Some(CloseReason::SLOW);
        }
        drop(queue);
        self.notify.notify_one();
    }

    /// Closes the socket once the queued messages are sent.
    pub fn close(&self, reason: CloseReason) {
        lock(&self.queue).close.get_or_insert(reason);
        self.notify.notify_one();
    }

    /// Takes the next item.
    pub fn next(&self) -> OutboxItem {
        let mut queue = lock(&self.queue);
        if let Some(message) = queue.messages.pop_front() {
            queue.bytes -= message.len();
            return OutboxItem::Message(message);
        }
        // An idle socket keeps no buffer.
        if queue.messages.capacity() > MAX_IDLE_CAPACITY {
            queue.messages = VecDeque::new();
        }
        queue.close.map_or(OutboxItem::Empty, OutboxItem::Close)
    }

    /// Whether too much was queued.
    pub(crate) fn is_overfull(&self) -> bool {
        lock(&self.queue).close == Some(CloseReason::SLOW)
    }

    /// Waits until there may be a new item.
    pub async fn changed(&self) {
        self.notify.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_leave_in_order_and_then_the_socket_closes() {
        let outbox = Outbox::default();
        outbox.send("a".into());
        outbox.close(CloseReason::RESTART);
        outbox.close(CloseReason::SLOW);
        outbox.send("late".into());
        assert!(matches!(outbox.next(), OutboxItem::Message(frame) if frame == "a"));
        assert!(matches!(outbox.next(), OutboxItem::Close(CloseReason::RESTART)));
    }

    #[test]
    fn a_reader_that_never_reads_is_closed_and_holds_nothing() {
        let outbox = Outbox::default();
        for _ in 0..=MAX_MESSAGES {
            outbox.send("x".into());
        }
        assert!(matches!(outbox.next(), OutboxItem::Close(CloseReason::SLOW)));
        let outbox = Outbox::default();
        outbox.send("x".repeat(MAX_BYTES + 1).into());
        assert!(matches!(outbox.next(), OutboxItem::Close(CloseReason::SLOW)));
    }
}
