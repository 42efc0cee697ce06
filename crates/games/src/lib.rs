//! All games by name: the registry, drawings of boards, replaying and converting records.
//!
//! # Examples
//!
//! ```
//! use agon_games::draw::{TextStyle, text};
//!
//! let mut table = agon_games::open("domineering:rows=6,cols=9").unwrap();
//! table.play("c4").unwrap();
//! print!("{}", text(&table.view(&[]).unwrap(), TextStyle::default()));
//!
//! let record = agon_games::record_of(&*table, "Ada", "level:5");
//! assert_eq!(agon_games::replay(&record).unwrap().position(), table.position());
//!
//! let fault = agon_games::open("chess").err().unwrap();
//! assert!(fault.to_string().contains("domineering"));
//! ```

mod convert;
pub mod draw;
mod json;
mod registry;
mod replay;
mod rule_sets;

pub use agon_tavli::gnubg_id::of as gnubg_id;
pub use convert::{ConvertError, convert, formats, read_records, write_records};
pub use json::{record_from_json, record_to_json};
pub use registry::{entries, entry, open, open_at, register, with_preset};
pub use replay::{record_of, replay, start_of};
pub use rule_sets::rule_sets;
