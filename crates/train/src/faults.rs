//! The faults that training can report.

agon_core::faults! {
    /// A file of a training run cannot be used.
    pub TRAINING_FILE = "training-file", "cannot use {path} for training: {reason}";
}
