//! The slow generator of Domineering.
