//! The rules of Blockade, classic and swift.
