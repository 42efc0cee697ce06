use std::collections::BTreeMap;

use agon_core::Player;

use super::{GameLog, SideUsage, Termination};
use crate::stats::{self, Estimate, Pentanomial};
use crate::{Sprt, SprtStatus};

/// What went wrong in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameNote {
    /// The number of the game, from 1.
    pub game: usize,
    /// The side that lost by it, 0 for A and 1 for B, if one did.
    pub side: Option<usize>,
    /// What happened.
    pub text: String,
    /// The last lines of the failed program's standard error.
    pub stderr: Vec<String>,
    /// A shell command that brings the program to the point where it failed.
    pub repeat: Option<String>,
}

/// The combined result of a match's games. Only whole pairs count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchResult {
    /// Games counted.
    pub games: usize,
    /// Games won by A.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won by B.
    pub losses: u64,
    /// Points of A and of B.
    pub points: [u64; 2],
    /// Games won by p1.
    pub first_wins: u64,
    /// Pairs by the score of A.
    pub pairs: Pentanomial,
    /// Points of A minus points of B per game, for each pair.
    pair_points: Vec<f64>,
    /// Games by termination, in the order of [`Termination::ALL`].
    pub terminations: [u64; Termination::ALL.len()],
    /// Crashes, time-outs and illegal turns of A and B.
    pub failures: [[u64; 3]; 2],
    /// Usage of A and B.
    pub sides: [SideUsage; 2],
    /// Turns and rolls of all games, without openings.
    pub plies: u64,
    /// Games in which something went wrong.
    pub notes: Vec<GameNote>,
    /// Whether a game was won by more than one point, or dice were rolled.
    pub scored: bool,
    sprt: Option<Sprt>,
}

impl MatchResult {
    pub(super) fn new(games: &[GameLog], sprt: Option<Sprt>) -> Self {
        let mut pairs: BTreeMap<usize, [Option<&GameLog>; 2]> = BTreeMap::new();
        for log in games {
            pairs.entry(log.game / 2).or_default()[log.game % 2] = Some(log);
        }
        let mut result = Self { sprt, ..Self::default() };
        // A sequential test counts pairs in order, without gaps, and ends with the pair that decides it: games that
        // other threads played meanwhile do not count.
        for (expected, (pair, both)) in pairs.into_iter().enumerate() {
            match both {
                [Some(first), Some(second)] if sprt.is_none() || pair == expected => {
                    result.add(first, second);
                }
                _ if sprt.is_some() => break,
                _ => {}
            }
            if result.sprt_status().is_some_and(|status| status != SprtStatus::Open) {
                break;
            }
        }
        result
    }

    fn add(&mut self, first: &GameLog, second: &GameLog) {
        self.pairs[first.half_points() + second.half_points()] += 1;
        self.pair_points.push(f64::from(first.points() + second.points()) / 2.0);
        for log in [first, second] {
            self.add_game(log);
        }
    }

    fn add_game(&mut self, log: &GameLog) {
        self.games += 1;
        self.plies += (log.plies.len() - log.opening.min(log.plies.len())) as u64;
        let points = log.points();
        match points.signum() {
            1 => self.wins += 1,
            -1 => self.losses += 1,
            _ => self.draws += 1,
        }
        self.points[usize::from(points < 0)] += u64::from(points.unsigned_abs());
        self.first_wins += u64::from(log.outcome().winner() == Some(Player::P1));
        self.scored |= points.abs() > 1 || log.plies.iter().any(|ply| ply.ends_with(':'));
        self.terminations
            [Termination::ALL.iter().position(|termination| *termination == log.termination).unwrap_or(0)] += 1;
        if log.termination.is_failure() {
            let kind = [Termination::Crash, Termination::TimeOut, Termination::Illegal]
                .iter()
                .position(|termination| *termination == log.termination);
            self.failures[usize::from(points > 0)][kind.unwrap_or(0)] += 1;
        }
        if let Some(note) = &log.note {
            self.notes.push(GameNote {
                game: log.game + 1,
                side: log.termination.is_failure().then_some(usize::from(points > 0)),
                text: format!("{}, {note}", log.termination.name()),
                stderr: log.stderr.clone(),
                repeat: log.repeat.clone(),
            });
        }
        for (side, used) in self.sides.iter_mut().zip(&log.sides) {
            side.absorb(used);
        }
    }

    /// The score of A, from 0 to 1.
    pub fn score(&self) -> Option<Estimate> {
        stats::score(&self.pairs)
    }

    /// The Elo difference of A over B.
    pub fn elo(&self) -> Option<Estimate> {
        stats::elo(&self.pairs)
    }

    /// The likelihood that A is stronger than B.
    pub fn superiority(&self) -> Option<f64> {
        stats::superiority(&self.pairs)
    }

    /// Points of A minus points of B per game.
    pub fn points_per_game(&self) -> Option<Estimate> {
        stats::mean(&self.pair_points)
    }

    /// The log-likelihood ratio of the sequential test, if there is one.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.map(|sprt| sprt.llr(&self.pairs))
    }

    /// The state of the sequential test, if there is one.
    pub fn sprt_status(&self) -> Option<SprtStatus> {
        self.sprt.map(|sprt| sprt.status(&self.pairs))
    }
}

/// Evaluates a sequential test while games finish in any order.
#[derive(Debug, Default)]
pub(super) struct SprtMonitor {
    sprt: Option<Sprt>,
    pairs: Pentanomial,
    /// The next pair to count.
    next: usize,
    /// Half points of games that finished early.
    waiting: BTreeMap<usize, [Option<usize>; 2]>,
    decided: bool,
}

impl SprtMonitor {
    pub(super) fn new(sprt: Option<Sprt>) -> Self {
        Self { sprt, ..Self::default() }
    }

    pub(super) fn add(&mut self, log: &GameLog) {
        let Some(sprt) = self.sprt else { return };
        self.waiting.entry(log.game / 2).or_default()[log.game % 2] = Some(log.half_points());
        while !self.decided
            && let Some(&[Some(first), Some(second)]) = self.waiting.get(&self.next)
        {
            self.waiting.remove(&self.next);
            self.pairs[first + second] += 1;
            self.next += 1;
            self.decided = sprt.status(&self.pairs) != SprtStatus::Open;
        }
    }

    pub(super) fn is_decided(&self) -> bool {
        self.decided
    }
}
