use agon_core::Rng;
use agon_core::rng::mix;
use agon_engines::tavli::{Learnt, Nets};
use agon_nn::{Activation, Adam, Average, Net};
use agon_tavli::Rules;

use crate::Recipe;
use crate::ahead::{Ahead, AheadPlay};
use crate::student::{Manner, Sample, SelfPlay, Teacher};

/// Games between two looks at the nets in the first part, by every thread.
const ROUND: u64 = 100;
/// Games after which the sieve is good enough to be used.
const UNSIFTED: u64 = 5_000;
/// Games of a round in the second part, by all threads together.
const LONG_ROUND: u64 = 1_000;
/// Games of a round in the third part, by all threads together.
const AHEAD_ROUND: u64 = 200;
/// Changes the dice of the third part.
const AHEAD: u64 = 0x0a4e_ad00;
/// Steps between two looks of the average.
const GLANCE: usize = 4;

/// A class of self-play workers and the nets they share.
pub(crate) struct School<V: Learnt> {
    pub(crate) recipe: Recipe,
    pub(crate) nets: Nets<V>,
    rules: Rules<V>,
    seed: u64,
    workers: Vec<Worker<V>>,
    pub(crate) games: u64,
    rounds: u64,
    study: Option<Study<V>>,
    /// Rounds of the third part; they draw their dice by this number, so that the part goes the same way
    /// in one run and in one that goes on from the nets of the second part.
    ahead_rounds: u64,
}

struct Worker<V: Learnt> {
    play: SelfPlay<V>,
    ahead: AheadPlay<V>,
    teacher: Teacher,
    samples: Vec<Sample<V>>,
}

/// What the second part needs besides the nets.
struct Study<V: Learnt> {
    /// The nets as they are being changed; the school's are their average.
    present: Nets<V>,
    store: Vec<Sample<V>>,
    /// Where the next sample goes once the store is full.
    next: usize,
    /// Samples that came with the last round.
    fresh: usize,
    gradients: Vec<(Net, usize)>,
    adams: Vec<Adam>,
    averages: Vec<Average>,
    steps: usize,
    teacher: Teacher,
}

impl<V: Learnt> School<V> {
    pub(crate) fn new(recipe: Recipe, rules: Rules<V>, seed: u64, threads: usize) -> Self {
        let nets = Nets::random(&[recipe.hidden], Activation::Logistic, &mut Rng::new(mix(seed)));
        Self::with_nets(recipe, rules, nets, seed, threads)
    }

    pub(crate) fn with_nets(
        recipe: Recipe,
        rules: Rules<V>,
        nets: Nets<V>,
        seed: u64,
        threads: usize,
    ) -> Self {
        let worker = || Worker {
            play: SelfPlay::new(nets.clone(), rules),
            ahead: AheadPlay::new(nets.clone(), rules),
            teacher: Teacher::new(&nets),
            samples: Vec::new(),
        };
        let workers = (0..threads.max(1)).map(|_| worker()).collect();
        Self { recipe, rules, seed, workers, games: 0, rounds: 0, study: None, ahead_rounds: 0, nets }
    }

    /// Positions looked at closely so far.
    pub(crate) fn judged(&self) -> u64 {
        self.workers.iter().map(|worker| worker.play.judged + worker.ahead.judged).sum()
    }

    pub(crate) fn rules(&self) -> Rules<V> {
        self.rules
    }

    /// Plays and learns one round; `total` games make the whole training.
    pub(crate) fn round(&mut self, total: u64) {
        self.rounds += 1;
        let Recipe { bootstrap, ahead, .. } = self.recipe;
        let second = bootstrap.max(total.saturating_sub(ahead));
        if self.games < bootstrap {
            self.first_round();
        } else if self.ahead_rounds == 0 && (ahead == 0 || self.games < second) {
            self.long_round(second);
        } else {
            self.ahead_round(total, second);
        }
    }

    fn random(&self, worker: usize) -> Rng {
        Rng::new(mix(mix(self.seed) ^ self.rounds).wrapping_add(worker as u64))
    }

