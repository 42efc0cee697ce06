use std::fmt;
use std::path::Path;

use agon_core::Fault;
use serde_json::{Value, json};

use crate::report::percent;
use crate::{Contest, Report, Who};

/// Our levels against each other: each against the one below.
#[derive(Clone, Debug)]
pub struct Ladder {
    rungs: Vec<(u8, Report)>,
}

/// What a level has to score against the one below.
pub const STEP: f64 = 0.6;

impl Ladder {
    /// Plays every level of the range against the one below it. `template` gives everything but the
    /// players; the games are kept in `folder`, if there is one. `progress` is told the match that
    /// runs now and then.
    pub fn run(
        template: &Contest,
        levels: std::ops::RangeInclusive<u8>,
        folder: Option<&Path>,
        progress: &mut (dyn FnMut(u8, &Report) + Send),
    ) -> Result<Self, Fault> {
        let mut rungs = Vec::new();
        for level in levels.clone().skip(1) {
            let who = |level: u8| format!("level:{level}").parse::<Who>();
            let contest = Contest { players: [who(level)?, who(level - 1)?], ..template.clone() };
            let folder = folder.map(|folder| folder.join(format!("{level}-{}", level - 1)));
            let report = contest.play(folder.as_deref(), &mut |report| progress(level, report))?;
            rungs.push((level, report));
        }
        Ok(Self { rungs })
    }

    /// Whether every level scores enough against the one below.
    pub fn is_steep(&self) -> bool {
        self.rungs.iter().all(|(_, report)| report.tally().score().is_some_and(|score| score.value >= STEP))
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let rungs: Vec<Value> = self
            .rungs
            .iter()
            .map(|(level, report)| json!({ "level": level, "report": report.json() }))
            .collect();
        json!({ "steep": self.is_steep(), "rungs": rungs })
    }

    /// The line of `docs/levels.md`: wins of the higher level against those of the lower.
    pub fn row(&self, title: &str) -> String {
        let cells: Vec<String> = self
            .rungs
            .iter()
            .map(|(_, report)| format!("{}:{}", report.tally().wins, report.tally().losses))
            .collect();
        format!("| {title} | {} |", cells.join(" | "))
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "levels   games  won  drawn  lost  score             CPU ms a turn")?;
        for (level, report) in &self.rungs {
            let tally = report.tally();
            let score = tally.score();
            let cpu =
                tally.sides.map(|side| side.cpu_per_turn().map_or("-".to_owned(), |cpu| format!("{cpu:.2}")));
            writeln!(
                f,
                "{level:>2} - {:<2}  {:>5}  {:>3}  {:>5}  {:>4}  {:<16}  {} and {}{}",
                level - 1,
                tally.games,
                tally.wins,
                tally.draws,
                tally.losses,
                score.map_or("-".to_owned(), percent),
                cpu[0],
                cpu[1],
                if score.is_some_and(|score| score.value < STEP) { "  below 60 %" } else { "" }
            )?;
        }
        Ok(())
    }
}
