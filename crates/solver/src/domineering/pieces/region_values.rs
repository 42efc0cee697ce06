use crate::cgt::hash::FastMap;
use crate::cgt::{Games, Value};
use agon_core::Player;

use crate::domineering::board::{Region, SmallRegion, WideRegion};

/// Computes and caches the exact values of regions.
#[derive(Clone, Debug, Default)]
pub struct RegionValues {
    games: Games,
    small: FastMap<u64, Value>,
    wide: FastMap<u128, Value>,
    large: FastMap<Region, Value>,
    limit: Option<usize>,
}

impl RegionValues {
    /// An empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty cache that gives up after computing this many different regions.
    #[must_use]
    pub fn limited(limit: usize) -> Self {
        Self { limit: Some(limit), ..Self::default() }
    }

    /// The store of the values.
    pub fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// The store of the values, without the cache.
    pub(crate) fn into_games(self) -> Games {
        self.games
    }

    /// The value of a region with Vertical as Left; nothing if the limit is reached.
    pub fn value(&mut self, region: &Region) -> Option<Value> {
        if let Some(small_region) = SmallRegion::of(region) {
            return self.small_regions(small_region);
        }
        if let Some(wide) = WideRegion::of(region) {
            return self.wide_regions(wide);
        }
        let mut sum = self.games.zero();
        for part in region.parts() {
            let value = self.part(&part)?;
            sum = self.games.sum(sum, value);
        }
        Some(sum)
    }

    /// The value of a small region.
    fn small_regions(&mut self, mut rest: SmallRegion) -> Option<Value> {
        let mut sum = self.games.zero();
        while let Some(piece) = rest.split_off() {
            let value = self.small_region(piece.normalized())?;
            sum = if sum == self.games.zero() { value } else { self.games.sum(sum, value) };
        }
        Some(sum)
    }

    /// The value of a wide region.
    fn wide_regions(&mut self, mut rest: WideRegion) -> Option<Value> {
        let mut sum = self.games.zero();
        while let Some(piece) = rest.split_off() {
            let value = self.wide(piece)?;
            sum = if sum == self.games.zero() { value } else { self.games.sum(sum, value) };
        }
        Some(sum)
    }

    /// The value of a wide connected region.
    pub(crate) fn wide(&mut self, part: WideRegion) -> Option<Value> {
        if let Some(small_region) = part.small_region() {
            return self.small_region(small_region.normalized());
        }
        let part = part.normalized();
        if let Some(&value) = self.wide.get(&part.0) {
            return Some(value);
        }
        self.allow()?;
        let mut options =
            |upright| part.after_moves(upright).map(|left| self.wide_regions(left)).collect::<Option<Vec<_>>>();
        let (left, right) = (options(true)?, options(false)?);
        let value = self.games.game(&left, &right);
        self.wide.insert(part.0, value);
        Some(value)
    }

    /// The value of a connected region.
    pub(crate) fn part(&mut self, part: &Region) -> Option<Value> {
        if let Some(wide) = WideRegion::of(part) {
            return self.wide(wide);
        }
        // Transposing a region negates its value.
        if let Some(wide) = WideRegion::of(&part.transposed()) {
            let value = self.wide(wide)?;
            return Some(self.games.negative(value));
        }
        let part = part.normalized();
        if let Some(&value) = self.large.get(&part) {
            return Some(value);
        }
        self.allow()?;
        let mut options = |player| part.after_moves(player).map(|left| self.value(&left)).collect::<Option<Vec<_>>>();
        let (left, right) = (options(Player::P1)?, options(Player::P2)?);
        let value = self.games.game(&left, &right);
        self.large.insert(part, value);
        let negative = self.games.negative(value);
        self.large.insert(part.transposed().normalized(), negative);
        Some(value)
    }

    /// Adds known values of normalized small connected regions.
    pub(crate) fn enter(&mut self, known: &[(SmallRegion, Value)]) {
        self.small.reserve(known.len());
        self.small.extend(known.iter().map(|&(small_region, value)| (small_region.0, value)));
    }

    /// The value of a normalized small connected region.
    pub(crate) fn small_region(&mut self, part: SmallRegion) -> Option<Value> {
        if let Some(&value) = self.small.get(&part.0) {
            return Some(value);
        }
        self.allow()?;
        let left = self.patch_options(part, true)?;
        let right = self.patch_options(part, false)?;
        let value = self.games.game(&left, &right);
        self.small.insert(part.0, value);
        let negative = self.games.negative(value);
        self.small.insert(part.transposed().normalized().0, negative);
        Some(value)
    }

    fn patch_options(&mut self, part: SmallRegion, upright: bool) -> Option<Vec<Value>> {
        part.after_moves(upright).map(|left| self.small_regions(left)).collect()
    }

    /// Returns nothing once the limit is reached.
    fn allow(&self) -> Option<()> {
        (self.limit.is_none_or(|limit| self.small.len() + self.wide.len() + self.large.len() < limit)).then_some(())
    }
}
