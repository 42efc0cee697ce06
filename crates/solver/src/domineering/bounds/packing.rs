use std::sync::OnceLock;

use crate::domineering::board::Frame;
use agon_core::bits::UintBits;

/// Areas beyond these numbers are not counted.
const MAX_PROTECTIVE: usize = 16;
const MAX_LINKED: usize = 48;
const MAX_ISOLATED: usize = 24;

/// A number of moves that the owner of a frame is sure of, and the largest number that the opponent can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    pub(crate) own: u32,
    pub(crate) other: u32,
}

/// Packs the board with disjoint areas in which the owner of the frame is sure of moves, and counts the moves of both.
pub(crate) fn packing<B: UintBits>(frame: &Frame<B>, free: B, owner_starts: bool) -> Packing {
    let areas = Areas::find(frame, free);
    let safe = frame.packed(areas.sheltered);
    let real = frame.other_packed(free);
    let mut best = Packing { own: 0, other: u32::MAX };
    // An odd protective square may be better used as two vulnerable pairs.
    let odd = areas.protective % 2;
    for (protective, linked) in [(areas.protective, areas.linked), (areas.protective - odd, areas.linked + 2 * odd)] {
        let own = safe + guaranteed_moves(protective, linked, areas.isolated, owner_starts);
        let cells = free.count() - areas.unused;
        let by_cells = cells.saturating_sub(2 * own) / 2;
        // A protective square that is used takes a move from the opponent in each of its rows.
        let used = if owner_starts { protective.div_ceil(2) } else { protective / 2 };
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

/// Disjoint areas in which the owner of a frame can make moves.
#[derive(Clone, Copy, Debug)]
struct Areas<B> {
    /// Cells that the opponent cannot cover.
    sheltered: B,
    /// Protective areas: squares of four cells at an edge; a domino there makes the pair at the edge safe.
    protective: u32,
    /// Vulnerable pairs of cells side by side: one domino of the opponent may hit two of them.
    linked: u32,
    /// Vulnerable pairs apart from others: one domino of the opponent hits only one of them.
    isolated: u32,
    /// Sheltered cells outside of all areas, which nobody can use.
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
        // Taken cells and their neighbours: no domino of the opponent may hit two areas.
        let mut near = B::default();
        let mut protective = 0;
        while !candidates.is_empty() {
            let place = candidates.lowest();
            candidates = candidates.without_lowest();
            let pair = B::bit(place) | B::bit(place) << 1;
            let square = pair | pair << frame.cols;
            if (square & near).is_empty() {
                taken |= square;
                near |= frame.beside(square, free);
                protective += 1;
            }
        }
        let pairs = frame.packed_cells(free & !near & !sheltered);
        let beside_other = pairs & (pairs & frame.inner()) << 1;
        let chained_cells = beside_other | (pairs & (pairs & frame.inner_right()) >> 1);
        // Lower cells of pairs of which either cell is beside another pair.
        let lower = frame.lower_of_packed(pairs);
        let linked = (lower & (chained_cells | up(chained_cells))).count();
        let all = lower.count();
        let safe_cells = frame.packed_cells(sheltered);
        let unused = sheltered & !(taken | pairs | safe_cells);
        Self { sheltered, protective, linked, isolated: all - linked, unused: unused.count() }
    }
}

/// The number of moves that the owner is sure of in areas of each kind, if protective squares are used first and the
/// opponent may also play elsewhere.
fn guaranteed_moves(protective: u32, linked: u32, isolated: u32, owner_starts: bool) -> u32 {
    static TABLE: OnceLock<Vec<[u8; 2]>> = OnceLock::new();
    let table = TABLE.get_or_init(guaranteed_moves_table);
    let protective = (protective as usize).min(MAX_PROTECTIVE - 1);
    let linked = (linked as usize).min(MAX_LINKED - 1);
    let isolated = (isolated as usize).min(MAX_ISOLATED - 1);
    u32::from(table[index(protective, linked, isolated)][usize::from(owner_starts)])
}

fn index(protective: usize, linked: usize, isolated: usize) -> usize {
    (protective * MAX_LINKED + linked) * MAX_ISOLATED + isolated
}

fn guaranteed_moves_table() -> Vec<[u8; 2]> {
    let mut table = vec![[0u8; 2]; MAX_PROTECTIVE * MAX_LINKED * MAX_ISOLATED];
    for protective in 0..MAX_PROTECTIVE {
        for linked in 0..MAX_LINKED {
            for isolated in 0..MAX_ISOLATED {
                let at = |protective, linked, isolated| table[index(protective, linked, isolated)];
                let owner = if protective > 0 {
                    2 + at(protective - 1, linked, isolated)[0]
                } else {
                    let chain = if linked > 0 { 1 + at(0, linked - 1, isolated)[0] } else { 0 };
                    let alone = if isolated > 0 { 1 + at(0, linked, isolated - 1)[0] } else { 0 };
                    chain.max(alone)
                };
                // The opponent may play elsewhere.
                let mut other = owner;
                if protective > 0 {
                    other = other.min(at(protective - 1, linked, isolated)[1]);
                }
                if linked > 0 {
                    other = other.min(at(protective, linked.saturating_sub(2), isolated)[1]);
                }
                if isolated > 0 {
                    other = other.min(at(protective, linked, isolated - 1)[1]);
                }
                table[index(protective, linked, isolated)] = [other, owner];
            }
        }
    }
    table
}
