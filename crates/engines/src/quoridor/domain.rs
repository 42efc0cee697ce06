use agon_core::Bits;
use agon_core::rng::mix;
use agon_core::{Outcome, Player, Position};
use agon_quoridor::{Board, Grid, Grid9x9, Move, MoveKind, Orientation, Square, Wall, WallSets};
use agon_search::{OrderingScores, Pruning, Score, ScoredStep, SearchDomain, StepLogit};

use super::endgame::{EndgameCache, wins_race};
use super::evaluator::{QuoridorEvaluator, last_wall, net_view};
use super::node::{Layers, Node, PathCrossings};
use super::policy::PolicyNet;
use super::policy_features::{WallContext, for_each_step, for_each_wall_sum};

/// The search domain of Quoridor: first pawn moves, then walls across the opponent's shortest paths, then the
/// other walls.
#[derive(Clone, Debug)]
pub(crate) struct QuoridorDomain<G: Grid> {
    evaluator: QuoridorEvaluator,
    endgames: EndgameCache<G>,
    reductions: Box<[[u8; MAX_INDEX]; MAX_DEPTH]>,
    /// Legal walls and their effects at recent positions: walls are generated in two stages of one node.
    wall_cache: Box<[Option<WallInfo<G>>; WALL_CACHE_SIZE]>,
    layers: Box<Layers<G>>,
    policy: Option<PolicyNet>,
}

const WALL_CACHE_SIZE: usize = 64;

/// Turns without a wall before a layout is solved: solving costs as much as some hundred nodes.
const MIN_QUIET_TURNS: u8 = 3;
const MAX_DEPTH: usize = 32;
const MAX_INDEX: usize = 128;

impl<G: Grid> QuoridorDomain<G> {
    pub(crate) fn new(evaluator: QuoridorEvaluator) -> Self {
        let mut reductions = Box::new([[0; MAX_INDEX]; MAX_DEPTH]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(2) {
            for (place, cell) in row.iter_mut().enumerate().skip(2) {
                *cell = (0.3 + (depth as f32).ln() * (place as f32).ln() / 2.2) as u8;
            }
        }
        let wall_cache = Box::new([None; WALL_CACHE_SIZE]);
        let layers = Box::new(PathCrossings::<G>::LAYERS);
        Self { evaluator, endgames: EndgameCache::default(), reductions, wall_cache, layers, policy: None }
    }

    /// The same with a policy, used on the standard board.
    pub(crate) fn with_policy(self, policy: Option<PolicyNet>) -> Self {
        Self { policy, ..self }
    }

    /// The legal walls of a node and their effects, cached.
    #[inline]
    fn wall_info(&mut self, node: &Node<G>) -> &WallInfo<G> {
        let repetition_key = node.repetition_key;
        let slot = &mut self.wall_cache[repetition_key as usize % WALL_CACHE_SIZE];
        if slot.is_none_or(|wall_info| wall_info.repetition_key != repetition_key) {
            *slot = None;
        }
        let layers = &mut self.layers;
        slot.get_or_insert_with(|| WallInfo {
            repetition_key,
            walls: node.board.legal_walls(),
            effects: WallEffects::new(&node.board, layers),
        })
    }
}

/// How far a wall is from a pawn: 0 if it touches the pawn's square.
fn wall_distance(wall: Square, pawn: Square) -> u8 {
    let beyond = |at: u8, low: u8| if at < low { low - at } else { at.saturating_sub(low + 1) };
    beyond(pawn.col(), wall.col()).max(beyond(pawn.row(), wall.row()))
}

/// Whether the player to move can reach the goal row with this turn.
fn wins_now<G: Grid>(node: &Node<G>) -> bool {
    let player = node.mover();
    // A jump may save a step.
    let goal = node.board.goal_row(player);
    node.steps[player.index()] <= 2 && node.board.targets(player).any(|to| to.row() == goal)
}

/// The legal walls of a position and their effects.
#[derive(Clone, Copy, Debug)]
struct WallInfo<G: Grid> {
    repetition_key: u64,
    /// The legal walls.
    walls: WallSets<G::Slots>,
    effects: WallEffects<G>,
}

/// What walls do to the paths of both players.
#[derive(Clone, Copy, Debug)]
struct WallEffects<G: Grid> {
    own: PathCrossings<G>,
    other: PathCrossings<G>,
    pawns: [Square; 2],
}

impl<G: Grid> WallEffects<G> {
    fn new(board: &Board<G>, layers: &mut Layers<G>) -> Self {
        let player = board.mover();
        Self {
            own: PathCrossings::new(board, player, layers),
            other: PathCrossings::new(board, player.opponent(), layers),
            pawns: [board.pawn(player), board.pawn(player.opponent())],
        }
    }

