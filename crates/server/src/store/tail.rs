//! The newest events, which wait to be moved to the event table.
//!
//! A commit writes whole pages. In the event table every game has its own page, so a commit with turns of sixty
//! games would write sixty pages; as one chunk appended to the tail they fill two or three. The chunk makes the
//! events durable, and they move to the event table later, many of a game at once.

use std::collections::HashMap;

use super::EventRow;
use crate::GameId;

/// The events stored in chunks: the last events of each game, in order.
#[derive(Debug, Default)]
pub(super) struct Tail {
    games: HashMap<GameId, Vec<EventRow>>,
    len: usize,
}

impl Tail {
    /// The number of events.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds events of a game.
    pub(super) fn push(&mut self, game: GameId, rows: impl IntoIterator<Item = EventRow>) {
        let events = self.games.entry(game).or_default();
        let before = events.len();
        events.extend(rows);
        self.len += events.len() - before;
    }

    /// The events of a game after a number.
    pub(super) fn after(&self, game: GameId, after: u32) -> Vec<EventRow> {
        let rows = self.games.get(&game).map(Vec::as_slice).unwrap_or_default();
        rows.iter().filter(|row| row.seq > after).cloned().collect()
    }

    /// The number of the last event of a game.
    pub(super) fn last(&self, game: GameId) -> Option<u32> {
        self.games.get(&game)?.last().map(|row| row.seq)
    }

    /// All events by game, in the order of the table.
    pub(super) fn ordered(&self) -> Vec<(GameId, &[EventRow])> {
        let mut all: Vec<_> = self.games.iter().map(|(game, rows)| (*game, rows.as_slice())).collect();
        all.sort_unstable_by_key(|(game, _)| *game);
        all
    }

    /// Removes all events.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Appends an event to a chunk.
pub(super) fn encode(chunk: &mut Vec<u8>, game: GameId, row: &EventRow) {
    chunk.extend_from_slice(&game.0);
    chunk.extend_from_slice(&row.seq.to_le_bytes());
    chunk.extend_from_slice(&row.at.to_le_bytes());
    chunk.extend_from_slice(&[row.seat, row.kind, u8::from(row.client.is_some())]);
    for text in [Some(&*row.body), row.client.as_deref()].into_iter().flatten() {
        // Cannot overflow: the longest event is an imported record of a few hundred kilobytes.
        chunk.extend_from_slice(&(text.len() as u32).to_le_bytes());
        chunk.extend_from_slice(text.as_bytes());
    }
}

/// Decodes the events of a chunk; `None` if it is malformed.
pub(super) fn decode(mut chunk: &[u8]) -> Option<Vec<(GameId, EventRow)>> {
    let mut rows = Vec::new();
    while !chunk.is_empty() {
        let game = GameId(*take(&mut chunk)?);
        let seq = u32::from_le_bytes(*take(&mut chunk)?);
        let at = i64::from_le_bytes(*take(&mut chunk)?);
        let &[seat, kind, has_client] = take(&mut chunk)?;
        let body = text(&mut chunk)?;
        let client = if has_client == 0 { None } else { Some(text(&mut chunk)?.into_boxed_str()) };
        rows.push((game, EventRow { seq, at, seat, kind, body, client }));
    }
    Some(rows)
}

fn take<'a, const N: usize>(chunk: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (bytes, rest) = chunk.split_first_chunk()?;
    *chunk = rest;
    Some(bytes)
}

fn text(chunk: &mut &[u8]) -> Option<String> {
    let length = u32::from_le_bytes(*take(chunk)?) as usize;
    let (bytes, rest) = chunk.split_at_checked(length)?;
    *chunk = rest;
    String::from_utf8(bytes.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn chunks_decode_to_what_was_encoded(
            rows in prop::collection::vec((any::<u32>(), any::<i64>(), ".{0,9}", prop::option::of(".{0,9}")), 0..9),
        ) {
            let game = GameId::random();
            let rows: Vec<_> = rows
                .into_iter()
                .map(|(seq, at, body, client)| {
                    (game, EventRow { seq, at, seat: 1, kind: 2, body, client: client.map(String::into_boxed_str) })
                })
                .collect();
            let mut chunk = Vec::new();
            for (game, row) in &rows {
                encode(&mut chunk, *game, row);
            }
            prop_assert_eq!(decode(&chunk), Some(rows));
        }

        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = decode(&bytes);
        }
    }
}