    /// Every worker learns from its own games at once; then their nets are averaged.
    fn first_round(&mut self) {
        let recipe = self.recipe;
        let done = self.games as f64 / recipe.bootstrap as f64;
        let rate = falling(recipe.rates, done);
        let manner = Manner {
            lambda: recipe.lambdas[0],
            whim: recipe.whim * (1.0 - 2.0 * done as f32).max(0.0),
            closely: (self.games >= UNSIFTED).then_some(recipe.closely),
        };
        let randoms: Vec<Rng> = (0..self.workers.len()).map(|worker| self.random(worker)).collect();
        std::thread::scope(|scope| {
            for (worker, mut rng) in self.workers.iter_mut().zip(randoms) {
                let nets = &self.nets;
                scope.spawn(move || worker.learn_at_once(nets, manner, rate, &mut rng));
            }
        });
        self.games += ROUND * self.workers.len() as u64;
        self.nets = self.workers[0].play.nets().clone();
        for (number, worker) in self.workers.iter().enumerate().skip(1) {
            let share = 1.0 / (number + 1) as f32;
            let other = worker.play.nets();
            for (net, other) in self.nets.phases_mut().iter_mut().zip(other.phases()) {
                net.blend(other, share);
            }
            self.nets.sieve_mut().blend(other.sieve(), share);
        }
    }

    /// The workers play with the same nets; meanwhile the present nets learn from the store.
    fn long_round(&mut self, total: u64) {
        let recipe = self.recipe;
        let span = total.saturating_sub(recipe.bootstrap).max(1);
        let done = ((self.games - recipe.bootstrap) as f64 / span as f64).min(1.0);
        let rate = falling(recipe.steps, done);
        let [_, early, late] = recipe.lambdas;
        let manner =
            Manner { lambda: early + (late - early) * done as f32, whim: 0.0, closely: Some(recipe.closely) };
        let seed = self.rounds;
        self.play_and_learn(seed, LONG_ROUND, (recipe.reuse, rate), move |worker, nets, games, rng| {
            worker.play(nets, games, manner, rng);
        });
    }

    /// As a long round, with positions judged some rolls ahead.
    fn ahead_round(&mut self, total: u64, second: u64) {
        let recipe = self.recipe;
        if self.ahead_rounds == 0 {
            self.study = None;
        }
        self.ahead_rounds += 1;
        let span = total.saturating_sub(second).max(1);
        let done = (self.games.saturating_sub(second) as f64 / span as f64).min(1.0);
        let rate = falling(recipe.fine, done);
        let Recipe { trust, stray, closely, rolls, .. } = recipe;
        let ahead = Ahead { trust, stray, closely, rolls };
        let seed = mix(AHEAD ^ self.ahead_rounds);
        self.play_and_learn(seed, AHEAD_ROUND, (recipe.study, rate), move |worker, nets, games, rng| {
            worker.look_ahead(nets, games, ahead, rng);
        });
    }

    /// A round of the second or third part: games of the workers, how often and how fast to learn
    /// meanwhile, and how to play.
    fn play_and_learn(
        &mut self,
        seed: u64,
        games: u64,
        (times, rate): (usize, f32),
        play: impl Fn(&mut Worker<V>, &Nets<V>, u64, &mut Rng) + Copy + Send,
    ) {
        let recipe = self.recipe;
        let mut study = self.study.take().unwrap_or_else(|| Study::new(&self.nets, &recipe));
        let games = games / self.workers.len() as u64;
        let random = |number: usize| Rng::new(mix(mix(self.seed) ^ seed).wrapping_add(number as u64));
        let mut rng = random(self.workers.len());
        let randoms: Vec<Rng> = (0..self.workers.len()).map(random).collect();
        let nets = &self.nets;
        let fresh = study.fresh;
        std::thread::scope(|scope| {
            for (worker, mut rng) in self.workers.iter_mut().zip(randoms) {
                scope.spawn(move || play(worker, nets, games, &mut rng));
            }
            study.learn(fresh * times, rate, &recipe, &mut rng);
        });
        self.games += games * self.workers.len() as u64;
        study.fresh = 0;
        for worker in &mut self.workers {
            study.add(&worker.samples, &recipe);
        }
        for (net, average) in self.nets.phases_mut().iter_mut().zip(&study.averages) {
            net.clone_from(average.net());
        }
        self.nets.sieve_mut().clone_from(study.present.sieve());
        self.study = Some(study);
    }
}

