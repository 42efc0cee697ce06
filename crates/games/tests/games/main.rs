//! The registry, drawings and records of all games.

mod draw_svg;
mod draw_text;
mod records;
mod registry;
