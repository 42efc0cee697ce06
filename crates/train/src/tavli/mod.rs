//! The training of the tavli games' nets. In reading order:
//!
//! - `hyperparameters`: what can be changed from the command line
//! - `players`: nets, the hand-written evaluation and random turns; `duel`: games between two of them
//! - `self_play`: games for temporal differences; `look_ahead`: games whose targets look some rolls ahead
//! - `trainer`: the rounds of a training
//! - `curve`: the learning curve; `test_set`: the equity that choices lose

mod curve;
mod duel;
mod hyperparameters;
mod look_ahead;
mod players;
mod self_play;
mod test_set;
mod trainer;

use std::fs;
use std::marker::PhantomData;
use std::path::Path;
use std::time::Instant;

use agon_core::Rng;
use agon_core::rng::mix;
use agon_engines::tavli::{NetGame, Nets};
use agon_nn::NetFile;
use agon_tavli::Rules;

use crate::{Evaluation, GameTrainer, Length, Plan, Progress, TrainError, files};
use trainer::Trainer;

pub use curve::{Checkpoint, Curve};
pub use duel::{DuelResult, duel};
pub use hyperparameters::Hyperparameters;
pub use players::{HandPlayer, NetPlayer, RandomPlayer, TurnChooser};

/// Pairs of games against the hand-written player that decide between initialisations.
const TRIAL_PAIRS: u32 = 300;
/// Changes the dice of checkpoints: they are not those of training games.
const CHECKPOINT_SEED: u64 = 0x00c0_ffee;

/// The training of a tavli game.
#[derive(Clone, Copy, Debug, Default)]
pub struct TavliTrainer<V: NetGame> {
    /// The hyperparameters.
    pub params: Hyperparameters,
    game: PhantomData<V>,
}

impl<V: NetGame> GameTrainer for TavliTrainer<V> {
    fn game(&self) -> &'static str {
        V::INFO.name
    }

    fn set(&mut self, changes: &str) -> Result<(), TrainError> {
        let known = Hyperparameters::default().to_string();
        self.params = self.params.with(changes).map_err(|change| TrainError::Hyperparameter { change, known })?;
        Ok(())
    }

    fn train(&self, plan: &Plan, report: &(dyn Fn(&Progress) + Sync)) -> Result<(), TrainError> {
        Run::<V>::new(self.params, plan, report)?.run()
    }

    fn evaluate(&self, evaluation: &Evaluation) -> Result<Vec<String>, TrainError> {
        let nets: Result<Vec<Nets<V>>, TrainError> =
            evaluation.nets.iter().map(|path| Ok(read_nets(path)?.0)).collect();
        let (nets, names) = (nets?, evaluation.nets.iter().map(|path| path.display().to_string()));
        if let Some(positions) = evaluation.test_set {
            return Ok(test_set::report(nets, names, positions, evaluation.seed));
        }
        let names: Vec<String> = names.collect();
        let mut players = nets.into_iter().map(NetPlayer::new);
        let (first, second) = (players.next(), players.next());
        let (Some(mut first), None) = (first, players.next()) else {
            return Err(TrainError::NoEvaluation(self.game()));
        };
        let mut second: Box<dyn TurnChooser<V>> = match second {
            Some(player) => Box::new(player),
            None => Box::new(HandPlayer),
        };
        let result = duel(&mut first, &mut *second, Rules::default(), evaluation.pairs, evaluation.seed);
        let opponent = names.get(1).map_or("the hand-written player", String::as_str);
        Ok(vec![format!("{} against {opponent}: {result}", names[0])])
    }
}

/// Reads a weight file: the nets of a game, and the file with the facts about them.
fn read_nets<V: NetGame>(path: &Path) -> Result<(Nets<V>, NetFile), TrainError> {
    let file = files::read_net(path)?;
    let nets = Nets::from_file(&file).map_err(|fault| TrainError::Net(path.to_owned(), fault))?;
    Ok((nets, file))
}

/// A training under way.
struct Run<'a, V: NetGame> {
    plan: &'a Plan,
    report: &'a (dyn Fn(&Progress) + Sync),
    trainer: Trainer<V>,
    best: Nets<V>,
    curve: Curve,
    /// Seconds of training, without those of checkpoints.
    seconds: f64,
    /// The commands and games of the training that this one resumes from.
    origin: Vec<(String, String)>,
}

impl<'a, V: NetGame> Run<'a, V> {
    fn new(
        params: Hyperparameters,
        plan: &'a Plan,
        report: &'a (dyn Fn(&Progress) + Sync),
    ) -> Result<Self, TrainError> {
        let rules = Rules::default();
        let mut origin = Vec::new();
        let mut curve = Curve::default();
        let trainer = match &plan.resume {
            Some(path) => {
                let (nets, file) = read_nets::<V>(path)?;
                let nets = nets.widened(params.widen, &mut Rng::new(mix(plan.seed)));
                let mut trainer = Trainer::with_nets(params, rules, nets, plan.seed, plan.threads);
                trainer.games = file.fact("games").and_then(|games| games.parse().ok()).unwrap_or(0);
                origin = file.facts.into_iter().filter(|(key, _)| key == "command" || key == "games").collect();
                curve = fs::read_to_string(path.with_extension("csv"))
                    .map(|text| Curve::from_csv(&text))
                    .unwrap_or_default();
                trainer
            }
            None => best_initialisation(params, rules, plan, report),
        };
        Ok(Self { best: trainer.nets.clone(), plan, report, trainer, curve, seconds: 0.0, origin })
    }

