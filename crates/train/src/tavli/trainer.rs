//! The rounds of a training: self-play by some threads, and learning.

use std::thread;

use agon_core::Rng;
use agon_core::rng::mix;
use agon_engines::tavli::{NetGame, Nets};
use agon_nn::{Activation, Adam, Net, WeightAverage};
use agon_tavli::Rules;

use super::Hyperparameters;
use super::look_ahead::{LookAheadPlay, LookAheadSettings};
use super::self_play::{Gradients, Sample, SelfPlay, SelfPlaySettings};

/// Games of a round in the first part, by every thread.
const FIRST_ROUND_GAMES: u64 = 100;
/// Games of a round in the second part, by all threads together.
const REPLAY_ROUND_GAMES: u64 = 1_000;
/// Games of a round in the third part, by all threads together.
const LOOK_AHEAD_ROUND_GAMES: u64 = 200;
/// Games before the pruning net is good enough to be used.
const UNPRUNED_GAMES: u64 = 5_000;
/// The learning rate of the pruning net in the second and third part.
const PRUNING_RATE: f32 = 0.01;
/// Changes the dice of the third part.
const LOOK_AHEAD_SEED: u64 = 0x0a4e_ad00;
/// Steps between two updates of the average.
const AVERAGE_EVERY: usize = 4;

/// A training in three parts.
///
/// In the first, every thread learns from its own games by temporal differences, and the nets are averaged after each
/// round. In the second, samples go into a replay buffer, from which the nets learn while the averaged nets play.
/// The third is like the second, with targets that look some rolls ahead.
pub(super) struct Trainer<V: NetGame> {
    pub(super) params: Hyperparameters,
    /// The nets that play.
    pub(super) nets: Nets<V>,
    rules: Rules<V>,
    seed: u64,
    workers: Vec<Worker<V>>,
    pub(super) games: u64,
    rounds: u64,
    replay: Option<Replay<V>>,
    /// Rounds of the third part. They draw their dice by this number, so the part is the same in one run and in one that
    /// resumes from the nets of the second part.
    look_ahead_rounds: u64,
}

struct Worker<V: NetGame> {
    self_play: SelfPlay<V>,
    look_ahead: LookAheadPlay<V>,
    gradients: Gradients,
    samples: Vec<Sample<V>>,
}

/// The state of the second and third part.
struct Replay<V: NetGame> {
    /// The nets that learn. The nets that play are their average.
    nets: Nets<V>,
    buffer: Vec<Sample<V>>,
    /// Where the next sample goes once the buffer is full.
    next: usize,
    /// Samples of the last round.
    new_samples: usize,
    /// The gradient of each phase, with its number of samples.
    batches: Vec<(Net, usize)>,
    optimizers: Vec<Adam>,
    averages: Vec<WeightAverage>,
    steps: usize,
    gradients: Gradients,
}

impl<V: NetGame> Trainer<V> {
    /// A training of random nets.
    pub(super) fn new(params: Hyperparameters, rules: Rules<V>, seed: u64, threads: usize) -> Self {
        let nets = Nets::random(&[params.hidden], Activation::Logistic, &mut Rng::new(mix(seed)));
        Self::with_nets(params, rules, nets, seed, threads)
    }

    pub(super) fn with_nets(
        params: Hyperparameters,
        rules: Rules<V>,
        nets: Nets<V>,
        seed: u64,
        threads: usize,
    ) -> Self {
        let worker = || Worker {
            self_play: SelfPlay::new(nets.clone(), rules),
            look_ahead: LookAheadPlay::new(nets.clone(), rules),
            gradients: Gradients::new(&nets),
            samples: Vec::new(),
        };
        let workers = (0..threads.max(1)).map(|_| worker()).collect();
        Self { params, rules, seed, workers, games: 0, rounds: 0, replay: None, look_ahead_rounds: 0, nets }
    }

    /// Positions evaluated so far, those that were pruned left out.
    pub(super) fn evaluated(&self) -> u64 {
        self.workers.iter().map(|worker| worker.self_play.evaluated + worker.look_ahead.evaluated).sum()
    }

    pub(super) fn rules(&self) -> Rules<V> {
        self.rules
    }

