use std::marker::PhantomData;
use std::thread;
use std::time::Duration;

use agon_core::{AnyTable, Fault, Game, Player, Position, Table};

use crate::alphabeta::{DEEPEST, Searcher};
use crate::pv::words;
use crate::root::Root;
use crate::time::{Budget, StopCheck};
use crate::{
    Engine, Limits, Line, NOBODY_TO_MOVE, SearchDomain, SearchRequest, Stop, Strength, Thought,
    TranspositionTable, WRONG_TABLE,
};

/// The engine of games without dice: alpha-beta with iterative deepening.
pub struct AlphaBeta<G: Game, W> {
    name: String,
    domain: W,
    strength: Strength,
    threads: usize,
    megabytes: usize,
    /// Made when it is first needed: many engines are set up and never asked.
    tt: Option<TranspositionTable>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, W: SearchDomain<G::Position>> AlphaBeta<G, W> {
    /// An engine of one thread with a table of 16 megabytes.
    pub fn new(name: impl Into<String>, domain: W, strength: Strength) -> Self {
        Self { name: name.into(), domain, strength, threads: 1, megabytes: 16, tt: None, game: PhantomData }
    }

    /// Lets it use more threads and tt. Only one thread gives repeatable answers.
    #[must_use]
    pub fn with_resources(mut self, threads: usize, megabytes: usize) -> Self {
        self.threads = threads.clamp(1, 256);
        self.megabytes = megabytes.max(1);
        self
    }

    /// An engine that may visit only a few nodes needs no large tt.
    fn memory_size(&self) -> usize {
        let enough = self.strength.nodes.map_or(usize::MAX, |nodes| (nodes >> 14) as usize + 1);
        self.megabytes.min(enough)
    }
}

/// The typed table behind any table, and the player to move.
pub(crate) fn typed<G: Game>(table: &dyn AnyTable) -> Result<(&Table<G>, Player), Fault> {
    let typed =
        table.as_any().downcast_ref::<Table<G>>().ok_or_else(|| WRONG_TABLE.with("spec", table.spec()))?;
    let player = typed.actor().player().ok_or_else(|| NOBODY_TO_MOVE.with("actor", typed.actor()))?;
    Ok((typed, player))
}

/// The turns to be considered at the root.
pub(crate) fn root_moves<P: Position>(position: &P, limits: &Limits) -> Result<Vec<P::Move>, Fault> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if limits.search_moves.is_empty() {
        return Ok(moves);
    }
    let after = |m: P::Move| {
        let mut next = *position;
        next.play_unchecked(m);
        next
    };
    // Turns are compared by what they lead to: a dice turn may be written in several orders.
    let mut wanted = Vec::with_capacity(limits.search_moves.len());
    for word in &limits.search_moves {
        wanted.push(after(position.parse_move(word)?));
    }
    moves.retain(|&m| wanted.contains(&after(m)));
    Ok(moves)
}

/// Waits for the stop flag if the limits say `infinite`: no engine may answer earlier, even if it
/// has nothing left to think about.
pub fn wait_until_stopped(limits: &Limits, stop: &Stop) {
    while limits.infinite && !stop.is_set() {
        thread::sleep(Duration::from_millis(2));
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
        let budget = Budget::new(limits, &self.strength, player, DEEPEST as u32 - 1);
        let position = *table.position();
        let moves = root_moves(&position, limits)?;
        if moves.is_empty() {
            return Err(NOBODY_TO_MOVE.with("actor", table.actor()));
        }
        let size = self.memory_size();
        let tt = match &mut self.tt {
            Some(tt) => tt,
            none => none.insert(TranspositionTable::new(size)?),
        };
        tt.start_search();
        let tt = &*tt;
        let repetition = table.game().draws_by_repetition();
        let past: Vec<u64> = table.positions().iter().rev().skip(1).rev().map(Position::key).collect();
        let finished = Stop::new();
        let (domain, strength) = (&self.domain, self.strength);
        let root = || {
            let stop_check = StopCheck::new(&budget, stop, &finished);
            let past = repetition.then_some(past.as_slice());
            let searcher = Searcher::new(domain.clone(), strength, tt, stop_check, past);
            Root::new(searcher, position, &moves, limits.multi_pv)
        };
        let mut main = root();
        let helpers = if moves.len() > 1 { self.threads - 1 } else { 0 };
        let (mut others, mut told) = (0, None);
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
                told = Some(root.moves[0].first);
                for number in 0..root.multi_pv().min(root.moves.len()) {
                    report(&line(root, &position, depth, number));
                }
            });
            finished.set();
            others = handles.into_iter().filter_map(|handle| handle.join().ok()).sum();
        });
        let first = main.moves[0].first;
        let mut best = line(&main, &position, main.depth, 0);
        best.nodes += others;
        if told != Some(first) {
            // An iteration that was not finished may still have found a better turn.
            report(&best);
        }
        wait_until_stopped(limits, stop);
        Ok(Thought { turn: position.move_text(first), nodes: best.nodes, time: best.time, line: Some(best) })
    }

    fn evaluate(&mut self, table: &dyn AnyTable) -> Option<i32> {
        let (table, _) = typed::<G>(table).ok()?;
        let node = self.domain.root(table.position());
        Some(self.domain.evaluate(&node))
    }
}

fn line<P: Position, G: SearchDomain<P>>(
    root: &Root<'_, P, G>,
    position: &P,
    depth: u32,
    number: usize,
) -> Line {
    let best = &root.moves[number];
    Line {
        depth,
        multi_pv: number + 1,
        score: best.score(),
        nodes: root.searcher.stop_check.nodes,
        time: root.searcher.stop_check.time(),
        pv: words(&root.searcher.domain, position, &best.line),
        ..Line::default()
    }
}
