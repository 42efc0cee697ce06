//! Play, study and compete at classic two-player games.

fn main() {}