    /// Plays and learns one round of a training of `total` games.
    pub(super) fn round(&mut self, total: u64) {
        self.rounds += 1;
        let Hyperparameters { bootstrap_games, look_ahead_games, .. } = self.params;
        let second_end = bootstrap_games.max(total.saturating_sub(look_ahead_games));
        if self.games < bootstrap_games {
            self.first_round();
        } else if self.look_ahead_rounds == 0 && (look_ahead_games == 0 || self.games < second_end) {
            self.replay_round(second_end);
        } else {
            self.look_ahead_round(total, second_end);
        }
    }

    /// The random generator of a worker in a round.
    fn rng(&self, round: u64, worker: usize) -> Rng {
        Rng::new(mix(mix(self.seed) ^ round).wrapping_add(worker as u64))
    }

    /// Every worker learns from its own games at once; then the nets are averaged.
    fn first_round(&mut self) {
        let params = self.params;
        let progress = self.games as f64 / params.bootstrap_games as f64;
        let rate = decayed(params.bootstrap_rates, progress);
        let settings = SelfPlaySettings {
            lambda: params.lambdas[0],
            random_share: params.random_share * (1.0 - 2.0 * progress as f32).max(0.0),
            candidates: (self.games >= UNPRUNED_GAMES).then_some(params.candidates),
        };
        let rngs: Vec<Rng> = (0..self.workers.len()).map(|worker| self.rng(self.rounds, worker)).collect();
        thread::scope(|scope| {
            for (worker, mut rng) in self.workers.iter_mut().zip(rngs) {
                let nets = &self.nets;
                scope.spawn(move || worker.learn_at_once(nets, settings, rate, &mut rng));
            }
        });
        self.games += FIRST_ROUND_GAMES * self.workers.len() as u64;
        self.nets = self.workers[0].self_play.nets().clone();
        for (number, worker) in self.workers.iter().enumerate().skip(1) {
            let share = 1.0 / (number + 1) as f32;
            let other = worker.self_play.nets();
            for (net, other) in self.nets.phases_mut().iter_mut().zip(other.phases()) {
                net.blend(other, share);
            }
            self.nets.pruning_net_mut().blend(other.pruning_net(), share);
        }
    }

    fn replay_round(&mut self, end: u64) {
        let params = self.params;
        let span = end.saturating_sub(params.bootstrap_games).max(1);
        let progress = ((self.games - params.bootstrap_games) as f64 / span as f64).min(1.0);
        let rate = decayed(params.replay_rates, progress);
        let [_, first, last] = params.lambdas;
        let settings = SelfPlaySettings {
            lambda: first + (last - first) * progress as f32,
            random_share: 0.0,
            candidates: Some(params.candidates),
        };
        let round = self.rounds;
        self.play_and_learn(round, REPLAY_ROUND_GAMES, (params.reuse, rate), move |worker, rng| {
            worker.self_play.play(settings, rng, &mut worker.samples);
        });
    }

    fn look_ahead_round(&mut self, total: u64, start: u64) {
        let params = self.params;
        if self.look_ahead_rounds == 0 {
            self.replay = None;
        }
        self.look_ahead_rounds += 1;
        let span = total.saturating_sub(start).max(1);
        let progress = (self.games.saturating_sub(start) as f64 / span as f64).min(1.0);
        let rate = decayed(params.look_ahead_rates, progress);
        let Hyperparameters { trust, exploration, candidates, rolls, .. } = params;
        let settings = LookAheadSettings { trust, exploration, candidates, rolls };
        let round = mix(LOOK_AHEAD_SEED ^ self.look_ahead_rounds);
        self.play_and_learn(round, LOOK_AHEAD_ROUND_GAMES, (params.look_ahead_reuse, rate), move |worker, rng| {
            worker.look_ahead.play(settings, rng, &mut worker.samples);
        });
    }

