//! The training of Quoridor's nets. In reading order:
//!
//! - `sample`: a position of a self-play game, and files of them; `self_play`: the games
//! - `fit`: fitting a net to samples; `value` and `policy`: what the two nets are fitted to
//! - `duel`: games between two nets
//!
//! The value net is trained in generations. Each plays games with the net of the generation before (the first with the
//! net to continue from, or with the hand-written evaluation), and is fitted to them and to those of some
//! generations before. Games are stored in files of a hundred: a run that was interrupted plays what is missing. The
//! games depend on the seed alone, not on the number of threads.

mod duel;
mod fit;
mod policy;
mod sample;
mod self_play;
mod value;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use agon_core::read_pairs;
use agon_core::rng::mix;
use agon_engines::training::quoridor::SelfPlayEvaluator;
use agon_nn::NetFile;

use crate::{Evaluation, GameTrainer, Length, Plan, Progress, TRAINING_FILE, TrainError, files};
use fit::{FitSettings, fit};
use policy::PolicyObjective;
use sample::Sample;
use value::ValueObjective;

/// The training of Quoridor: its hyperparameters.
#[derive(Clone, Debug, PartialEq)]
pub struct QuoridorTrainer {
    generations: u32,
    /// Nodes a move, on average.
    nodes: u64,
    epochs: u32,
    /// The first learning rate.
    rate: f32,
    /// The share of the search's score in the target; the rest is the result of the game.
    score_share: f32,
    /// The number of earlier generations whose games are used too.
    past: u32,
    net: NetKind,
}

/// Which net is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NetKind {
    /// The value net, generation after generation.
    Value,
    /// The policy net. The evaluation of self-play does not change, so there is one generation.
    Policy,
}

/// The last learning rate.
const LAST_RATE: f32 = 2e-5;
/// The policy's weights are used, and written, as multiples of one over this.
const POLICY_SCALE: u16 = 128;
/// Games in one file.
const GAMES_PER_FILE: u64 = 100;
/// Nodes a move when weight files are compared.
const EVALUATION_NODES: u64 = 2_000;

const KNOWN_CHANGES: &str =
    "generations=N, nodes=N, epochs=N, past=N, rate=R (at most 1), opinion=SHARE (0 to 1) and lesson=value or policy";

impl Default for QuoridorTrainer {
    fn default() -> Self {
        Self { generations: 2, nodes: 1_000, epochs: 10, rate: 2e-3, score_share: 0.7, past: 1, net: NetKind::Value }
    }
}

impl GameTrainer for QuoridorTrainer {
    fn game(&self) -> &'static str {
        "quoridor"
    }

    fn default_out(&self) -> PathBuf {
        "quoridor-training".into()
    }

    fn set(&mut self, changes: &str) -> Result<(), TrainError> {
        read_pairs(changes, |key, value| self.set_one(key, value))
            .map_err(|change| TrainError::Hyperparameter { change: change.to_owned(), known: KNOWN_CHANGES.to_owned() })
    }

    fn train(&self, plan: &Plan, report: &(dyn Fn(&Progress) + Sync)) -> Result<(), TrainError> {
        let Length::Games(games) = plan.length else { return Err(TrainError::NoMinutes(self.game())) };
        Run { trainer: self, plan, games, report }.run()
    }

    fn evaluate(&self, evaluation: &Evaluation) -> Result<Vec<String>, TrainError> {
        let [first, second] = &evaluation.nets[..] else { return Err(TrainError::NoEvaluation(self.game())) };
        if evaluation.test_set.is_some() {
            return Err(TrainError::NoEvaluation(self.game()));
        }
        let evaluators = [&evaluator(first)?, &evaluator(second)?];
        let score = duel::play(evaluators, EVALUATION_NODES, evaluation.pairs, evaluation.seed)?;
        Ok(vec![format!("{} against {}: {score}", first.display(), second.display())])
    }
}

