use std::collections::HashMap;

use agon_cgt::{Games, Value};
use agon_core::Player;

use super::region::Region;

/// Exact values of regions, each worked out once.
#[derive(Clone, Debug, Default)]
pub struct Values {
    games: Games,
    known: HashMap<Region, Value>,
    limit: Option<usize>,
}

impl Values {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives up once so many different regions have been looked at.
    #[must_use]
    pub fn limited(limit: usize) -> Self {
        Self { limit: Some(limit), ..Self::default() }
    }

    /// The values' home.
    pub fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// The value of a region with Vertical as Left; nothing if it takes more than the limit.
    pub fn value(&mut self, region: &Region) -> Option<Value> {
        let mut sum = self.games.zero();
        for part in region.parts() {
            let value = self.part(&part.normal())?;
            sum = self.games.sum(sum, value);
        }
        Some(sum)
    }

    /// The value of a connected region in normal position.
    pub(crate) fn part(&mut self, part: &Region) -> Option<Value> {
        if let Some(&value) = self.known.get(part) {
            return Some(value);
        }
        if self.limit.is_some_and(|limit| self.known.len() >= limit) {
            return None;
        }
        let left = self.options(part, Player::P1)?;
        let right = self.options(part, Player::P2)?;
        let value = self.games.game(&left, &right);
        self.known.insert(*part, value);
        // The same region on its side is worth the negative.
        let negative = self.games.negative(value);
        self.known.insert(part.transposed().normal(), negative);
        Some(value)
    }

    fn options(&mut self, part: &Region, player: Player) -> Option<Vec<Value>> {
        let mut options =
            part.after_moves(player).map(|left| self.value(&left)).collect::<Option<Vec<_>>>()?;
        options.sort_unstable();
        options.dedup();
        Some(options)
    }
}
