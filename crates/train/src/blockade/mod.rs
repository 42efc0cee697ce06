//! The training of Blockade's weights: what distances are worth, fitted to the results of games.
//!
//! The games are played with weights set by hand, so the same command gives the same weights whatever was learned
//! before. `self_play` plays them, `fit` fits the weights.

mod fit;
mod self_play;

use std::thread;
use std::time::Instant;

use agon_blockade::TurnKind;
use agon_core::{Fault, read_pairs};

use crate::{GameTrainer, Length, Plan, Progress, TrainError, files};
use fit::fit;
use self_play::{Example, play};

/// The training of Blockade: its hyperparameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockadeTrainer {
    /// The kind of turn, as in the game's options.
    turn: String,
    /// Nodes for each turn.
    nodes: u64,
}

impl Default for BlockadeTrainer {
    fn default() -> Self {
        Self { turn: "classic".to_owned(), nodes: 800 }
    }
}

impl GameTrainer for BlockadeTrainer {
    fn game(&self) -> &'static str {
        "blockade"
    }

    fn set(&mut self, changes: &str) -> Result<(), TrainError> {
        let set = |key: &str, value: &str| {
            match (key, value) {
                ("turn", "classic" | "swift" | "optional") => value.clone_into(&mut self.turn),
                ("nodes", _) => self.nodes = value.parse().ok().filter(|nodes| *nodes > 0)?,
                _ => return None,
            }
            Some(())
        };
        let known = "turn=classic,nodes=800".to_owned();
        read_pairs(changes, set).map_err(|change| TrainError::Hyperparameter { change: change.to_owned(), known })
    }

    fn train(&self, plan: &Plan, report: &(dyn Fn(&Progress) + Sync)) -> Result<(), TrainError> {
        if plan.resume.is_some() {
            return Err(TrainError::NoResume(self.game()));
        }
        let (kind, examples) = self.play_games(plan, report)?;
        let text = format!("# {}\n{}", plan.command, fit(kind, &examples));
        files::write(&plan.out, text.as_bytes())
    }
}

impl BlockadeTrainer {
    fn play_games(&self, plan: &Plan, report: &(dyn Fn(&Progress) + Sync)) -> Result<(TurnKind, Vec<Example>), Fault> {
        let start = Instant::now();
        let (games, minutes) = match plan.length {
            Length::Games(games) => (games, f64::INFINITY),
            Length::Minutes(minutes) => (u64::MAX, minutes),
        };
        let table = agon_games::open(&format!("blockade:turn={}", self.turn))?;
        let (mut kind, mut examples) = (TurnKind::Classic, Vec::new());
        let mut played = 0;
        while played < games {
            // A round has one game for each thread. The examples are in the order of the games' numbers.
            let round = (plan.threads.clamp(1, 256) as u64).min(games - played);
            let results = thread::scope(|scope| {
                let threads: Vec<_> = (played..played + round)
                    .map(|game| {
                        let table = table.clone_box();
                        scope.spawn(move || play(table.as_ref(), plan.seed, game, self.nodes))
                    })
                    .collect();
                threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Vec<_>>()
            });
            for result in results {
                let (of_game, mut of_positions) = result?;
                kind = of_game;
                examples.append(&mut of_positions);
            }
            played += round;
            let seconds = start.elapsed().as_secs_f64();
            report(&Progress::games(played, games, played as f64 / seconds));
            if seconds >= 60.0 * minutes {
                break;
            }
        }
        Ok((kind, examples))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_that_is_not_understood_is_refused() {
        let mut trainer = BlockadeTrainer::default();
        trainer.set("turn=swift,nodes=20").unwrap();
        assert_eq!(trainer, BlockadeTrainer { turn: "swift".to_owned(), nodes: 20 });
        for wrong in ["turn=slow", "nodes=0", "nodes", "hidden=3"] {
            let message = trainer.set(wrong).unwrap_err().to_string();
            assert!(message.contains(wrong) && message.contains("nodes=800"), "{message}");
        }
    }

    #[test]
    fn the_same_plan_gives_the_same_weights() {
        let folder = tempfile::tempdir().unwrap();
        let mut trainer = BlockadeTrainer::default();
        trainer.set("turn=swift,nodes=60").unwrap();
        let train = |threads: usize, name: &str| {
            let plan = Plan {
                seed: 3,
                threads,
                length: Length::Games(6),
                out: folder.path().join(name),
                resume: None,
                command: "agon train blockade".to_owned(),
                check: 1,
                pairs: 1,
            };
            trainer.train(&plan, &|_| {}).unwrap();
            std::fs::read_to_string(plan.out).unwrap()
        };
        let weights = train(1, "one");
        assert!(weights.starts_with("# agon train blockade\nnear 0 "), "{weights}");
        assert_eq!(train(2, "two"), weights);
    }
}
