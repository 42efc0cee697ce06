//! Engines between two turns of their game.

use std::collections::VecDeque;
use std::sync::Mutex;

use agon_core::{Fault, Player};
use agon_search::Engine;

use crate::GameId;
use crate::sync::lock;

/// A bot: its game and its seat.
pub(crate) type EngineKey = (GameId, Player);

/// The engines of the bots that moved last, so that a bot continues with what it found out at its turn before.
pub(crate) struct KeptEngines {
    /// The one that moved last is at the back.
    engines: Mutex<VecDeque<(EngineKey, Box<dyn Engine>)>>,
    capacity: usize,
}

impl KeptEngines {
    /// Keeps at most `capacity` engines.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { engines: Mutex::default(), capacity }
    }

    /// The kept engine of a bot, or a new one.
    pub(crate) fn take(
        &self,
        bot: Option<EngineKey>,
        build: impl FnOnce() -> Result<Box<dyn Engine>, Fault>,
    ) -> Result<Box<dyn Engine>, Fault> {
        let kept = bot.and_then(|bot| {
            let mut engines = lock(&self.engines);
            let index = engines.iter().position(|(key, _)| *key == bot)?;
            engines.remove(index)
        });
        kept.map_or_else(build, |(_, engine)| Ok(engine))
    }

    /// Keeps the engine of a bot; the one that moved longest ago makes room for it.
    pub(crate) fn put_back(&self, bot: Option<EngineKey>, engine: Box<dyn Engine>) {
        let Some(bot) = bot else { return };
        let mut engines = lock(&self.engines);
        engines.retain(|(key, _)| *key != bot);
        let oldest = if engines.len() >= self.capacity { engines.pop_front() } else { None };
        engines.push_back((bot, engine));
        drop(engines);
        drop(oldest);
    }
}

#[cfg(test)]
mod tests {
    use agon_search::Uniform;

    use super::*;

    fn bot(game: u8) -> EngineKey {
        (GameId([game; 16]), Player::P1)
    }

    #[test]
    fn the_engines_that_moved_last_are_kept() {
        let kept = KeptEngines::new(2);
        let is_new = |game: u8| {
            let mut is_new = false;
            let engine = kept.take(Some(bot(game)), || {
                is_new = true;
                Ok(Box::new(Uniform::new(1)))
            });
            kept.put_back(Some(bot(game)), engine.expect("an engine"));
            is_new
        };
        assert_eq!([1, 2, 1, 3, 1, 2].map(is_new), [true, true, false, true, false, true]);
    }
}
