//! How the order of moves is learned: from who won the positions of searches.

use std::sync::atomic::AtomicU64;

use agon_core::Rng;
use agon_search::Stop;

use crate::domineering::board::BoardGeometry;
use crate::domineering::board::Frame;
use crate::domineering::board::Region;
use crate::domineering::search::MoveOrder;
use crate::domineering::search::ProofTable;
use crate::domineering::search::{FIRST_PASS_NODES, ProofSearch, SharedSearch, ThreadCaches};
use crate::domineering::search::{OrderNet, write};
use crate::domineering::search::{PatternClasses, Windows};

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
struct TrainingPosition {
    free: u128,
    rows: u8,
    cols: u8,
    mover: u8,
    vertical_wins: bool,
    /// Nodes of the search.
    work: u32,
}

impl TrainingPosition {
    fn windows(&self) -> Windows {
        Windows::new(&Frame::<u128>::new(u32::from(self.rows), u32::from(self.cols)), self.free)
    }

    fn is_judged_rightly(&self, net: &OrderNet) -> bool {
        let worth = net.whole(&self.windows(), usize::from(self.mover));
        (worth > 0) == self.vertical_wins
    }
}

/// The positions of a search.
#[derive(Debug)]
pub(crate) struct TrainingPositions {
    list: Vec<TrainingPosition>,
    size: (u8, u8),
    /// One of so many positions is kept that were settled at once.
    leaf_every: u64,
    rng: Rng,
}

impl TrainingPositions {
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
        self.list.push(TrainingPosition {
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
struct TrainingSearch {
    rows: u32,
    cols: u32,
    nodes: u64,
    first_pass_nodes: u64,
    leaf_every: u64,
}

const fn full(rows: u32, cols: u32) -> TrainingSearch {
    TrainingSearch { rows, cols, nodes: u64::MAX, first_pass_nodes: FIRST_PASS_NODES, leaf_every: 4 }
}

const EIGHT: TrainingSearch = full(8, 8);
const SEVEN: TrainingSearch = full(7, 9);
const NINE: TrainingSearch = TrainingSearch { first_pass_nodes: 0, leaf_every: 32, ..full(9, 9) };

/// Searches by counts, the last of them only begun.
const BY_COUNTS: [TrainingSearch; 3] = [EIGHT, SEVEN, TrainingSearch { nodes: 12_000_000, ..NINE }];

/// Then searches by what was learned of these, and by how much counts weigh beside it: so that it
/// learns where it was wrong.
const BY_JUDGEMENT: [(TrainingSearch, i32); 3] = [(EIGHT, 1), (SEVEN, 1), (NINE, 3)];

/// Positions of so much work are all learned from, of others in proportion: there are too many of them, most of all
/// of those that a bound settled.
const MUCH_WORK: u64 = 16;

/// A learned order of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainedOrder {
    /// As it is shipped.
    pub bytes: Vec<u8>,
    /// How many positions were kept back from learning.
    pub kept_back: usize,
    /// Of how many of these it tells the winner.
    pub judged_rightly: usize,
}

/// The learned order of moves as it is shipped: the same whenever it is made.
pub fn learned_order() -> TrainedOrder {
    let mut lessons = Vec::new();
    for source in &BY_COUNTS {
        lessons.append(&mut source.search(MoveOrder::BY_COUNTS_ALONE));
    }
    let first = OrderNet::new(&learn(&lessons));
    for (source, counts) in &BY_JUDGEMENT {
        let order = MoveOrder { counts: *counts, ..MoveOrder::learned(&first, source.rows * source.cols) };
        lessons.append(&mut source.search(order));
    }
    let worth = learn(&lessons);
    let net = OrderNet::new(&worth);
    let kept_back = || lessons.iter().filter(|lesson| is_kept_back(lesson.free));
    TrainedOrder {
        bytes: write(&worth),
        kept_back: kept_back().count(),
        judged_rightly: kept_back().filter(|lesson| lesson.is_judged_rightly(&net)).count(),
    }
}

impl TrainingSearch {
    fn search(&self, order: MoveOrder) -> Vec<TrainingPosition> {
        let geometry = BoardGeometry::<u128>::new(self.rows, self.cols);
        let mut caches = ThreadCaches::new(geometry.frames);
        let proofs = ProofTable::new(self.rows * self.cols, 1024);
        let (stop, finished, nodes) = (Stop::new(), Stop::new(), AtomicU64::new(0));
        let shared = SharedSearch {
            proofs: &proofs,
            stop: &stop,
            finished: &finished,
            nodes: &nodes,
            most_nodes: self.nodes,
        };
        let mut report = |_, _| {};
        let mut search = ProofSearch::new(&geometry, &mut caches, &shared, &mut report, 0);
        search.order = order;
        search.lessons = Some(TrainingPositions::new(self.rows, self.cols, self.leaf_every));
        let root = geometry.position(&Region::board(self.rows as usize, self.cols as usize));
        // A search that was halted has its lessons as well.
        let _ = search.decides(&root, 0, self.first_pass_nodes);
        search.lessons.map_or_else(Vec::new, |lessons| lessons.list)
    }
}

/// Logistic regression by small steps, each as large as the ones before it allow (Adagrad). A lesson
/// weighs as much as a power of its work. Gives the worth of each class of patterns with
/// Vertical and with Horizontal on move.
fn learn(lessons: &[TrainingPosition]) -> Vec<[i16; 2]> {
    let classes = PatternClasses::new();
    let mut pupil = PatternRegression::new(classes.count);
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
struct PatternRegression {
    mean: Vec<f32>,
    heat: Vec<f32>,
    /// The sums of the squares of all steps.
    squares: [Vec<f32>; 2],
    bias: f32,
}

impl PatternRegression {
    fn new(classes: usize) -> Self {
        let (zero, small) = (vec![0.0; classes], vec![1e-3; classes]);
        Self { mean: zero.clone(), heat: zero, squares: [small.clone(), small], bias: 0.0 }
    }

    fn take(&mut self, lesson: &TrainingPosition, classes: &PatternClasses, rate: f32) {
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
