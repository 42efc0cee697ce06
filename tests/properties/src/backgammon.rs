use agon_core::{Game, Player};
use agon_tavli::{Portes, Tavli, gnubg_id, mat};

use crate::text;

/// A position ID that is accepted is a valid position, whose ID leads back to it.
pub fn gnubg(data: &[u8]) {
    let given = text(data);
    let game = Tavli::<Portes>::default();
    for mover in [Player::P1, Player::P2] {
        let Ok(position) = gnubg_id::read(&given, *game.rules(), mover) else { continue };
        let id = gnubg_id::write(&position).unwrap_or_default();
        assert_eq!(gnubg_id::read(&id, *game.rules(), mover), Ok(position), "{given:?} -> {id:?}");
        let written = game.position_text(&position);
        assert_eq!(game.parse_position(&written), Ok(position), "{given:?} -> {written:?}");
    }
}

/// A match file that is accepted can be written, and then reads the same.
pub fn matches(data: &[u8]) {
    let given = text(data);
    for spec in ["portes", "backgammon"] {
        let Ok(games) = mat::read(&given, spec) else { continue };
        let written = mat::write(&games).unwrap_or_else(|error| panic!("{spec}: {games:?}: {error}"));
        let again = mat::read(&written, spec).unwrap_or_else(|error| panic!("{spec}: {written}: {error}"));
        assert_eq!(mat::write(&again).as_ref(), Ok(&written), "{spec}: {given:?}");
    }
}
