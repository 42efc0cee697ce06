//! GNU Backgammon position IDs: fourteen letters for the checkers of a game in which blots are hit.
//!
//! An ID encodes the checkers as the player on roll sees them, but neither who that is nor the dice.
//!
//! ```
//! use agon_core::{Game, Player};
//! use agon_tavli::{Portes, Tavli, gnubg_id};
//!
//! let game = Tavli::<Portes>::default();
//! assert_eq!(gnubg_id::write(&game.start()).as_deref(), Some("4HPwATDgc/ABMA"));
//! let read = gnubg_id::read::<Portes>("4HPwATDgc/ABMA", *game.rules(), Player::P1).unwrap();
//! assert_eq!(read, game.start());
//! ```

use agon_core::{AnyTable, Fault, Player};

use crate::faults as tavli;
use crate::formats::gnubg::GnubgGame;
use crate::{BlotRule, Movement, Place, Position, Rules, Side, Variant};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Length of an ID in letters.
const ID_LEN: usize = 14;
/// Bits of the encoded key; the letters have four more.
const KEY_BITS: usize = 80;

/// The ID of a table's position; `None` for games that GNU Backgammon does not know.
pub fn of(table: &dyn AnyTable) -> Option<String> {
    (GnubgGame::named(table.info().name)?.position_id)(table)
}

/// The ID of a position; `None` for games of other movement or other rules for blots.
pub fn write<V: Variant>(position: &Position<V>) -> Option<String> {
    if !has_ids::<V>() {
        return None;
    }
    let mut key = [0u8; KEY_BITS / 8];
    let mut bit = 0;
    // The other player comes first, then the player on roll; places are counted from off.
    for side in [position.other(), position.own()] {
        for pips in 1..=25 {
            for _ in 0..side.count(Place::new(25 - pips)) {
                key[bit / 8] |= 1 << (bit % 8);
                bit += 1;
            }
            bit += 1;
        }
    }
    let letters = (0..ID_LEN).map(|index| char::from(ALPHABET[usize::from(sextet(&key, index))]));
    Some(letters.collect())
}

/// Whether a text has the shape of an ID, in a game that has IDs.
pub fn is_id<V: Variant>(text: &str) -> bool {
    let text = text.trim();
    has_ids::<V>() && text.len() == ID_LEN && text.bytes().all(|letter| ALPHABET.contains(&letter))
}

/// Reads an ID; the dice are still to be rolled by `mover`.
pub fn read<V: Variant>(text: &str, rules: Rules<V>, mover: Player) -> Result<Position<V>, Fault> {
    let text = text.trim();
    let nonsense = || tavli::GNUBG_ID.with("text", text);
    if !has_ids::<V>() {
        return Err(nonsense());
    }
    let letters: Vec<u8> = text
        .bytes()
        .map(|letter| ALPHABET.iter().position(|other| *other == letter).map(|index| index as u8))
        .collect::<Option<_>>()
        .filter(|letters: &Vec<u8>| letters.len() == ID_LEN)
        .ok_or_else(nonsense)?;
    let mut bits = letters.iter().flat_map(|letter| (0..6).rev().map(move |shift| letter >> shift & 1 == 1));
    // The letters hold each byte from its highest bit on; the key counts from the lowest.
    let mut key = Vec::with_capacity(KEY_BITS);
    for _ in 0..KEY_BITS / 8 {
        let mut byte: Vec<bool> = bits.by_ref().take(8).collect();
        byte.reverse();
        key.extend(byte);
    }
    let mut key = key.into_iter();
    let other = read_side(&mut key, text)?;
    let own = read_side(&mut key, text)?;
    if key.any(|bit| bit) {
        return Err(nonsense());
    }
    if own.occupied() == 0 && other.occupied() == 0 {
        return Err(tavli::TWO_WINNERS.fault());
    }
    if V::MOVEMENT.opponent_points(other.occupied()) & own.occupied() != 0 {
        return Err(impossible(text, "checkers of both players on one point"));
    }
    let sides = match mover {
        Player::P1 => [own, other],
        Player::P2 => [other, own],
    };
    Ok(Position::from_parts(sides, mover, None, rules))
}

