use agon_nn::Input;
use agon_tavli::{Fevga, Movable, Position, Rules, Side};

use super::inputs::SIDE_INPUTS;
use super::view::rear;
use super::{Features, InputList, NetGame, PlayerView, block};

const RACE: usize = 0;
const LOCKED: usize = 1;
const CONTACT: usize = 2;

impl NetGame for Fevga {
    const PHASES: &'static [&'static str] = &["race", "locked", "contact"];
    const SIDE: usize = SIDE_INPUTS;
    const FEATURES: usize = block::FEATURES;
    const OUTPUTS: usize = 3;

    /// Locked while a player's runner has not passed; race once all checkers have passed half the board.
    #[inline]
    fn phase(position: &Position<Self>) -> usize {
        let (own, other) = (position.own(), position.other());
        if rear(own) > 12 && rear(other) > 12 {
            RACE
        } else if is_locked(*position.rules(), own) || is_locked(*position.rules(), other) {
            LOCKED
        } else {
            CONTACT
        }
    }

    fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>) {
        InputList::new(out, first).side(side);
    }

    fn features(position: &Position<Self>, out: &mut Features) {
        for view in &PlayerView::both::<Self>(position.own(), position.other()) {
            block::side_features(position.rules().variant.may_move(view.own), view, out);
        }
    }
}

fn is_locked(rules: Rules<Fevga>, side: &Side) -> bool {
    rules.variant.may_move(side) != Movable::All
}
