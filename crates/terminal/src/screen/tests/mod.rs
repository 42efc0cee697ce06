//! Real screens: drawn on a test terminal, played by keys and mouse.

mod driver;
mod monkey;
mod pages;
mod play;
mod views;
