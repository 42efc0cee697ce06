//! The tavli games against their rulings, perft tables and the slow reference.

mod common;
mod fevga;
mod gnubg;
mod gulbara;
mod mat;
mod narde;
mod perft;
mod plakoto;
mod portes;
mod reference;
mod text;
