//! Message catalogues in English, Serbian, Greek and Hebrew.
//!
//! Texts are looked up by key and hold `{name}` placeholders. Mistakes ([`agon_core::Fault`]) are
//! looked up by their code, so one mistake is told in every language.
//!
//! ```
//! use agon_i18n::{Catalogue, Language};
//! let serbian = Catalogue::of(Language::Serbian);
//! assert_eq!(serbian.count("count.walls", 3, &[]), "3 zida");
//! assert_eq!(serbian.count("count.walls", 5, &[]), "5 zidova");
//! ```

mod catalogue;
mod cyrillic;
mod language;
mod plural;

pub use catalogue::Catalogue;
pub use cyrillic::to_cyrillic;
pub use language::Language;
pub use plural::Plural;
