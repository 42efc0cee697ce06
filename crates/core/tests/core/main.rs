//! Tables, perft and records of tiny games.

mod record;
mod table;
