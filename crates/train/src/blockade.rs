use std::time::Instant;

use agon_core::read_pairs;
use agon_engines::BlockadeLesson;

use crate::{Course, Curve, Error, Length, Plan, Progress};

/// Blockade: what distances are worth, fitted to the results of games against itself.
///
/// The games are played with weights set by hand, so that the same command gives the same weights
/// whatever has been learned before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockadeCourse {
    turn: String,
    nodes: u64,
}

impl Default for BlockadeCourse {
    fn default() -> Self {
        Self { turn: "classic".to_owned(), nodes: 800 }
    }
}

impl Course for BlockadeCourse {
    fn game(&self) -> &'static str {
        "blockade"
    }

    fn change(&mut self, recipe: &str) -> Result<(), Error> {
        let set = |key: &str, value: &str| {
            match (key, value) {
                ("turn", "classic" | "swift" | "optional") => value.clone_into(&mut self.turn),
                ("nodes", _) => self.nodes = value.parse().ok().filter(|nodes| *nodes > 0)?,
                _ => return None,
            }
            Some(())
        };
        read_pairs(recipe, set).map_err(|word| Error::Blockade(word.to_owned()))
    }

    fn train(&self, plan: &Plan, tell: &mut dyn FnMut(&Progress)) -> Result<Curve, Error> {
        if plan.resume.is_some() {
            return Err(Error::NoResume(self.game()));
        }
        let start = Instant::now();
        let (games, minutes) = match plan.length {
            Length::Games(games) => (games, f64::INFINITY),
            Length::Minutes(minutes) => (u64::MAX, minutes),
        };
        let lesson = BlockadeLesson {
            spec: format!("blockade:turn={}", self.turn),
            games,
            nodes: self.nodes,
            seed: plan.seed,
            threads: plan.threads,
        };
        let weights = lesson.learn(&mut |played| {
            let seconds = start.elapsed().as_secs_f64();
            tell(&Progress::Games(played, games, played as f64 / seconds));
            seconds < 60.0 * minutes
        });
        let weights = weights.map_err(|fault| Error::Nets(plan.out.clone(), fault))?;
        let text = format!("# {}\n{weights}", plan.command);
        std::fs::write(&plan.out, text).map_err(|error| Error::Write(plan.out.clone(), error))?;
        Ok(Curve::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_that_is_not_understood_is_refused() {
        let mut course = BlockadeCourse::default();
        course.change("turn=swift,nodes=20").unwrap();
        assert_eq!(course, BlockadeCourse { turn: "swift".to_owned(), nodes: 20 });
        for wrong in ["turn=slow", "nodes=0", "nodes", "hidden=3"] {
            let message = course.change(wrong).unwrap_err().to_string();
            assert!(message.contains(wrong) && message.contains("nodes=800"), "{message}");
        }
    }

    #[test]
    fn the_same_plan_gives_the_same_weights() {
        let folder = tempfile::tempdir().unwrap();
        let mut course = BlockadeCourse::default();
        course.change("turn=swift,nodes=60").unwrap();
        let train = |threads: usize, name: &str| {
            let out = folder.path().join(name);
            let plan = Plan {
                seed: 3,
                threads,
                length: Length::Games(6),
                out: out.clone(),
                resume: None,
                command: "agon train blockade".to_owned(),
                check: 1,
                pairs: 1,
            };
            course.train(&plan, &mut |_| {}).unwrap();
            std::fs::read_to_string(out).unwrap()
        };
        let weights = train(1, "one");
        assert!(weights.starts_with("# agon train blockade\nnear 0 "), "{weights}");
        assert_eq!(train(2, "two"), weights);
    }
}
