use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::atomic::AtomicU64;

use agon_core::{AnyTable, Fault, Player, Table, U256};
use agon_domineering::Domineering;
use agon_search::Stop;

use crate::domineering::board::{BoardGeometry, FreeCells, Region};
use crate::domineering::pieces::write_piece_table;
use crate::domineering::position_values::position_values;
use crate::domineering::search::{
    FIRST_PASS_NODES, MAX_CELLS, MoveOrder, ProofSearch, ProofTable, SharedSearch, ThreadCaches, uses_learned_order,
};
use crate::{BOARD_TOO_LARGE, GameSolver, Proof, ProvenResult, SolveLimits, SolveProgress, Solver};
use agon_core::bits::UintBits;

/// The free cells of the position on a table of Domineering.
pub(crate) fn region_of(table: &dyn AnyTable) -> Option<Region> {
    let table = table.as_any();
    if let Some(table) = table.downcast_ref::<Table<Domineering<u64>>>() {
        Some(Region::of(table.position()))
    } else {
        let table = table.downcast_ref::<Table<Domineering<U256>>>()?;
        Some(Region::of(table.position()))
    }
}

/// The solver of Domineering.
pub(crate) static SOLVER: GameSolver =
    GameSolver { game: agon_domineering::INFO.name, set_up: solver, values: Some(position_values) };

fn solver(table: &dyn AnyTable, hash_mb: usize) -> Result<Box<dyn Solver>, Fault> {
    // `None` cannot happen for a table of this name; no free cells are a valid position as well.
    let region = region_of(table).unwrap_or_default().at_corner();
    let (rows, cols) = region.size();
    let cells = (rows * cols) as u32;
    if cells > MAX_CELLS {
        return Err(BOARD_TOO_LARGE.with("rows", rows).with("cols", cols).with("most", MAX_CELLS));
    }
    let size = (rows.max(1) as u32, cols.max(1) as u32);
    if cells <= u64::BITS {
        Ok(Box::new(BoardSolver::<u64>::new(&region, size, hash_mb)))
    } else {
        Ok(Box::new(BoardSolver::<u128>::new(&region, size, hash_mb)))
    }
}

/// Computes the shipped table of piece values: those of the pieces that proofs of some boards look up.
///
/// A board is given by rows, columns and the maximum number of nodes for each starter. Returns nothing if the table is
/// too large for its format.
pub fn pieces_table(boards: &[(usize, usize, u64)]) -> Option<Vec<u8>> {
    let mut requested = BTreeSet::new();
    for &(rows, cols, nodes) in boards {
        let region = Region::board(rows, cols);
        let mut solver = BoardSolver::<u128>::new(&region, (rows as u32, cols as u32), 64);
        // The table must not depend on the learned order.
        solver.learned = false;
        let mut caches = ThreadCaches::new(solver.geometry.frames);
        caches.record_requests();
        solver.caches.push(caches);
        let limits = SolveLimits { nodes: Some(nodes), ..SolveLimits::default() };
        for starter in Player::ALL {
            solver.solve(starter, &limits, &mut |_| {}).ok()?;
        }
        for caches in &mut solver.caches {
            requested.append(&mut caches.take_requests());
        }
    }
    write_piece_table(&requested.into_iter().collect::<Vec<_>>())
}

/// The solver of one board, for bit sets of one size.
struct BoardSolver<B> {
    geometry: BoardGeometry<B>,
    root: FreeCells<B>,
    proofs: ProofTable,
    /// By thread.
    caches: Vec<ThreadCaches<B>>,
    /// Whether the learned move order is used.
    learned: bool,
}

impl<B: UintBits> BoardSolver<B> {
    fn new(region: &Region, (rows, cols): (u32, u32), hash_mb: usize) -> Self {
        let geometry = BoardGeometry::new(rows, cols);
        Self {
            root: geometry.position(region),
            learned: uses_learned_order(&geometry.frames[0]),
            geometry,
            proofs: ProofTable::new(rows * cols, hash_mb),
            caches: Vec::new(),
        }
    }
}

impl<B: UintBits> Solver for BoardSolver<B> {
    fn solve(
        &mut self,
        starter: Player,
        limits: &SolveLimits,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Proof, Fault> {
        let threads = limits.threads.max(1);
        while self.caches.len() < threads {
            self.caches.push(ThreadCaches::new(self.geometry.frames));
        }
        let (finished, nodes) = (Stop::new(), AtomicU64::new(0));
        let shared = SharedSearch {
            proofs: &self.proofs,
            stop: &limits.stop,
            finished: &finished,
            nodes: &nodes,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
        };
        let (geometry, root, learned) = (&self.geometry, &self.root, self.learned);
        let run = |thread: usize, caches: &mut ThreadCaches<B>, report: &mut dyn FnMut(u64, f64)| {
            let mut search = ProofSearch::new(geometry, caches, &shared, report, thread);
            if learned {
                search.order = MoveOrder::for_board(&geometry.frames[0]);
            }
            let won = search.prove(root, starter.index(), if learned { 0 } else { FIRST_PASS_NODES });
            if won.is_ok() {
                shared.finished.set();
            }
            (won, search.nodes)
        };
        let answers = std::thread::scope(|scope| {
            let (first, others) = self.caches[..threads].split_at_mut(1);
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(thread, caches)| scope.spawn(move || run(thread, caches, &mut |_, _| {})))
                .collect();
            let mut answers = vec![run(0, &mut first[0], &mut |nodes, done| report(SolveProgress { nodes, done }))];
            // A helper that panicked has no answer.
            answers.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            answers
        });
        let won = answers.iter().find_map(|(won, _)| won.ok());
        let winner = won.map(|won| if won { starter } else { starter.opponent() });
        Ok(Proof { result: winner.map(ProvenResult::Win), nodes: answers.iter().map(|(_, nodes)| nodes).sum() })
    }

    fn is_resumable(&self) -> bool {
        true
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.proofs.save(out)
    }

    fn load(&mut self, input: &mut dyn Read) -> Result<(), Fault> {
        self.proofs.load(input)
    }
}
