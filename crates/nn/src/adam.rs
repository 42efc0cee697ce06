use crate::kernels::{self, Pace};
use crate::lane::Lane;
use crate::{Net, Shape};

/// The Adam optimiser with decoupled weight decay: steps by gradients over many samples.
#[derive(Clone, Debug)]
pub struct Adam {
    /// The mean and the mean square of each slope, layer by layer: biases, then weights.
    moments: Vec<[Vec<[Lane; 2]>; 2]>,
    steps: i32,
    /// How slowly the mean and the mean square forget.
    pub memory: [f32; 2],
    /// How strongly weights are drawn to zero.
    pub decay: f32,
}

impl Adam {
    /// An optimiser for nets of a shape.
    pub fn new(shape: &Shape) -> Self {
        let net = Net::zero(shape);
        let fresh = |lanes: &[Lane]| vec![[Lane::default(); 2]; lanes.len()];
        let moments = net.layers.iter().map(|layer| [fresh(&layer.bias), fresh(&layer.weights)]).collect();
        Self { moments, steps: 0, memory: [0.9, 0.999], decay: 0.0 }
    }

    /// One step by a gradient, which [`Learner::descend`] with rate 1 has summed over some samples into
    /// a net of zeros; the gradient is cleared.
    ///
    /// [`Learner::descend`]: crate::Learner::descend
    pub fn step(&mut self, net: &mut Net, gradient: &mut Net, samples: usize, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let correct = |memory: f32| 1.0 / (1.0 - memory.powi(self.steps));
        let pace = Pace {
            rate,
            scale: 1.0 / samples.max(1) as f32,
            first: self.memory[0],
            second: self.memory[1],
            corrections: self.memory.map(correct),
            decay: self.decay,
        };
        for ((layer, slopes), [bias, weights]) in
            net.layers.iter_mut().zip(&gradient.layers).zip(&mut self.moments)
        {
            kernels::adam(&mut layer.bias, &slopes.bias, bias, &Pace { decay: 0.0, ..pace });
            kernels::adam(&mut layer.weights, &slopes.weights, weights, &pace);
        }
        gradient.clear();
    }
}

/// The running average of a net's weights (Polyak), which is steadier than the weights themselves.
#[derive(Clone, Debug)]
pub struct Average {
    net: Net,
    taken: u32,
    /// Over about how many of the last values the average runs.
    pub span: u32,
}

impl Average {
    /// An average that begins with this net.
    pub fn new(net: &Net, span: u32) -> Self {
        Self { net: net.clone(), taken: 0, span: span.max(1) }
    }

    /// Takes the present weights in.
    pub fn take(&mut self, net: &Net) {
        self.taken = self.taken.saturating_add(1);
        let count = self.taken.min(self.span);
        self.net.blend(net, 1.0 / count as f32);
    }

    /// The average.
    pub fn net(&self) -> &Net {
        &self.net
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, Learner};
    use agon_core::Rng;

    #[test]
    fn adam_learns_the_exclusive_or() {
        let shape = Shape::new(2, &[8], 1);
        let mut rng = Rng::new(11);
        let mut net = Net::random(&shape, &mut rng);
        let (mut gradient, mut adam) = (Net::zero(&shape), Adam::new(&shape));
        let mut learner = Learner::new(&shape);
        let mut average = Average::new(&net, 50);
        let samples = [(0.0, 0.0, 0.0), (0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0)];
        let inputs = |a, b| [Input::new(0, a), Input::new(1, b)];
        for _ in 0..1500 {
            for (a, b, target) in samples {
                learner.forward(&net, &inputs(a, b));
                learner.backward(&net, &[target]);
                learner.descend(&mut gradient, &inputs(a, b), 1.0);
            }
            adam.step(&mut net, &mut gradient, samples.len(), 0.01);
            average.take(&net);
        }
        for (a, b, target) in samples {
            let reached = learner.forward(average.net(), &inputs(a, b))[0];
            assert!((reached - target).abs() < 0.05, "{a} {b}: {reached}");
        }
    }
}
