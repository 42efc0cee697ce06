use agon_core::Player;
use agon_quoridor::{Bits, Grid, Nine};

use super::features::View;
use super::net::PathNet;
use super::node::Node;

/// What a position is worth: by rule of thumb, or on the customary board by what was learned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judge {
    net: Option<PathNet>,
}

/// The worth of a wall in hand, in hundredths of a step: the first ones are worth more.
const WALLS: [i32; 11] = [0, 90, 160, 215, 260, 300, 335, 365, 390, 410, 430];
/// Being on move is worth half a step.
const TEMPO: i32 = 50;
/// A race that the other has no wall to disturb is as good as decided.
const UNDISTURBED: i32 = 600;

fn walls_worth(left: u8) -> i32 {
    WALLS[usize::from(left).min(WALLS.len() - 1)]
}

impl Judge {
    /// Judges positions of the customary board by a net.
    pub(crate) fn learned(net: PathNet) -> Self {
        Self { net: Some(net) }
    }

    /// The worth to the player to move, in hundredths of a step.
    #[inline]
    pub(crate) fn evaluate<G: Grid>(&mut self, node: &Node<G>) -> i32 {
        match &mut self.net {
            Some(net) if node.board.shape() == Nine.shape() => learned(net, node),
            _ => by_thumb(node),
        }
    }
}

#[inline]
fn learned<G: Grid>(net: &mut PathNet, node: &Node<G>) -> i32 {
    net.evaluate(&view_of(node), node.mover() == Player::P2)
}

/// What the net sees of a position of the customary board.
#[inline]
pub(crate) fn view_of<G: Grid>(node: &Node<G>) -> View {
    let walls = node.board.walls();
    View::new(
        [walls.horizontal.digest(), walls.vertical.digest()],
        Player::ALL.map(|player| node.board.pawn(player)),
        Player::ALL.map(|player| node.board.walls_left(player)),
        node.steps,
        node.mover().index(),
    )
}

fn by_thumb<G: Grid>(node: &Node<G>) -> i32 {
    let player = node.mover();
    let other = player.opponent();
    let steps = |player: Player| i32::from(node.steps[player.index()]);
    let (own_steps, other_steps) = (steps(player), steps(other));
    let (own_walls, other_walls) = (node.board.walls_left(player), node.board.walls_left(other));
    let mut score =
        100 * (other_steps - own_steps) + walls_worth(own_walls) - walls_worth(other_walls) + TEMPO;
    let ahead = own_steps <= other_steps;
    if other_walls == 0 && ahead {
        score += UNDISTURBED;
    }
    if own_walls == 0 && !ahead {
        score -= UNDISTURBED;
    }
    score
}
