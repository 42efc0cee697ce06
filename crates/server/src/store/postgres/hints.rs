//! Hints: what nodes tell each other after a commit, so that nobody has to ask.
//!
//! A hint is never the truth. It is sent by NOTIFY on a connection of its own, since a NOTIFY inside the transaction
//! of a turn would make all commits of the site wait for each other. Hints of two milliseconds travel together, and
//! they carry the new rows if these are short. A node that hears of a gap reads; one that has not been listening for
//! a while looks at all its games.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use tokio_postgres::Notification;
use tokio_postgres::types::ToSql;

use super::connection::{Link, PgError, Target};
use crate::GameId;
use crate::store::EventRow;

/// The channel of what concerns servers.
const CHANNEL: &str = "agon";
/// The channel of what concerns workers too.
const WORK_CHANNEL: &str = "agon_work";
/// How long hints are gathered.
const GATHER_TIME: Duration = Duration::from_millis(2);
/// The longest payload, a little below the limit of `PostgreSQL`.
const MAX_PAYLOAD: usize = 7900;
/// More hints than this wait for a connection only as "look at everything".
const MAX_WAITING: usize = 10_000;
/// The pause before a connection is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(250);
/// How often the connection is checked when there is nothing to send.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The kinds of events that hints do not carry, since anyone who may connect to the database can listen: setups and
/// joins have hashes of tokens, commitments and contributions to dice are revealed at a moment of their own. For the
/// same reason hints carry no chat.
const PRIVATE_KINDS: [u8; 4] = [0, 1, 8, 9];

/// Something that another node has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    /// It stored events up to this number; these, if they were short.
    Events(GameId, u32, Vec<EventRow>),
    /// It stored a chat line.
    Chat(GameId),
    /// Who is connected to the game has changed.
    Presence(GameId),
    /// Work waits in the queue.
    Work,
    /// The result of some work with this id is stored.
    Result(GameId),
    /// Hints may have been missed.
    Everything,
}

/// A hint as it travels. Names are short because payloads are.
#[derive(Debug, Serialize, Deserialize)]
enum Sent {
    #[serde(rename = "e")]
    Events(String, u32, Vec<SentRow>),
    #[serde(rename = "c")]
    Chat(String),
    #[serde(rename = "p")]
    Presence(String),
    #[serde(rename = "w")]
    Work,
    #[serde(rename = "r")]
    Result(String),
    #[serde(rename = "a")]
    Everything,
}

type SentRow = (u32, i64, u8, u8, String, Option<Box<str>>);

impl Hint {
    fn channel(&self) -> &'static str {
        if matches!(self, Self::Work | Self::Result(_)) { WORK_CHANNEL } else { CHANNEL }
    }

    fn write(&self) -> String {
        let json = |sent: &Sent| serde_json::to_string(sent).unwrap_or_default();
        match self {
            Self::Events(game, seq, rows) => {
                let game = game.to_string();
                let is_private = rows.iter().any(|row| PRIVATE_KINDS.contains(&row.kind));
                let rows = if is_private { &[][..] } else { rows };
                let row = |row: &EventRow| (row.seq, row.at, row.seat, row.kind, row.body.clone(), row.client.clone());
                let whole = json(&Sent::Events(game.clone(), *seq, rows.iter().map(row).collect()));
                if whole.len() + 64 > MAX_PAYLOAD { json(&Sent::Events(game.clone(), *seq, Vec::new())) } else { whole }
            }
            Self::Chat(game) => json(&Sent::Chat(game.to_string())),
            Self::Presence(game) => json(&Sent::Presence(game.to_string())),
            Self::Work => json(&Sent::Work),
            Self::Result(id) => json(&Sent::Result(id.to_string())),
            Self::Everything => json(&Sent::Everything),
        }
    }

    fn read(sent: Sent) -> Option<Self> {
        Some(match sent {
            Sent::Events(game, seq, rows) => {
                let row = |(seq, at, seat, kind, body, client)| EventRow { seq, at, seat, kind, body, client };
                Self::Events(GameId::parse(&game)?, seq, rows.into_iter().map(row).collect())
            }
            Sent::Chat(game) => Self::Chat(GameId::parse(&game)?),
            Sent::Presence(game) => Self::Presence(GameId::parse(&game)?),
            Sent::Work => Self::Work,
            Sent::Result(id) => Self::Result(GameId::parse(&id)?),
            Sent::Everything => Self::Everything,
        })
    }
}

/// Joins hints to payloads: the name of the node, then a JSON list.
fn payloads<'a>(node: &str, hints: impl IntoIterator<Item = &'a Hint>) -> Vec<String> {
    let mut payloads: Vec<String> = Vec::new();
    for hint in hints {
        let text = hint.write();
        match payloads.last_mut() {
            Some(last) if last.len() + text.len() + 2 <= MAX_PAYLOAD => {
                last.push(',');
                last.push_str(&text);
            }
            _ => payloads.push(format!("{node}[{text}")),
        }
    }
    for payload in &mut payloads {
        payload.push(']');
    }
    payloads
}

/// The hints of a payload; none if the node sent it itself.
fn hints(node: &str, payload: &str) -> Vec<Hint> {
    let Some((sender, list)) = payload.split_at_checked(node.len()) else { return Vec::new() };
    if sender == node {
        return Vec::new();
    }
    let sent: Vec<Sent> = serde_json::from_str(list).unwrap_or_else(|error| {
        // A node of a later version may say more. What it stored can be read.
        tracing::debug!(%error, "a hint was not understood");
        vec![Sent::Everything]
    });
    sent.into_iter().filter_map(Hint::read).collect()
}

