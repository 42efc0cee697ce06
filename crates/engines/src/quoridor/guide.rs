use agon_core::Bits;
use agon_core::rng::mix;
use agon_core::{Outcome, Player, Position};
use agon_quoridor::{Board, Direction, Grid, Grid9x9, Move, MoveKind, Square, Wall, WallSets};
use agon_search::{OrderingScores, Pruning, Score, ScoredStep, SearchDomain, StepLogit};

use super::aspects::{Prospect, show_steps, show_wall_sums};
use super::judge::{Judge, placed, view_of};
use super::node::{Corridor, Layers, Node};
use super::policy::PolicyNet;
use super::race::{Races, runs_home};

/// How the search walks Quoridor: pawn moves first, then walls across the opponent's shortest
/// ways, then the other walls.
#[derive(Clone, Debug)]
pub(crate) struct Pathfinder<G: Grid> {
    judge: Judge,
    races: Races<G>,
    reductions: Box<[[u8; PLACES]; DEPTHS]>,
    /// What was seen of positions lately: walls are listed in two stages, with little in between.
    outlooks: Box<[Option<Outlook<G>>; OUTLOOKS]>,
    layers: Box<Layers<G>>,
    policy: Option<PolicyNet>,
}

/// Positions that are remembered with their walls.
const OUTLOOKS: usize = 64;

/// Turns without a wall until a layout is solved.
const SETTLED: u8 = 3;
const DEPTHS: usize = 32;
const PLACES: usize = 128;

impl<G: Grid> Pathfinder<G> {
    pub(crate) fn new(judge: Judge) -> Self {
        let mut reductions = Box::new([[0; PLACES]; DEPTHS]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(2) {
            for (place, cell) in row.iter_mut().enumerate().skip(2) {
                *cell = (0.3 + (depth as f32).ln() * (place as f32).ln() / 2.2) as u8;
            }
        }
        let outlooks = Box::new([None; OUTLOOKS]);
        let layers = Box::new(Corridor::<G>::LAYERS);
        Self { judge, races: Races::default(), reductions, outlooks, layers, policy: None }
    }

    /// The same with a policy, which is asked on the customary board.
    pub(crate) fn with_policy(self, policy: Option<PolicyNet>) -> Self {
        Self { policy, ..self }
    }

    /// The walls that may be placed at a node, and what they do.
    #[inline]
    fn outlook(&mut self, node: &Node<G>) -> &Outlook<G> {
        let repetition_key = node.repetition_key;
        let slot = &mut self.outlooks[repetition_key as usize % OUTLOOKS];
        if slot.is_none_or(|outlook| outlook.repetition_key != repetition_key) {
            *slot = None;
        }
        let layers = &mut self.layers;
        slot.get_or_insert_with(|| Outlook {
            repetition_key,
            walls: node.board.legal_walls(),
            scene: Scene::new(&node.board, layers),
        })
    }
}

/// How far a wall is from a pawn: 0 if it touches the pawn's square.
fn wall_apart(wall: Square, pawn: Square) -> u8 {
    let beyond = |at: u8, low: u8| if at < low { low - at } else { at.saturating_sub(low + 1) };
    beyond(pawn.col(), wall.col()).max(beyond(pawn.row(), wall.row()))
}

/// Whether the player to move can step on his goal row now.
fn wins_now<G: Grid>(node: &Node<G>) -> bool {
    let player = node.mover();
    // A jump may save a step.
    let goal = node.board.goal_row(player);
    node.steps[player.index()] <= 2 && node.board.targets(player).any(|to| to.row() == goal)
}

/// The walls of a position and what they do.
#[derive(Clone, Copy, Debug)]
struct Outlook<G: Grid> {
    repetition_key: u64,
    /// Those that may be placed.
    walls: WallSets<G::Slots>,
    scene: Scene<G>,
}

/// What the walls do to both ways.
#[derive(Clone, Copy, Debug)]
struct Scene<G: Grid> {
    own: Corridor<G>,
    other: Corridor<G>,
    pawns: [Square; 2],
}

impl<G: Grid> Scene<G> {
    fn new(board: &Board<G>, layers: &mut Layers<G>) -> Self {
        let player = board.mover();
        Self {
            own: Corridor::new(board, player, layers),
            other: Corridor::new(board, player.opponent(), layers),
            pawns: [board.pawn(player), board.pawn(player.opponent())],
        }
    }

    /// What a wall promises to the player who places it.
    fn mark(&self, direction: Direction, slot: u32, square: Square) -> i32 {
        let near = |pawn| 3 - i32::from(wall_apart(square, pawn).min(3));
        4000 * self.other.closed(direction, slot) - 5000 * self.own.closed(direction, slot)
            + 700 * near(self.pawns[1])
            + 200 * near(self.pawns[0])
    }
}

fn push_walls<G: Grid>(scene: &Scene<G>, walls: WallSets<G::Slots>, out: &mut Vec<ScoredStep<Move>>) {
    for direction in Direction::ALL {
        let mut rest = walls.of(direction);
        while !rest.is_empty() {
            let slot = rest.lowest();
            rest = rest.without_lowest();
            let square = Square::new((slot % G::SLOT_ROW) as u8, (slot / G::SLOT_ROW) as u8);
            let mark = scene.mark(direction, slot, square);
            out.push(ScoredStep { step: Move::wall(Wall::new(square, direction)), score: mark });
        }
    }
}

impl<G: Grid> SearchDomain<Board<G>> for Pathfinder<G> {
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
    fn apply_with_prefetch(&mut self, node: &Node<G>, step: Move, tell: impl FnOnce(u64)) -> Node<G> {
        node.after_telling(step, tell)
    }

