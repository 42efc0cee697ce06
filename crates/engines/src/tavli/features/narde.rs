use agon_nn::Input;
use agon_tavli::{Movable, Narde, Position, Side};

use super::inputs::SIDE_INPUTS;
use super::view::rear;
use super::{Features, InputList, NetGame, PlayerView, block};

const RACE: usize = 0;
const CONTACT: usize = 1;

impl NetGame for Narde {
    const PHASES: &'static [&'static str] = &["race", "contact"];
    const SIDE: usize = SIDE_INPUTS;
    const FEATURES: usize = block::FEATURES;
    const OUTPUTS: usize = 3;

    /// Race once all checkers have passed half the board.
    #[inline]
    fn phase(position: &Position<Self>) -> usize {
        if rear(position.own()) > 12 && rear(position.other()) > 12 { RACE } else { CONTACT }
    }

    fn encode_side(side: &Side, first: usize, out: &mut Vec<Input>) {
        InputList::new(out, first).side(side);
    }

    fn features(position: &Position<Self>, out: &mut Features) {
        for view in &PlayerView::both::<Self>(position.own(), position.other()) {
            block::side_features(Movable::All, view, out);
        }
    }
}
