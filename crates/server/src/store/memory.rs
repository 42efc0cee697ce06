//! A log in memory.

use std::collections::HashMap;
use std::sync::Mutex;

use super::{
    Append, Appended, ChatRow, EventRow, GameCounts, GameStatus, IndexEntry, MAX_CHAT_LINES, Store, StoreError,
    status_number,
};
use crate::GameId;
use crate::sync::lock;

/// A log in memory, lost when the process ends. For tests.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<HashMap<GameId, GameLog>>);

#[derive(Debug, Default)]
struct GameLog {
    rows: Vec<EventRow>,
    index: Option<IndexEntry>,
    chat: Vec<ChatRow>,
}

impl Store for MemoryStore {
    fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut games = lock(&self.0);
        let done = batch.iter().map(|append| {
            let next = games.get(&append.game).map_or(0, |log| log.rows.len()) as u32 + 1;
            if append.rows.first().is_none_or(|row| row.seq != next) {
                return Appended::Conflict;
            }
            let log = games.entry(append.game).or_default();
            log.rows.extend_from_slice(&append.rows);
            if append.index.is_some() {
                log.index.clone_from(&append.index);
            }
            Appended::Done
        });
        Ok(done.collect())
    }

    fn read(&self, game: GameId, after: u32) -> Result<Vec<EventRow>, StoreError> {
        let games = lock(&self.0);
        let rows = games.get(&game).map(|log| log.rows.as_slice()).unwrap_or_default();
        Ok(rows.get(after as usize..).unwrap_or_default().to_vec())
    }

    fn add_chat(&self, game: GameId, line: &ChatRow) -> Result<(), StoreError> {
        let mut games = lock(&self.0);
        let chat = &mut games.entry(game).or_default().chat;
        chat.push(line.clone());
        chat.drain(..chat.len().saturating_sub(MAX_CHAT_LINES));
        Ok(())
    }

    fn read_chat(&self, game: GameId) -> Result<Vec<ChatRow>, StoreError> {
        Ok(lock(&self.0).get(&game).map(|log| log.chat.clone()).unwrap_or_default())
    }

    fn delete_open(&self, before: i64) -> Result<usize, StoreError> {
        let mut games = lock(&self.0);
        let is_old = |log: &GameLog| {
            log.index.as_ref().is_some_and(|index| index.status == GameStatus::Open && index.at < before)
        };
        let count = games.values().filter(|log| is_old(log)).count();
        games.retain(|_, log| !is_old(log));
        Ok(count)
    }

    fn counts(&self) -> Result<GameCounts, StoreError> {
        let mut counts = GameCounts::default();
        for index in lock(&self.0).values().filter_map(|log| log.index.as_ref()) {
            counts.games[usize::from(status_number(index.status))] += 1;
        }
        Ok(counts)
    }
}
