use std::sync::OnceLock;

use super::frame::Frame;
use agon_core::bits::UintBits;

/// Areas are counted up to these numbers; more are not better.
const MOST_SHIELDS: usize = 16;
const MOST_CHAINED: usize = 48;
const MOST_SINGLE: usize = 24;

/// A guaranteed number of moves and the most that the opponent can make against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    pub(crate) own: u32,
    pub(crate) other: u32,
}

/// Counts moves that the owner of the frame can make whatever the opponent does, in areas that
/// have no cell in common, and the most moves that are left to the opponent.
pub(crate) fn packing<B: UintBits>(frame: &Frame<B>, free: B, owner_starts: bool) -> Packing {
    let areas = Areas::find(frame, free);
    let safe = frame.packed(areas.sheltered);
    let real = frame.other_packed(free);
    let mut best = Packing { own: 0, other: u32::MAX };
    // The odd shield may be better used as two vulnerable pairs.
    let odd = areas.shields % 2;
    for (shields, chained) in [(areas.shields, areas.chained), (areas.shields - odd, areas.chained + 2 * odd)]
    {
        let own = safe + contest(shields, chained, areas.single, owner_starts);
        let cells = free.count() - areas.unused;
        let by_cells = cells.saturating_sub(2 * own) / 2;
        // A shield that is used takes a move from the opponent in either of its rows.
        let used = if owner_starts { shields.div_ceil(2) } else { shields / 2 };
        let other = by_cells.min(real.saturating_sub(2 * used));
        if i64::from(own) - i64::from(other) > i64::from(best.own) - i64::from(best.other) {
            best = Packing { own, other };
        }
    }
    best
}

impl Packing {
    /// Whether the owner wins.
    pub(crate) fn wins(self, owner_starts: bool) -> bool {
        if owner_starts { self.own > self.other } else { self.own >= self.other }
    }
}

/// Areas without common cells in which the owner of a frame can hope for moves.
#[derive(Clone, Copy, Debug)]
struct Areas<B> {
    /// Cells that the opponent can never cover.
    sheltered: B,
    /// Squares of four beside a wall: a domino there makes the pair at the wall safe.
    shields: u32,
    /// Pairs of which one domino of the opponent may hit two.
    chained: u32,
    /// Pairs of which one domino of the opponent hits only one.
    single: u32,
    /// Cells outside of all areas that nobody can use.
    unused: u32,
}

impl<B: UintBits> Areas<B> {
    fn find(frame: &Frame<B>, free: B) -> Self {
        let sheltered = frame.sheltered(free);
        let has_right = frame.other_places(free);
        let has_left = has_right << 1;
        let up = |cells: B| cells >> frame.cols;
        let squares = has_right & up(has_right);
        let left_wall = free & !has_left;
        let right_wall = (free & !has_right) >> 1;
        let mut candidates = squares & (left_wall & up(left_wall) | right_wall & up(right_wall));
        let mut taken = B::default();
        // Taken cells and their neighbours: one domino must not hit two areas.
        let mut near = B::default();
        let mut shields = 0;
        while !candidates.is_empty() {
            let place = candidates.lowest();
            candidates = candidates.without_lowest();
            let pair = B::bit(place) | B::bit(place) << 1;
            let square = pair | pair << frame.cols;
            if (square & near).is_empty() {
                taken |= square;
                near |= frame.beside(square, free);
                shields += 1;
            }
        }
        let pairs = frame.packed_cells(free & !near & !sheltered);
        let beside_other = pairs & (pairs & frame.inner()) << 1;
        let chained_cells = beside_other | (pairs & (pairs & frame.inner_right()) >> 1);
        // Lower cells of pairs of which either cell is beside another pair.
        let lower = frame.lower_of_packed(pairs);
        let chained = (lower & (chained_cells | up(chained_cells))).count();
        let all = lower.count();
        let safe_cells = frame.packed_cells(sheltered);
        let unused = sheltered & !(taken | pairs | safe_cells);
        Self { sheltered, shields, chained, single: all - chained, unused: unused.count() }
    }
}

/// How many moves the owner makes at least in so many areas of each kind, if she uses shields
/// first and the opponent may also play elsewhere.
fn contest(shields: u32, chained: u32, single: u32, owner_starts: bool) -> u32 {
    static TABLE: OnceLock<Vec<[u8; 2]>> = OnceLock::new();
    let table = TABLE.get_or_init(contests);
    let shields = (shields as usize).min(MOST_SHIELDS - 1);
    let chained = (chained as usize).min(MOST_CHAINED - 1);
    let single = (single as usize).min(MOST_SINGLE - 1);
    u32::from(table[index(shields, chained, single)][usize::from(owner_starts)])
}

fn index(shields: usize, chained: usize, single: usize) -> usize {
    (shields * MOST_CHAINED + chained) * MOST_SINGLE + single
}

fn contests() -> Vec<[u8; 2]> {
    let mut table = vec![[0u8; 2]; MOST_SHIELDS * MOST_CHAINED * MOST_SINGLE];
    for shields in 0..MOST_SHIELDS {
        for chained in 0..MOST_CHAINED {
            for single in 0..MOST_SINGLE {
                let at = |shields, chained, single| table[index(shields, chained, single)];
                let owner = if shields > 0 {
                    2 + at(shields - 1, chained, single)[0]
                } else {
                    let chain = if chained > 0 { 1 + at(0, chained - 1, single)[0] } else { 0 };
                    let alone = if single > 0 { 1 + at(0, chained, single - 1)[0] } else { 0 };
                    chain.max(alone)
                };
                // The opponent may hit nothing.
                let mut other = owner;
                if shields > 0 {
                    other = other.min(at(shields - 1, chained, single)[1]);
                }
                if chained > 0 {
                    other = other.min(at(shields, chained.saturating_sub(2), single)[1]);
                }
                if single > 0 {
                    other = other.min(at(shields, chained, single - 1)[1]);
                }
                table[index(shields, chained, single)] = [other, owner];
            }
        }
    }
    table
}
