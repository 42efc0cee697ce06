/// The activation of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// Nothing.
    Linear,
    /// Negative sums become zero.
    Relu,
    /// `1 / (1 + exp(-x))`.
    Logistic,
}

impl Activation {
    /// The name in weight files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Relu => "relu",
            Self::Logistic => "logistic",
        }
    }

    /// The activation of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Linear, Self::Relu, Self::Logistic].into_iter().find(|activation| activation.name() == name)
    }
}

/// The layers of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub(crate) inputs: usize,
    pub(crate) hidden: Vec<usize>,
    pub(crate) outputs: usize,
    pub(crate) hidden_activation: Activation,
    pub(crate) output_activation: Activation,
}

impl Shape {
    /// The most inputs: their numbers have 16 bits.
    pub const MAX_INPUTS: usize = 1 << 16;
    /// The largest width of a layer.
    pub const MAX_WIDTH: usize = 4096;
    /// The most hidden layers.
    pub const MAX_HIDDEN_LAYERS: usize = 8;

    /// A shape with hidden layers of these widths (rectifiers) and logistic outputs.
    pub fn new(inputs: usize, hidden: &[usize], outputs: usize) -> Self {
        Self {
            inputs,
            hidden: hidden.to_vec(),
            outputs,
            hidden_activation: Activation::Relu,
            output_activation: Activation::Logistic,
        }
    }

    /// Another activation of the hidden layers.
    #[must_use]
    pub fn with_hidden(mut self, activation: Activation) -> Self {
        self.hidden_activation = activation;
        self
    }

    /// Another activation of the outputs.
    #[must_use]
    pub fn with_outputs(mut self, activation: Activation) -> Self {
        self.output_activation = activation;
        self
    }

    /// The number of inputs.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of outputs.
    pub const fn outputs(&self) -> usize {
        self.outputs
    }

    /// The widths of the hidden layers.
    pub fn hidden(&self) -> &[usize] {
        &self.hidden
    }

    /// Whether a net of this shape can exist.
    pub(crate) fn is_valid(&self) -> bool {
        let width = |width: usize| (1..=Self::MAX_WIDTH).contains(&width);
        (1..=Self::MAX_INPUTS).contains(&self.inputs)
            && (1..=Self::MAX_HIDDEN_LAYERS).contains(&self.hidden.len())
            && self.hidden.iter().all(|&hidden| width(hidden))
            && width(self.outputs)
    }

    /// Inputs, outputs and activation of each layer.
    pub(crate) fn layers(&self) -> impl Iterator<Item = (usize, usize, Activation)> + '_ {
        let from = std::iter::once(self.inputs).chain(self.hidden.iter().copied());
        let to = self.hidden.iter().copied().chain(std::iter::once(self.outputs));
        let last = self.hidden.len();
        from.zip(to).enumerate().map(move |(at, (from, to))| {
            (from, to, if at == last { self.output_activation } else { self.hidden_activation })
        })
    }

    /// The number of weights, including biases.
    pub fn weights(&self) -> usize {
        self.layers().map(|(from, to, _)| (from + 1) * to).sum()
    }
}
