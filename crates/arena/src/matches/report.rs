use std::fmt::{self, Write as _};

use serde_json::{Value, json};

use super::{GameNote, Match, MatchResult, SideUsage, Termination};
use crate::stats::Estimate;
use crate::{LLR_BOUND, PlayerSpec, SprtStatus};

/// The result of a match as text and JSON.
#[derive(Clone, Debug)]
pub struct MatchReport {
    matchup: Match,
    result: MatchResult,
}

impl MatchReport {
    /// Creates the report of a result.
    pub fn new(matchup: &Match, result: MatchResult) -> Self {
        Self { matchup: matchup.clone(), result }
    }

    /// The counted games.
    pub fn result(&self) -> &MatchResult {
        &self.result
    }

    /// One line, for progress.
    pub fn line(&self) -> String {
        let result = &self.result;
        let mut line = format!(
            "{}/{} games: +{} ={} -{}",
            result.games,
            self.matchup.total(),
            result.wins,
            result.draws,
            result.losses
        );
        if let Some(score) = result.score() {
            let _ = write!(line, ", {}", percent(score));
        }
        if let Some(points) = result.points_per_game().filter(|_| result.scored) {
            let _ = write!(line, ", {:+.3} ± {:.3} points a game", points.value, points.error());
        } else if let Some(elo) = result.elo() {
            let _ = write!(line, ", Elo {}", elo_text(elo));
        }
        if let Some(llr) = result.llr() {
            let _ = write!(line, ", LLR {llr:+.2}");
        }
        line
    }

    /// The report as JSON. Infinite numbers are null.
    pub fn json(&self) -> Value {
        let (matchup, result) = (&self.matchup, &self.result);
        json!({
            "game": matchup.spec,
            "players": [self.side_json(0, "a"), self.side_json(1, "b")],
            "seed": matchup.seed,
            "games": result.games, "games_wanted": matchup.total(),
            "wins": result.wins, "draws": result.draws, "losses": result.losses,
            "first_player_wins": result.first_wins,
            "score": estimate_json(result.score()),
            "elo": estimate_json(result.elo()),
            "superiority": result.superiority(),
            "pairs": result.pairs,
            "points": result.points,
            "points_per_game": estimate_json(result.points_per_game()),
            "sprt": matchup.sprt.map(|sprt| json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": result.llr(), "bounds": [-LLR_BOUND, LLR_BOUND],
                "verdict": result.sprt_status().map(SprtStatus::name),
            })),
            "plies": result.plies,
            "ends": Termination::ALL.iter().zip(result.terminations).map(|(end, count)| (end.name().to_owned(), Value::from(count))).collect::<serde_json::Map<_, _>>(),
            "notes": result.notes.iter().map(note_json).collect::<Vec<_>>(),
        })
    }

    fn side_json(&self, side: usize, name: &str) -> Value {
        let used = &self.result.sides[side];
        let [crashes, time_outs, illegal] = self.result.failures[side];
        let who = &self.matchup.players[side];
        json!({
            "side": name, "who": who.to_string(), "name": who.name(),
            "pace": self.matchup.limits_of(side).to_string(),
            "turns": used.turns, "cpu_ms_per_turn": used.cpu_per_turn(), "wall_ms_per_turn": used.wall_per_turn(),
            "longest_ms": used.longest_ms, "nodes_per_turn": per_turn(used.nodes, used),
            "crashes": crashes, "time_outs": time_outs, "illegal": illegal,
        })
    }
}

/// A note; what a failed program left behind only if there is something.
fn note_json(note: &GameNote) -> Value {
    let mut json = json!({ "game": note.game, "note": note.text });
    if !note.stderr.is_empty() {
        json["stderr"] = json!(note.stderr);
    }
    if let Some(repeat) = &note.repeat {
        json["repeat"] = json!(repeat);
    }
    json
}

fn per_turn(count: u64, used: &SideUsage) -> f64 {
    count as f64 / used.turns.max(1) as f64
}

fn estimate_json(estimate: Option<Estimate>) -> Value {
    let finite = |number: f64| number.is_finite().then_some(number);
    estimate.map_or(Value::Null, |e| json!({ "value": finite(e.value), "low": finite(e.low), "high": finite(e.high) }))
}

/// `62.0 % ± 4.1 %`
pub(crate) fn percent(score: Estimate) -> String {
    format!("{:.1} % ± {:.1} %", score.value * 100.0, score.error() * 100.0)
}

/// `+85 (+15 to +160)`
pub(crate) fn elo_text(elo: Estimate) -> String {
    let number = |elo: f64| {
        if elo.is_finite() {
            format!("{elo:+.0}")
        } else if elo > 0.0 {
            "+inf".to_owned()
        } else {
            "-inf".to_owned()
        }
    };
    format!("{} ({} to {})", number(elo.value), number(elo.low), number(elo.high))
}

