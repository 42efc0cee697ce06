//! Fitting the policy to the turns that were played.

use agon_core::Rng;
use agon_nn::{Adam, Input, Learner, Net};
use agon_quoridor::{Move, Nine};

use super::fit::{BATCH, Course, Epoch};
use super::sample::Sample;
use crate::quoridor::aspects::{Prospect, show_steps};
use crate::quoridor::judge::view_of;
use crate::quoridor::node::{Corridor, Layers, Node};
use crate::quoridor::policy::shape;

/// A position as the policy sees it: inputs, and the steps with their aspects.
struct Lesson {
    layers: Box<Layers<Nine>>,
    inputs: Vec<Input>,
    /// The aspects of all steps, one after the other.
    aspects: Vec<u16>,
    /// Where the aspects of each step end.
    ends: Vec<usize>,
    /// How likely each step is.
    chances: Vec<f32>,
    /// Which one was played.
    played: Option<usize>,
    targets: Vec<f32>,
}

impl Lesson {
    fn new() -> Self {
        Self {
            layers: Box::new(Corridor::<Nine>::LAYERS),
            inputs: Vec::new(),
            aspects: Vec::new(),
            ends: Vec::new(),
            chances: Vec::new(),
            played: None,
            targets: Vec::new(),
        }
    }

    fn read(&mut self, sample: &Sample) {
        let node = Node::new(&sample.board());
        let view = view_of(&node);
        let Self { layers, inputs, aspects, ends, played, .. } = self;
        inputs.clear();
        view.inputs(|input| inputs.push(Input::new(input as u16, 1.0)));
        let mover = node.mover();
        let [own, other] = [mover, mover.opponent()].map(|player| Corridor::new(&node.board, player, layers));
        let walls = node.board.legal_walls();
        let prospect = Prospect { walls, own: &own, other: &other };
        let prospect = (node.board.walls_left(mover) > 0).then_some(prospect);
        aspects.clear();
        ends.clear();
        *played = None;
        let turn = Move::from_index(sample.turn.into());
        show_steps(&node, &view, prospect, |step, of_step| {
            if Some(step) == turn {
                *played = Some(ends.len());
            }
            aspects.extend(of_step);
            ends.push(aspects.len());
        });
    }

    fn steps(&self) -> impl Iterator<Item = &[u16]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.aspects[begin..end])
    }

    /// How likely the net thinks each step; what the turn played loses by that.
    fn judge(&mut self, outputs: &[f32]) -> f64 {
        let mut chances = std::mem::take(&mut self.chances);
        chances.clear();
        chances.extend(
            self.steps()
                .map(|aspects| aspects.iter().map(|&aspect| outputs[usize::from(aspect)]).sum::<f32>()),
        );
        let highest = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for chance in &mut chances {
            *chance = (*chance - highest).exp();
            sum += *chance;
        }
        for chance in &mut chances {
            *chance /= sum;
        }
        self.chances = chances;
        self.played.map_or(0.0, |played| -f64::from(self.chances[played].max(1e-9)).ln())
    }

    /// What the outputs should have been: higher for the aspects of the turn played, lower for those of all steps by how
    /// likely they were thought.
    fn aim(&mut self, outputs: &[f32]) {
        let mut targets = std::mem::take(&mut self.targets);
        targets.clear();
        targets.extend(outputs);
        if let Some(played) = self.played {
            for (number, aspects) in self.steps().enumerate() {
                let missing = f32::from(number == played) - self.chances[number];
                for &aspect in aspects {
                    targets[usize::from(aspect)] += missing;
                }
            }
        }
        self.targets = targets;
    }
}

/// Fits a policy; the last twentieth of the samples is set aside for the check.
pub(crate) fn imitate(samples: &[Sample], course: Course, report: &mut dyn FnMut(&Epoch)) -> Net {
    let shape = shape();
    let mut rng = Rng::new(course.seed);
    let mut net = Net::random(&shape, &mut rng);
    let mut gradient = Net::zero(&shape);
    let (mut learner, mut adam) = (Learner::new(&shape), Adam::new(&shape));
    let (training, check) = samples.split_at(samples.len() - samples.len() / 20);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut lesson = Lesson::new();
    let mut outputs = Vec::new();
    let steps = training.len().div_ceil(BATCH) as f32 * course.epochs as f32;
    let mut step = 0.0f32;
    for number in 1..=course.epochs {
        rng.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            for &at in batch {
                let sample = &training[at as usize];
                lesson.read(&if rng.below(2) == 0 { sample.mirrored() } else { *sample });
                outputs.clear();
                outputs.extend(learner.forward(&net, &lesson.inputs));
                sum += lesson.judge(&outputs);
                lesson.aim(&outputs);
                learner.backward(&net, &lesson.targets);
                learner.descend(&mut gradient, &lesson.inputs, 1.0);
            }
            adam.step(&mut net, &mut gradient, batch.len(), course.rate(step / steps));
            step += 1.0;
        }
        let mut check_sum = 0.0;
        for sample in check {
            lesson.read(sample);
            check_sum += lesson.judge(learner.forward(&net, &lesson.inputs));
        }
        report(&Epoch {
            number,
            training: sum / training.len().max(1) as f64,
            check: check_sum / check.len().max(1) as f64,
        });
    }
    net
}

#[cfg(test)]
mod tests {
    use super::super::selfplay::{self, Manner};
    use super::*;
    use crate::quoridor::judge::Judge;

    #[test]
    fn a_policy_learns_which_turns_are_played() {
        let mut samples = Vec::new();
        for number in 0..6 {
            let manner = Manner { seed: 3, nodes: 60 };
            selfplay::play(manner, number, &Judge::default(), &mut samples).unwrap();
        }
        let course = Course { seed: 1, epochs: 30, rates: [0.02, 0.002], opinion: 0.0 };
        let mut epochs = Vec::new();
        imitate(&samples, course, &mut |epoch| epochs.push(*epoch));
        // One of a hundred steps by chance would lose 4.6.
        assert!(epochs[0].training > 2.5, "{:?}", epochs[0]);
        assert!(epochs[29].training < 1.0, "{:?}", epochs[29]);
    }
}
