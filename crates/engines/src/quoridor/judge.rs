use agon_core::Bits;
use agon_core::Player;
use agon_quoridor::{Grid, Grid9x9};

use super::features::{Placed, View};
use super::net::PathNet;
use super::node::Node;

/// What a position is worth: by rule of thumb, or on the customary board by what was learned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judge {
    net: Option<Learned>,
}

/// The net, with what it said of positions lately: the same ones come again by other ways and with every deeper
/// search.
#[derive(Clone, Debug)]
struct Learned {
    net: PathNet,
    /// By the lowest bits of the position's number: its other bits, then the answer in sixteen bits.
    recent: Box<[u64]>,
}

/// Answers that are kept: an eighth of a megabyte, which stays near the processor.
const RECENT: usize = 1 << 14;
const ANSWER: u64 = 0xffff;

/// The worth of a wall in hand, in hundredths of a step: the first ones are worth more.
const WALLS: [i32; 11] = [0, 90, 160, 215, 260, 300, 335, 365, 390, 410, 430];
/// Being on move is worth half a step.
const TEMPO: i32 = 50;
/// A race that the other has no wall to disturb is as good as decided.
const UNDISTURBED: i32 = 600;

/// The net's answers end here, far beyond what decides a game.
const HIGHEST: i32 = 30_000;

fn walls_worth(left: u8) -> i32 {
    WALLS[usize::from(left).min(WALLS.len() - 1)]
}

impl Judge {
    /// Judges positions of the customary board by a net.
    pub(crate) fn learned(net: PathNet) -> Self {
        Self { net: Some(Learned { net, recent: vec![0; RECENT].into() }) }
    }

    /// The worth of a position that was judged lately, if it is remembered.
    #[inline]
    pub(crate) fn recall<G: Grid>(&self, node: &Node<G>) -> Option<i16> {
        match &self.net {
            Some(learned) if node.board.shape() == Grid9x9.shape() => learned.recall(node),
            _ => None,
        }
    }

    /// The worth to the player to move, in hundredths of a step.
    #[inline]
    pub(crate) fn evaluate<G: Grid>(&mut self, node: &Node<G>) -> i32 {
        match &mut self.net {
            Some(learned) if node.board.shape() == Grid9x9.shape() => learned.evaluate(node),
            _ => by_thumb(node),
        }
    }
}

impl Learned {
    /// What was said of a position lately.
    #[inline]
    fn recall<G: Grid>(&self, node: &Node<G>) -> Option<i16> {
        let key = node.repetition_key;
        let recent = self.recent[key as usize % RECENT];
        ((recent ^ key) & !ANSWER == 0 && recent != 0).then_some(recent as u16 as i16)
    }

    #[inline]
    fn evaluate<G: Grid>(&mut self, node: &Node<G>) -> i32 {
        if let Some(score) = self.recall(node) {
            return score.into();
        }
        let key = node.repetition_key;
        let turned = node.mover() == Player::P2;
        let score = self.net.evaluate(&view_of(node), turned, placed(node, turned));
        let score = score.clamp(-HIGHEST, HIGHEST);
        // Near the goal a verdict may know more than the net: such positions are looked at each time.
        if node.steps[node.mover().index()] > 2 {
            self.recent[key as usize % RECENT] = key & !ANSWER | u64::from(score as i16 as u16);
        }
        score
    }
}

/// What the net sees of a position of the customary board.
#[inline]
pub(crate) fn view_of<G: Grid>(node: &Node<G>) -> View {
    let walls = node.board.walls();
    View::new(
        [walls.horizontal.digest(), walls.vertical.digest()],
        [node.board.pawn(Player::P1), node.board.pawn(Player::P2)],
        [node.board.walls_left(Player::P1), node.board.walls_left(Player::P2)],
        node.steps,
        node.mover().index(),
    )
}

/// The wall placed last, as the player to move sees it.
#[inline]
pub(crate) fn placed<G: Grid>(node: &Node<G>, turned: bool) -> Option<Placed> {
    node.placed.map(|wall| Placed::new(wall, turned))
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

#[cfg(test)]
pub(crate) mod tests {
    use agon_core::{Game, Position, Rng};
    use agon_quoridor::Quoridor;

    use super::*;

    /// Positions of random games for the nets, each as the player to move sees it, whether that is turned, and the wall
    /// placed last.
    pub(crate) fn views(games: u64) -> Vec<(View, bool, Option<Placed>)> {
        let mut rng = Rng::new(games);
        let mut views = Vec::new();
        for _ in 0..games {
            let mut node = Node::new(&Quoridor::default().start());
            while let Some(m) = node.board.random_move(&mut rng, &mut Vec::new()) {
                node = node.after(m);
                if node.board.outcome().is_none() {
                    let turned = node.mover().index() == 1;
                    views.push((view_of(&node), turned, placed(&node, turned)));
                }
            }
        }
        views
    }
}
