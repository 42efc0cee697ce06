//! Small neural nets of dense layers: evaluation in batches, learning, weight files.
//!
//! The first layer takes a sparse list of inputs, and may be computed from that of a similar position;
//! later layers are dense. The same source is compiled for AVX2 with FMA and for any processor, and
//! both give the same bits, so an engine answers alike on every machine.
//!
//! ```
//! use agon_core::Rng;
//! use agon_nn::{Activation, Batch, Input, Learner, Net, Shape};
//!
//! let shape = Shape::new(3, &[16], 1).with_hidden(Activation::Logistic);
//! let mut net = Net::random(&shape, &mut Rng::new(1));
//! let inputs = [Input::new(0, 1.0), Input::new(2, -0.5)];
//! let mut learner = Learner::new(&shape);
//! for _ in 0..500 {
//!     learner.forward(&net, &inputs);
//!     learner.backward(&net, &[0.9]);
//!     learner.descend(&mut net, &inputs, 0.5);
//! }
//! let mut batch = Batch::default();
//! batch.push(&net, &inputs);
//! assert!((batch.run(&net)[0] - 0.9).abs() < 0.01);
//! ```

mod adam;
mod batch;
mod dense;
pub mod faults;
mod file;
mod kernels;
mod lane;
mod learner;
mod net;
mod shape;

pub use adam::{Adam, Average};
pub use batch::Batch;
pub use faults::FAULTS;
pub use file::{Named, NetFile};
pub use lane::{Input, LANE};
pub use learner::Learner;
pub use net::Net;
pub use shape::{Activation, Shape};