impl QuoridorTrainer {
    fn set_one(&mut self, key: &str, value: &str) -> Option<()> {
        let share = || value.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
        match key {
            "generations" => self.generations = value.parse().ok()?,
            "nodes" => self.nodes = value.parse::<u32>().ok()?.max(1).into(),
            "epochs" => self.epochs = value.parse().ok()?,
            "past" => self.past = value.parse().ok()?,
            "rate" => self.rate = share()?,
            "opinion" => self.score_share = share()?,
            "lesson" => {
                self.net = match value {
                    "value" => NetKind::Value,
                    "policy" => NetKind::Policy,
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// A training under way.
struct Run<'a> {
    trainer: &'a QuoridorTrainer,
    plan: &'a Plan,
    /// Games in each generation.
    games: u64,
    report: &'a (dyn Fn(&Progress) + Sync),
}

impl Run<'_> {
    /// Plays and fits what is still missing.
    fn run(&self) -> Result<(), TrainError> {
        let mut current = SelfPlayEvaluator::default();
        let mut origin = Vec::new();
        if let Some(path) = &self.plan.resume {
            current = evaluator(path)?;
            origin = history(path)?;
        }
        if self.trainer.net == NetKind::Policy {
            let file = self.plan.out.join("policy.net");
            if !file.exists() {
                self.play(0, &current)?;
                self.fit_policy(&file)?;
            }
            return Ok(());
        }
        for generation in 0..self.trainer.generations {
            let file = self.plan.out.join(format!("generation-{generation}.net"));
            let is_new = !file.exists();
            if is_new {
                self.play(generation, &current)?;
                self.fit_value(generation, &origin, &file)?;
            }
            let next = evaluator(&file)?;
            origin = history(&file)?;
            if is_new && self.plan.pairs > 0 {
                let seed = mix(self.seed(generation));
                let score = duel::play([&next, &current], self.trainer.nodes, self.plan.pairs, seed)?;
                (self.report)(&Progress::Result(format!("generation {generation} against the one before: {score}")));
            }
            current = next;
        }
        Ok(())
    }

    fn seed(&self, generation: u32) -> u64 {
        self.plan.seed.wrapping_add(4 * u64::from(generation))
    }

    /// Where a generation's games are stored. Those for the policy have their own folder, because other weights may
    /// have played those for the value net.
    fn games_folder(&self, generation: u32) -> PathBuf {
        match self.trainer.net {
            NetKind::Value => self.plan.out.join(format!("generation-{generation}")),
            NetKind::Policy => self.plan.out.join("policy-games"),
        }
    }

    fn play(&self, generation: u32, evaluator: &SelfPlayEvaluator) -> Result<(), TrainError> {
        let folder = self.games_folder(generation);
        fs::create_dir_all(&folder).map_err(|error| TrainError::Write(folder.clone(), error))?;
        let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
        let failure = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.plan.threads.max(1) {
                scope.spawn(|| {
                    while next.load(Ordering::Relaxed) < self.games.div_ceil(GAMES_PER_FILE) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if let Err(error) = self.play_file(generation, number, evaluator) {
                            if let Ok(mut failure) = failure.lock() {
                                *failure = Some(error);
                            }
                            break;
                        }
                        let games = played.fetch_add(GAMES_PER_FILE, Ordering::Relaxed) + GAMES_PER_FILE;
                        let total = self.games;
                        (self.report)(&Progress::Note(format!("generation {generation}: {games} of {total} games")));
                    }
                });
            }
        });
        failure.into_inner().ok().flatten().map_or(Ok(()), Err)
    }

    fn play_file(&self, generation: u32, number: u64, evaluator: &SelfPlayEvaluator) -> Result<(), TrainError> {
        let (seed, nodes) = (self.seed(generation), self.trainer.nodes);
        let path = self.games_folder(generation).join(format!("games-{seed}-{nodes}-{number:05}.bin"));
        if path.exists() {
            return Ok(());
        }
        let mut samples = Vec::new();
        let first = number * GAMES_PER_FILE;
        for game in first..(first + GAMES_PER_FILE).min(self.games.max(first)) {
            self_play::play(seed, nodes, game, evaluator, &mut samples)?;
        }
        files::write(&path, &Sample::write_all(&samples))
    }

