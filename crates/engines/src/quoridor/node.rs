use agon_core::Bits;
use agon_core::rng::mix;
use agon_core::{Player, Position};
use agon_quoridor::{Board, Grid, Move, MoveKind, Orientation, Passages, Square, Wall, WallSets};

/// A position with the lengths of both shortest paths.
///
/// Lengths are updated incrementally: a wall that does not cross the stored shortest path of a pawn leaves its length
/// unchanged, and a pawn that follows its stored path shortens it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<G: Grid> {
    pub(crate) board: Board<G>,
    /// For each pawn the walls that cross its stored shortest path, possibly more.
    pub(crate) path_walls: [WallSets<G::Slots>; 2],
    /// For each pawn the squares of that path `path_cells` of it.
    path_cells: [G::Cells; 2],
    /// For each pawn the distance to its goal, ignoring the other pawn.
    pub(crate) steps: [u8; 2],
    /// For each pawn the first square of a shortest path.
    pub(crate) next: [Square; 2],
    /// The transposition table key, equal for mirror images; not computed at leaves.
    pub(crate) key: u64,
    /// The position's own key.
    pub(crate) repetition_key: u64,
    /// The last move, if it was a wall.
    pub(crate) placed: Option<Wall>,
    /// Turns since the last wall within the search.
    pub(crate) quiet_turns: u8,
    /// Whether the key is that of the mirror image.
    mirrored: bool,
    /// The cached evaluation of a leaf; its paths are then not computed.
    pub(crate) cached_eval: Option<i16>,
}

impl<G: Grid> Node<G> {
    pub(crate) fn new(board: &Board<G>) -> Self {
        let mut node = Self {
            board: *board,
            path_walls: [WallSets::EMPTY; 2],
            path_cells: [G::Cells::EMPTY; 2],
            steps: [0; 2],
            next: Player::ALL.map(|player| board.pawn(player)),
            key: 0,
            repetition_key: 0,
            placed: None,
            quiet_turns: u8::MAX,
            mirrored: false,
            cached_eval: None,
        };
        for player in Player::ALL {
            node.find_path(player);
        }
        node.update_keys();
        node
    }

    /// The node after a legal move.
    #[inline]
    pub(crate) fn after(&self, m: Move) -> Self {
        self.after_with_prefetch(m, |_| {})
    }

    /// The same; passes the key to `prefetch` before it computes the paths.
    #[inline]
    pub(crate) fn after_with_prefetch(&self, m: Move, prefetch: impl FnOnce(u64)) -> Self {
        let mut next = *self;
        let player = next.board.mover();
        next.board.play_unchecked(m);
        next.update_keys();
        prefetch(next.key);
        next.update_paths(player, m, Self::find_path);
        next
    }

    /// The node after a legal move, as a leaf: with its cached evaluation, or else with the lengths of the paths but
    /// not the paths.
    #[inline]
    pub(crate) fn leaf_after(&self, m: Move, recall: impl FnOnce(&Self) -> Option<i16>) -> Self {
        let player = self.board.mover();
        let mut next = Self { board: self.board.preview(m), ..*self };
        next.update_repetition_key();
        // If a player has no wall left the race may be proven, which is better than an evaluation.
        if next.board.walls_left(Player::P1) > 0 && next.board.walls_left(Player::P2) > 0 {
            next.cached_eval = recall(&next);
        }
        if next.cached_eval.is_some() {
            return next;
        }
        next.update_paths(player, m, Self::find_path_length);
        next
    }

    /// Updates what a move changes besides the board; `find_path` finds a path again after the stored one is cut.
    #[inline]
    fn update_paths(&mut self, player: Player, m: Move, find_path: impl Fn(&mut Self, Player)) {
        match m.kind() {
            MoveKind::Pawn(to) => {
                self.quiet_turns = self.quiet_turns.saturating_add(1);
                self.placed = None;
                if !self.follow_path(player, to) {
                    find_path(self, player);
                }
            }
            MoveKind::Wall(wall) => {
                self.quiet_turns = 0;
                self.placed = Some(wall);
                let slot = Board::<G>::slot(wall.square);
                for player in Player::ALL {
                    if self.path_walls[player.index()].of(wall.orientation).has(slot) {
                        find_path(self, player);
                    }
                }
            }
        }
    }

    /// Finds the length of a player's shortest path.
    #[inline]
    fn find_path_length(&mut self, player: Player) {
        if let Some(steps) = self.board.passages().distance(self.board.pawn(player), player) {
            self.steps[player.index()] = steps.min(u16::from(u8::MAX)) as u8;
        }
    }

