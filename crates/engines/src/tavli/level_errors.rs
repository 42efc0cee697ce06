//! What weak levels overlook: blots in danger, the value of doors, blocked checkers.

use agon_core::Player;
use agon_core::rng::mix;
use agon_search::LevelError;
use agon_tavli::{BlotRule, Place, Position, Variant};

use super::hand::{door, hit, pin};

/// The equity of a pip, estimated low: an overlooked blot must look safe, not better than safe.
const EQUITY_PER_PIP: f32 = 0.012;

/// What can be overlooked.
#[derive(Clone, Copy)]
enum Detail {
    /// The danger to a blot.
    Blot,
    /// The value of a door.
    Door,
    /// The points blocked before a checker.
    Blocked,
}

/// Appends what a weak level may overlook in a position after its turn.
pub(crate) fn level_errors<V: Variant>(position: &Position<V>, player: Player, out: &mut Vec<LevelError>) {
    let (own, other) = (position.side(player), position.side(player.opponent()));
    // Most turns of a roll leave the opponent's checkers alone. The same detail has the same key after all of these.
    let other_key = mix(u64::from(other.occupied()) << 32 | u64::from(other.at_least_two()));
    let mut note = |detail: Detail, (place, gain): (Place, f32)| {
        if gain != 0.0 {
            let key = mix(other_key ^ (detail as u64) << 8 ^ u64::from(place.number()));
            out.push(LevelError { key, gain: EQUITY_PER_PIP * gain });
        }
    };
    let overlooked = |(place, value): (Place, f32)| (place, -value);
    match V::BLOT_RULE {
        BlotRule::Hit if hit::is_race(V::MOVEMENT, own, other) => {}
        BlotRule::Hit => {
            hit::exposed(V::MOVEMENT, own, other).for_each(|blot| note(Detail::Blot, blot));
            hit::doors(own).map(overlooked).for_each(|door| note(Detail::Door, door));
        }
        BlotRule::Pin => {
            pin::exposed(V::MOVEMENT, own, other).for_each(|blot| note(Detail::Blot, blot));
            pin::doors(own).map(overlooked).for_each(|door| note(Detail::Door, door));
        }
        BlotRule::Block => {
            door::blocked(V::MOVEMENT, own, other).for_each(|checker| note(Detail::Blocked, checker));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game as _, Rng};
    use agon_search::{Engine as _, Expectimax, Limits, SearchRequest, Stop, Strength};
    use agon_tavli::{Fevga, Plakoto, Portes, Tavli};

    use super::super::HandEvaluator;

    fn of<V: Variant>(text: &str) -> Vec<LevelError> {
        at(&Tavli::<V>::default().parse_position(text).unwrap())
    }

    fn at<V: Variant>(position: &Position<V>) -> Vec<LevelError> {
        let mut out = Vec::new();
        level_errors(position, Player::P1, &mut out);
        out
    }

    const BLOT: &str = "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w4,w1,3,b2 0/0 0/0 b -";

    #[test]
    fn a_blot_in_reach_looks_safe_and_a_door_useless() {
        let start = of::<Portes>("w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 b -");
        assert_eq!(start.len(), 4, "four doors");
        assert!(start.iter().all(|door| door.gain < 0.0), "{start:?}");
        let risks: Vec<_> = of::<Portes>(BLOT).into_iter().filter(|one| one.gain > 0.0).collect();
        let [blot] = risks[..] else { panic!("one blot: {risks:?}") };
        assert!((0.05..0.3).contains(&blot.gain), "{blot:?}");
    }

    #[test]
    fn the_same_blot_has_the_same_key_wherever_a_turn_leads() {
        let other = "w2,4,b5,1,b3,3,w5,b5,3,w2,w1,w4,w1,3,b2 0/0 0/0 b -";
        let blot = of::<Portes>(BLOT).into_iter().find(|one| one.gain > 0.0).unwrap();
        assert!(of::<Portes>(other).iter().any(|one| one.key == blot.key));
    }

    #[test]
    fn nobody_overlooks_anything_in_a_race() {
        assert!(of::<Portes>("b5,b5,b5,20,w2 0/13 0/0 w -").is_empty());
    }

    #[test]
    fn single_checkers_are_in_danger_in_plakoto_and_blocked_in_fevga() {
        assert!(at(&Tavli::<Plakoto>::default().start()).iter().all(|one| one.gain < 0.0));
        let alone = of::<Plakoto>("w13,w1,w1,20,b15 0/0 0/0 b -");
        assert_eq!(alone.iter().filter(|one| one.gain > 0.0).count(), 0, "out of reach: {alone:?}");
        let near = of::<Plakoto>("w13,5,w1,4,b1,10,w1,b14 0/0 0/0 b -");
        assert!(near.iter().filter(|one| one.gain > 0.05).count() >= 1, "{near:?}");
        assert!(at(&Tavli::<Fevga>::default().start()).is_empty(), "nobody stands before anybody");
        let before = of::<Fevga>("w15,b1,b1,b1,8,b12,11 0/0 0/0 w -");
        assert!(before.iter().all(|one| one.gain > 0.0) && before.len() == 1, "{before:?}");
    }

    /// The expected cost of being hit that a player's turns leave, in pips a turn.
    fn left_open(eval_error: u32) -> f32 {
        let strength = Strength { depth: Some(1), eval_error, seed: 5, ..Strength::default() };
        let mut engine = Expectimax::<Tavli<Portes>, _>::new("", HandEvaluator, strength);
        let mut table = agon_core::Table::new(Tavli::<Portes>::default());
        let mut rng = Rng::new(9);
        let (mut open, mut turns) = (0.0, 0);
        while turns < 400 {
            use agon_core::AnyTable as _;
            if table.outcome().is_some() {
                table.restart();
            }
            if table.roll(&mut rng).is_some() {
                continue;
            }
            let mover = table.position().mover();
            let thought = engine.think(SearchRequest::quiet(&table, &Limits::default(), &Stop::new())).unwrap();
            table.play(&thought.turn).unwrap();
            let position = table.position();
            let (own, other) = (position.side(mover), position.side(mover.opponent()));
            if !hit::is_race(Portes::MOVEMENT, own, other) {
                open += hit::exposed(Portes::MOVEMENT, own, other).map(|(_, cost)| cost).sum::<f32>();
            }
            turns += 1;
        }
        open / turns as f32
    }

    #[test]
    fn weak_players_leave_more_shots() {
        let [strong, weak] = [0, 60].map(left_open);
        assert!(weak > 1.5 * strong, "{weak} against {strong}");
    }
}
