//! Learning the evaluation from games of the engine against itself.

mod fit;
mod imitate;
mod meeting;
mod sample;
mod selfplay;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use agon_core::rng::mix;
use agon_core::{Fault, read_pairs};
use agon_nn::NetFile;

use super::judge::Judge;
use super::net::PathNet;
use crate::faults::TRAINING_FILE;
use fit::{Course, fit};
use imitate::imitate;
use meeting::meet;
use sample::Sample;
use selfplay::Manner;

pub use fit::Epoch;
pub use meeting::Meeting;

/// Learning the evaluation of Quoridor in generations: each plays games with the net of the one before
/// (the first with weights to go on from, or by rule of thumb), and learns from them and from those of some
/// generations before.
///
/// Games are played in portions, each kept as a file: a run that was broken off goes on with what is missing. What
/// is played depends on the seed alone, not on the number of threads.
#[derive(Clone, Debug)]
pub struct QuoridorTraining {
    /// Where games and weights are kept.
    pub folder: PathBuf,
    /// How many generations.
    pub generations: u32,
    /// Games to be played in each.
    pub games: u64,
    /// Nodes a move, on average.
    pub nodes: u64,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads to play with.
    pub threads: usize,
    /// How often each position is learned from.
    pub epochs: u32,
    /// How fast is learned at first.
    pub rate: f32,
    /// How much of what is learned is the search's opinion; the rest is how the game ended.
    pub opinion: f32,
    /// From how many generations before its own each learns too.
    pub past: u32,
    /// What is learned.
    pub lesson: Lesson,
    /// Pairs of games that each net plays against the one before it, if any.
    pub pairs: u32,
    /// Weights to go on from.
    pub resume: Option<PathBuf>,
    /// The command that is noted in the weights.
    pub command: String,
}

/// What is learned from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// The evaluation, generation after generation.
    Value,
    /// The policy: which turn is played. The evaluation that plays stays as it is, so there is one generation.
    Policy,
}

/// What a run tells.
#[derive(Clone, Copy, Debug)]
pub enum TrainingStep {
    /// So many games of a generation have been played.
    Played(u32, u64),
    /// An epoch of learning has ended.
    Learned(u32, Epoch),
    /// A generation's net has met the one before it.
    Met(u32, Meeting),
}

/// How fast is learned in the end.
const LAST_RATE: f32 = 2e-5;
/// The policy is used in parts of one, so many to one, and written like that.
const PARTS: u16 = 128;
/// Games in one file.
const PORTION: u64 = 100;

impl Default for QuoridorTraining {
    fn default() -> Self {
        Self {
            folder: "quoridor-training".into(),
            generations: 2,
            games: 20_000,
            nodes: 1_000,
            seed: 1,
            threads: 1,
            epochs: 10,
            rate: 2e-3,
            opinion: 0.7,
            past: 1,
            lesson: Lesson::Value,
            pairs: 300,
            resume: None,
            command: String::new(),
        }
    }
}

impl QuoridorTraining {
    /// The changes that [`QuoridorTraining::with`] understands.
    pub const CHANGES: &str = "generations=N, nodes=N, epochs=N, past=N, rate=R (at most 1), opinion=SHARE (0 to 1) and lesson=value or policy";

