use std::fmt;
use std::path::Path;

use agon_core::Fault;
use serde_json::{Value, json};

use crate::matches::percent;
use crate::{Match, MatchReport, PlayerSpec};

/// Matches of our levels, each against the one below.
#[derive(Clone, Debug)]
pub struct Ladder {
    rungs: Vec<(u8, MatchReport)>,
}

/// The score that a level must reach against the one below.
pub const MIN_STEP_SCORE: f64 = 0.6;

impl Ladder {
    /// Plays every level of the range against the one below it. `template` holds all settings except the players; the
    /// games are stored in `folder`, if given. Passes an interim report of the current match to `progress` every few
    /// seconds.
    pub fn run(
        template: &Match,
        levels: std::ops::RangeInclusive<u8>,
        folder: Option<&Path>,
        progress: &mut (dyn FnMut(u8, &MatchReport) + Send),
    ) -> Result<Self, Fault> {
        let mut rungs = Vec::new();
        for level in levels.clone().skip(1) {
            let who = |level: u8| format!("level:{level}").parse::<PlayerSpec>();
            let matchup = Match { players: [who(level)?, who(level - 1)?], ..template.clone() };
            let folder = folder.map(|folder| folder.join(format!("{level}-{}", level - 1)));
            let report = matchup.play(folder.as_deref(), &mut |report| progress(level, report))?;
            rungs.push((level, report));
        }
        Ok(Self { rungs })
    }

    /// Whether every level scores enough against the one below.
    pub fn passes(&self) -> bool {
        self.rungs.iter().all(|(_, report)| report.result().score().is_some_and(|score| score.value >= MIN_STEP_SCORE))
    }

    /// The ladder as JSON.
    pub fn json(&self) -> Value {
        let rungs: Vec<Value> =
            self.rungs.iter().map(|(level, report)| json!({ "level": level, "report": report.json() })).collect();
        json!({ "steep": self.passes(), "rungs": rungs })
    }

    /// The row of `docs/levels.md`: wins of the higher level against those of the lower.
    pub fn row(&self, name: &str) -> String {
        let cells: Vec<String> = self
            .rungs
            .iter()
            .map(|(_, report)| format!("{}:{}", report.result().wins, report.result().losses))
            .collect();
        format!("| {name} | {} |", cells.join(" | "))
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "levels   games  won  drawn  lost  score             CPU ms a turn")?;
        for (level, report) in &self.rungs {
            let result = report.result();
            let score = result.score();
            let cpu = result.sides.map(|side| side.cpu_text());
            writeln!(
                f,
                "{level:>2} - {:<2}  {:>5}  {:>3}  {:>5}  {:>4}  {:<16}  {} and {}{}",
                level - 1,
                result.games,
                result.wins,
                result.draws,
                result.losses,
                score.map_or("-".to_owned(), percent),
                cpu[0],
                cpu[1],
                if score.is_some_and(|score| score.value < MIN_STEP_SCORE) { "  below 60 %" } else { "" }
            )?;
        }
        Ok(())
    }
}
