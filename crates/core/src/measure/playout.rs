//! Uniform random games, for speed measurements and statistics.

use std::time::{Duration, Instant};

use crate::{Actor, Game, OpeningRoll, Outcome, Player, Position, Rng};

/// The sum of many random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutSum {
    /// Games finished.
    pub games: u64,
    /// Turns played in them (rolls are not turns).
    pub turns: u64,
    /// Games won, by player.
    pub wins: [u64; 2],
    /// Points won, by player.
    pub points: [u64; 2],
    /// Games drawn, by the rules or by repetition.
    pub draws: u64,
}

impl PlayoutSum {
    fn add(&mut self, outcome: Option<Outcome>, turns: u64) {
        self.games += 1;
        self.turns += turns;
        match outcome {
            Some(Outcome::Win { winner, points }) => {
                self.wins[winner.index()] += 1;
                self.points[winner.index()] += u64::from(points);
            }
            Some(Outcome::Draw) | None => self.draws += 1,
        }
    }

    /// Share of the games won by a player.
    pub fn share(&self, player: Player) -> f64 {
        if self.games == 0 { 0.0 } else { self.wins[player.index()] as f64 / self.games as f64 }
    }
}

/// Plays uniform random games from the start of a game.
///
/// Every legal turn is equally likely, rolls have their weights, and the third occurrence of a position is a draw
/// where the rules say so.
pub struct Playouts<G: Game> {
    start: G::Position,
    openings: Vec<OpeningRoll<G::Position>>,
    repetition: bool,
    rng: Rng,
    scratch: Vec<<G::Position as Position>::Move>,
    seen: Seen,
}

impl<G: Game> Playouts<G> {
    /// Prepares games from a seed.
    pub fn new(game: &G, seed: u64) -> Self {
        Self {
            start: game.start(),
            openings: game.openings(),
            repetition: game.draws_by_repetition(),
            rng: Rng::new(seed),
            scratch: Vec::new(),
            seen: Seen::default(),
        }
    }

    /// Plays for about this long, at least one game.
    pub fn run_for(&mut self, time: Duration) -> PlayoutSum {
        let mut sum = PlayoutSum::default();
        let start = Instant::now();
        while sum.games == 0 || start.elapsed() < time {
            // Reading the clock costs as much as a few moves, so it is read once per 16 games.
            for _ in 0..16 {
                self.one(&mut sum);
            }
        }
        sum
    }

    /// Plays a number of games.
    pub fn run_games(&mut self, games: u64) -> PlayoutSum {
        let mut sum = PlayoutSum::default();
        for _ in 0..games {
            self.one(&mut sum);
        }
        sum
    }

    fn one(&mut self, sum: &mut PlayoutSum) {
        let mut position = self.rng.choose(&self.openings).map_or(self.start, |opening| opening.position);
        self.seen.clear();
        let mut turns = 0;
        loop {
            match position.actor() {
                Actor::Nobody => return sum.add(position.outcome(), turns),
                Actor::Chance => match self.rng.choose_weighted(position.chances()) {
                    Some(chance) => position.resolve_unchecked(chance),
                    None => return sum.add(None, turns),
                },
                Actor::Player(_) => {
                    if self.repetition && self.seen.add(position.key()) >= 3 {
                        return sum.add(Some(Outcome::Draw), turns);
                    }
                    let Some(m) = position.random_move(&mut self.rng, &mut self.scratch) else {
                        return sum.add(position.outcome(), turns);
                    };
                    if self.repetition && position.is_irreversible(m) {
                        self.seen.clear();
                    }
                    position.play_unchecked(m);
                    turns += 1;
                }
            }
        }
    }
}

/// Counts the occurrences of keys since the last clearing, which takes constant time.
struct Seen {
    slots: Vec<(u64, u32, u8)>,
    epoch: u32,
    used: usize,
}

impl Default for Seen {
    fn default() -> Self {
        Self { slots: vec![(0, 0, 0); 1 << 10], epoch: 1, used: 0 }
    }
}

impl Seen {
    fn clear(&mut self) {
        self.used = 0;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill((0, 0, 0));
            self.epoch = 1;
        }
    }

    fn add(&mut self, key: u64) -> u8 {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut index = key as usize & mask;
        loop {
            let slot = &mut self.slots[index];
            if slot.1 != self.epoch {
                *slot = (key, self.epoch, 1);
                self.used += 1;
                return 1;
            }
            if slot.0 == key {
                slot.2 = slot.2.saturating_add(1);
                return slot.2;
            }
            index = (index + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let epoch = self.epoch;
        self.slots = vec![(0, 0, 0); old.len() * 2];
        let mask = self.slots.len() - 1;
        for entry in old.into_iter().filter(|entry| entry.1 == epoch) {
            let mut index = entry.0 as usize & mask;
            while self.slots[index].1 == epoch {
                index = (index + 1) & mask;
            }
            self.slots[index] = entry;
        }
    }
}
