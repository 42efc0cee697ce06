//! Small neural nets of dense layers: evaluation in batches, training, weight files.
//!
//! The first layer takes a sparse list of inputs, of which positions may share a part; later layers are dense. The same
//! source is compiled for AVX2 with FMA and for any processor. Both give the same bits, so an engine plays alike on
//! every machine. In reading order:
//!
//! - `shape`, `net`, `dense`: the layers of a net
//! - `simd`, `kernels`: vectors and the hot loops; `batch`: evaluation
//! - `backprop`, `adam`: training; `file`: weight files
//!
//! ```
//! use agon_core::Rng;
//! use agon_nn::{Activation, Batch, Input, Backprop, Net, Shape};
//!
//! let shape = Shape::new(3, &[16], 1).with_hidden(Activation::Logistic);
//! let mut net = Net::random(&shape, &mut Rng::new(1));
//! let inputs = [Input::new(0, 1.0), Input::new(2, -0.5)];
//! let mut backprop = Backprop::new(&shape);
//! for _ in 0..500 {
//!     backprop.forward(&net, &inputs);
//!     backprop.backward(&net, &[0.9]);
//!     backprop.descend(&mut net, &inputs, 0.5);
//! }
//! let mut batch = Batch::default();
//! batch.push(&net, &inputs);
//! assert!((batch.run(&net)[0] - 0.9).abs() < 0.01);
//! ```

mod adam;
mod backprop;
mod batch;
mod dense;
pub mod faults;
mod file;
mod kernels;
mod net;
mod shape;
mod simd;

pub use adam::{Adam, WeightAverage};
pub use backprop::Backprop;
pub use batch::Batch;
pub use faults::FAULTS;
pub use file::{NamedNet, NetFile};
pub use net::Net;
pub use shape::{Activation, Shape};
pub use simd::Input;
