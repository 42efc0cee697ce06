use std::fmt;
use std::path::Path;

use agon_core::Fault;
use agon_wire::{ArenaMatch, ArenaStandings, Standing};
use serde_json::Value;

use crate::matches::{replace_file, write_trace};
use crate::rating::{HeadToHead, Rating, ratings};
use crate::{Match, MatchReport, MatchResult, SideUsage, Tournament};

/// The table of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    game: String,
    pairing: &'static str,
    /// Specification and name of each player.
    players: Vec<[String; 2]>,
    pairs: Vec<[usize; 2]>,
    reports: Vec<MatchReport>,
    ratings: Vec<Rating>,
    finished: bool,
}

/// The results of a player against all others.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerTotal {
    games: usize,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Points won minus points lost.
    points: i64,
    failures: u64,
    used: SideUsage,
}

impl PlayerTotal {
    fn add(&mut self, result: &MatchResult, side: usize) {
        let (wins, losses) = if side == 0 { (result.wins, result.losses) } else { (result.losses, result.wins) };
        self.games += result.games;
        self.wins += wins;
        self.draws += result.draws;
        self.losses += losses;
        self.points += result.points[side] as i64 - result.points[1 - side] as i64;
        self.failures += result.failures[side].iter().sum::<u64>();
        self.used.absorb(&result.sides[side]);
    }

    fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games.max(1) as f64
    }

    fn points_per_game(&self) -> f64 {
        self.points as f64 / self.games.max(1) as f64
    }
}

impl Standings {
    pub(crate) fn new(tournament: &Tournament, reports: Vec<MatchReport>) -> Self {
        let pairs: Vec<[usize; 2]> = tournament.matches.iter().map(|(pair, _)| *pair).collect();
        let results: Vec<HeadToHead> = pairs
            .iter()
            .zip(&reports)
            .map(|(&[a, b], report)| {
                let result = report.result();
                let score = result.wins as f64 + result.draws as f64 / 2.0;
                HeadToHead { a, b, games: result.games as f64, score }
            })
            .collect();
        let done = |(report, (_, matchup)): (&MatchReport, &(_, Match))| report.result().games == matchup.total();
        Self {
            game: tournament.matches.first().map(|(_, matchup)| matchup.spec.clone()).unwrap_or_default(),
            pairing: tournament.pairing.name(),
            players: tournament.players.iter().map(|who| [who.to_string(), who.name().to_owned()]).collect(),
            ratings: ratings(tournament.players.len(), &results),
            finished: reports.len() == pairs.len() && reports.iter().zip(&tournament.matches).all(done),
            pairs,
            reports,
        }
    }

    /// Number of games counted so far.
    pub fn games(&self) -> usize {
        self.reports.iter().map(|report| report.result().games).sum()
    }

