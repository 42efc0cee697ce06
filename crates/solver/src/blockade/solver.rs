//! The solver for the position on a table.

use agon_blockade::{Blockade, Board};
use agon_core::{AnyTable, Fault, Player, Table};

use crate::blockade::geometry::BlockadeGeometry;
use crate::blockade::position::SearchPosition;
use crate::blockade::retrograde::{RetrogradeAnalysis, RetrogradeError, RetrogradeValue};
use crate::blockade::search::WinSearch;
use crate::blockade::win_distance_table::WinDistanceTable;
use crate::{GameSolver, Proof, ProvenResult, SolveLimits, SolveProgress, Solver, TOO_MANY_SQUARES, not_solvable};

/// Retrograde analysis is tried after this many positions without a result, and again whenever the number has grown by
/// this factor.
const FIRST_RETROGRADE_NODES: u64 = 2_000;
const RETROGRADE_GROWTH: u64 = 8;
/// Memory of the retrograde analysis for each position visited, so that it takes about as long as the search before it.
const RETROGRADE_BYTES_PER_NODE: u64 = 400;

/// The solver of Blockade.
pub(crate) static SOLVER: GameSolver = GameSolver { game: agon_blockade::INFO.name, set_up: solver, values: None };

fn solver(table: &dyn AnyTable, hash_mb: usize) -> Result<Box<dyn Solver>, Fault> {
    solver_for_size::<3, 16>(table, hash_mb)
        .or_else(|| solver_for_size::<11, 32>(table, hash_mb))
        .unwrap_or_else(|| Err(not_solvable(table)))
}

type SolverOrFault = Result<Box<dyn Solver>, Fault>;

fn solver_for_size<const W: usize, const S: usize>(table: &dyn AnyTable, hash_mb: usize) -> Option<SolverOrFault> {
    let table = table.as_any().downcast_ref::<Table<Blockade<W, S>>>()?;
    let board = table.position();
    let rules = table.game().rules();
    let Some(geometry) = BlockadeGeometry::new(rules) else {
        return Some(Err(TOO_MANY_SQUARES
            .with("game", "blockade")
            .with("rows", rules.rows())
            .with("cols", rules.cols())
            .with("most", "7 x 8")));
    };
    Some(Ok(Box::new(BlockadeSolver::new(geometry, board, (hash_mb as u64) << 20))))
}

/// Searches for wins of either player within ever more turns, and tries retrograde analysis in between.
struct BlockadeSolver {
    geometry: BlockadeGeometry,
    /// By player to move.
    positions: [SearchPosition; 2],
    /// The player who has arrived already.
    winner: Option<Player>,
    bytes: u64,
    /// By attacker.
    win_tables: [WinDistanceTable; 2],
    retrograde: Option<RetrogradeAnalysis>,
}

/// Reports the progress and checks the limits.
struct SolveMonitor<'a> {
    limits: &'a SolveLimits,
    report: &'a mut dyn FnMut(SolveProgress),
    /// Positions visited by searches that have ended.
    nodes: u64,
}

impl SolveMonitor<'_> {
    fn is_over(&mut self, nodes: u64) -> bool {
        let nodes = self.nodes + nodes;
        (self.report)(SolveProgress { nodes, done: 0.0 });
        self.limits.stop.is_set() || self.limits.nodes.is_some_and(|most| nodes >= most)
    }
}

impl BlockadeSolver {
    fn new<const W: usize, const S: usize>(geometry: BlockadeGeometry, board: &Board<W, S>, bytes: u64) -> Self {
        let positions = Player::ALL.map(|player| SearchPosition::new(&geometry, board, player));
        let arrived = |player: &Player| positions[0].pawns[player.index()] & geometry.goals[player.index()] != 0;
        Self {
            winner: Player::ALL.into_iter().find(arrived),
            positions,
            bytes,
            win_tables: [WinDistanceTable::new(bytes / 4), WinDistanceTable::new(bytes / 4)],
            retrograde: None,
            geometry,
        }
    }

    /// Whether a player wins within this number of turns; nothing if the search was stopped.
    fn wins(&mut self, starter: Player, attacker: Player, turns: u16, monitor: &mut SolveMonitor<'_>) -> Option<bool> {
        let win_table = &mut self.win_tables[attacker.index()];
        let mut stop = |nodes| monitor.is_over(nodes);
        let mut search = WinSearch::new(&self.geometry, attacker.index(), win_table, &mut stop);
        let won = search.wins(&self.positions[starter.index()], turns);
        let nodes = search.nodes;
        monitor.nodes += nodes;
        won
    }

    /// Runs the retrograde analysis if it fits into memory; `false` if it was stopped.
    fn run_retrograde(&mut self, monitor: &mut SolveMonitor<'_>) -> bool {
        let bytes = (self.bytes / 2).min(RETROGRADE_BYTES_PER_NODE * monitor.nodes);
        let mut seen = 0;
        let mut stop = |nodes| {
            seen = nodes;
            monitor.is_over(nodes)
        };
        let solved = RetrogradeAnalysis::solve(&self.geometry, &self.positions, bytes, &mut stop);
        monitor.nodes += solved.as_ref().map_or(seen, RetrogradeAnalysis::len);
        match solved {
            Ok(retrograde) => self.retrograde = Some(retrograde),
            Err(RetrogradeError::Stopped) => return false,
            Err(RetrogradeError::TooLarge) => {}
        }
        true
    }

    fn known(&self, starter: Player) -> Option<ProvenResult> {
        if let Some(winner) = self.winner {
            return Some(ProvenResult::Win(winner));
        }
        let key = self.positions[starter.index()].key(&self.geometry);
        Some(match self.retrograde.as_ref()?.value(key)? {
            RetrogradeValue::Won => ProvenResult::Win(starter),
            RetrogradeValue::Lost => ProvenResult::Win(starter.opponent()),
            RetrogradeValue::Undecided => ProvenResult::Draw,
        })
    }

    fn prove(&mut self, starter: Player, monitor: &mut SolveMonitor<'_>) -> Option<ProvenResult> {
        let mut next_retrograde = FIRST_RETROGRADE_NODES;
        for turns in 1..u16::MAX {
            for attacker in Player::ALL {
                if let Some(result) = self.known(starter) {
                    return Some(result);
                }
                if self.wins(starter, attacker, turns, monitor)? {
                    return Some(ProvenResult::Win(attacker));
                }
                if monitor.nodes > next_retrograde {
                    if !self.run_retrograde(monitor) {
                        return None;
                    }
                    next_retrograde = RETROGRADE_GROWTH * monitor.nodes;
                }
            }
        }
        None
    }
}

impl Solver for BlockadeSolver {
    fn solve(
        &mut self,
        starter: Player,
        limits: &SolveLimits,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Proof, Fault> {
        let mut monitor = SolveMonitor { limits, report, nodes: 0 };
        let result = self.prove(starter, &mut monitor);
        Ok(Proof { result, nodes: monitor.nodes.max(1) })
    }
}
