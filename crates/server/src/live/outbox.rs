use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Most messages and bytes that wait for one slow reader.
const MESSAGES: usize = 64;
const BYTES: usize = 512 * 1024;

/// A message as it is sent; one copy serves all who get it.
pub(crate) type SharedText = Arc<str>;

/// Why a socket is closed from our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseReason {
    /// The WebSocket close code.
    pub code: u16,
    /// For people.
    pub reason: &'static str,
}

impl CloseReason {
    /// The server stops or restarts.
    pub const RESTART: Self = Self { code: 1012, reason: "restart" };
    /// Too many messages.
    pub const TOO_MANY: Self = Self { code: 1008, reason: "too many messages" };
    /// Too many messages that are none.
    pub const NONSENSE: Self = Self { code: 1008, reason: "messages that cannot be read" };
    /// Something else was said before the greeting.
    pub const HELLO_FIRST: Self = Self { code: 1008, reason: "the first message must be hello" };
    /// The other side does not read.
    pub const SLOW: Self = Self { code: 1013, reason: "too slow" };
    /// The other side does not answer.
    pub const SILENT: Self = Self { code: 1001, reason: "silent" };
    /// The token opens nothing.
    pub const TOKEN: Self = Self { code: 4401, reason: "bad token" };
    /// No greeting came.
    pub const NO_HELLO: Self = Self { code: 4408, reason: "no hello" };
}

/// What waits to be sent to one socket. Empty, it takes next to no memory.
#[derive(Debug, Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    bell: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<SharedText>,
    bytes: usize,
    close: Option<CloseReason>,
}

/// The next thing to do for a socket.
#[derive(Debug)]
pub enum OutboxItem {
    /// Send this.
    Message(SharedText),
    /// Close it.
    Close(CloseReason),
    /// Nothing.
    Empty,
}

impl Outbox {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in line; a reader that lets too many pile up is closed.
    pub fn send(&self, message: SharedText) {
        let mut queue = self.queue();
        if queue.close.is_some() {
            return;
        }
        queue.bytes += message.len();
        queue.messages.push_back(message);
        if queue.messages.len() > MESSAGES || queue.bytes > BYTES {
            queue.messages = VecDeque::new();
            queue.close = Some(CloseReason::SLOW);
        }
        drop(queue);
        self.bell.notify_one();
    }

    /// Closes the socket after what is in line.
    pub fn close(&self, close: CloseReason) {
        self.queue().close.get_or_insert(close);
        self.bell.notify_one();
    }

    /// What to do next.
    pub fn next(&self) -> OutboxItem {
        let mut queue = self.queue();
        if let Some(message) = queue.messages.pop_front() {
            queue.bytes -= message.len();
            return OutboxItem::Message(message);
        }
        // An idle socket keeps no buffer.
        if queue.messages.capacity() > 4 {
            queue.messages = VecDeque::new();
        }
        queue.close.map_or(OutboxItem::Empty, OutboxItem::Close)
    }

    /// Whether the reader has let too much pile up.
    pub(crate) fn is_overfull(&self) -> bool {
        self.queue().close == Some(CloseReason::SLOW)
    }

    /// Waits until there may be something to do.
    pub async fn rung(&self) {
        self.bell.notified().await;
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
        assert!(matches!(outbox.next(), OutboxItem::Message(text) if &*text == "a"));
        assert!(matches!(outbox.next(), OutboxItem::Close(CloseReason::RESTART)));
    }

    #[test]
    fn a_reader_that_never_reads_is_closed_and_holds_nothing() {
        let outbox = Outbox::default();
        for _ in 0..=MESSAGES {
            outbox.send("x".into());
        }
        assert!(matches!(outbox.next(), OutboxItem::Close(CloseReason::SLOW)));
        let outbox = Outbox::default();
        outbox.send("x".repeat(BYTES + 1).into());
        assert!(matches!(outbox.next(), OutboxItem::Close(CloseReason::SLOW)));
    }
}
