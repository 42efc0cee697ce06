use std::fs;
use std::path::Path;
use std::time::Instant;

use agon_core::Rng;
use agon_core::rng::mix;
use agon_engines::tavli::{Learnt, Nets};
use agon_nn::NetFile;
use agon_tavli::{Backgammon, Fevga, Plakoto, Portes, Rules};

use crate::school::School;
use crate::{
    ByHand, ByNets, Check, Course, Curve, Duel, Error, Length, Plan, Progress, Recipe, duel, read_nets,
};

/// Pairs of games against the hand-made player that decide between beginnings.
const TRIAL_PAIRS: u32 = 300;
/// Changes the dice of checks, so that nothing is learnt from them.
const SEED_OF_CHECKS: u64 = 0x00c0_ffee;

/// The training of a tavli game.
#[derive(Clone, Copy, Debug, Default)]
pub struct TavliCourse<V: Learnt> {
    /// How it goes.
    pub recipe: Recipe,
    game: std::marker::PhantomData<V>,
}

/// The trainings there are for tavli games.
pub(crate) fn courses() -> Vec<Box<dyn Course>> {
    vec![
        Box::new(TavliCourse::<Portes>::default()),
        Box::new(TavliCourse::<Plakoto>::default()),
        Box::new(TavliCourse::<Fevga>::default()),
        Box::new(TavliCourse::<Backgammon>::default()),
    ]
}

impl<V: Learnt> Course for TavliCourse<V> {
    fn game(&self) -> &'static str {
        V::INFO.name
    }

    fn change(&mut self, recipe: &str) -> Result<(), Error> {
        self.recipe = self.recipe.with(recipe).map_err(Error::Recipe)?;
        Ok(())
    }

    fn train(&self, plan: &Plan, tell: &mut dyn FnMut(&Progress)) -> Result<Curve, Error> {
        let mut run = Run::<V>::begin(self.recipe, plan, tell)?;
        run.go_on(plan, tell)?;
        Ok(run.curve)
    }
}

/// A training under way.
struct Run<V: Learnt> {
    school: School<V>,
    best: Nets<V>,
    curve: Curve,
    /// Seconds of training, checks left out.
    seconds: f64,
    /// Where the games began, for a run that goes on from an earlier one.
    origin: Vec<(String, String)>,
}

impl<V: Learnt> Run<V> {
    fn begin(recipe: Recipe, plan: &Plan, tell: &mut dyn FnMut(&Progress)) -> Result<Self, Error> {
        let rules = Rules::default();
        let mut origin = Vec::new();
        let mut curve = Curve::default();
        let school = match &plan.resume {
            Some(path) => {
                let (nets, file) = read_nets::<V>(path)?;
                let nets = nets.widened(recipe.widen, &mut Rng::new(mix(plan.seed)));
                let mut school = School::with_nets(recipe, rules, nets, plan.seed, plan.threads);
                school.games = file.fact("games").and_then(|games| games.parse().ok()).unwrap_or(0);
                origin =
                    file.facts.into_iter().filter(|(key, _)| key == "command" || key == "games").collect();
                curve = fs::read_to_string(path.with_extension("csv"))
                    .map(|text| Curve::from_csv(&text))
                    .unwrap_or_default();
                school
            }
            None => best_beginning(recipe, rules, plan, tell),
        };
        Ok(Self { best: school.nets.clone(), school, curve, seconds: 0.0, origin })
    }