    /// What is judged already need not be measured.
    #[inline]
    fn apply_to_leaf(&mut self, node: &Node<G>, step: Move) -> Node<G> {
        node.at_horizon(step, |next| self.judge.recall(next))
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
        node.judged.map_or_else(|| self.judge.evaluate(node), i32::from)
    }

    #[inline]
    fn proven_score(&mut self, node: &Node<G>) -> Option<Score> {
        // What is judged has no verdict.
        if node.judged.is_some() {
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
        if other_left == 0 && steps <= other_steps && runs_home(&node.board, player, steps) {
            return Some(Score::Win(2 * u32::from(steps) - 1));
        }
        if left == 0 && other_steps < steps && runs_home(&node.board, other, other_steps) {
            return Some(Score::Loss(2 * u32::from(other_steps)));
        }
        if left > 0 || other_left > 0 {
            return None;
        }
        // Solving a layout costs as much as some hundred nodes: it has to be looked at for a while first.
        if node.settled >= SETTLED {
            Some(self.races.solve(&node.board))
        } else {
            self.races.recall(&node.board)
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
                let mark = 2000 * progress + if to == next { 6000 } else { 0 };
                ScoredStep { step: Move::pawn(to), score: mark }
            }));
            return board.walls_left(player) > 0;
        }
        let Outlook { walls, scene, .. } = self.outlook(node);
        if stage == 1 {
            push_walls(scene, *walls & scene.other.one, out);
            true
        } else {
            push_walls(scene, *walls & !scene.other.one, out);
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
        let turned = player == Player::P2;
        let view = view_of(node);
        policy.look(&view, turned, placed(node, turned));
        show_steps(node, &view, None, |step, aspects| {
            out.push(StepLogit { step, logit: PolicyNet::logit(policy.sum(aspects)) });
        });
        if board.walls_left(player) > 0 {
            let [own, other] =
                [player, player.opponent()].map(|player| Corridor::new(board, player, &mut self.layers));
            let prospect = Prospect { walls: board.legal_walls(), own: &own, other: &other };
            show_wall_sums(node, &view, &prospect, policy.outputs(), |step, sum| {
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
        u32::from(self.reductions[(depth as usize).min(DEPTHS - 1)][place.min(PLACES - 1)])
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

    /// Having to move can hurt only where the pawns meet.
    fn null_move(&mut self, node: &Node<G>) -> Option<Node<G>> {
        let [first, second] = Player::ALL.map(|player| node.board.pawn(player));
        let apart = first.col().abs_diff(second.col()) + first.row().abs_diff(second.row());
        (apart > 2 && node.board.walls_left(node.mover()) > 0).then(|| node.passed())
    }

    /// Walls are misjudged, the own way is not.
    fn error_key(&self, node: &Node<G>) -> u64 {
        let walls = node.board.walls();
        walls.horizontal.digest() ^ mix(walls.vertical.digest())
    }

    fn score_root_moves(&mut self, position: &Board<G>, turns: &[Move], marks: &mut [i32]) {
        let scene = Scene::new(position, &mut self.layers);
        let node = Node::new(position);
        let player = position.mover();
        for (&turn, mark) in turns.iter().zip(marks) {
            *mark = match turn.kind() {
                MoveKind::Pawn(to) if to.row() == position.goal_row(player) => 2 * OrderingScores::URGENT,
                MoveKind::Pawn(_) => {
                    let after = node.after(turn);
                    let gain =
                        |p: Player| i32::from(node.steps[p.index()]) - i32::from(after.steps[p.index()]);
                    5000 + 4000 * gain(player)
                }
                MoveKind::Wall(wall) => {
                    scene.mark(wall.direction, Board::<G>::slot(wall.square), wall.square)
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
    fn the_policy_tells_every_step_whatever_led_to_the_node() {
        let policy = PolicyNet::read(super::super::POLICY).ok();
        let mut guide = Pathfinder::<Grid9x9>::new(Judge::default()).with_policy(policy);
        let mut rng = Rng::new(4);
        for _ in 0..4 {
            let mut node = guide.root(&Quoridor::default().start());
            while let Some(m) = node.board.random_move(&mut rng, &mut Vec::new()) {
                let (mut told, mut afresh) = (Vec::new(), Vec::new());
                assert!(guide.policy(&node, &mut told));
                assert!(guide.policy(&Node::new(&node.board), &mut afresh));
                assert_eq!(told, afresh, "{}", node.board);
                let mut steps: Vec<Move> = told.iter().map(|likely| likely.step).collect();
                let mut legal = Vec::new();
                node.board.legal_moves(&mut legal);
                for list in [&mut steps, &mut legal] {
                    list.sort_by_key(|m| m.index());
                }
                assert_eq!(steps, legal, "{}", node.board);
                node = guide.apply(&node, m);
            }
        }
    }

    #[test]
    fn boards_of_other_sizes_have_no_policy() {
        let policy = PolicyNet::read(super::super::POLICY).ok();
        let mut guide = Pathfinder::<SmallGrid>::new(Judge::default()).with_policy(policy);
        let grid = SmallGrid::of(Shape { rows: 5, cols: 5 }).unwrap();
        let node = guide.root(&Quoridor::new(grid, 3).start());
        let mut told = Vec::new();
        assert!(!guide.policy(&node, &mut told));
        assert!(told.is_empty());
    }
}
