//! The rules of Domineering.