    fn settings(&self) -> FitSettings {
        let QuoridorTrainer { epochs, rate, .. } = *self.trainer;
        FitSettings { seed: self.plan.seed, epochs, rates: [rate, LAST_RATE] }
    }

    fn fit_policy(&self, path: &Path) -> Result<(), TrainError> {
        let mut samples = Vec::new();
        read_samples(&self.games_folder(0), &mut samples)?;
        let mut objective = PolicyObjective::default();
        let net = fit(&samples, self.settings(), &mut objective, &mut |epoch| {
            (self.report)(&epoch.progress(0));
        });
        let file = NetFile::new("quoridor")
            .with("command", &self.plan.command)
            .with("seed", self.plan.seed)
            .with("games", self.games)
            .with("positions", samples.len())
            .with_quantized_net("policy", net, POLICY_SCALE);
        files::write(path, &file.to_bytes())
    }

    fn fit_value(&self, generation: u32, origin: &[(String, String)], path: &Path) -> Result<(), TrainError> {
        let mut samples = Vec::new();
        for earlier in generation.saturating_sub(self.trainer.past)..=generation {
            read_samples(&self.games_folder(earlier), &mut samples)?;
        }
        let mut objective = ValueObjective::new(self.trainer.score_share);
        let net = fit(&samples, self.settings(), &mut objective, &mut |epoch| {
            (self.report)(&epoch.progress(generation));
        });
        let mut file = NetFile::new("quoridor");
        file.facts.extend(origin.iter().cloned());
        if file.fact("command") != Some(&self.plan.command) {
            file = file.with("command", &self.plan.command);
        }
        let file = file
            .with("seed", self.plan.seed)
            .with("generation", generation)
            .with("games", self.games)
            .with("positions", samples.len())
            .with_net("value", net);
        files::write(path, &file.to_bytes())
    }
}

fn evaluator(path: &Path) -> Result<SelfPlayEvaluator, TrainError> {
    SelfPlayEvaluator::from_net(&files::read(path)?).map_err(|fault| TrainError::Net(path.to_owned(), fault))
}

/// The facts of a weight file about how it was made, for the files that continue from it.
fn history(path: &Path) -> Result<Vec<(String, String)>, TrainError> {
    let mut facts = files::read_net(path)?.facts;
    facts.retain(|(key, _)| !["game", "seed", "generation", "games", "positions"].contains(&key.as_str()));
    Ok(facts)
}

/// Reads the positions of all games in a folder, in the order of the files' names.
fn read_samples(folder: &Path, samples: &mut Vec<Sample>) -> Result<(), TrainError> {
    let entries = fs::read_dir(folder).map_err(|error| TrainError::Read(folder.to_owned(), error))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "bin"));
    paths.sort();
    for path in paths {
        let unfit = |reason: &str| TRAINING_FILE.with("path", path.display()).with("reason", reason);
        Sample::read_all(&files::read(&path)?, samples).map_err(unfit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyperparameters_are_read_or_refused() {
        let with = |changes: &str| {
            let mut trainer = QuoridorTrainer::default();
            trainer.set(changes).map(|()| trainer).map_err(|error| error.to_string())
        };
        let changed = with("nodes=2000, past=2,rate=0.004").unwrap();
        assert_eq!((changed.nodes, changed.past, changed.rate.to_string()), (2000, 2, "0.004".to_owned()));
        assert_eq!(with("lesson=policy").unwrap().net, NetKind::Policy);
        for wrong in ["opinion=1.5", "generation=3", "lesson=walls"] {
            let message = with(&format!("nodes=2000,{wrong}")).unwrap_err();
            assert!(message.contains(&format!("{wrong};")), "{message}");
        }
    }
}
