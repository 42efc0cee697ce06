//! Alpha-beta for games without dice: principal variation search with iterative deepening.
//!
//! - `root`: iterative deepening with aspiration windows over all legal turns
//! - `searcher`: the tree below the root, and its prunings
//! - `picker`: the order in which the steps of a node are tried
//! - `history`: killer steps, counter moves and history scores
//! - `transposition`: the table of positions already searched
//! - `pv`: the principal variation
//! - `score`: scores that hold an evaluation or the distance to a proven end

mod history;
mod picker;
mod pv;
mod root;
mod score;
mod searcher;
mod transposition;

use std::marker::PhantomData;
use std::thread;

use agon_core::{AnyTable, Fault, Game, Position};

use crate::engine::{Budget, StopCheck, root_moves, typed};
use crate::{Engine, Line, NOBODY_TO_MOVE, SearchDomain, SearchRequest, Stop, Strength, Thought, wait_until_stopped};
pub(crate) use pv::turn_notations;
use root::Root;
use searcher::{MAX_PLY, Searcher};
use transposition::TranspositionTable;

/// The engine of games without dice: alpha-beta with iterative deepening.
pub struct AlphaBeta<G: Game, W> {
    name: String,
    domain: W,
    strength: Strength,
    threads: usize,
    megabytes: usize,
    /// Allocated by the first search: many engines are built and never asked.
    tt: Option<TranspositionTable>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, W: SearchDomain<G::Position>> AlphaBeta<G, W> {
    /// An engine of one thread with a table of 16 megabytes.
    pub fn new(name: impl Into<String>, domain: W, strength: Strength) -> Self {
        Self { name: name.into(), domain, strength, threads: 1, megabytes: 16, tt: None, game: PhantomData }
    }

    /// Sets the number of threads and the size of the transposition table. Only a single thread gives repeatable answers.
    #[must_use]
    pub fn with_resources(mut self, threads: usize, megabytes: usize) -> Self {
        self.threads = threads.clamp(1, 256);
        self.megabytes = megabytes.max(1);
        self
    }

    /// The size of the table: an engine that may visit only a few nodes needs no large one.
    fn tt_megabytes(&self) -> usize {
        let enough = self.strength.nodes.map_or(usize::MAX, |nodes| (nodes >> 14) as usize + 1);
        self.megabytes.min(enough)
    }
}

impl<G: Game, W: SearchDomain<G::Position>> Engine for AlphaBeta<G, W> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        if let Some(tt) = &mut self.tt {
            tt.clear();
        }
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let (table, player) = typed::<G>(table)?;
        let budget = Budget::new(limits, &self.strength, player, MAX_PLY as u32 - 1);
        let position = *table.position();
        let moves = root_moves(&position, limits)?;
        if moves.is_empty() {
            return Err(NOBODY_TO_MOVE.with("actor", table.actor()));
        }
        let size = self.tt_megabytes();
        let tt = match &mut self.tt {
            Some(tt) => tt,
            none => none.insert(TranspositionTable::new(size)?),
        };
        tt.start_search();
        let tt = &*tt;
        let repetition = table.game().draws_by_repetition();
        let game_keys: Vec<u64> = table.positions().iter().rev().skip(1).rev().map(Position::key).collect();
        let finished = Stop::new();
        let (domain, strength) = (&self.domain, self.strength);
        let root = || {
            let stop_check = StopCheck::new(&budget, stop, &finished);
            let game_keys = repetition.then_some(game_keys.as_slice());
            let searcher = Searcher::new(domain.clone(), strength, tt, stop_check, game_keys);
            Root::new(searcher, position, &moves, limits.multi_pv)
        };
        let mut main = root();
        let helpers = if moves.len() > 1 { self.threads - 1 } else { 0 };
        let (mut helper_nodes, mut reported) = (0, None);
        thread::scope(|scope| {
            let handles: Vec<_> = (0..helpers)
                .map(|number| {
                    let (mut helper, budget) = (root(), &budget);
                    scope.spawn(move || {
                        helper.order();
                        helper.deepen(budget, 1 + number as u32 % 2, &mut |_, _| {});
                        helper.searcher.stop_check.nodes
                    })
                })
                .collect();
            main.order();
            main.deepen(&budget, 1, &mut |root, depth| {
                reported = Some(root.moves[0].turn);
                for number in 0..root.multi_pv().min(root.moves.len()) {
                    report(&line(root, &position, depth, number));
                }
            });
            finished.set();
            helper_nodes = handles.into_iter().filter_map(|handle| handle.join().ok()).sum();
        });
        let turn = main.moves[0].turn;
        let mut best = line(&main, &position, main.depth, 0);
        best.nodes += helper_nodes;
        if reported != Some(turn) {
            // An unfinished iteration may still have found a better turn.
            report(&best);
        }
        wait_until_stopped(limits, stop);
        Ok(Thought { turn: position.move_text(turn), nodes: best.nodes, time: best.time, line: Some(best) })
    }

    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        let (table, _) = typed::<G>(table).ok()?;
        let node = self.domain.root(table.position());
        Some(self.domain.evaluate(&node))
    }
}

fn line<P: Position, G: SearchDomain<P>>(root: &Root<'_, P, G>, position: &P, depth: u32, number: usize) -> Line {
    let best = &root.moves[number];
    Line {
        depth,
        multi_pv: number + 1,
        score: best.score(),
        nodes: root.searcher.stop_check.nodes,
        time: root.searcher.stop_check.time(),
        pv: turn_notations(&root.searcher.domain, position, &best.line),
        ..Line::default()
    }
}
