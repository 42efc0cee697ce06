//! The objective of the policy net: the turns that the search chose.

use agon_engines::training::quoridor::{PolicyInputs, policy_shape};
use agon_nn::{Input, Shape};
use agon_quoridor::Move;

use super::fit::Objective;
use super::sample::Sample;

/// Fits move probabilities to the turn played, by cross entropy. A move's logit is the sum of its features' outputs.
#[derive(Default)]
pub(super) struct PolicyObjective {
    extractor: PolicyInputs,
    inputs: Vec<Input>,
    /// The features of all moves, one after the other.
    features: Vec<u16>,
    /// Where the features of each move end.
    ends: Vec<usize>,
    /// Which move was played.
    played: Option<usize>,
    probabilities: Vec<f32>,
    /// The net's outputs, then the targets for them.
    targets: Vec<f32>,
}

impl PolicyObjective {
    fn moves(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.features[start..end])
    }
}

impl Objective for PolicyObjective {
    fn shape(&self) -> Shape {
        policy_shape()
    }

    fn load(&mut self, sample: &Sample, mirrored: bool) {
        let sample = if mirrored { sample.mirrored() } else { *sample };
        let turn = Move::from_index(sample.turn.into());
        let Self { extractor, inputs, features, ends, played, .. } = self;
        inputs.clear();
        features.clear();
        ends.clear();
        *played = None;
        extractor.extract(&sample.board(), inputs, |m, of_move| {
            if Some(m) == turn {
                *played = Some(ends.len());
            }
            features.extend(of_move);
            ends.push(features.len());
        });
    }

    fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    fn loss(&mut self, outputs: &[f32]) -> f64 {
        self.targets.clear();
        self.targets.extend(outputs);
        let mut probabilities = std::mem::take(&mut self.probabilities);
        probabilities.clear();
        let logit = |features: &[u16]| features.iter().map(|&feature| outputs[usize::from(feature)]).sum::<f32>();
        probabilities.extend(self.moves().map(logit));
        let highest = probabilities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for probability in &mut probabilities {
            *probability = (*probability - highest).exp();
            sum += *probability;
        }
        for probability in &mut probabilities {
            *probability /= sum;
        }
        self.probabilities = probabilities;
        self.played.map_or(0.0, |played| -f64::from(self.probabilities[played].max(1e-9)).ln())
    }

    /// Raises the outputs of the played turn's features, and lowers those of every move's by its probability.
    fn targets(&mut self) -> &[f32] {
        let mut targets = std::mem::take(&mut self.targets);
        if let Some(played) = self.played {
            for (number, features) in self.moves().enumerate() {
                let missing = f32::from(number == played) - self.probabilities[number];
                for &feature in features {
                    targets[usize::from(feature)] += missing;
                }
            }
        }
        self.targets = targets;
        &self.targets
    }
}

#[cfg(test)]
mod tests {
    use agon_engines::training::quoridor::SelfPlayEvaluator;

    use super::super::fit::{FitSettings, fit};
    use super::super::self_play;
    use super::*;

    #[test]
    fn a_policy_learns_which_turns_are_played() {
        let mut samples = Vec::new();
        for number in 0..6 {
            self_play::play(3, 60, number, &SelfPlayEvaluator::default(), &mut samples).unwrap();
        }
        let settings = FitSettings { seed: 1, epochs: 30, rates: [0.02, 0.002] };
        let mut epochs = Vec::new();
        fit(&samples, settings, &mut PolicyObjective::default(), &mut |epoch| epochs.push(*epoch));
        // One of a hundred moves by chance would lose 4.6.
        assert!(epochs[0].training > 2.5, "{:?}", epochs[0]);
        assert!(epochs[29].training < 1.0, "{:?}", epochs[29]);
    }
}