    fn run(&mut self) -> Result<(), TrainError> {
        let first = self.trainer.games;
        let mut due = first + self.plan.check;
        loop {
            let done = (self.trainer.games - first) as f64;
            let rate = if self.seconds > 0.0 { done / self.seconds } else { 0.0 };
            let (total, over) = match self.plan.length {
                Length::Games(games) => (games, self.trainer.games >= games),
                Length::Minutes(minutes) => {
                    // Until the speed is known, the end is assumed to be far away.
                    let left = (minutes * 60.0 - self.seconds).max(0.0);
                    let more = if self.seconds < 1.0 { 1e9 } else { rate * left };
                    (self.trainer.games + more as u64, left <= 0.0)
                }
            };
            if over || self.trainer.games >= due {
                self.checkpoint()?;
                due += self.plan.check;
            }
            if over {
                return Ok(());
            }
            let started = Instant::now();
            self.trainer.round(total);
            self.seconds += started.elapsed().as_secs_f64();
            (self.report)(&Progress::games(self.trainer.games, total, rate));
        }
    }

    /// Plays against the hand-written player and the best nets so far, and writes the files.
    fn checkpoint(&mut self) -> Result<(), TrainError> {
        let Self { plan, trainer, .. } = self;
        let (rules, pairs) = (trainer.rules(), plan.pairs.max(1));
        let mut player = NetPlayer::new(trainer.nets.clone());
        let seed = mix(plan.seed ^ CHECKPOINT_SEED ^ trainer.games);
        let hand = duel(&mut player, &mut HandPlayer, rules, pairs, seed);
        let best = duel(&mut player, &mut NetPlayer::new(self.best.clone()), rules, pairs, seed + 1);
        let promoted = best.points > 0.0 || self.curve.checkpoints.is_empty();
        let checkpoint = Checkpoint {
            games: trainer.games,
            seconds: self.seconds,
            positions_per_second: trainer.evaluated() as f64 / self.seconds.max(1e-3),
            hand,
            best,
            promoted,
        };
        self.curve.checkpoints.push(checkpoint);
        if promoted {
            self.best = self.trainer.nets.clone();
            self.write_nets(&self.plan.out, hand)?;
        }
        // The latest nets too, to resume from.
        self.write_nets(&self.plan.out.with_extension("last.net"), hand)?;
        files::write(&self.plan.out.with_extension("csv"), self.curve.csv().as_bytes())?;
        let title = format!("{}: points a game against the hand-written player", V::INFO.title);
        files::write(&self.plan.out.with_extension("svg"), self.curve.svg(&title).as_bytes())?;
        (self.report)(&Progress::Result(checkpoint.to_string()));
        Ok(())
    }

    fn write_nets(&self, path: &Path, hand: DuelResult) -> Result<(), TrainError> {
        let rules = self.trainer.rules();
        let mut file = NetFile::new(V::INFO.name)
            .with("rules", format!("{:?}", rules.variant))
            .with("score", format!("{:?}", rules.score));
        file.facts.extend(self.origin.iter().cloned());
        let file = file
            .with("command", &self.plan.command)
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("seed", self.plan.seed)
            .with("threads", self.plan.threads)
            .with("recipe", self.trainer.params)
            .with("games", self.trainer.games)
            .with("seconds", self.seconds.round())
            .with("against-hand", hand);
        files::write(path, &self.trainer.nets.add_to(file).to_bytes())
    }
}

/// Trains several random initialisations for a while and returns the best against the hand-written player.
fn best_initialisation<V: NetGame>(
    params: Hyperparameters,
    rules: Rules<V>,
    plan: &Plan,
    report: &(dyn Fn(&Progress) + Sync),
) -> Trainer<V> {
    let mut best: Option<(f64, Trainer<V>)> = None;
    for number in 0..params.initialisations.max(1) {
        let mut trainer = Trainer::new(params, rules, plan.seed.wrapping_add(number), plan.threads);
        if params.initialisations > 1 {
            while trainer.games < params.trial_games {
                trainer.round(u64::MAX);
            }
        }
        let mut player = NetPlayer::new(trainer.nets.clone());
        let result = duel(&mut player, &mut HandPlayer, rules, TRIAL_PAIRS, CHECKPOINT_SEED);
        report(&Progress::Result(format!("initialisation {}: {result} against the hand-written player", number + 1)));
        if best.as_ref().is_none_or(|(points, _)| result.points > *points) {
            best = Some((result.points, trainer));
        }
    }
    best.map_or_else(|| Trainer::new(params, rules, plan.seed, plan.threads), |(_, trainer)| trainer)
}
