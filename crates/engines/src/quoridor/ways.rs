use agon_core::Player;
use agon_quoridor::{Bits, Board, Direction, Grid, Square, Wall};

/// All shortest ways of a pawn to its goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways<G: Grid> {
    pub(crate) distance: i32,
    /// Squares with a step of a shortest way between them and the one above.
    up: G::Cells,
    /// The same for the one to the right.
    right: G::Cells,
}

/// Longer ways than this are cut off: they are too winding to be worth the exact picture.
const LONGEST: usize = 96;

impl<G: Grid> Ways<G> {
    /// The shortest ways of a player's pawn.
    pub(crate) fn new(board: &Board<G>, player: Player) -> Self {
        let passages = board.passages();
        let mut ways = Self { distance: 0, up: G::Cells::EMPTY, right: G::Cells::EMPTY };
        // Squares by their distance from the pawn.
        let mut layers = [G::Cells::EMPTY; LONGEST];
        let mut reached = G::Cells::bit(Board::<G>::cell(board.pawn(player)));
        layers[0] = reached;
        let goal = goal_row::<G>(board, player);
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
        ways.distance = last as i32;
        // Back from the goal only those remain from which it can be reached in time.
        let mut later = layers[last] & goal;
        for &layer in layers[..last].iter().rev() {
            let earlier = passages.neighbours(later) & layer;
            ways.up = ways.up | (earlier & later >> G::CELL_ROW) | (later & earlier >> G::CELL_ROW);
            ways.right = ways.right | (earlier & later >> 1) | (later & earlier >> 1);
            later = earlier;
        }
        ways
    }

    /// How many of the two steps that a wall closes are steps of a shortest way.
    pub(crate) fn steps_closed(&self, wall: Wall) -> i32 {
        let cell = Board::<G>::cell(wall.square);
        let (set, other) = match wall.direction {
            Direction::Horizontal => (self.up, cell + 1),
            Direction::Vertical => (self.right, cell + G::CELL_ROW),
        };
        i32::from(set.has(cell)) + i32::from(set.has(other))
    }
}

fn goal_row<G: Grid>(board: &Board<G>, player: Player) -> G::Cells {
    let row = board.goal_row(player);
    let first = G::Cells::bit(Board::<G>::cell(Square::new(0, row)));
    (1..board.shape().cols).fold(first, |cells, col| cells | first << u32::from(col))
}
