use agon_core::Bits;
use agon_core::rng::mix;
use agon_core::{Player, Position};
use agon_quoridor::{Board, Direction, Grid, Move, MoveKind, Passages, Square, Wall, WallSets};

/// A position with the lengths of both ways to the goal.
///
/// The lengths are kept up to date at little cost: a wall that does not lie across one known
/// shortest way of a pawn leaves its length alone, and a pawn that goes along its known way
/// leaves it the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<G: Grid> {
    pub(crate) board: Board<G>,
    /// For each pawn the walls that would block one of its shortest ways, perhaps more.
    pub(crate) ways: [WallSets<G::Slots>; 2],
    /// For each pawn the squares of that way that are ahead of it.
    ahead: [G::Cells; 2],
    /// For each pawn the steps to its goal, the other pawn out of the way.
    pub(crate) steps: [u8; 2],
    /// For each pawn the first square of a shortest way.
    pub(crate) next: [Square; 2],
    /// The same for a position and its mirror image; not known at the horizon.
    pub(crate) key: u64,
    /// The position's own key.
    pub(crate) repetition_key: u64,
    /// The wall that was placed last, if that was the last move.
    pub(crate) placed: Option<Wall>,
    /// Turns since the last wall, as far as the search has seen them.
    pub(crate) settled: u8,
    /// Whether the key is that of the mirror image.
    mirrored: bool,
    /// What it is worth, if that was known before the ways were found: they are not found then.
    pub(crate) judged: Option<i16>,
}

impl<G: Grid> Node<G> {
    pub(crate) fn new(board: &Board<G>) -> Self {
        let mut node = Self {
            board: *board,
            ways: [WallSets::EMPTY; 2],
            ahead: [G::Cells::EMPTY; 2],
            steps: [0; 2],
            next: Player::ALL.map(|player| board.pawn(player)),
            key: 0,
            repetition_key: 0,
            placed: None,
            settled: u8::MAX,
            mirrored: false,
            judged: None,
        };
        for player in Player::ALL {
            node.measure(player);
        }
        node.name();
        node
    }

    /// The node after a legal move.
    #[inline]
    pub(crate) fn after(&self, m: Move) -> Self {
        self.after_telling(m, |_| {})
    }

    /// The same; the key is told before the ways are found, which takes longer.
    #[inline]
    pub(crate) fn after_telling(&self, m: Move, tell: impl FnOnce(u64)) -> Self {
        let mut next = *self;
        let player = next.board.mover();
        next.board.play_unchecked(m);
        next.name();
        tell(next.key);
        next.keep_up(player, m, Self::measure);
        next
    }

    /// The node after a legal move for being judged only: it knows its worth if that can be
    /// recalled, and otherwise the lengths of the ways, not the ways.
    #[inline]
    pub(crate) fn at_horizon(&self, m: Move, recall: impl FnOnce(&Self) -> Option<i16>) -> Self {
        let player = self.board.mover();
        let mut next = Self { board: self.board.preview(m), ..*self };
        next.identify();
        // Where somebody has no wall left the race may be decided, which is more than judged.
        if next.board.walls_left(Player::P1) > 0 && next.board.walls_left(Player::P2) > 0 {
            next.judged = recall(&next);
        }
        if next.judged.is_some() {
            return next;
        }
        next.keep_up(player, m, Self::measure_length);
        next
    }

    /// Keeps up what a move of a player changes besides the board; `measure` looks at a way again of which the
    /// known one is gone.
    #[inline]
    fn keep_up(&mut self, player: Player, m: Move, measure: impl Fn(&mut Self, Player)) {
        match m.kind() {
            MoveKind::Pawn(to) => {
                self.settled = self.settled.saturating_add(1);
                self.placed = None;
                if !self.goes_along(player, to) {
                    measure(self, player);
                }
            }
            MoveKind::Wall(wall) => {
                self.settled = 0;
                self.placed = Some(wall);
                let slot = Board::<G>::slot(wall.square);
                for player in Player::ALL {
                    if self.ways[player.index()].of(wall.direction).has(slot) {
                        measure(self, player);
                    }
                }
            }
        }
    }

    /// Finds the length of a player's shortest way.
    #[inline]
    fn measure_length(&mut self, player: Player) {
        if let Some(steps) = self.board.passages().distance(self.board.pawn(player), player) {
            self.steps[player.index()] = steps.min(u16::from(u8::MAX)) as u8;
        }
    }

    /// Whether a pawn has only gone one or two steps of its known way, which is shortened then.
    ///
    /// The walls across the steps that lie behind it stay noted: more than needed do no harm.
    #[inline]
    fn goes_along(&mut self, player: Player, to: Square) -> bool {
        let me = player.index();
        let here = Board::<G>::cell(to);
        if !self.ahead[me].has(here) {
            return false;
        }
        self.ahead[me] = self.ahead[me] & !G::Cells::bit(here);
        self.steps[me] -= 1;
        if to != self.next[me] {
            // A jump takes two steps at once, perhaps around another corner than the way does.
            self.ahead[me] = self.ahead[me] & !G::Cells::bit(Board::<G>::cell(self.next[me]));
            self.steps[me] -= 1;
        }
        // Squares of a shortest way are neighbours only if they follow each other.
        let after = self.board.passages().neighbours(G::Cells::bit(here)) & self.ahead[me];
        self.next[me] = if after.is_empty() { to } else { Passages::<G>::square(after.lowest()) };
        true
    }

