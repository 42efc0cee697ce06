use std::fmt;
use std::path::Path;

use agon_core::Fault;
use serde_json::{Value, json};

use crate::rating::{Encounter, Rating, ratings};
use crate::store::replace;
use crate::{Report, SideLog, Tally, Tournament};

/// Who stands where in a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    game: String,
    pairing: &'static str,
    /// Text and name of each player.
    players: Vec<[String; 2]>,
    pairs: Vec<[usize; 2]>,
    reports: Vec<Report>,
    ratings: Vec<Rating>,
    finished: bool,
}

/// What a player did against everybody.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    games: usize,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Points won less points lost.
    points: i64,
    failures: u64,
    used: SideLog,
}

impl Total {
    fn add(&mut self, tally: &Tally, side: usize) {
        let (wins, losses) = if side == 0 { (tally.wins, tally.losses) } else { (tally.losses, tally.wins) };
        self.games += tally.games;
        self.wins += wins;
        self.draws += tally.draws;
        self.losses += losses;
        self.points += tally.points[side] as i64 - tally.points[1 - side] as i64;
        self.failures += tally.failures[side].iter().sum::<u64>();
        self.used.absorb(&tally.sides[side]);
    }

    fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games.max(1) as f64
    }

    fn points_per_game(&self) -> f64 {
        self.points as f64 / self.games.max(1) as f64
    }
}

impl Standings {
    pub(crate) fn new(tournament: &Tournament, reports: Vec<Report>) -> Self {
        let pairs: Vec<[usize; 2]> = tournament.contests.iter().map(|(pair, _)| *pair).collect();
        let encounters: Vec<Encounter> = pairs
            .iter()
            .zip(&reports)
            .map(|(&[a, b], report)| {
                let tally = report.tally();
                let score = tally.wins as f64 + tally.draws as f64 / 2.0;
                Encounter { a, b, games: tally.games as f64, score }
            })
            .collect();
        let done =
            |(report, (_, contest)): (&Report, &(_, crate::Contest))| report.tally().games == contest.total();
        Self {
            game: tournament.contests.first().map(|(_, contest)| contest.spec.clone()).unwrap_or_default(),
            pairing: tournament.pairing.name(),
            players: tournament.players.iter().map(|who| [who.to_string(), who.title().to_owned()]).collect(),
            ratings: ratings(tournament.players.len(), &encounters),
            finished: reports.len() == pairs.len() && reports.iter().zip(&tournament.contests).all(done),
            pairs,
            reports,
        }
    }

    /// Games counted so far.
    pub fn games(&self) -> usize {
        self.reports.iter().map(|report| report.tally().games).sum()
    }

    /// Whether every game has been played.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Names and ratings, best first.
    pub fn ranking(&self) -> Vec<(&str, Rating)> {
        self.order()
            .into_iter()
            .map(|player| (self.players[player][1].as_str(), self.ratings[player]))
            .collect()
    }

    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].elo.total_cmp(&self.ratings[a].elo).then(a.cmp(&b)));
        order
    }

    fn totals(&self) -> Vec<Total> {
        let mut totals = vec![Total::default(); self.players.len()];
        for (pair, report) in self.pairs.iter().zip(&self.reports) {
            for (side, player) in pair.iter().enumerate() {
                totals[*player].add(report.tally(), side);
            }
        }
        totals
    }

    /// Won, drawn and lost games of a player against another, if they have met.
    fn between(&self, player: usize, other: usize) -> Option<[u64; 3]> {
        self.pairs.iter().zip(&self.reports).find_map(|(&[a, b], report)| {
            let Tally { wins, draws, losses, .. } = *report.tally();
            if [a, b] == [player, other] {
                Some([wins, draws, losses])
            } else {
                ([b, a] == [player, other]).then_some([losses, draws, wins])
            }
        })
    }

    fn is_scored(&self) -> bool {
        self.reports.iter().any(|report| report.tally().scored)
    }

    /// As JSON, for programs and pages.
    pub fn json(&self) -> Value {
        let totals = self.totals();
        let standings: Vec<Value> = self
            .order()
            .into_iter()
            .map(|player| {
                let total = &totals[player];
                json!({
                    "name": self.players[player][1], "who": self.players[player][0],
                    "elo": self.ratings[player].elo, "elo_error": self.ratings[player].error,
                    "games": total.games, "wins": total.wins, "draws": total.draws, "losses": total.losses,
                    "score": total.score(), "points_per_game": total.points_per_game(),
                    "cpu_ms_per_turn": total.used.cpu_per_turn(), "wall_ms_per_turn": total.used.wall_per_turn(),
                    "failures": total.failures,
                })
            })
            .collect();
        let matches: Vec<Value> = self
            .pairs
            .iter()
            .zip(&self.reports)
            .map(|([a, b], report)| {
                json!({ "a": self.players[*a][1], "b": self.players[*b][1], "folder": format!("{}-{}", a + 1, b + 1), "report": report.json() })
            })
            .collect();
        json!({
            "arena": 1, "game": self.game, "pairing": self.pairing, "finished": self.finished,
            "games": self.games(), "standings": standings, "matches": matches,
        })
    }

    /// Writes `arena.json` and `arena.txt` into a folder.
    pub fn write(&self, folder: &Path) -> Result<(), Fault> {
        replace(&folder.join("arena.json"), &format!("{:#}\n", self.json()))?;
        replace(&folder.join("arena.txt"), &self.to_string())
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
        self.write_crosses(f, &order, width)
    }
}

impl Standings {
    fn write_standings(&self, f: &mut fmt::Formatter<'_>, order: &[usize], width: usize) -> fmt::Result {
        let scored = self.is_scored();
        let points = if scored { "  points/game" } else { "" };
        writeln!(
            f,
            "   #  {:width$}    Elo  error  games    score{points}  CPU ms/turn  failures",
            "player"
        )?;
        let totals = self.totals();
        for (place, &player) in (1..).zip(order) {
            let (total, rating) = (&totals[player], self.ratings[player]);
            let cpu = total.used.cpu_per_turn().map_or("-".to_owned(), |cpu| format!("{cpu:.2}"));
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

    fn write_crosses(&self, f: &mut fmt::Formatter<'_>, order: &[usize], width: usize) -> fmt::Result {
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