    fn go_on(&mut self, plan: &Plan, tell: &mut dyn FnMut(&Progress)) -> Result<(), Error> {
        let first = self.school.games;
        let mut due = first + plan.check;
        loop {
            let done = (self.school.games - first) as f64;
            let rate = if self.seconds > 0.0 { done / self.seconds } else { 0.0 };
            let (total, over) = match plan.length {
                Length::Games(games) => (games, self.school.games >= games),
                Length::Minutes(minutes) => {
                    // Before the speed is known the end is thought to be far.
                    let left = (minutes * 60.0 - self.seconds).max(0.0);
                    let more = if self.seconds < 1.0 { 1e9 } else { rate * left };
                    (self.school.games + more as u64, left <= 0.0)
                }
            };
            if over || self.school.games >= due {
                self.check(plan, tell)?;
                due += plan.check;
            }
            if over {
                return Ok(());
            }
            let started = Instant::now();
            self.school.round(total);
            self.seconds += started.elapsed().as_secs_f64();
            tell(&Progress::Games(self.school.games, total, rate));
        }
    }

    /// Matches against the hand-made player and the best nets so far; better nets are written down.
    fn check(&mut self, plan: &Plan, tell: &mut dyn FnMut(&Progress)) -> Result<(), Error> {
        let rules = self.school.rules();
        let mut player = ByNets::new(self.school.nets.clone());
        let seed = mix(plan.seed ^ SEED_OF_CHECKS ^ self.school.games);
        let hand = duel(&mut player, &mut ByHand, rules, plan.pairs, seed);
        let best = duel(&mut player, &mut ByNets::new(self.best.clone()), rules, plan.pairs, seed + 1);
        let promoted = best.points > 0.0 || self.curve.checks.is_empty();
        let judged = self.school.judged() as f64 / self.seconds.max(1e-3);
        let check = Check { games: self.school.games, seconds: self.seconds, judged, hand, best, promoted };
        self.curve.checks.push(check);
        if promoted {
            self.best = self.school.nets.clone();
            self.write(plan, &plan.out, hand)?;
        }
        // The latest nets too, to go on from.
        self.write(plan, &plan.out.with_extension("last.net"), hand)?;
        write(&plan.out.with_extension("csv"), self.curve.csv().as_bytes())?;
        let title = format!("{}: points a game against the hand-made player", V::INFO.title);
        write(&plan.out.with_extension("svg"), self.curve.svg(&title).as_bytes())?;
        tell(&Progress::Checked(check));
        Ok(())
    }

    fn write(&self, plan: &Plan, path: &Path, hand: Duel) -> Result<(), Error> {
        let rules = self.school.rules();
        let mut file = NetFile::new(V::INFO.name)
            .with("rules", format!("{:?}", rules.variant))
            .with("score", format!("{:?}", rules.score));
        file.facts.extend(self.origin.iter().cloned());
        let file = file
            .with("command", &plan.command)
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("seed", plan.seed)
            .with("threads", plan.threads)
            .with("recipe", self.school.recipe)
            .with("games", self.school.games)
            .with("seconds", self.seconds.round())
            .with("against-hand", hand);
        write(path, &self.school.nets.add_to(file).to_bytes())
    }
}

/// Several beginnings play a little; the one that does best against the hand-made player goes on.
fn best_beginning<V: Learnt>(
    recipe: Recipe,
    rules: Rules<V>,
    plan: &Plan,
    tell: &mut dyn FnMut(&Progress),
) -> School<V> {
    let mut best: Option<(f64, School<V>)> = None;
    for number in 0..recipe.tries.max(1) {
        let mut school = School::new(recipe, rules, plan.seed.wrapping_add(number), plan.threads);
        if recipe.tries > 1 {
            while school.games < recipe.trial {
                school.round(u64::MAX);
            }
        }
        let mut player = ByNets::new(school.nets.clone());
        let result = duel(&mut player, &mut ByHand, rules, TRIAL_PAIRS, SEED_OF_CHECKS);
        tell(&Progress::Tried(number, result));
        if best.as_ref().is_none_or(|(points, _)| result.points > *points) {
            best = Some((result.points, school));
        }
    }
    best.map_or_else(|| School::new(recipe, rules, plan.seed, plan.threads), |(_, school)| school)
}

/// Writes a file so that a crash leaves the old one or the new one.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let part = path.with_extension("part");
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|error| Error::Write(path.to_owned(), error))
}
