//! The slow generator of Quoridor.