    /// Shortens the stored path if the pawn has moved one or two steps along it.
    ///
    /// Walls across the steps behind the pawn stay in the set; too many do no harm.
    #[inline]
    fn follow_path(&mut self, player: Player, to: Square) -> bool {
        let me = player.index();
        let here = Board::<G>::cell(to);
        if !self.path_cells[me].has(here) {
            return false;
        }
        self.path_cells[me] &= !G::Cells::bit(here);
        self.steps[me] -= 1;
        if to != self.next[me] {
            // A jump takes two steps at once, possibly around another corner than the path.
            self.path_cells[me] &= !G::Cells::bit(Board::<G>::cell(self.next[me]));
            self.steps[me] -= 1;
        }
        // Squares of a shortest path are neighbours only if they are consecutive.
        let after = self.board.passages().neighbours(G::Cells::bit(here)) & self.path_cells[me];
        self.next[me] = if after.is_empty() { to } else { Passages::<G>::square(after.lowest()) };
        true
    }

    /// The node after a null move.
    pub(crate) fn passed(&self) -> Self {
        let mut next = *self;
        next.board = self.board.after_null_move();
        next.placed = None;
        next.update_keys();
        next
    }

    /// Finds a player's shortest path.
    #[inline]
    fn find_path(&mut self, player: Player) {
        // Legal positions have a path for both players.
        if let Some(path) = self.board.passages().shortest_path(self.board.pawn(player), player) {
            self.steps[player.index()] = path.steps.min(u16::from(u8::MAX)) as u8;
            self.next[player.index()] = path.first;
            self.path_cells[player.index()] = path.cells;
            self.path_walls[player.index()] = path.blockers;
        }
    }

    /// Computes the position's own key.
    #[inline]
    fn update_repetition_key(&mut self) {
        let WallSets { horizontal, vertical } = self.board.walls();
        let pawns = [self.board.pawn(Player::P1), self.board.pawn(Player::P2)];
        self.repetition_key = self.digest(horizontal.digest(), vertical.digest(), pawns);
    }

    /// Computes both keys.
    #[inline]
    fn update_keys(&mut self) {
        self.update_repetition_key();
        self.key = self.repetition_key;
        self.mirrored = false;
        if size_of::<G::Slots>() == size_of::<u64>() {
            let WallSets { horizontal, vertical } = self.board.walls();
            let cols = self.board.shape().cols;
            let flip = |set: u64| set.reverse_bits().swap_bytes() >> (9 - cols);
            let pawns = Player::ALL.map(|player| mirror_square(self.board.pawn(player), cols));
            let other = self.digest(flip(horizontal.digest()), flip(vertical.digest()), pawns);
            if other < self.repetition_key {
                self.key = other;
                self.mirrored = true;
            }
        }
    }

    /// The same number as [`Position::key`] of the board.
    #[inline]
    fn digest(&self, horizontal: u64, vertical: u64, pawns: [Square; 2]) -> u64 {
        let [left, other_left] = [self.board.walls_left(Player::P1), self.board.walls_left(Player::P2)];
        let rest = pawns[0].index() as u64
            | (pawns[1].index() as u64) << 8
            | u64::from(left) << 16
            | u64::from(other_left) << 24
            | (self.board.mover().index() as u64) << 32;
        let horizontal = horizontal.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let vertical = vertical.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        mix(horizontal ^ vertical.rotate_left(32) ^ rest.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    /// Mirrors a move if the key is that of the mirror image; its own inverse.
    #[inline]
    pub(crate) fn translate(&self, m: Move) -> Move {
        if self.mirrored { mirror_move(m, self.board.shape().cols) } else { m }
    }

    pub(crate) fn mover(&self) -> Player {
        self.board.mover()
    }
}

#[inline]
pub(crate) fn mirror_square(square: Square, cols: u8) -> Square {
    // The code of another node may name no square of this board.
    Square::new((cols - 1).wrapping_sub(square.col()) & 15, square.row())
}

#[inline]
pub(crate) fn mirror_move(m: Move, cols: u8) -> Move {
    match m.kind() {
        MoveKind::Pawn(to) => Move::pawn(mirror_square(to, cols)),
        MoveKind::Wall(Wall { square, orientation }) => {
            let col = (cols - 2).wrapping_sub(square.col()) & 15;
            Move::wall(Wall::new(Square::new(col, square.row()), orientation))
        }
    }
}

/// The walls across any shortest path of a player: those that close at least one step, and those that close two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathCrossings<G: Grid> {
    pub(crate) one: WallSets<G::Slots>,
    pub(crate) two: WallSets<G::Slots>,
}

/// Maximum number of layers; longer paths are cut off.
const MAX_LAYERS: usize = 96;

/// Squares by their distance from a pawn: scratch space.
pub(crate) type Layers<G> = [<G as Grid>::Cells; MAX_LAYERS];

impl<G: Grid> PathCrossings<G> {
    /// Empty scratch space.
    pub(crate) const LAYERS: Layers<G> = [G::Cells::EMPTY; MAX_LAYERS];

