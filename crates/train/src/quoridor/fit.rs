//! Fitting a net to samples.

use agon_core::Rng;
use agon_nn::{Adam, Backprop, Input, Net, Shape};

use super::sample::Sample;
use crate::Progress;

/// Samples in one step.
const BATCH: usize = 512;
/// One sample in this number is set aside for validation.
const VALIDATION_ONE_IN: usize = 20;

/// How a net is fitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitSettings {
    pub(super) seed: u64,
    pub(super) epochs: u32,
    /// The first and the last learning rate.
    pub(super) rates: [f32; 2],
}

impl FitSettings {
    /// The learning rate after a share of all steps: from the first to the last along half a cosine.
    fn rate(&self, share: f32) -> f32 {
        let decay = 0.5 + 0.5 * (std::f32::consts::PI * share).cos();
        self.rates[1] + (self.rates[0] - self.rates[1]) * decay
    }
}

/// The mean losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Epoch {
    /// The number of the epoch, from 1.
    pub(super) number: u32,
    /// The loss of the training samples.
    pub(super) training: f64,
    /// The loss of the validation samples.
    pub(super) validation: f64,
}

impl Epoch {
    /// The report of a generation's epoch.
    pub(super) fn progress(&self, generation: u32) -> Progress {
        let Self { number, training, validation } = self;
        Progress::Result(format!(
            "generation {generation}, epoch {number}: loss {training:.5}, of positions set aside {validation:.5}"
        ))
    }
}

/// What a net is fitted to.
pub(super) trait Objective {
    fn shape(&self) -> Shape;

    /// Reads a sample, or its mirror image; the other methods are about the sample read last.
    fn load(&mut self, sample: &Sample, mirrored: bool);

    /// The net's inputs that are not zero.
    fn inputs(&self) -> &[Input];

    /// The loss of the net's outputs.
    fn loss(&mut self, outputs: &[f32]) -> f64;

    /// The targets for the outputs last passed to [`loss`](Objective::loss).
    fn targets(&mut self) -> &[f32];
}

/// Fits a net to all samples but the last, which are set aside for validation.
pub(super) fn fit(
    samples: &[Sample],
    settings: FitSettings,
    objective: &mut dyn Objective,
    report: &mut dyn FnMut(&Epoch),
) -> Net {
    let shape = objective.shape();
    let mut rng = Rng::new(settings.seed);
    let mut net = Net::random(&shape, &mut rng);
    let mut gradient = Net::zero(&shape);
    let (mut backprop, mut adam) = (Backprop::new(&shape), Adam::new(&shape));
    let (training, validation) = samples.split_at(samples.len() - samples.len() / VALIDATION_ONE_IN);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let steps = training.len().div_ceil(BATCH) as f32 * settings.epochs as f32;
    let mut step = 0.0f32;
    for number in 1..=settings.epochs {
        rng.shuffle(&mut order);
        let mut training_loss = 0.0;
        for batch in order.chunks(BATCH) {
            for &at in batch {
                objective.load(&training[at as usize], rng.below(2) == 0);
                training_loss += objective.loss(backprop.forward(&net, objective.inputs()));
                backprop.backward(&net, objective.targets());
                backprop.descend(&mut gradient, objective.inputs(), 1.0);
            }
            adam.step(&mut net, &mut gradient, batch.len(), settings.rate(step / steps));
            step += 1.0;
        }
        let mut validation_loss = 0.0;
        for sample in validation {
            objective.load(sample, false);
            validation_loss += objective.loss(backprop.forward(&net, objective.inputs()));
        }
        report(&Epoch {
            number,
            training: training_loss / training.len().max(1) as f64,
            validation: validation_loss / validation.len().max(1) as f64,
        });
    }
    net
}
