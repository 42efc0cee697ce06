use std::marker::PhantomData;
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault, Player, Position, Table};
use agon_domineering::{Board, Cell, CellSet, Domineering};
use agon_search::{Engine, Limits, Line, Score, SearchRequest, Stop, Thought, wait_until_stopped};
use agon_solver::domineering::{CachedSolver, MoveResult, Region};

/// What `proof_limits` may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofLimits {
    /// Nodes for one turn.
    pub(crate) nodes: Option<u64>,
    /// Time for a turn when the request sets no limit.
    pub(crate) time: Duration,
    pub(crate) hash_mb: usize,
}

/// Boards with more free cells are not tried: they are seldom solved in the time of a turn.
const MAX_FREE_CELLS: u32 = 72;

/// Plays a proven win if half of the time suffices to find one, and lets another engine choose otherwise.
pub(crate) struct SolvingEngine<W> {
    search: Box<dyn Engine>,
    proof_limits: ProofLimits,
    /// Allocated for the size of the board on first use.
    cached_solver: Option<CachedSolver>,
    cells: PhantomData<fn() -> W>,
}

impl<W: CellSet> SolvingEngine<W> {
    pub(crate) fn new(search: Box<dyn Engine>, proof_limits: ProofLimits) -> Self {
        Self { search, proof_limits, cached_solver: None, cells: PhantomData }
    }

    /// The solver for a board of this size.
    fn cached_solver(&mut self, rows: u8, cols: u8) -> Option<&mut CachedSolver> {
        if self.cached_solver.as_ref().is_none_or(|solver| solver.size() != (rows, cols)) {
            self.cached_solver = CachedSolver::new(rows, cols, self.proof_limits.hash_mb);
        }
        self.cached_solver.as_mut()
    }

    /// The proof of a win, if there is one, and the nodes that looking for it took.
    fn prove(&mut self, board: &Board<W>, limits: &Limits, stop: &Stop) -> (Option<Line>, u64) {
        let region = Region::of(board);
        // A proof gives one line of its own choice only.
        let is_asked_for_more = limits.multi_pv > 1 || !limits.search_moves.is_empty() || limits.depth.is_some();
        if is_asked_for_more || region.count() > MAX_FREE_CELLS {
            return (None, 0);
        }
        let (player, start) = (board.mover(), Instant::now());
        if let Some(last) = last_move(board) {
            return (Some(winning_line(board, last, 1, 1, start.elapsed())), 1);
        }
        let (nodes, time) = self.shares(limits, player);
        let Some(solver) = self.cached_solver(board.rows(), board.cols()) else { return (None, 0) };
        let mut should_stop = || time.is_some_and(|time| start.elapsed() >= time);
        let (result, nodes) = solver.solve(&region, player, nodes, stop, &mut should_stop);
        let MoveResult::Win { row, col } = result else { return (None, nodes) };
        // The game ends at the latest with the opponent's last possible turn.
        let turns = 2 * most_turns(&region, player.opponent()) + 1;
        let cell = Cell::new(col, row, board.cols());
        (Some(winning_line(board, cell, turns, nodes, start.elapsed())), nodes)
    }

    /// Nodes and time for a proof: half of what the limits allow.
    fn shares(&self, limits: &Limits, player: Player) -> (u64, Option<Duration>) {
        let own = self.proof_limits.nodes.unwrap_or(u64::MAX);
        let nodes = limits.nodes.map_or(own, |nodes| own.min(nodes / 2));
        let of_clock = limits.clock.map(|clock| {
            let index = player.index();
            clock.left[index] / 48 + clock.increment[index] / 3
        });
        let time = match (limits.movetime, of_clock) {
            (Some(time), Some(share)) => Some((time / 2).min(share)),
            (Some(time), None) => Some(time / 2),
            (None, Some(share)) => Some(share),
            // The node limit suffices.
            (None, None) if limits.nodes.is_some() => None,
            (None, None) => Some(self.proof_limits.time / 2),
        };
        (nodes, time)
    }

    /// The limits that are left for the search.
    fn rest(&self, limits: &Limits, nodes: u64, spent: Duration) -> Limits {
        let mut rest = limits.clone();
        rest.nodes = limits.nodes.map(|all| all.saturating_sub(nodes).max(1));
        rest.movetime = limits.movetime.map(|time| time.saturating_sub(spent));
        let is_free = limits.movetime.is_none()
            && limits.clock.is_none()
            && limits.nodes.is_none()
            && limits.depth.is_none()
            && !limits.infinite;
        if is_free && nodes > 0 {
            rest.movetime = Some(self.proof_limits.time.saturating_sub(spent));
        }
        if let Some(clock) = &mut rest.clock {
            for left in &mut clock.left {
                *left = left.saturating_sub(spent);
            }
        }
        rest
    }
}

impl<W: CellSet> Engine for SolvingEngine<W> {
    fn name(&self) -> String {
        self.search.name()
    }

    fn new_game(&mut self) {
        // ProofLimits stay valid, but a repeated game must repeat exactly.
        if let Some(solver) = &mut self.cached_solver {
            solver.clear();
        }
        self.search.new_game();
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let start = Instant::now();
        let board = table.as_any().downcast_ref::<Table<Domineering<W>>>().map(Table::position);
        let (win, nodes) = match board {
            Some(board) if table.actor().player().is_some() => self.prove(board, limits, stop),
            // The search reports the fault.
            _ => (None, 0),
        };
        if let Some(line) = win {
            report(&line);
            wait_until_stopped(limits, stop);
            let turn = line.pv[0].clone();
            return Ok(Thought { turn, nodes, time: start.elapsed(), line: Some(line) });
        }
        let rest = self.rest(limits, nodes, start.elapsed());
        let mut thought = self.search.think(SearchRequest { table, limits: &rest, stop, report })?;
        thought.nodes += nodes;
        thought.time = start.elapsed();
        Ok(thought)
    }

    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        self.search.evaluate(table)
    }
}

/// A move that leaves the opponent without one.
fn last_move<W: CellSet>(board: &Board<W>) -> Option<Cell> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.into_iter().find(|&m| {
        let mut next = *board;
        next.play_unchecked(m);
        next.outcome().is_some()
    })
}

fn winning_line<W: CellSet>(board: &Board<W>, first: Cell, turns: u32, nodes: u64, time: Duration) -> Line {
    Line {
        depth: turns,
        multi_pv: 1,
        score: Score::Win(turns),
        nodes,
        time,
        pv: vec![board.move_text(first)],
        ..Line::default()
    }
}

/// The maximum number of dominoes that a player can still place.
fn most_turns(region: &Region, player: Player) -> u32 {
    let region = if player == Player::P1 { region.transposed() } else { *region };
    region
        .rows()
        .iter()
        .map(|&row| {
            let (mut rest, mut count) = (row & row >> 1, 0);
            while rest != 0 {
                let first = rest & rest.wrapping_neg();
                rest &= !(first | first << 1);
                count += 1;
            }
            count
        })
        .sum()
}