/// What a process hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listener {
    /// Everything.
    Server,
    /// What concerns work for engines.
    Worker,
}

/// Sends and receives hints until the sender or the receiver is dropped.
pub(super) async fn run(
    target: Target,
    listener: Listener,
    node: String,
    mut outgoing: UnboundedReceiver<Hint>,
    incoming: UnboundedSender<Hint>,
) {
    let mut waiting: Vec<Hint> = Vec::new();
    let mut is_first = true;
    loop {
        match listen(&target, listener).await {
            Ok((link, notifications)) => {
                if !std::mem::take(&mut is_first) && incoming.send(Hint::Everything).is_err() {
                    return;
                }
                let end = exchange(&link, notifications, &node, &mut waiting, &mut outgoing, &incoming).await;
                match end {
                    End::Stopped => return,
                    End::Broken(reason) => tracing::warn!(reason, "the connection for hints broke"),
                }
            }
            Err(error) => tracing::warn!(%error, "cannot connect for hints"),
        }
        sleep(RETRY_PAUSE).await;
        while let Ok(hint) = outgoing.try_recv() {
            waiting.push(hint);
        }
        if waiting.len() > MAX_WAITING {
            waiting = vec![Hint::Everything];
        }
        if incoming.is_closed() || outgoing.is_closed() && outgoing.is_empty() {
            return;
        }
    }
}

async fn listen(target: &Target, listener: Listener) -> Result<(Link, UnboundedReceiver<Notification>), PgError> {
    let (notified, notifications) = unbounded_channel();
    let link = Link::open(target, Some(notified)).await?;
    if listener == Listener::Server {
        link.client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
    }
    link.client.batch_execute(&format!("LISTEN {WORK_CHANNEL}")).await?;
    Ok((link, notifications))
}

enum End {
    Stopped,
    Broken(String),
}

async fn exchange(
    link: &Link,
    mut notifications: UnboundedReceiver<Notification>,
    node: &str,
    waiting: &mut Vec<Hint>,
    outgoing: &mut UnboundedReceiver<Hint>,
    incoming: &UnboundedSender<Hint>,
) -> End {
    loop {
        if !waiting.is_empty() {
            let of = |channel| waiting.iter().filter(move |hint| hint.channel() == channel);
            let sent = [CHANNEL, WORK_CHANNEL].map(|channel| (channel, payloads(node, of(channel))));
            for (channel, payload) in
                sent.into_iter().flat_map(|(channel, all)| all.into_iter().map(move |one| (channel, one)))
            {
                let values: [&(dyn ToSql + Sync); 2] = [&channel, &payload];
                let sent = link.client.execute("SELECT pg_notify($1, $2)", &values);
                match timeout(CHECK_INTERVAL, sent).await {
                    Ok(Ok(_)) => {}
                    Ok(Err(error)) => return End::Broken(PgError::from(error).to_string()),
                    Err(_) => return End::Broken("no answer".to_owned()),
                }
            }
            waiting.clear();
        }
        tokio::select! {
            hint = outgoing.recv() => {
                let Some(hint) = hint else { return End::Stopped };
                waiting.push(hint);
                sleep(GATHER_TIME).await;
                while let Ok(hint) = outgoing.try_recv() {
                    waiting.push(hint);
                }
            }
            notification = notifications.recv() => {
                let Some(notification) = notification else { return End::Broken("closed".to_owned()) };
                for hint in hints(node, notification.payload()) {
                    if incoming.send(hint).is_err() {
                        return End::Stopped;
                    }
                }
            }
            () = sleep(CHECK_INTERVAL) => {
                let checked = timeout(CHECK_INTERVAL, link.client.batch_execute("")).await;
                if !matches!(checked, Ok(Ok(()))) {
                    return End::Broken("no answer".to_owned());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(seq: u32, kind: u8, body: &str) -> Hint {
        let row = EventRow { seq, at: 5, seat: 1, kind, body: body.to_owned(), client: Some("0c1".into()) };
        Hint::Events(GameId([seq as u8; 16]), seq, vec![row])
    }

    #[test]
    fn hints_come_back_in_payloads_that_postgresql_takes() {
        let mut sent: Vec<_> = (1..200).map(|seq| events(seq, 2, "24/18,13/11 \"é\"")).collect();
        sent.extend([
            Hint::Chat(GameId([9; 16])),
            Hint::Presence(GameId([7; 16])),
            Hint::Work,
            Hint::Result(GameId([8; 16])),
        ]);
        let payloads = payloads("nodeA", &sent);
        assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() < 8000));
        let back: Vec<_> = payloads.iter().flat_map(|payload| hints("nodeB", payload)).collect();
        assert_eq!(back, sent);
        assert!(payloads.iter().all(|payload| hints("nodeA", payload).is_empty()), "a node's own");
    }

    #[test]
    fn long_and_private_rows_stay_at_home() {
        let sent = [events(1, 0, "{}"), events(2, 9, "ab"), events(3, 2, &"x".repeat(9000))];
        for (payload, seq) in payloads("nodeA", &sent).iter().flat_map(|payload| hints("nodeB", payload)).zip(1..) {
            assert_eq!(payload, Hint::Events(GameId([seq as u8; 16]), seq, Vec::new()));
        }
        assert_eq!(hints("nodeB", "nodeA[{\"new\":1}]"), [Hint::Everything]);
    }
}
