//! The newest events, which wait to be put in order.
//!
//! A commit writes whole pages. In the table of events every game has a page of its own, so a commit of
//! turns of sixty games would write sixty pages; as one piece at the end of the log they fill two or three.
//! The piece is what makes them durable; they go to their places later, many of a game at once.

use std::collections::HashMap;

use super::EventRow;
use crate::GameId;

/// Events that are stored in pieces, by game; of each game the last ones, in order.
#[derive(Debug, Default)]
pub(super) struct Tail {
    games: HashMap<GameId, Vec<EventRow>>,
    rows: usize,
}

impl Tail {
    /// How many events wait.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Adds events of a game.
    pub(super) fn push(&mut self, game: GameId, rows: impl IntoIterator<Item = EventRow>) {
        let known = self.games.entry(game).or_default();
        let before = known.len();
        known.extend(rows);
        self.rows += known.len() - before;
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

    /// Everything is in its place.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Writes an event at the end of a piece.
pub(super) fn encode(piece: &mut Vec<u8>, game: GameId, row: &EventRow) {
    piece.extend_from_slice(&game.0);
    piece.extend_from_slice(&row.seq.to_le_bytes());
    piece.extend_from_slice(&row.at.to_le_bytes());
    piece.extend_from_slice(&[row.seat, row.kind, u8::from(row.client.is_some())]);
    for text in [Some(&*row.body), row.client.as_deref()].into_iter().flatten() {
        // No event is longer than a message of a few kilobytes, or a record of a few hundred.
        piece.extend_from_slice(&(text.len() as u32).to_le_bytes());
        piece.extend_from_slice(text.as_bytes());
    }
}

/// Reads the events of a piece; `None` if it was not written by us.
pub(super) fn decode(mut piece: &[u8]) -> Option<Vec<(GameId, EventRow)>> {
    let mut rows = Vec::new();
    while !piece.is_empty() {
        let game = GameId(*take(&mut piece)?);
        let seq = u32::from_le_bytes(*take(&mut piece)?);
        let at = i64::from_le_bytes(*take(&mut piece)?);
        let &[seat, kind, has_client] = take(&mut piece)?;
        let body = text(&mut piece)?;
        let client = if has_client == 0 { None } else { Some(text(&mut piece)?.into_boxed_str()) };
        rows.push((game, EventRow { seq, at, seat, kind, body, client }));
    }
    Some(rows)
}

fn take<'a, const N: usize>(piece: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (bytes, rest) = piece.split_first_chunk()?;
    *piece = rest;
    Some(bytes)
}

fn text(piece: &mut &[u8]) -> Option<String> {
    let length = u32::from_le_bytes(*take(piece)?) as usize;
    let (bytes, rest) = piece.split_at_checked(length)?;
    *piece = rest;
    String::from_utf8(bytes.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pieces_are_read_as_they_were_written(
            rows in prop::collection::vec((any::<u32>(), any::<i64>(), ".{0,9}", prop::option::of(".{0,9}")), 0..9),
        ) {
            let game = GameId::random();
            let rows: Vec<_> = rows
                .into_iter()
                .map(|(seq, at, body, client)| {
                    (game, EventRow { seq, at, seat: 1, kind: 2, body, client: client.map(String::into_boxed_str) })
                })
                .collect();
            let mut piece = Vec::new();
            for (game, row) in &rows {
                encode(&mut piece, *game, row);
            }
            prop_assert_eq!(decode(&piece), Some(rows));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = decode(&bytes);
        }
    }
}