    pub(crate) fn new(board: &Board<G>, player: Player, layers: &mut Layers<G>) -> Self {
        let passages = board.passages();
        let goal = goal_row::<G>(board, player);
        let mut reached = G::Cells::bit(Board::<G>::cell(board.pawn(player)));
        layers[0] = reached;
        let mut last = 0;
        while (layers[last] & goal).is_empty() && last + 1 < MAX_LAYERS {
            let front = passages.neighbours(layers[last]) & !reached;
            if front.is_empty() {
                break;
            }
            reached |= front;
            last += 1;
            layers[last] = front;
        }
        // Back from the goal, only squares on a shortest path remain. Steps are stored at their lower or left square.
        let (mut up, mut right) = (G::Cells::EMPTY, G::Cells::EMPTY);
        let mut later = layers[last] & goal;
        for &layer in layers[..last].iter().rev() {
            let earlier = passages.neighbours(later) & layer;
            up = up | (earlier & later >> G::CELL_ROW) | (later & earlier >> G::CELL_ROW);
            right = right | (earlier & later >> 1) | (later & earlier >> 1);
            later = earlier;
        }
        Self {
            one: WallSets { horizontal: G::gather(up | up >> 1), vertical: G::gather(right | right >> G::CELL_ROW) },
            two: WallSets { horizontal: G::gather(up & up >> 1), vertical: G::gather(right & right >> G::CELL_ROW) },
        }
    }

    /// How many of the two steps that a wall closes are on a shortest path.
    #[inline]
    pub(crate) fn closed(&self, orientation: Orientation, slot: u32) -> i32 {
        i32::from(self.one.of(orientation).has(slot)) + i32::from(self.two.of(orientation).has(slot))
    }
}

/// The squares a player has to reach.
pub(crate) fn goal_row<G: Grid>(board: &Board<G>, player: Player) -> G::Cells {
    let row = board.goal_row(player);
    let first = G::Cells::bit(Board::<G>::cell(Square::new(0, row)));
    (1..board.shape().cols).fold(first, |cells, col| cells | first << u32::from(col))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Rng};
    use agon_quoridor::{Grid9x9, Quoridor, Shape, SmallGrid};

    /// Checks all incremental state against a fresh node.
    fn agrees<G: Grid>(node: &Node<G>, ways_too: bool) {
        let board = &node.board;
        let passages = board.passages();
        let distance = |from, player| passages.distance(from, player).unwrap();
        for player in Player::ALL {
            let me = player.index();
            let steps = distance(board.pawn(player), player);
            assert_eq!(u16::from(node.steps[me]), steps, "{board}");
            if ways_too && steps > 0 {
                assert!(board.is_open(board.pawn(player), node.next[me]), "{board}");
                assert_eq!(distance(node.next[me], player), steps - 1, "{board}");
                assert_eq!(u16::from(node.steps[me]), node.path_cells[me].count() as u16, "{board}");
            }
        }
        assert_eq!(node.repetition_key, board.key(), "{board}");
        let fresh = Node::new(board);
        if ways_too {
            assert_eq!((node.key, node.mirrored), (fresh.key, fresh.mirrored), "{board}");
        }
    }

    fn walks<G: Grid>(grid: G, walls: u8, games: u64) {
        let mut rng = Rng::new(games);
        for _ in 0..games {
            let mut node = Node::new(&Quoridor::new(grid, walls).start());
            while node.board.outcome().is_none() {
                let player = node.mover();
                let along = Move::pawn(node.next[player.index()]);
                // Random pawns make little progress, so every other move follows the path.
                let m = if rng.below(2) == 0 && node.board.is_legal(along) {
                    along
                } else {
                    node.board.random_move(&mut rng, &mut Vec::new()).unwrap()
                };
                let mut prefetched = None;
                let last = node.leaf_after(m, |_| None);
                node = node.after_with_prefetch(m, |key| prefetched = Some(key));
                assert_eq!(prefetched, Some(node.key));
                agrees(&node, true);
                agrees(&last, false);
            }
        }
    }

    #[test]
    fn paths_are_updated() {
        walks(Grid9x9, 10, 150);
        walks(SmallGrid::of(Shape { rows: 6, cols: 4 }).unwrap(), 4, 300);
    }

    #[test]
    fn a_cached_leaf_has_no_paths_while_both_have_walls() {
        let node = Node::new(&Quoridor::<Grid9x9>::default().start());
        let m = node.board.parse_move("e3h").unwrap();
        assert_eq!(node.leaf_after(m, |_| Some(7)).cached_eval, Some(7));
        let ending = Node::new(&Quoridor::new(Grid9x9, 1).start());
        assert_eq!(ending.leaf_after(m, |_| Some(7)).cached_eval, None);
    }
}