/// What a failed program left behind, for a report.
pub(crate) fn write_trace(f: &mut fmt::Formatter<'_>, note: &GameNote) -> fmt::Result {
    for line in &note.stderr {
        writeln!(f, "  | {line}")?;
    }
    note.repeat.as_ref().map_or(Ok(()), |repeat| writeln!(f, "  repeat it: {repeat}"))
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (matchup, result) = (&self.matchup, &self.result);
        let [a, b] = matchup.players.each_ref().map(PlayerSpec::name);
        writeln!(f, "{}: {a} against {b}", matchup.spec)?;
        let limits = [0, 1].map(|side| matchup.limits_of(side).to_string());
        let limits = if limits[0] == limits[1] { limits[0].clone() } else { limits.join(" against ") };
        writeln!(
            f,
            "{} games of {} in pairs with seats swapped, from {}, {limits}, seed {}",
            result.games,
            matchup.total(),
            matchup.openings,
            matchup.seed
        )?;
        writeln!(f)?;
        self.write_result(f)?;
        writeln!(f)?;
        self.write_sides(f, [a, b])?;
        self.write_ends(f)
    }
}

impl MatchReport {
    fn write_result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = &self.result;
        let score = result.score().map_or("-".to_owned(), percent);
        writeln!(f, "score       {score}  ({} won, {} drawn, {} lost)", result.wins, result.draws, result.losses)?;
        if let Some(elo) = result.elo() {
            let sure = result.superiority();
            let sure = sure.map_or(String::new(), |p| format!(", stronger with {:.1} %", p * 100.0));
            writeln!(f, "Elo         {}{sure}", elo_text(elo))?;
        }
        if let Some(points) = result.points_per_game().filter(|_| result.scored) {
            let [a, b] = result.points;
            writeln!(f, "points      {:+.3} ± {:.3} a game ({a} to {b})", points.value, points.error())?;
        }
        let [p0, p1, p2, p3, p4] = result.pairs;
        writeln!(f, "pairs       2: {p4}, 1½: {p3}, 1: {p2}, ½: {p1}, 0: {p0}")?;
        let games = result.games.max(1) as f64;
        writeln!(
            f,
            "games       p1 won {:.1} %, {:.1} turns and rolls each",
            result.first_wins as f64 * 100.0 / games,
            result.plies as f64 / games
        )?;
        if let (Some(sprt), Some(llr), Some(verdict)) = (self.matchup.sprt, result.llr(), result.sprt_status()) {
            writeln!(
                f,
                "SPRT        Elo {} against {}: {}, LLR {llr:+.2} ({:+.2} to {LLR_BOUND:+.2})",
                sprt.elo1,
                sprt.elo0,
                verdict.name(),
                -LLR_BOUND
            )?;
        }
        Ok(())
    }

    fn write_sides(&self, f: &mut fmt::Formatter<'_>, names: [&str; 2]) -> fmt::Result {
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
        writeln!(
            f,
            "{:width$}  {:>9}  {:>9}  {:>9}  {:>11}  crashes  time-outs  illegal",
            "a turn", "CPU ms", "wall ms", "longest", "nodes"
        )?;
        for (side, name) in names.into_iter().enumerate() {
            let used = &self.result.sides[side];
            let [crashes, time_outs, illegal] = self.result.failures[side];
            let cpu = used.cpu_text();
            writeln!(
                f,
                "{name:width$}  {cpu:>9}  {:>9.2}  {:>9.1}  {:>11.0}  {crashes:>7}  {time_outs:>9}  {illegal:>7}",
                used.wall_per_turn(),
                used.longest_ms,
                per_turn(used.nodes, used),
            )?;
        }
        Ok(())
    }

    fn write_ends(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends: Vec<String> = Termination::ALL
            .iter()
            .zip(self.result.terminations)
            .filter(|(_, count)| *count > 0)
            .map(|(end, count)| format!("{} {count}", end.name()))
            .collect();
        writeln!(f, "\nended by    {}", ends.join(", "))?;
        let notes = &self.result.notes;
        for (index, note) in notes.iter().take(20).enumerate() {
            writeln!(f, "game {}: {}", note.game, note.text)?;
            // The later failures of a program are in the logs.
            if notes[..index].iter().all(|earlier| earlier.side != note.side) {
                write_trace(f, note)?;
            }
        }
        if notes.len() > 20 {
            writeln!(f, "and {} more, see the records", notes.len() - 20)?;
        }
        Ok(())
    }
}
