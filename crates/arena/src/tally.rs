use std::collections::BTreeMap;

use agon_core::Player;

use crate::stats::{self, Estimate, Pentanomial};
use crate::{End, GameLog, SideLog, Sprt, Verdict};

/// What the games of a match say. Only whole pairs count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games counted.
    pub games: usize,
    /// Won by A.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by B.
    pub losses: u64,
    /// Points of A and of B.
    pub points: [u64; 2],
    /// Won by whoever sat as p1.
    pub first_wins: u64,
    /// Scores of A in pairs.
    pub pairs: Pentanomial,
    /// Points of A less points of B, a game, for each pair.
    pair_points: Vec<f64>,
    /// How games ended.
    pub ends: [u64; End::ALL.len()],
    /// Crashes, time-outs and illegal turns of A and B.
    pub failures: [[u64; 3]; 2],
    /// What A and B used.
    pub sides: [SideLog; 2],
    /// Turns and rolls of all games.
    pub plies: u64,
    /// Games in which something went wrong: number from 1 and what.
    pub notes: Vec<(usize, String)>,
    /// Whether some game was worth more than a point, or dice were rolled.
    pub scored: bool,
    sprt: Option<Sprt>,
}

impl Tally {
    pub(crate) fn new(games: &[GameLog], sprt: Option<Sprt>) -> Self {
        let mut pairs: BTreeMap<usize, [Option<&GameLog>; 2]> = BTreeMap::new();
        for log in games {
            pairs.entry(log.game / 2).or_default()[log.game % 2] = Some(log);
        }
        let mut tally = Self { sprt, ..Self::default() };
        // A sequential test takes pairs in order and ends at the first that decides: what is
        // played beside it counts no more. The order must have no gaps then.
        for (expected, (pair, both)) in pairs.into_iter().enumerate() {
            match both {
                [Some(first), Some(second)] if sprt.is_none() || pair == expected => tally.add(first, second),
                _ if sprt.is_some() => break,
                _ => {}
            }
            if tally.verdict().is_some_and(|verdict| verdict != Verdict::Open) {
                break;
            }
        }
        tally
    }

    fn add(&mut self, first: &GameLog, second: &GameLog) {
        self.pairs[first.halves() + second.halves()] += 1;
        self.pair_points.push(f64::from(first.points() + second.points()) / 2.0);
        for log in [first, second] {
            self.add_game(log);
        }
    }

    fn add_game(&mut self, log: &GameLog) {
        self.games += 1;
        self.plies += (log.words.len() - log.opening.min(log.words.len())) as u64;
        let points = log.points();
        match points.signum() {
            1 => self.wins += 1,
            -1 => self.losses += 1,
            _ => self.draws += 1,
        }
        self.points[usize::from(points < 0)] += u64::from(points.unsigned_abs());
        self.first_wins += u64::from(log.outcome().winner() == Some(Player::P1));
        self.scored |= points.abs() > 1 || log.words.iter().any(|word| word.ends_with(':'));
        self.ends[End::ALL.iter().position(|end| *end == log.end).unwrap_or(0)] += 1;
        if log.end.is_failure() {
            let kind = [End::Crash, End::TimeOut, End::Illegal].iter().position(|end| *end == log.end);
            self.failures[usize::from(points > 0)][kind.unwrap_or(0)] += 1;
        }
        if let Some(note) = &log.note {
            self.notes.push((log.game + 1, format!("{}, {note}", log.end.name())));
        }
        for (side, used) in self.sides.iter_mut().zip(&log.sides) {
            side.absorb(used);
        }
    }

    /// The score of A, 0 to 1.
    pub fn score(&self) -> Option<Estimate> {
        stats::score(&self.pairs)
    }

    /// The Elo difference of A over B.
    pub fn elo(&self) -> Option<Estimate> {
        stats::elo(&self.pairs)
    }

    /// How likely it is that A is stronger.
    pub fn superiority(&self) -> Option<f64> {
        stats::superiority(&self.pairs)
    }

    /// Points of A less points of B, a game.
    pub fn points_per_game(&self) -> Option<Estimate> {
        stats::mean(&self.pair_points)
    }

    /// The logarithm of the likelihood ratio, if there is a sequential test.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.map(|sprt| sprt.llr(&self.pairs))
    }

    /// What the sequential test says, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.sprt.map(|sprt| sprt.verdict(&self.pairs))
    }
}

/// Watches a sequential test while games come in, in whatever order.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    sprt: Option<Sprt>,
    pairs: Pentanomial,
    /// The pair whose turn it is.
    next: usize,
    /// Half points of games that came before their turn.
    waiting: BTreeMap<usize, [Option<usize>; 2]>,
    decided: bool,
}

impl Sequence {
    pub(crate) fn new(sprt: Option<Sprt>) -> Self {
        Self { sprt, ..Self::default() }
    }

    pub(crate) fn add(&mut self, log: &GameLog) {
        let Some(sprt) = self.sprt else { return };
        self.waiting.entry(log.game / 2).or_default()[log.game % 2] = Some(log.halves());
        while !self.decided
            && let Some(&[Some(first), Some(second)]) = self.waiting.get(&self.next)
        {
            self.waiting.remove(&self.next);
            self.pairs[first + second] += 1;
            self.next += 1;
            self.decided = sprt.verdict(&self.pairs) != Verdict::Open;
        }
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.decided
    }
}
