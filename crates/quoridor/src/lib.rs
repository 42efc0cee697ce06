//! The rules of Quoridor.
