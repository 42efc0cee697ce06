//! Fitting the net to what was played.

use agon_core::Rng;
use agon_nn::{Adam, Input, Learner, Net, Shape};
use agon_quoridor::Square;

use super::sample::Sample;
use crate::quoridor::features::{INPUTS, View};
use crate::quoridor::net::{FIRST, LOGIT, SECOND};

/// Samples in one step.
pub(crate) const BATCH: usize = 512;

/// How the net is fitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub(crate) seed: u64,
    pub(crate) epochs: u32,
    /// The first and the last rate.
    pub(crate) rates: [f32; 2],
    /// How much of the target is the search's opinion; the rest is the result.
    pub(crate) opinion: f32,
}

impl Course {
    /// The rate after a share of all steps: from the first to the last along half a cosine.
    pub(crate) fn rate(&self, share: f32) -> f32 {
        let way = 0.5 + 0.5 * (std::f32::consts::PI * share).cos();
        self.rates[1] + (self.rates[0] - self.rates[1]) * way
    }
}

/// The mean losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Which, from 1.
    pub number: u32,
    /// Over the samples it learned from.
    pub training: f64,
    /// Over samples set aside.
    pub check: f64,
}

fn view(sample: &Sample, mirrored: bool) -> View {
    let pawns = sample.pawns.map(Square::from_index);
    let walls = [sample.horizontal, sample.vertical];
    let view = View::new(walls, pawns, sample.left, sample.steps, usize::from(sample.mover));
    if mirrored { view.mirrored() } else { view }
}

fn target(sample: &Sample, opinion: f32) -> f32 {
    let thought = 1.0 / (1.0 + (-f32::from(sample.score) / LOGIT).exp());
    opinion * thought + (1.0 - opinion) * (f32::from(sample.result) + 1.0) / 2.0
}

fn loss(target: f32, reached: f32) -> f64 {
    let (target, reached) = (f64::from(target), f64::from(reached).clamp(1e-7, 1.0 - 1e-7));
    // The best that could be reached is taken off, so that 0 is perfect.
    let entropy = |p: f64| if p <= 0.0 || p >= 1.0 { 0.0 } else { -p * p.ln() - (1.0 - p) * (1.0 - p).ln() };
    -target * reached.ln() - (1.0 - target) * (1.0 - reached).ln() - entropy(target)
}

fn fill(inputs: &mut Vec<Input>, view: &View) {
    inputs.clear();
    view.inputs(|input| inputs.push(Input::new(input as u16, 1.0)));
}

/// The shape of the net.
pub(crate) fn shape() -> Shape {
    Shape::new(INPUTS, &[FIRST, SECOND], 1)
}

/// Fits a net; the last twentieth of the samples is set aside for the check.
pub(crate) fn fit(samples: &[Sample], course: Course, report: &mut dyn FnMut(&Epoch)) -> Net {
    let shape = shape();
    let mut rng = Rng::new(course.seed);
    let mut net = Net::random(&shape, &mut rng);
    let mut gradient = Net::zero(&shape);
    let (mut learner, mut adam) = (Learner::new(&shape), Adam::new(&shape));
    let (training, check) = samples.split_at(samples.len() - samples.len() / 20);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut inputs = Vec::new();
    let steps = training.len().div_ceil(BATCH) as f32 * course.epochs as f32;
    let mut step = 0.0f32;
    for number in 1..=course.epochs {
        rng.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            for &at in batch {
                let sample = &training[at as usize];
                fill(&mut inputs, &view(sample, rng.below(2) == 0));
                let target = target(sample, course.opinion);
                sum += loss(target, learner.forward(&net, &inputs)[0]);
                learner.backward(&net, &[target]);
                learner.descend(&mut gradient, &inputs, 1.0);
            }
            adam.step(&mut net, &mut gradient, batch.len(), course.rate(step / steps));
            step += 1.0;
        }
        let mut check_sum = 0.0;
        for sample in check {
            fill(&mut inputs, &view(sample, false));
            check_sum += loss(target(sample, course.opinion), learner.forward(&net, &inputs)[0]);
        }
        let epoch = Epoch {
            number,
            training: sum / training.len().max(1) as f64,
            check: check_sum / check.len().max(1) as f64,
        };
        report(&epoch);
    }
    net
}