    /// The ordering score of a wall.
    fn wall_score(&self, orientation: Orientation, slot: u32, square: Square) -> i32 {
        let near = |pawn| 3 - i32::from(wall_distance(square, pawn).min(3));
        4000 * self.other.closed(orientation, slot) - 5000 * self.own.closed(orientation, slot)
            + 700 * near(self.pawns[1])
            + 200 * near(self.pawns[0])
    }
}

fn push_walls<G: Grid>(effects: &WallEffects<G>, walls: WallSets<G::Slots>, out: &mut Vec<ScoredStep<Move>>) {
    for orientation in Orientation::ALL {
        let mut rest = walls.of(orientation);
        while !rest.is_empty() {
            let slot = rest.lowest();
            rest = rest.without_lowest();
            let square = Square::new((slot % G::SLOT_ROW) as u8, (slot / G::SLOT_ROW) as u8);
            let score = effects.wall_score(orientation, slot, square);
            out.push(ScoredStep { step: Move::wall(Wall::new(square, orientation)), score });
        }
    }
}

impl<G: Grid> SearchDomain<Board<G>> for QuoridorDomain<G> {
    type Node = Node<G>;
    type Step = Move;

    fn root(&mut self, position: &Board<G>) -> Node<G> {
        Node::new(position)
    }

    #[inline]
    fn apply(&mut self, node: &Node<G>, step: Move) -> Node<G> {
        node.after(step)
    }

    #[inline]
    fn apply_with_prefetch(&mut self, node: &Node<G>, step: Move, prefetch: impl FnOnce(u64)) -> Node<G> {
        node.after_with_prefetch(step, prefetch)
    }

    /// A leaf with a cached evaluation needs no paths.
    #[inline]
    fn apply_to_leaf(&mut self, node: &Node<G>, step: Move) -> Node<G> {
        node.leaf_after(step, |next| self.evaluator.cached(next))
    }

    #[inline]
    fn mover(&self, node: &Node<G>) -> Player {
        node.mover()
    }

    #[inline]
    fn outcome(&self, node: &Node<G>) -> Option<Outcome> {
        node.board.outcome()
    }

    #[inline]
    fn key(&self, node: &Node<G>) -> u64 {
        node.key
    }

    #[inline]
    fn repetition_key(&self, node: &Node<G>) -> u64 {
        node.repetition_key
    }

    #[inline]
    fn is_irreversible(&self, _node: &Node<G>, step: Move) -> bool {
        !step.is_pawn()
    }

    #[inline]
    fn evaluate(&mut self, node: &Node<G>) -> i32 {
        node.cached_eval.map_or_else(|| self.evaluator.evaluate(node), i32::from)
    }

    #[inline]
    fn proven_score(&mut self, node: &Node<G>) -> Option<Score> {
        // Positions with a cached evaluation have no proven score.
        if node.cached_eval.is_some() {
            return None;
        }
        if wins_now(node) {
            return Some(Score::Win(1));
        }
        let player = node.mover();
        let other = player.opponent();
        let (left, other_left) = (node.board.walls_left(player), node.board.walls_left(other));
        if left > 0 && other_left > 0 {
            return None;
        }
        let [steps, other_steps] = [player, other].map(|player| node.steps[player.index()]);
        if other_left == 0 && steps <= other_steps && wins_race(&node.board, player, steps) {
            return Some(Score::Win(2 * u32::from(steps) - 1));
        }
        if left == 0 && other_steps < steps && wins_race(&node.board, other, other_steps) {
            return Some(Score::Loss(2 * u32::from(other_steps)));
        }
        if left > 0 || other_left > 0 {
            return None;
        }
        if node.quiet_turns >= MIN_QUIET_TURNS {
            Some(self.endgames.solve(&node.board))
        } else {
            self.endgames.cached(&node.board)
        }
    }

    fn generate(&mut self, node: &Node<G>, stage: u32, out: &mut Vec<ScoredStep<Move>>) -> bool {
        let board = &node.board;
        let player = board.mover();
        if stage == 0 {
            let next = node.next[player.index()];
            let row = i32::from(board.pawn(player).row());
            let ahead = if player == Player::P1 { 1 } else { -1 };
            out.extend(board.targets(player).map(|to| {
                let progress = (i32::from(to.row()) - row) * ahead;
                let score = 2000 * progress + if to == next { 6000 } else { 0 };
                ScoredStep { step: Move::pawn(to), score }
            }));
            return board.walls_left(player) > 0;
        }
        let WallInfo { walls, effects, .. } = self.wall_info(node);
        if stage == 1 {
            push_walls(effects, *walls & effects.other.one, out);
            true
        } else {
            push_walls(effects, *walls & !effects.other.one, out);
            false
        }
    }

    fn policy(&mut self, node: &Node<G>, out: &mut Vec<StepLogit<Move>>) -> bool {
        let Some(policy) = &mut self.policy else { return false };
        let board = &node.board;
        if board.shape() != Grid9x9.shape() {
            return false;
        }
        let player = board.mover();
        let flipped = player == Player::P2;
        let view = net_view(node);
        policy.evaluate(&view, flipped, last_wall(node, flipped));
        for_each_step(node, &view, None, |step, features| {
            out.push(StepLogit { step, logit: PolicyNet::logit(policy.sum(features)) });
        });
        if board.walls_left(player) > 0 {
            let [own, other] =
                [player, player.opponent()].map(|player| PathCrossings::new(board, player, &mut self.layers));
            let context = WallContext { walls: board.legal_walls(), own: &own, other: &other };
            for_each_wall_sum(node, &view, &context, policy.outputs(), |step, sum| {
                out.push(StepLogit { step, logit: PolicyNet::logit(sum) });
            });
        }
        true
    }

