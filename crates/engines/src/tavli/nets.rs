//! The nets of a game, and those compiled into the program.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use agon_core::{Fault, Rng};
use agon_nn::{Activation, Net, NetFile, Shape, faults::NET_UNFIT};

use super::NetGame;

/// Hidden units of the pruning net.
const PRUNING_HIDDEN: usize = 16;
/// The name of the pruning net in weight files.
const PRUNING_NAME: &str = "sieve";

/// The nets of a game, one for each phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Nets<V: NetGame> {
    phases: Vec<Net>,
    /// A small net that finds the worst turns of a roll, so that the others need not evaluate them.
    pruning: Net,
    game: PhantomData<V>,
}

impl<V: NetGame> Nets<V> {
    /// Nets with random weights.
    pub fn random(hidden: &[usize], activation: Activation, rng: &mut Rng) -> Self {
        let shape = Shape::new(V::INPUTS, hidden, V::OUTPUTS).with_hidden(activation);
        let pruning = Shape::new(V::BOARD_INPUTS, &[PRUNING_HIDDEN], V::OUTPUTS).with_hidden(Activation::Logistic);
        Self {
            phases: V::PHASES.iter().map(|_| Net::random(&shape, rng)).collect(),
            pruning: Net::random(&pruning, rng),
            game: PhantomData,
        }
    }

    /// The nets with wider hidden layers, which give the same outputs until they are trained on.
    #[must_use]
    pub fn widened(mut self, hidden: usize, rng: &mut Rng) -> Self {
        for net in &mut self.phases {
            *net = net.widened(hidden, rng);
        }
        self
    }

    /// The nets of a weight file.
    pub fn from_file(file: &NetFile) -> Result<Self, Fault> {
        let net = |name: &str, inputs: usize| {
            let net = file.net(name).ok_or_else(|| NET_UNFIT.with("found", file.names()).with("needed", name))?;
            let shape = net.shape();
            if shape.inputs() == inputs && shape.outputs() == V::OUTPUTS {
                return Ok(net.clone());
            }
            let found = format!("{name} with {} inputs and {} outputs", shape.inputs(), shape.outputs());
            let needed = format!("one with {inputs} and {}", V::OUTPUTS);
            Err(NET_UNFIT.with("found", found).with("needed", needed))
        };
        let phases: Result<_, Fault> = V::PHASES.iter().map(|name| net(name, V::INPUTS)).collect();
        Ok(Self { phases: phases?, pruning: net(PRUNING_NAME, V::BOARD_INPUTS)?, game: PhantomData })
    }

    /// Adds the nets to a weight file.
    pub fn add_to(&self, file: NetFile) -> NetFile {
        let phases = V::PHASES.iter().copied().zip(&self.phases);
        let all = phases.chain(std::iter::once((PRUNING_NAME, &self.pruning)));
        all.fold(file, |file, (name, net)| file.with_net(name, net.clone()))
    }

    /// The net of a phase.
    pub fn phase(&self, phase: usize) -> &Net {
        &self.phases[phase]
    }

    /// The pruning net.
    pub fn pruning_net(&self) -> &Net {
        &self.pruning
    }

    /// The pruning net, for training.
    pub fn pruning_net_mut(&mut self) -> &mut Net {
        &mut self.pruning
    }

    /// The nets of all phases, for training.
    pub fn phases_mut(&mut self) -> &mut [Net] {
        &mut self.phases
    }

    /// The nets of all phases.
    pub fn phases(&self) -> &[Net] {
        &self.phases
    }
}

/// A game whose nets are compiled into the program.
pub trait BundledNets: NetGame {
    /// The weight file.
    const WEIGHTS: &'static [u8];

    /// The nets, once they have been parsed.
    fn cell() -> &'static OnceLock<Arc<Nets<Self>>>;
}

/// Compiles a weight file into the program as the nets of a game.
macro_rules! bundle {
    ($variant:ty, $file:literal) => {
        impl $crate::tavli::BundledNets for $variant {
            const WEIGHTS: &'static [u8] = include_bytes!(concat!("../../weights/", $file));

            fn cell() -> &'static std::sync::OnceLock<std::sync::Arc<$crate::tavli::Nets<Self>>> {
                static CELL: std::sync::OnceLock<std::sync::Arc<$crate::tavli::Nets<$variant>>> =
                    std::sync::OnceLock::new();
                &CELL
            }
        }
    };
}
pub(crate) use bundle;

/// The nets compiled into the program, parsed once.
///
/// # Panics
/// If the game's weight file is not one of its nets: a program with such a file does not pass its tests.
pub fn bundled_nets<V: BundledNets>() -> Arc<Nets<V>> {
    let read = || {
        let nets = NetFile::from_bytes(V::WEIGHTS).and_then(|file| Nets::from_file(&file));
        Arc::new(nets.expect("the shipped nets of the game"))
    };
    Arc::clone(V::cell().get_or_init(read))
}

#[cfg(test)]
mod tests {
    use agon_tavli::{Backgammon, Fevga, Plakoto, Portes};

    use super::*;

    fn is_sound<V: BundledNets>() {
        let file = NetFile::from_bytes(V::WEIGHTS).unwrap();
        for fact in ["game", "rules", "seed", "command", "games"] {
            assert!(file.fact(fact).is_some(), "{} lacks {fact}", V::INFO.name);
        }
        assert_eq!(Nets::<V>::from_file(&file).unwrap(), *bundled_nets::<V>());
        // They are parsed once.
        assert!(Arc::ptr_eq(&bundled_nets::<V>(), &bundled_nets::<V>()), "{}", V::INFO.name);
    }

    #[test]
    fn shipped_weights_are_sound_and_say_where_they_come_from() {
        is_sound::<Portes>();
        is_sound::<Plakoto>();
        is_sound::<Fevga>();
        is_sound::<Backgammon>();
    }
}
