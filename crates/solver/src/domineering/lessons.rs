//! How the order of moves is learned: from who won the positions of searches.

use std::sync::atomic::AtomicU64;

use agon_core::Rng;
use agon_search::Stop;

use super::board::Geometry;
use super::frame::Frame;
use super::judgement::{Judgement, write};
use super::manner::Manner;
use super::memory::Memory;
use super::region::Region;
use super::search::{FIRST_TRY, Knowledge, Search, Shared};
use super::windows::{Classes, Windows};

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
struct Lesson {
    free: u128,
    rows: u8,
    cols: u8,
    mover: u8,
    vertical_wins: bool,
    /// Nodes of the search.
    work: u32,
}

impl Lesson {
    fn windows(&self) -> Windows {
        Windows::new(&Frame::<u128>::new(u32::from(self.rows), u32::from(self.cols)), self.free)
    }

    fn is_judged_rightly(&self, judgement: &Judgement) -> bool {
        let worth = judgement.whole(&self.windows(), usize::from(self.mover));
        (worth > 0) == self.vertical_wins
    }
}

/// The positions of a search.
#[derive(Debug)]
pub(crate) struct Lessons {
    list: Vec<Lesson>,
    size: (u8, u8),
    /// One of so many positions is kept that were settled at once.
    leaf_every: u64,
    rng: Rng,
}

impl Lessons {
    fn new(rows: u32, cols: u32, leaf_every: u64) -> Self {
        Self { list: Vec::new(), size: (rows as u8, cols as u8), leaf_every, rng: Rng::new(1) }
    }

    /// A position that a bound settled.
    pub(crate) fn leaf(&mut self, free: u128, mover: usize, won: bool) {
        if self.rng.next_u64().is_multiple_of(self.leaf_every) {
            self.enter(free, mover, won, 1);
        }
    }

    /// A position that was searched.
    pub(crate) fn enter(&mut self, free: u128, mover: usize, won: bool, work: u64) {
        if work < MUCH_WORK && self.rng.next_u64() % MUCH_WORK > work {
            return;
        }
        let (rows, cols) = self.size;
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        self.list.push(Lesson {
            free,
            rows,
            cols,
            mover: mover as u8,
            vertical_wins: won == (mover == 0),
            work,
        });
    }
}

/// A search of an empty board to learn from; Vertical starts.
struct Source {
    rows: u32,
    cols: u32,
    nodes: u64,
    first_try: u64,
    leaf_every: u64,
}

const fn full(rows: u32, cols: u32) -> Source {
    Source { rows, cols, nodes: u64::MAX, first_try: FIRST_TRY, leaf_every: 4 }
}

const EIGHT: Source = full(8, 8);
const SEVEN: Source = full(7, 9);
const NINE: Source = Source { first_try: 0, leaf_every: 32, ..full(9, 9) };

/// Searches by counts, the last of them only begun.
const BY_COUNTS: [Source; 3] = [EIGHT, SEVEN, Source { nodes: 12_000_000, ..NINE }];

/// Then searches by what was learned of these, and by how much counts weigh beside it: so that it
/// learns where it was wrong.
const BY_JUDGEMENT: [(Source, i32); 3] = [(EIGHT, 1), (SEVEN, 1), (NINE, 3)];

/// Positions of so much work are all learned from, of others in proportion: there are too many of them, most of all
/// of those that a bound settled.
const MUCH_WORK: u64 = 16;

/// A learned order of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedOrder {
    /// As it is shipped.
    pub bytes: Vec<u8>,
    /// How many positions were kept back from learning.
    pub kept_back: usize,
    /// Of how many of these it tells the winner.
    pub judged_rightly: usize,
}

/// The learned order of moves as it is shipped: the same whenever it is made.
pub fn learned_order() -> LearnedOrder {
    let mut lessons = Vec::new();
    for source in &BY_COUNTS {
        lessons.append(&mut source.search(Manner::PLAIN));
    }
    let first = Judgement::new(&learn(&lessons));
    for (source, counts) in &BY_JUDGEMENT {
        let manner = Manner { counts: *counts, ..Manner::learned(&first, source.rows * source.cols) };
        lessons.append(&mut source.search(manner));
    }
    let worth = learn(&lessons);
    let judgement = Judgement::new(&worth);
    let kept_back = || lessons.iter().filter(|lesson| is_kept_back(lesson.free));
    LearnedOrder {
        bytes: write(&worth),
        kept_back: kept_back().count(),
        judged_rightly: kept_back().filter(|lesson| lesson.is_judged_rightly(&judgement)).count(),
    }
}

