use agon_core::Bits;
use agon_core::Player;
use agon_quoridor::{Grid, Grid9x9};

use super::features::{LastWall, NetView};
use super::net::ValueNet;
use super::node::Node;

/// The evaluation: a value net on the standard board, a heuristic on others.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuoridorEvaluator {
    net: Option<CachedNet>,
}

/// A value net with a cache: positions recur by transposition and in every deeper iteration.
#[derive(Clone, Debug)]
struct CachedNet {
    net: ValueNet,
    /// Indexed by the lowest bits of the key: the upper bits of the key, then the score in sixteen bits.
    entries: Box<[u64]>,
}

/// Entries of the cache: an eighth of a megabyte, which fits the L2 cache.
const CACHE_SIZE: usize = 1 << 14;
const SCORE_MASK: u64 = 0xffff;

/// The value of the walls in hand, in hundredths of a step; the first ones are worth most.
const WALL_VALUES: [i32; 11] = [0, 90, 160, 215, 260, 300, 335, 365, 390, 410, 430];
/// The value of being to move: half a step.
const TEMPO_VALUE: i32 = 50;
/// The value of leading a race that the opponent has no wall to stop.
const WON_RACE: i32 = 600;

/// Scores of the net are clamped to this, far beyond what decides a game.
const MAX_SCORE: i32 = 30_000;

fn walls_value(left: u8) -> i32 {
    WALL_VALUES[usize::from(left).min(WALL_VALUES.len() - 1)]
}

impl QuoridorEvaluator {
    /// Evaluates positions of the standard board by a net.
    pub(crate) fn with_net(net: ValueNet) -> Self {
        Self { net: Some(CachedNet { net, entries: vec![0; CACHE_SIZE].into() }) }
    }

    /// The cached score of a position.
    #[inline]
    pub(crate) fn cached<G: Grid>(&self, node: &Node<G>) -> Option<i16> {
        match &self.net {
            Some(cached_net) if node.board.shape() == Grid9x9.shape() => cached_net.cached(node),
            _ => None,
        }
    }

    /// The score for the player to move, in hundredths of a step.
    #[inline]
    pub(crate) fn evaluate<G: Grid>(&mut self, node: &Node<G>) -> i32 {
        match &mut self.net {
            Some(cached_net) if node.board.shape() == Grid9x9.shape() => cached_net.evaluate(node),
            _ => heuristic(node),
        }
    }
}

impl CachedNet {
    /// The cached score of a position.
    #[inline]
    fn cached<G: Grid>(&self, node: &Node<G>) -> Option<i16> {
        let key = node.repetition_key;
        let entries = self.entries[key as usize % CACHE_SIZE];
        ((entries ^ key) & !SCORE_MASK == 0 && entries != 0).then_some(entries as u16 as i16)
    }

    #[inline]
    fn evaluate<G: Grid>(&mut self, node: &Node<G>) -> i32 {
        if let Some(score) = self.cached(node) {
            return score.into();
        }
        let key = node.repetition_key;
        let flipped = node.mover() == Player::P2;
        let score = self.net.evaluate(&net_view(node), flipped, last_wall(node, flipped));
        let score = score.clamp(-MAX_SCORE, MAX_SCORE);
        // Near the goal a proven score may replace the evaluation, so such positions are not cached.
        if node.steps[node.mover().index()] > 2 {
            self.entries[key as usize % CACHE_SIZE] = key & !SCORE_MASK | u64::from(score as i16 as u16);
        }
        score
    }
}

/// The position as the nets see it.
#[inline]
pub(crate) fn net_view<G: Grid>(node: &Node<G>) -> NetView {
    let walls = node.board.walls();
    NetView::new(
        [walls.horizontal.digest(), walls.vertical.digest()],
        [node.board.pawn(Player::P1), node.board.pawn(Player::P2)],
        [node.board.walls_left(Player::P1), node.board.walls_left(Player::P2)],
        node.steps,
        node.mover().index(),
    )
}

/// The wall placed last, from the side of the player to move.
#[inline]
pub(crate) fn last_wall<G: Grid>(node: &Node<G>, flipped: bool) -> Option<LastWall> {
    node.placed.map(|wall| LastWall::new(wall, flipped))
}

fn heuristic<G: Grid>(node: &Node<G>) -> i32 {
    let player = node.mover();
    let other = player.opponent();
    let steps = |player: Player| i32::from(node.steps[player.index()]);
    let (own_steps, other_steps) = (steps(player), steps(other));
    let (own_walls, other_walls) = (node.board.walls_left(player), node.board.walls_left(other));
    let mut score = 100 * (other_steps - own_steps) + walls_value(own_walls) - walls_value(other_walls) + TEMPO_VALUE;
    let ahead = own_steps <= other_steps;
    if other_walls == 0 && ahead {
        score += WON_RACE;
    }
    if own_walls == 0 && !ahead {
        score -= WON_RACE;
    }
    score
}

#[cfg(test)]
pub(crate) mod tests {
    use agon_core::{Game, Position, Rng};
    use agon_quoridor::Quoridor;

    use super::*;

    /// Positions of random games as the nets see them, whether the board is flipped, and the wall placed last.
    pub(crate) fn views(games: u64) -> Vec<(NetView, bool, Option<LastWall>)> {
        let mut rng = Rng::new(games);
        let mut views = Vec::new();
        for _ in 0..games {
            let mut node = Node::new(&Quoridor::default().start());
            while let Some(m) = node.board.random_move(&mut rng, &mut Vec::new()) {
                node = node.after(m);
                if node.board.outcome().is_none() {
                    let flipped = node.mover().index() == 1;
                    views.push((net_view(&node), flipped, last_wall(&node, flipped)));
                }
            }
        }
        views
    }
}