    /// Whether every game has been played.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Names and ratings, best first.
    pub fn ranking(&self) -> Vec<(&str, Rating)> {
        self.order().into_iter().map(|player| (self.players[player][1].as_str(), self.ratings[player])).collect()
    }

    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].elo.total_cmp(&self.ratings[a].elo).then(a.cmp(&b)));
        order
    }

    fn totals(&self) -> Vec<PlayerTotal> {
        let mut totals = vec![PlayerTotal::default(); self.players.len()];
        for (pair, report) in self.pairs.iter().zip(&self.reports) {
            for (side, player) in pair.iter().enumerate() {
                totals[*player].add(report.result(), side);
            }
        }
        totals
    }

    /// Won, drawn and lost games of a player against another, if they have met.
    fn between(&self, player: usize, other: usize) -> Option<[u64; 3]> {
        self.pairs.iter().zip(&self.reports).find_map(|(&[a, b], report)| {
            let MatchResult { wins, draws, losses, .. } = *report.result();
            if [a, b] == [player, other] {
                Some([wins, draws, losses])
            } else {
                ([b, a] == [player, other]).then_some([losses, draws, wins])
            }
        })
    }

    fn is_scored(&self) -> bool {
        self.reports.iter().any(|report| report.result().scored)
    }

    /// As JSON, for programs and pages.
    pub fn json(&self) -> Value {
        // Cannot fail: all keys are strings.
        serde_json::to_value(self.body()).unwrap_or_default()
    }

    fn body(&self) -> ArenaStandings {
        let totals = self.totals();
        let standing = |player: usize| {
            let (total, [who, name], rating) = (&totals[player], &self.players[player], self.ratings[player]);
            Standing {
                name: name.clone(),
                who: who.clone(),
                elo: rating.elo,
                elo_error: rating.error,
                games: total.games,
                wins: total.wins,
                draws: total.draws,
                losses: total.losses,
                score: total.score(),
                points_per_game: total.points_per_game(),
                cpu_ms_per_turn: total.used.cpu_per_turn(),
                wall_ms_per_turn: total.used.wall_per_turn(),
                failures: total.failures,
            }
        };
        let matches = self.pairs.iter().zip(&self.reports).map(|(&[a, b], report)| ArenaMatch {
            a: self.players[a][1].clone(),
            b: self.players[b][1].clone(),
            folder: format!("{}-{}", a + 1, b + 1),
            report: report.json(),
        });
        ArenaStandings {
            arena: 1,
            game: self.game.clone(),
            pairing: self.pairing.into(),
            finished: self.finished,
            games: self.games(),
            standings: self.order().into_iter().map(standing).collect(),
            matches: matches.collect(),
        }
    }

    /// Writes `arena.json` and `arena.txt` into a folder.
    pub fn write(&self, folder: &Path) -> Result<(), Fault> {
        replace_file(&folder.join("arena.json"), &format!("{:#}\n", self.json()))?;
        replace_file(&folder.join("arena.txt"), &self.to_string())
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.finished { "finished" } else { "not finished" };
        writeln!(
            f,
            "{}: {} of {} players, {} games, {state}\n",
            self.game,
            self.pairing,
            self.players.len(),
            self.games()
        )?;
        let order = self.order();
        let width = self.players.iter().map(|[_, name]| name.chars().count()).max().unwrap_or(0).max(6);
        self.write_standings(f, &order, width)?;
        writeln!(f, "\nwon, drawn, lost of the row against the column")?;
        self.write_cross_table(f, &order, width)?;
        self.write_failures(f, &order)
    }
}

impl Standings {
    fn write_standings(&self, f: &mut fmt::Formatter<'_>, order: &[usize], width: usize) -> fmt::Result {
        let scored = self.is_scored();
        let points = if scored { "  points/game" } else { "" };
        writeln!(f, "   #  {:width$}    Elo  error  games    score{points}  CPU ms/turn  failures", "player")?;
        let totals = self.totals();
        for (place, &player) in (1..).zip(order) {
            let (total, rating) = (&totals[player], self.ratings[player]);
            let cpu = total.used.cpu_text();
            let points = if scored { format!("  {:>+11.3}", total.points_per_game()) } else { String::new() };
            writeln!(
                f,
                "{place:>4}  {:width$}  {:>+5.0}  {:>5.0}  {:>5}  {:>5.1} %{points}  {cpu:>11}  {:>8}",
                self.players[player][1],
                // Never -0.
                rating.elo.round() + 0.0,
                rating.error,
                total.games,
                total.score() * 100.0,
                total.failures
            )?;
        }
        Ok(())
    }

    /// The first failure of each player that lost games by failing.
    fn write_failures(&self, f: &mut fmt::Formatter<'_>, order: &[usize]) -> fmt::Result {
        let totals = self.totals();
        for &player in order.iter().filter(|&&player| totals[player].failures > 0) {
            let (failures, games) = (totals[player].failures, totals[player].games);
            writeln!(f, "\n{} lost {failures} of {games} games by failing, first:", self.players[player][1])?;
            let first = self.pairs.iter().zip(&self.reports).find_map(|(pair, report)| {
                let side = pair.iter().position(|other| *other == player)?;
                let note = report.result().notes.iter().find(|note| note.side == Some(side))?;
                Some((pair, note))
            });
            if let Some(([a, b], note)) = first {
                writeln!(f, "{}-{}, game {}: {}", a + 1, b + 1, note.game, note.text)?;
                write_trace(f, note)?;
            }
        }
        Ok(())
    }

    fn write_cross_table(&self, f: &mut fmt::Formatter<'_>, order: &[usize], width: usize) -> fmt::Result {
        write!(f, "   #  {:width$}", "")?;
        for (place, _) in (1..).zip(order) {
            write!(f, "  {place:>11}")?;
        }
        writeln!(f)?;
        for (place, &player) in (1..).zip(order) {
            write!(f, "{place:>4}  {:width$}", self.players[player][1])?;
            for &other in order {
                let cell = self
                    .between(player, other)
                    .map_or(if player == other { "." } else { "" }.to_owned(), |[wins, draws, losses]| {
                        format!("+{wins} ={draws} -{losses}")
                    });
                write!(f, "  {cell:>11}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
