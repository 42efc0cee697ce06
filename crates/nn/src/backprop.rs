use crate::simd::{F32x8, Input, LANES, element, vectors};
use crate::{Activation, Net, Shape, kernels};

/// Backpropagation of single samples: forward, backward, then a step of the weights or a sum of gradients.
///
/// Errors are target minus output: the negative gradient of cross-entropy for logistic outputs, and of the squared
/// error for linear ones.
#[derive(Clone, Debug)]
pub struct Backprop {
    /// Sums, activations and errors of each layer.
    layers: Vec<[Vec<F32x8>; 3]>,
    outputs: Vec<f32>,
    /// The non-zero inputs of a later layer.
    list: Vec<Input>,
}

impl Backprop {
    /// Buffers for nets of a shape.
    pub fn new(shape: &Shape) -> Self {
        let layers = shape.layers().map(|(_, to, _)| std::array::from_fn(|_| vec![F32x8::default(); vectors(to)]));
        Self { layers: layers.collect(), outputs: Vec::new(), list: Vec::new() }
    }

    /// Computes the outputs of the net.
    pub fn forward(&mut self, net: &Net, inputs: &[Input]) -> &[f32] {
        for (at, layer) in net.layers.iter().enumerate() {
            if at > 0 {
                fill_list(&mut self.list, &self.layers[at - 1][1], layer.inputs);
            }
            let inputs = if at == 0 { inputs } else { &self.list };
            let [sums, active, _] = &mut self.layers[at];
            sums.copy_from_slice(&layer.bias);
            kernels::sum_rows(&layer.weights, inputs, sums);
            kernels::activate(layer.activation, sums, active);
        }
        self.outputs.clear();
        if let Some([_, active, _]) = self.layers.last() {
            self.outputs.extend((0..net.shape.outputs).map(|output| element(active, output)));
        }
        &self.outputs
    }

    /// Computes the errors of all layers, after [`Backprop::forward`]. Outputs without a target have no error.
    ///
    /// # Panics
    ///
    /// If there are more targets than outputs.
    pub fn backward(&mut self, net: &Net, targets: &[f32]) {
        assert!(targets.len() <= self.outputs.len(), "more targets than outputs");
        let Some([_, _, errors]) = self.layers.last_mut() else { return };
        errors.fill(F32x8::default());
        for (output, (target, reached)) in targets.iter().zip(&self.outputs).enumerate() {
            errors[output / LANES].0[output % LANES] = target - reached;
        }
        for at in (1..net.layers.len()).rev() {
            let (before, after) = self.layers.split_at_mut(at);
            let [_, active, errors] = &mut before[at - 1];
            let layer = &net.layers[at];
            kernels::backpropagate(&layer.weights, &after[0][2], errors);
            multiply_by_slopes(net.layers[at - 1].activation, active, errors);
        }
    }

    /// Takes a step of stochastic gradient descent, with the inputs passed to [`Backprop::forward`].
    pub fn descend(&mut self, net: &mut Net, inputs: &[Input], rate: f32) {
        for at in 0..net.layers.len() {
            let layer = &mut net.layers[at];
            if at > 0 {
                fill_list(&mut self.list, &self.layers[at - 1][1], layer.inputs);
            }
            let inputs = if at == 0 { inputs } else { &self.list };
            let errors = &self.layers[at][2];
            for (bias, error) in layer.bias.iter_mut().zip(errors) {
                bias.add_scaled(rate, error);
            }
            kernels::add_rows(&mut layer.weights, inputs, errors, rate);
        }
    }
}

fn fill_list(list: &mut Vec<Input>, active: &[F32x8], inputs: usize) {
    list.clear();
    let values = active.iter().flat_map(|lane| lane.0).take(inputs).enumerate();
    list.extend(values.filter(|(_, value)| *value != 0.0).map(|(at, value)| Input::new(at as u16, value)));
}

/// Multiplies errors by the derivatives of the activations.
fn multiply_by_slopes(activation: Activation, active: &[F32x8], errors: &mut [F32x8]) {
    for (error, active) in errors.iter_mut().zip(active) {
        for k in 0..LANES {
            let value = active.0[k];
            error.0[k] *= match activation {
                Activation::Linear => 1.0,
                Activation::Relu => f32::from(value > 0.0),
                Activation::Logistic => value * (1.0 - value),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    fn loss(net: &Net, inputs: &[Input], targets: &[f32]) -> f64 {
        let mut backprop = Backprop::new(&net.shape);
        let reached = backprop.forward(net, inputs);
        let cross = |(target, reached): (&f32, &f32)| {
            let (target, reached) = (f64::from(*target), f64::from(*reached));
            -target * reached.ln() - (1.0 - target) * (1.0 - reached).ln()
        };
        targets.iter().zip(reached).map(cross).sum()
    }

    /// Compares the gradient with differences of the loss.
    #[test]
    fn errors_are_the_gradient_of_the_loss() {
        for hidden in [Activation::Logistic, Activation::Relu] {
            let shape = Shape::new(5, &[9, 6], 2).with_hidden(hidden);
            let net = Net::random(&shape, &mut Rng::new(3));
            let inputs = [Input::new(0, 0.7), Input::new(2, -1.1), Input::new(4, 0.4)];
            let targets = [0.8, 0.1];
            let mut backprop = Backprop::new(&shape);
            backprop.forward(&net, &inputs);
            backprop.backward(&net, &targets);
            let mut slopes = Net::zero(&shape);
            backprop.descend(&mut slopes, &inputs, 1.0);
            let slopes: Vec<f32> = slopes.weights().collect();
            let weights: Vec<f32> = net.weights().collect();
            for (at, wanted) in slopes.iter().enumerate() {
                let moved = |by: f32| {
                    let mut net = net.clone();
                    let changed = weights.iter().enumerate();
                    net.set_weights(changed.map(|(k, w)| if k == at { w + by } else { *w }));
                    loss(&net, &inputs, &targets)
                };
                let slope = -(moved(1e-2) - moved(-1e-2)) / 2e-2;
                assert!((slope - f64::from(*wanted)).abs() < 2e-3, "{at}: {slope} {wanted}");
            }
        }
    }
}