impl Source {
    fn search(&self, manner: Manner) -> Vec<Lesson> {
        let geometry = Geometry::<u128>::new(self.rows, self.cols);
        let mut knowledge = Knowledge::new(geometry.frames);
        let memory = Memory::new(self.rows * self.cols, 1024);
        let (stop, finished, nodes) = (Stop::new(), Stop::new(), AtomicU64::new(0));
        let shared = Shared {
            memory: &memory,
            stop: &stop,
            finished: &finished,
            nodes: &nodes,
            most_nodes: self.nodes,
        };
        let mut report = |_, _| {};
        let mut search = Search::new(&geometry, &mut knowledge, &shared, &mut report, 0);
        search.manner = manner;
        search.lessons = Some(Lessons::new(self.rows, self.cols, self.leaf_every));
        let root = geometry.position(&Region::board(self.rows as usize, self.cols as usize));
        // A search that was halted has its lessons as well.
        let _ = search.decides(&root, 0, self.first_try);
        search.lessons.map_or_else(Vec::new, |lessons| lessons.list)
    }
}

/// Logistic regression by small steps, each as large as the ones before it allow (Adagrad). A lesson
/// weighs as much as a power of its work. Gives the worth of each class of patterns with
/// Vertical and with Horizontal on move.
fn learn(lessons: &[Lesson]) -> Vec<[i16; 2]> {
    let classes = Classes::new();
    let mut pupil = Pupil::new(classes.count);
    let mut rng = Rng::new(5);
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    for round in 0..ROUNDS {
        for index in (1..order.len()).rev() {
            order.swap(index, rng.below(index as u32 + 1) as usize);
        }
        let rate = RATE * (1.0 - round as f32 / ROUNDS as f32).max(0.05);
        for &index in &order {
            pupil.take(&lessons[index as usize], &classes, rate);
        }
    }
    pupil.worth()
}

const ROUNDS: usize = 3;
const RATE: f32 = 0.05;

/// The power of its work that a lesson weighs.
const POWER: f32 = 0.3;

/// How much weights are drawn to nought.
const DECAY: f32 = 1e-6;

/// Weights of classes of patterns: what they are worth to Vertical, and to the player on move.
struct Pupil {
    mean: Vec<f32>,
    heat: Vec<f32>,
    /// The sums of the squares of all steps.
    squares: [Vec<f32>; 2],
    bias: f32,
}

impl Pupil {
    fn new(classes: usize) -> Self {
        let (zero, small) = (vec![0.0; classes], vec![1e-3; classes]);
        Self { mean: zero.clone(), heat: zero, squares: [small.clone(), small], bias: 0.0 }
    }

    fn take(&mut self, lesson: &Lesson, classes: &Classes, rate: f32) {
        if is_kept_back(lesson.free) {
            return;
        }
        let side = if lesson.mover == 0 { 1.0 } else { -1.0 };
        let found: Vec<(usize, f32)> = lesson
            .windows()
            .patterns()
            .filter(|&pattern| pattern != 0)
            .map(|pattern| classes.of(pattern))
            .map(|(class, sign)| (class, f32::from(sign)))
            .collect();
        let mut odds = self.bias * side;
        for &(class, sign) in &found {
            odds += sign * self.mean[class] + side * self.heat[class];
        }
        let guess = 1.0 / (1.0 + (-odds).exp());
        let truth = f32::from(u8::from(lesson.vertical_wins));
        let error = (guess - truth) * (lesson.work as f32 + 1.0).powf(POWER);
        self.bias -= 0.01 * rate * error * side;
        for &(class, sign) in &found {
            if sign != 0.0 {
                step(&mut self.mean[class], &mut self.squares[0][class], error * sign, rate);
            }
            step(&mut self.heat[class], &mut self.squares[1][class], error * side, rate);
        }
    }

    fn worth(&self) -> Vec<[i16; 2]> {
        let units = |odds: f32| (256.0 * odds).round().clamp(-32_000.0, 32_000.0) as i16;
        self.mean
            .iter()
            .zip(&self.heat)
            .map(|(mean, heat)| [units(mean + heat), units(mean - heat)])
            .collect()
    }
}

fn step(weight: &mut f32, squares: &mut f32, slope: f32, rate: f32) {
    let slope = slope + DECAY * *weight;
    *squares += slope * slope;
    *weight -= rate * slope / squares.sqrt();
}

/// One position in thirty-two is not learned from, so that what is learned can be tested on it.
fn is_kept_back(free: u128) -> bool {
    (free.wrapping_mul(0x9e37_79b9_7f4a_7c15_d6e8_feb8_6659_fd93) >> 120) < 8
}
