use std::fmt::{self, Write as _};

use serde_json::{Value, json};

use crate::sprt::BOUND;
use crate::stats::Estimate;
use crate::{Contest, End, SideLog, Tally};

/// The result of a match as people and programs read it.
#[derive(Clone, Debug)]
pub struct Report {
    contest: Contest,
    tally: Tally,
}

impl Report {
    /// The result of these games.
    pub fn new(contest: &Contest, tally: Tally) -> Self {
        Self { contest: contest.clone(), tally }
    }

    /// The counted games.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// One line, for progress.
    pub fn line(&self) -> String {
        let tally = &self.tally;
        let mut line = format!(
            "{}/{} games: +{} ={} -{}",
            tally.games,
            self.contest.total(),
            tally.wins,
            tally.draws,
            tally.losses
        );
        if let Some(score) = tally.score() {
            let _ = write!(line, ", {}", percent(score));
        }
        if let Some(points) = tally.points_per_game().filter(|_| tally.scored) {
            let _ = write!(line, ", {:+.3} ± {:.3} points a game", points.value, points.error());
        } else if let Some(elo) = tally.elo() {
            let _ = write!(line, ", Elo {}", elo_text(elo));
        }
        if let Some(llr) = tally.llr() {
            let _ = write!(line, ", LLR {llr:+.2}");
        }
        line
    }

    /// As JSON. Infinite figures are null.
    pub fn json(&self) -> Value {
        let (contest, tally) = (&self.contest, &self.tally);
        json!({
            "game": contest.spec,
            "players": [self.side_json(0, "a"), self.side_json(1, "b")],
            "seed": contest.seed,
            "games": tally.games, "games_wanted": contest.total(),
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "first_player_wins": tally.first_wins,
            "score": estimate_json(tally.score()),
            "elo": estimate_json(tally.elo()),
            "superiority": tally.superiority(),
            "pairs": tally.pairs,
            "points": tally.points,
            "points_per_game": estimate_json(tally.points_per_game()),
            "sprt": contest.sprt.map(|sprt| json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": tally.llr(), "bounds": [-BOUND, BOUND],
                "verdict": tally.verdict().map(crate::Verdict::name),
            })),
            "plies": tally.plies,
            "ends": End::ALL.iter().zip(tally.ends).map(|(end, count)| (end.name().to_owned(), Value::from(count))).collect::<serde_json::Map<_, _>>(),
            "notes": tally.notes.iter().map(|(game, note)| json!({ "game": game, "note": note })).collect::<Vec<_>>(),
        })
    }

    fn side_json(&self, side: usize, name: &str) -> Value {
        let used = &self.tally.sides[side];
        let [crashes, time_outs, illegal] = self.tally.failures[side];
        let who = &self.contest.players[side];
        json!({
            "side": name, "who": who.to_string(), "name": who.title(),
            "pace": self.contest.pace_of(side).to_string(),
            "turns": used.turns, "cpu_ms_per_turn": used.cpu_per_turn(), "wall_ms_per_turn": used.wall_per_turn(),
            "longest_ms": used.longest_ms, "nodes_per_turn": per_turn(used.nodes, used),
            "crashes": crashes, "time_outs": time_outs, "illegal": illegal,
        })
    }
}

fn per_turn(count: u64, used: &SideLog) -> f64 {
    count as f64 / used.turns.max(1) as f64
}

fn estimate_json(estimate: Option<Estimate>) -> Value {
    let finite = |number: f64| number.is_finite().then_some(number);
    estimate.map_or(
        Value::Null,
        |e| json!({ "value": finite(e.value), "low": finite(e.low), "high": finite(e.high) }),
    )
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

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (contest, tally) = (&self.contest, &self.tally);
        let [a, b] = contest.players.each_ref().map(crate::Who::title);
        writeln!(f, "{}: {a} against {b}", contest.spec)?;
        let paces = [0, 1].map(|side| contest.pace_of(side).to_string());
        let pace = if paces[0] == paces[1] { paces[0].clone() } else { paces.join(" against ") };
        writeln!(
            f,
            "{} games of {} in pairs with seats swapped, {pace}, seed {}",
            tally.games,
            contest.total(),
            contest.seed
        )?;
        writeln!(f)?;
        self.write_result(f)?;
        writeln!(f)?;
        self.write_sides(f, [a, b])?;
        self.write_ends(f)
    }
}

impl Report {
    fn write_result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.tally;
        let score = tally.score().map_or("-".to_owned(), percent);
        writeln!(
            f,
            "score       {score}  ({} won, {} drawn, {} lost)",
            tally.wins, tally.draws, tally.losses
        )?;
        if let Some(elo) = tally.elo() {
            let sure = tally.superiority();
            let sure = sure.map_or(String::new(), |p| format!(", stronger with {:.1} %", p * 100.0));
            writeln!(f, "Elo         {}{sure}", elo_text(elo))?;
        }
        if let Some(points) = tally.points_per_game().filter(|_| tally.scored) {
            let [a, b] = tally.points;
            writeln!(f, "points      {:+.3} ± {:.3} a game ({a} to {b})", points.value, points.error())?;
        }
        let [p0, p1, p2, p3, p4] = tally.pairs;
        writeln!(f, "pairs       2: {p4}, 1½: {p3}, 1: {p2}, ½: {p1}, 0: {p0}")?;
        let games = tally.games.max(1) as f64;
        writeln!(
            f,
            "games       p1 won {:.1} %, {:.1} turns and rolls each",
            tally.first_wins as f64 * 100.0 / games,
            tally.plies as f64 / games
        )?;
        if let (Some(sprt), Some(llr), Some(verdict)) = (self.contest.sprt, tally.llr(), tally.verdict()) {
            writeln!(
                f,
                "SPRT        Elo {} against {}: {}, LLR {llr:+.2} ({:+.2} to {BOUND:+.2})",
                sprt.elo1,
                sprt.elo0,
                verdict.name(),
                -BOUND
            )?;
        }
        Ok(())
    }

    fn write_sides(&self, f: &mut fmt::Formatter<'_>, titles: [&str; 2]) -> fmt::Result {
        let width = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0).max(8);
        writeln!(
            f,
            "{:width$}  {:>9}  {:>9}  {:>9}  {:>11}  crashes  time-outs  illegal",
            "a turn", "CPU ms", "wall ms", "longest", "nodes"
        )?;
        for (side, title) in titles.into_iter().enumerate() {
            let used = &self.tally.sides[side];
            let [crashes, time_outs, illegal] = self.tally.failures[side];
            let cpu = used.cpu_per_turn().map_or("-".to_owned(), |cpu| format!("{cpu:.2}"));
            writeln!(
                f,
                "{title:width$}  {cpu:>9}  {:>9.2}  {:>9.1}  {:>11.0}  {crashes:>7}  {time_outs:>9}  {illegal:>7}",
                used.wall_per_turn(),
                used.longest_ms,
                per_turn(used.nodes, used),
            )?;
        }
        Ok(())
    }

    fn write_ends(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends: Vec<String> = End::ALL
            .iter()
            .zip(self.tally.ends)
            .filter(|(_, count)| *count > 0)
            .map(|(end, count)| format!("{} {count}", end.name()))
            .collect();
        writeln!(f, "\nended by    {}", ends.join(", "))?;
        for (game, note) in self.tally.notes.iter().take(20) {
            writeln!(f, "game {game}: {note}")?;
        }
        if self.tally.notes.len() > 20 {
            writeln!(f, "and {} more, see the records", self.tally.notes.len() - 20)?;
        }
        Ok(())
    }
}
