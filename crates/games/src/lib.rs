//! The only crate that names all games: the registry, drawings of boards, records replayed and
//! converted.
//!
//! # Examples
//!
//! ```
//! let mut table = agon_games::open("domineering:rows=6,cols=9").unwrap();
//! table.play("c4").unwrap();
//! assert_eq!(table.spec(), "domineering:rows=6,cols=9");
//! assert!(agon_games::open("chess").unwrap_err().to_string().contains("domineering"));
//! ```

pub mod draw;
mod registry;

pub use registry::{entries, entry, open, open_at};