/// The rate after a share of the way from one to the other.
fn falling([from, to]: [f64; 2], done: f64) -> f32 {
    (from * (to / from).powf(done)) as f32
}

impl<V: Learnt> Worker<V> {
    /// Races are learnt apart; all other phases share one net until they go separate ways in the second
    /// part, because the first things to learn are the same in all of them.
    fn learn_at_once(&mut self, nets: &Nets<V>, manner: Manner, rate: f32, rng: &mut Rng) {
        self.play.nets_mut().clone_from(nets);
        let shared = V::PHASES.len() - 1;
        for _ in 0..ROUND {
            self.samples.clear();
            self.play.play(manner, rng, &mut self.samples);
            for sample in &self.samples {
                self.teacher.phase(self.play.nets_mut(), sample, rate, shared);
                self.teacher.sieve(self.play.nets_mut(), sample, rate);
            }
        }
        if let [_, others @ .., shared] = self.play.nets_mut().phases_mut() {
            others.fill(shared.clone());
        }
    }

    fn play(&mut self, nets: &Nets<V>, games: u64, manner: Manner, rng: &mut Rng) {
        self.play.nets_mut().clone_from(nets);
        self.samples.clear();
        for _ in 0..games {
            self.play.play(manner, rng, &mut self.samples);
        }
    }

    fn look_ahead(&mut self, nets: &Nets<V>, games: u64, ahead: Ahead, rng: &mut Rng) {
        self.ahead.nets_mut().clone_from(nets);
        self.samples.clear();
        for _ in 0..games {
            self.ahead.play(ahead, rng, &mut self.samples);
        }
    }
}

impl<V: Learnt> Study<V> {
    fn new(nets: &Nets<V>, recipe: &Recipe) -> Self {
        let phases = nets.phases();
        Self {
            present: nets.clone(),
            store: Vec::with_capacity(recipe.store),
            next: 0,
            fresh: 0,
            gradients: phases.iter().map(|net| (Net::zero(net.shape()), 0)).collect(),
            adams: phases.iter().map(|net| Adam::new(net.shape())).collect(),
            averages: phases.iter().map(|net| Average::new(net, recipe.average / GLANCE as u32)).collect(),
            steps: 0,
            teacher: Teacher::new(nets),
        }
    }

    /// Puts samples into the store in place of the oldest.
    fn add(&mut self, samples: &[Sample<V>], recipe: &Recipe) {
        self.fresh += samples.len();
        for sample in samples {
            self.teacher.sieve(&mut self.present, sample, 0.01);
            if self.store.len() < recipe.store {
                self.store.push(*sample);
            } else {
                self.store[self.next] = *sample;
                self.next = (self.next + 1) % recipe.store;
            }
        }
    }

    /// Learns from samples of the store drawn by chance.
    fn learn(&mut self, samples: usize, rate: f32, recipe: &Recipe, rng: &mut Rng) {
        for _ in 0..samples {
            let Some(sample) = rng.choose(&self.store) else { return };
            let phase = self.teacher.look(&self.present, sample);
            let (gradient, count) = &mut self.gradients[phase];
            self.teacher.add_to(gradient);
            *count += 1;
            if *count == recipe.batch {
                let net = &mut self.present.phases_mut()[phase];
                self.adams[phase].step(net, gradient, *count, rate);
                *count = 0;
                self.steps += 1;
                if self.steps.is_multiple_of(GLANCE) {
                    self.averages[phase].take(net);
                }
            }
        }
    }
}
