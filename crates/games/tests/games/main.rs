//! The registry, drawings and records of all games.

mod contract;
mod draw_layout;
mod draw_svg;
mod draw_text;
mod records;
mod registry;