    /// The training with changes such as `generations=4,nodes=2000`; the faulty word otherwise.
    pub fn with(mut self, changes: &str) -> Result<Self, String> {
        read_pairs(changes, |key, value| self.set(key, value))?;
        Ok(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let share = || value.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
        match key {
            "generations" => self.generations = value.parse().ok()?,
            "nodes" => self.nodes = value.parse::<u32>().ok()?.max(1).into(),
            "epochs" => self.epochs = value.parse().ok()?,
            "past" => self.past = value.parse().ok()?,
            "rate" => self.rate = share()?,
            "opinion" => self.opinion = share()?,
            "lesson" => {
                self.lesson = match value {
                    "value" => Lesson::Value,
                    "policy" => Lesson::Policy,
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Where a generation's games are kept. Those for the policy lie apart: other weights may have played those for the
    /// evaluation.
    fn games_folder(&self, generation: u32) -> PathBuf {
        match self.lesson {
            Lesson::Value => self.folder.join(format!("generation-{generation}")),
            Lesson::Policy => self.folder.join("policy-games"),
        }
    }

    /// The weights that a generation has learned.
    pub fn weights_file(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("generation-{generation}.net"))
    }

    /// The policy that was learned.
    pub fn policy_file(&self) -> PathBuf {
        self.folder.join("policy.net")
    }

    fn seed_of(&self, generation: u32) -> u64 {
        self.seed.wrapping_add(4 * u64::from(generation))
    }

    /// Plays and learns what is still missing.
    pub fn run(&self, tell: &(dyn Fn(TrainingStep) + Sync)) -> Result<(), Fault> {
        let mut judge = Judge::default();
        let mut origin = Vec::new();
        if let Some(path) = &self.resume {
            let bytes = read_whole(path)?;
            judge = Judge::learned(PathNet::read(&bytes)?);
            origin = history(&bytes)?;
        }
        if self.lesson == Lesson::Policy {
            if !self.policy_file().exists() {
                self.play(0, &judge, tell)?;
                self.learn_policy(tell)?;
            }
            return Ok(());
        }
        for generation in 0..self.generations {
            let file = self.weights_file(generation);
            let is_new = !file.exists();
            if is_new {
                self.play(generation, &judge, tell)?;
                self.learn(generation, &origin, tell)?;
            }
            let bytes = read_whole(&file)?;
            let next = Judge::learned(PathNet::read(&bytes)?);
            origin = history(&bytes)?;
            if is_new && self.pairs > 0 {
                let meeting = meet([&next, &judge], self.nodes, self.pairs, mix(self.seed_of(generation)))?;
                tell(TrainingStep::Met(generation, meeting));
            }
            judge = next;
        }
        Ok(())
    }

    /// Two weight files against each other, with so many nodes a turn.
    pub fn meet(files: [&Path; 2], nodes: u64, pairs: u32, seed: u64) -> Result<Meeting, Fault> {
        let judge = |path: &Path| Ok::<_, Fault>(Judge::learned(PathNet::read(&read_whole(path)?)?));
        meet([&judge(files[0])?, &judge(files[1])?], nodes, pairs, seed)
    }

    fn play(
        &self,
        generation: u32,
        judge: &Judge,
        tell: &(dyn Fn(TrainingStep) + Sync),
    ) -> Result<(), Fault> {
        let folder = self.games_folder(generation);
        fs::create_dir_all(&folder).map_err(|error| file_fault(&folder, &error))?;
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let failure = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    while next.load(Ordering::Relaxed) < self.games.div_ceil(PORTION) {
                        let portion = next.fetch_add(1, Ordering::Relaxed);
                        if let Err(fault) = self.play_portion(generation, portion, judge) {
                            if let Ok(mut failure) = failure.lock() {
                                *failure = Some(fault);
                            }
                            break;
                        }
                        let games = done.fetch_add(PORTION, Ordering::Relaxed) + PORTION;
                        tell(TrainingStep::Played(generation, games));
                    }
                });
            }
        });
        failure.into_inner().ok().flatten().map_or(Ok(()), Err)
    }

    fn play_portion(&self, generation: u32, portion: u64, judge: &Judge) -> Result<(), Fault> {
        let seed = self.seed_of(generation);
        let name = format!("games-{seed}-{}-{portion:05}.bin", self.nodes);
        let path = self.games_folder(generation).join(name);
        if path.exists() {
            return Ok(());
        }
        let mut samples = Vec::new();
        let manner = Manner { seed, nodes: self.nodes };
        let first = portion * PORTION;
        for number in first..(first + PORTION).min(self.games.max(first)) {
            selfplay::play(manner, number, judge, &mut samples)?;
        }
        write_whole(&path, &Sample::write_all(&samples))
    }

    fn course(&self) -> Course {
        let Self { seed, epochs, rate, opinion, .. } = *self;
        Course { seed, epochs, rates: [rate, LAST_RATE], opinion }
    }

    fn learn_policy(&self, tell: &(dyn Fn(TrainingStep) + Sync)) -> Result<(), Fault> {
        let mut samples = Vec::new();
        read_samples(&self.games_folder(0), &mut samples)?;
        let net = imitate(&samples, self.course(), &mut |epoch| tell(TrainingStep::Learned(0, *epoch)));
        let file = NetFile::new("quoridor")
            .with("command", &self.command)
            .with("seed", self.seed)
            .with("games", self.games)
            .with("positions", samples.len())
            .with_net_in_parts("policy", net, PARTS);
        write_whole(&self.policy_file(), &file.to_bytes())
    }

    fn learn(
        &self,
        generation: u32,
        origin: &[(String, String)],
        tell: &(dyn Fn(TrainingStep) + Sync),
    ) -> Result<(), Fault> {
        let mut samples = Vec::new();
        for earlier in generation.saturating_sub(self.past)..=generation {
            read_samples(&self.games_folder(earlier), &mut samples)?;
        }
        let net = fit(&samples, self.course(), &mut |epoch| tell(TrainingStep::Learned(generation, *epoch)));
        let mut file = NetFile::new("quoridor");
        file.facts.extend(origin.iter().cloned());
        if file.fact("command") != Some(&self.command) {
            file = file.with("command", &self.command);
        }
        let file = file
            .with("seed", self.seed)
            .with("generation", generation)
            .with("games", self.games)
            .with("positions", samples.len())
            .with_net("value", net);
        write_whole(&self.weights_file(generation), &file.to_bytes())
    }
}

/// What made the weights of a file, for those that go on from it; what they themselves are is left out.
fn history(bytes: &[u8]) -> Result<Vec<(String, String)>, Fault> {
    let mut facts = NetFile::from_bytes(bytes)?.facts;
    facts.retain(|(key, _)| !["game", "seed", "generation", "games", "positions"].contains(&key.as_str()));
    Ok(facts)
}

/// Every position of the games in a folder, in the order of the files' names.
fn read_samples(folder: &Path, samples: &mut Vec<Sample>) -> Result<(), Fault> {
    let entries = fs::read_dir(folder).map_err(|error| file_fault(folder, &error))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "bin"));
    paths.sort();
    for path in paths {
        let unfit = |reason: &str| TRAINING_FILE.with("path", path.display()).with("reason", reason);
        Sample::read_all(&read_whole(&path)?, samples).map_err(unfit)?;
    }
    Ok(())
}

fn read_whole(path: &Path) -> Result<Vec<u8>, Fault> {
    fs::read(path).map_err(|error| file_fault(path, &error))
}

/// Written beside and moved, so that no half file is ever taken for a whole one.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let beside = path.with_extension("part");
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| file_fault(path, &error))
}

fn file_fault(path: &Path, error: &io::Error) -> Fault {
    TRAINING_FILE.with("path", path.display()).with("reason", error)
}