    fn encode(&self, node: &Node<G>, step: Move) -> u16 {
        node.translate(step).index() as u16
    }

    fn decode(&mut self, node: &Node<G>, code: u16) -> Option<Move> {
        let step = node.translate(Move::from_index(usize::from(code))?);
        node.board.is_legal(step).then_some(step)
    }

    fn is_playable(&mut self, node: &Node<G>, step: Move) -> bool {
        node.board.is_legal(step)
    }

    #[inline]
    fn history_index(&self, step: Move) -> u32 {
        step.index() as u32
    }

    #[inline]
    fn late_move_reduction(&self, depth: u32, place: usize) -> u32 {
        u32::from(self.reductions[(depth as usize).min(MAX_DEPTH - 1)][place.min(MAX_INDEX - 1)])
    }

    fn pruning(&self) -> Pruning {
        Pruning {
            reverse_futility_margin: 120,
            reverse_futility_depth: 4,
            futility_margin: 200,
            futility_depth: 3,
            late_move_count: 6,
            late_move_depth: 4,
            iir_depth: 5,
            null_move_depth: 0,
        }
    }

    /// Zugzwang is possible only where the pawns meet.
    fn null_move(&mut self, node: &Node<G>) -> Option<Node<G>> {
        let [first, second] = Player::ALL.map(|player| node.board.pawn(player));
        let apart = first.col().abs_diff(second.col()) + first.row().abs_diff(second.row());
        (apart > 2 && node.board.walls_left(node.mover()) > 0).then(|| node.passed())
    }

    /// The error depends on the walls only, so that a weak level still runs home.
    fn error_key(&self, node: &Node<G>) -> u64 {
        let walls = node.board.walls();
        walls.horizontal.digest() ^ mix(walls.vertical.digest())
    }

    fn score_root_moves(&mut self, position: &Board<G>, turns: &[Move], scores: &mut [i32]) {
        let effects = WallEffects::new(position, &mut self.layers);
        let node = Node::new(position);
        let player = position.mover();
        for (&turn, score) in turns.iter().zip(scores) {
            *score = match turn.kind() {
                MoveKind::Pawn(to) if to.row() == position.goal_row(player) => 2 * OrderingScores::URGENT,
                MoveKind::Pawn(_) => {
                    let after = node.after(turn);
                    let gain = |p: Player| i32::from(node.steps[p.index()]) - i32::from(after.steps[p.index()]);
                    5000 + 4000 * gain(player)
                }
                MoveKind::Wall(wall) => {
                    effects.wall_score(wall.orientation, Board::<G>::slot(wall.square), wall.square)
                }
            };
        }
    }

    fn steps(&self, turn: Move, out: &mut Vec<Move>) {
        out.push(turn);
    }

    fn turn(&self, steps: &[Move]) -> Option<Move> {
        steps.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Rng};
    use agon_quoridor::{Quoridor, Shape, SmallGrid};

    #[test]
    fn the_policy_gives_every_step_whatever_led_to_the_node() {
        let policy = Some(super::super::BUNDLED_POLICY.clone());
        let mut domain = QuoridorDomain::<Grid9x9>::new(QuoridorEvaluator::default()).with_policy(policy);
        let mut rng = Rng::new(4);
        for _ in 0..4 {
            let mut node = domain.root(&Quoridor::default().start());
            while let Some(m) = node.board.random_move(&mut rng, &mut Vec::new()) {
                let (mut incremental, mut fresh) = (Vec::new(), Vec::new());
                assert!(domain.policy(&node, &mut incremental));
                assert!(domain.policy(&Node::new(&node.board), &mut fresh));
                assert_eq!(incremental, fresh, "{}", node.board);
                let mut steps: Vec<Move> = incremental.iter().map(|likely| likely.step).collect();
                let mut legal = Vec::new();
                node.board.legal_moves(&mut legal);
                for list in [&mut steps, &mut legal] {
                    list.sort_by_key(|m| m.index());
                }
                assert_eq!(steps, legal, "{}", node.board);
                node = domain.apply(&node, m);
            }
        }
    }

    #[test]
    fn boards_of_other_sizes_have_no_policy() {
        let policy = Some(super::super::BUNDLED_POLICY.clone());
        let mut domain = QuoridorDomain::<SmallGrid>::new(QuoridorEvaluator::default()).with_policy(policy);
        let grid = SmallGrid::of(Shape { rows: 5, cols: 5 }).unwrap();
        let node = domain.root(&Quoridor::new(grid, 3).start());
        let mut incremental = Vec::new();
        assert!(!domain.policy(&node, &mut incremental));
        assert!(incremental.is_empty());
    }
}