const fn has_ids<V: Variant>() -> bool {
    matches!((V::BLOT_RULE, V::MOVEMENT), (BlotRule::Hit, Movement::Contrary))
}

fn impossible(text: &str, reason: &str) -> Fault {
    tavli::GNUBG_CHECKERS.with("text", text).with("reason", reason)
}

/// Six bits of the key, each byte read from its highest bit on.
fn sextet(key: &[u8], index: usize) -> u8 {
    (0..6).fold(0, |value, offset| {
        let bit = index * 6 + offset;
        let byte = key.get(bit / 8).copied().unwrap_or(0);
        value << 1 | (byte >> (7 - bit % 8) & 1)
    })
}

/// Reads a side: for every place a one per checker, then a zero.
fn read_side(key: &mut impl Iterator<Item = bool>, text: &str) -> Result<Side, Fault> {
    let mut men = Vec::with_capacity(26);
    let mut total = 0;
    for pips in 1..=25 {
        let mut count = 0;
        loop {
            match key.next() {
                Some(true) => count += 1,
                Some(false) => break,
                None => return Err(impossible(text, "more checkers on the board than there are")),
            }
        }
        total += count;
        if total > Side::CHECKERS {
            return Err(impossible(text, "more than 15 checkers of one player on the board"));
        }
        men.push((Place::new(25 - pips), count));
    }
    men.push((Place::OFF, Side::CHECKERS - total));
    Ok(Side::set_up(&men))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backgammon, Fevga, Portes, Tavli};
    use agon_core::{Game, Position as _};

    fn backgammon(text: &str) -> Position<Backgammon> {
        Tavli::<Backgammon>::default().parse_position(text).unwrap()
    }

    #[test]
    fn known_ids() {
        let rules = Rules::<Backgammon>::default();
        for (text, id) in [
            ("w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w -", "4HPwATDgc/ABMA"),
            ("w1,1,w1,2,b5,1,b3,3,w4,b5,3,w4,1,w5,4,b2 0/0 0/0 b -", "4PPgASTgc/ABMA"),
            ("2,w1,1,w1,b5,1,b3,1,b1,1,w4,b4,3,w4,1,w4,w1,3,b1 0/0 1/0 b -", "0PPgAQngc+IBUA"),
        ] {
            let position = backgammon(text);
            assert_eq!(write(&position).as_deref(), Some(id));
            assert_eq!(read(id, rules, position.mover()), Ok(position));
        }
    }

    #[test]
    fn wrong_ids_are_refused() {
        for (id, code) in [
            ("", "tavli-gnubg-id"),
            ("4HPwATDgc/ABM", "tavli-gnubg-id"),
            ("4HPwATDgc/ABM*", "tavli-gnubg-id"),
            ("//////////////", "tavli-gnubg-checkers"),
            ("AAAAAAAAAAAAAA", "tavli-two-winners"),
        ] {
            let refused = read(id, Rules::<Portes>::default(), Player::P1).unwrap_err();
            assert_eq!(refused.kind.code, code, "{id}");
        }
    }

    #[test]
    fn every_position_of_random_games_comes_back() {
        let game = Tavli::<Portes>::default();
        let mut rng = agon_core::Rng::new(11);
        let mut turns = Vec::new();
        for _ in 0..20 {
            let mut position = game.start();
            while position.outcome().is_none() {
                let id = write(&position).unwrap();
                assert_eq!(read(&id, *game.rules(), position.mover()), Ok(position), "{id}");
                position.resolve_unchecked(rng.choose_weighted(position.chances()).unwrap());
                turns.clear();
                position.legal_moves(&mut turns);
                position.play_unchecked(*rng.choose(&turns).unwrap());
            }
        }
    }

    #[test]
    fn other_games_have_no_ids() {
        assert_eq!(write(&Tavli::<Fevga>::default().start()), None);
        assert!(read("4HPwATDgc/ABMA", Rules::<Fevga>::default(), Player::P1).is_err());
    }
}
