//! Message catalogues in English, Serbian, Greek and Hebrew.
//!
//! Games bring their own texts ([`agon_core::GameTexts`]); what a game does not translate is in English.
//!
//! A text is found by its key and may contain `{name}` placeholders. The text of an [`agon_core::Fault`]
//! is found by the fault's code.
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
mod rules;

pub use catalogue::Catalogue;
pub use cyrillic::to_cyrillic;
pub use language::Language;
pub use plural::Plural;
pub use rules::rules;
