//! The slow generator of Blockade.