    /// The node as if the player to move had passed.
    pub(crate) fn passed(&self) -> Self {
        let mut next = *self;
        next.board = self.board.after_null_move();
        next.placed = None;
        next.name();
        next
    }

    /// Finds a player's shortest way anew.
    #[inline]
    fn measure(&mut self, player: Player) {
        // A position that the rules allow has a way for both.
        if let Some(way) = self.board.passages().shortest_path(self.board.pawn(player), player) {
            self.steps[player.index()] = way.steps.min(u16::from(u8::MAX)) as u8;
            self.next[player.index()] = way.first;
            self.ahead[player.index()] = way.cells;
            self.ways[player.index()] = way.blockers;
        }
    }

    /// Finds the position's own key.
    #[inline]
    fn identify(&mut self) {
        let WallSets { horizontal, vertical } = self.board.walls();
        let pawns = [self.board.pawn(Player::P1), self.board.pawn(Player::P2)];
        self.repetition_key = self.digest(horizontal.digest(), vertical.digest(), pawns);
    }

    /// Finds both keys.
    #[inline]
    fn name(&mut self) {
        self.identify();
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

    /// As [`Position::key`] of the board does it.
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

    /// A move as it looks from the side the key was taken from; its own inverse.
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
    // A number remembered from another node may name no square of this board.
    Square::new((cols - 1).wrapping_sub(square.col()) & 15, square.row())
}

#[inline]
pub(crate) fn mirror_move(m: Move, cols: u8) -> Move {
    match m.kind() {
        MoveKind::Pawn(to) => Move::pawn(mirror_square(to, cols)),
        MoveKind::Wall(Wall { square, direction }) => {
            let col = (cols - 2).wrapping_sub(square.col()) & 15;
            Move::wall(Wall::new(Square::new(col, square.row()), direction))
        }
    }
}

/// The walls across all shortest ways of a player: those that close one step of them, and those
/// that close two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corridor<G: Grid> {
    pub(crate) one: WallSets<G::Slots>,
    pub(crate) two: WallSets<G::Slots>,
}

/// Longer ways than this are cut off: they are too winding to be worth the exact picture.
const LONGEST: usize = 96;

/// Squares by their distance from a pawn: room to work in.
pub(crate) type Layers<G> = [<G as Grid>::Cells; LONGEST];

impl<G: Grid> Corridor<G> {
    /// Room to work in, to be used again and again.
    pub(crate) const LAYERS: Layers<G> = [G::Cells::EMPTY; LONGEST];

    pub(crate) fn new(board: &Board<G>, player: Player, layers: &mut Layers<G>) -> Self {
        let passages = board.passages();
        let goal = goal_row::<G>(board, player);
        let mut reached = G::Cells::bit(Board::<G>::cell(board.pawn(player)));
        layers[0] = reached;
        let mut last = 0;
        while (layers[last] & goal).is_empty() && last + 1 < LONGEST {
            let front = passages.neighbours(layers[last]) & !reached;
            if front.is_empty() {
                break;
            }
            reached = reached | front;
            last += 1;
            layers[last] = front;
        }
        // Back from the goal only those remain from which it can be reached in time. The steps are
        // noted at their lower or left square.
        let (mut up, mut right) = (G::Cells::EMPTY, G::Cells::EMPTY);
        let mut later = layers[last] & goal;
        for &layer in layers[..last].iter().rev() {
            let earlier = passages.neighbours(later) & layer;
            up = up | (earlier & later >> G::CELL_ROW) | (later & earlier >> G::CELL_ROW);
            right = right | (earlier & later >> 1) | (later & earlier >> 1);
            later = earlier;
        }
        Self {
            one: WallSets {
                horizontal: G::gather(up | up >> 1),
                vertical: G::gather(right | right >> G::CELL_ROW),
            },
            two: WallSets {
                horizontal: G::gather(up & up >> 1),
                vertical: G::gather(right & right >> G::CELL_ROW),
            },
        }
    }

    /// How many of the two steps that a wall closes are steps of a shortest way.
    #[inline]
    pub(crate) fn closed(&self, direction: Direction, slot: u32) -> i32 {
        i32::from(self.one.of(direction).has(slot)) + i32::from(self.two.of(direction).has(slot))
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

    /// Everything that a node says is so, whatever led there.
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
                assert_eq!(u16::from(node.steps[me]), node.ahead[me].count() as u16, "{board}");
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
                // Random pawns hardly get anywhere: every other move goes along the way.
                let m = if rng.below(2) == 0 && node.board.is_legal(along) {
                    along
                } else {
                    node.board.random_move(&mut rng, &mut Vec::new()).unwrap()
                };
                let mut told = None;
                let last = node.at_horizon(m, |_| None);
                node = node.after_telling(m, |key| told = Some(key));
                assert_eq!(told, Some(node.key));
                agrees(&node, true);
                agrees(&last, false);
            }
        }
    }

    #[test]
    fn ways_are_kept_up_to_date() {
        walks(Grid9x9, 10, 150);
        walks(SmallGrid::of(Shape { rows: 6, cols: 4 }).unwrap(), 4, 300);
    }

    #[test]
    fn what_is_recalled_is_not_measured_while_both_have_walls() {
        let node = Node::new(&Quoridor::<Grid9x9>::default().start());
        let m = node.board.parse_move("e3h").unwrap();
        assert_eq!(node.at_horizon(m, |_| Some(7)).judged, Some(7));
        let ending = Node::new(&Quoridor::new(Grid9x9, 1).start());
        assert_eq!(ending.at_horizon(m, |_| Some(7)).judged, None);
    }
}
