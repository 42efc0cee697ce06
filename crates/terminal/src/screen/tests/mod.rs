//! The interface on a test terminal, used by keyboard and mouse.

mod driver;
mod monkey;
mod online;
mod pages;
mod play;
mod views;