    /// The workers play with the same nets, each game by `play`; meanwhile the nets learn from the replay buffer, each of
    /// the last round's samples `reuse` times on average.
    fn play_and_learn(
        &mut self,
        round: u64,
        games: u64,
        (reuse, rate): (usize, f32),
        play: impl Fn(&mut Worker<V>, &mut Rng) + Copy + Send,
    ) {
        let params = self.params;
        let mut replay = self.replay.take().unwrap_or_else(|| Replay::new(&self.nets, &params));
        let games = games / self.workers.len() as u64;
        let mut rng = self.rng(round, self.workers.len());
        let rngs: Vec<Rng> = (0..self.workers.len()).map(|worker| self.rng(round, worker)).collect();
        let nets = &self.nets;
        thread::scope(|scope| {
            for (worker, mut rng) in self.workers.iter_mut().zip(rngs) {
                scope.spawn(move || {
                    worker.self_play.nets_mut().clone_from(nets);
                    worker.look_ahead.nets_mut().clone_from(nets);
                    worker.samples.clear();
                    for _ in 0..games {
                        play(worker, &mut rng);
                    }
                });
            }
            replay.learn(replay.new_samples * reuse, rate, &params, &mut rng);
        });
        self.games += games * self.workers.len() as u64;
        replay.new_samples = 0;
        for worker in &mut self.workers {
            replay.add(&worker.samples, &params);
        }
        for (net, average) in self.nets.phases_mut().iter_mut().zip(&replay.averages) {
            net.clone_from(average.net());
        }
        self.nets.pruning_net_mut().clone_from(replay.nets.pruning_net());
        self.replay = Some(replay);
    }
}

/// The learning rate at a share of the way from the first to the last.
fn decayed([first, last]: [f64; 2], progress: f64) -> f32 {
    (first * (last / first).powf(progress)) as f32
}

impl<V: NetGame> Worker<V> {
    /// Plays the games of a round and learns from each of them.
    ///
    /// Races have their own net. All other phases share one until the second part, because the first things to learn
    /// are the same in all of them.
    fn learn_at_once(&mut self, nets: &Nets<V>, settings: SelfPlaySettings, rate: f32, rng: &mut Rng) {
        self.self_play.nets_mut().clone_from(nets);
        let shared = V::PHASES.len() - 1;
        for _ in 0..FIRST_ROUND_GAMES {
            self.samples.clear();
            self.self_play.play(settings, rng, &mut self.samples);
            for sample in &self.samples {
                let nets = self.self_play.nets_mut();
                let phase = if V::phase(&sample.position) == 0 { 0 } else { shared };
                self.gradients.descend_phase(&mut nets.phases_mut()[phase], sample, rate);
                self.gradients.descend_pruning(nets, sample, rate);
            }
        }
        if let [_, others @ .., shared] = self.self_play.nets_mut().phases_mut() {
            others.fill(shared.clone());
        }
    }
}

impl<V: NetGame> Replay<V> {
    fn new(nets: &Nets<V>, params: &Hyperparameters) -> Self {
        let phases = nets.phases();
        let span = params.average_steps / AVERAGE_EVERY as u32;
        Self {
            nets: nets.clone(),
            buffer: Vec::with_capacity(params.buffer_size),
            next: 0,
            new_samples: 0,
            batches: phases.iter().map(|net| (Net::zero(net.shape()), 0)).collect(),
            optimizers: phases.iter().map(|net| Adam::new(net.shape())).collect(),
            averages: phases.iter().map(|net| WeightAverage::new(net, span)).collect(),
            steps: 0,
            gradients: Gradients::new(nets),
        }
    }

    /// Puts samples into the buffer in place of the oldest. The pruning net learns from each of them once.
    fn add(&mut self, samples: &[Sample<V>], params: &Hyperparameters) {
        self.new_samples += samples.len();
        for sample in samples {
            self.gradients.descend_pruning(&mut self.nets, sample, PRUNING_RATE);
            if self.buffer.len() < params.buffer_size {
                self.buffer.push(*sample);
            } else {
                self.buffer[self.next] = *sample;
                self.next = (self.next + 1) % params.buffer_size;
            }
        }
    }

    /// Learns from random samples of the buffer.
    fn learn(&mut self, samples: usize, rate: f32, params: &Hyperparameters, rng: &mut Rng) {
        for _ in 0..samples {
            let Some(sample) = rng.choose(&self.buffer) else { return };
            let phase = V::phase(&sample.position);
            let net = &mut self.nets.phases_mut()[phase];
            let (gradient, count) = &mut self.batches[phase];
            self.gradients.add(net, sample, gradient);
            *count += 1;
            if *count == params.batch {
                self.optimizers[phase].step(net, gradient, *count, rate);
                *count = 0;
                self.steps += 1;
                if self.steps.is_multiple_of(AVERAGE_EVERY) {
                    self.averages[phase].update(net);
                }
            }
        }
    }
}
