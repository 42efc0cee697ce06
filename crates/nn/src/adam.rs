use crate::kernels::{self, AdamStep};
use crate::simd::F32x8;
use crate::{Net, Shape};

/// The Adam optimizer with decoupled weight decay.
#[derive(Clone, Debug)]
pub struct Adam {
    /// The moments of each layer's biases and weights: mean and mean square of the gradient.
    moments: Vec<[Vec<[F32x8; 2]>; 2]>,
    steps: i32,
    /// The decay rates of the two moments.
    pub betas: [f32; 2],
    /// The weight decay.
    pub weight_decay: f32,
}

impl Adam {
    /// An optimizer for nets of a shape.
    pub fn new(shape: &Shape) -> Self {
        let net = Net::zero(shape);
        let fresh = |lanes: &[F32x8]| vec![[F32x8::default(); 2]; lanes.len()];
        let moments = net.layers.iter().map(|layer| [fresh(&layer.bias), fresh(&layer.weights)]).collect();
        Self { moments, steps: 0, betas: [0.9, 0.999], weight_decay: 0.0 }
    }

    /// Takes one step by a gradient that [`Backprop::descend`] with rate 1 has summed over some samples into a net of zeros.
    /// Clears the gradient.
    ///
    /// [`Backprop::descend`]: crate::Backprop::descend
    pub fn step(&mut self, net: &mut Net, gradient: &mut Net, samples: usize, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let correction = |beta: f32| 1.0 / (1.0 - beta.powi(self.steps));
        let step = AdamStep {
            rate,
            scale: 1.0 / samples.max(1) as f32,
            beta1: self.betas[0],
            beta2: self.betas[1],
            corrections: self.betas.map(correction),
            weight_decay: self.weight_decay,
        };
        for ((layer, slopes), [bias, weights]) in net.layers.iter_mut().zip(&gradient.layers).zip(&mut self.moments) {
            kernels::adam(&mut layer.bias, &slopes.bias, bias, &AdamStep { weight_decay: 0.0, ..step });
            kernels::adam(&mut layer.weights, &slopes.weights, weights, &step);
        }
        gradient.clear();
    }
}

/// The running average of a net's weights (Polyak), which is steadier than the weights themselves.
#[derive(Clone, Debug)]
pub struct WeightAverage {
    net: Net,
    taken: u32,
    /// About how many of the last updates the average covers.
    pub span: u32,
}

impl WeightAverage {
    /// An average that starts with this net.
    pub fn new(net: &Net, span: u32) -> Self {
        Self { net: net.clone(), taken: 0, span: span.max(1) }
    }

    /// Adds the current weights to the average.
    pub fn update(&mut self, net: &Net) {
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
    use crate::{Backprop, Input};
    use agon_core::Rng;

    #[test]
    fn adam_learns_the_exclusive_or() {
        let shape = Shape::new(2, &[8], 1);
        let mut rng = Rng::new(11);
        let mut net = Net::random(&shape, &mut rng);
        let (mut gradient, mut adam) = (Net::zero(&shape), Adam::new(&shape));
        let mut backprop = Backprop::new(&shape);
        let mut average = WeightAverage::new(&net, 50);
        let samples = [(0.0, 0.0, 0.0), (0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0)];
        let inputs = |a, b| [Input::new(0, a), Input::new(1, b)];
        for _ in 0..1500 {
            for (a, b, target) in samples {
                backprop.forward(&net, &inputs(a, b));
                backprop.backward(&net, &[target]);
                backprop.descend(&mut gradient, &inputs(a, b), 1.0);
            }
            adam.step(&mut net, &mut gradient, samples.len(), 0.01);
            average.update(&net);
        }
        for (a, b, target) in samples {
            let reached = backprop.forward(average.net(), &inputs(a, b))[0];
            assert!((reached - target).abs() < 0.05, "{a} {b}: {reached}");
        }
    }
}
