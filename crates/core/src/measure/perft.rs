//! Perft: counting the legal turn sequences of a given length.
//!
//! In dice games each distinct roll counts once and takes no depth: perft 1 of a position before the roll is the
//! number of turns summed over the 21 rolls.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::{Actor, Position, rng::mix};

/// Counts the legal turn sequences of a given length.
///
/// Finished games have no turns. The last ply is counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    Counter { scratch: Vec::new(), table: None, stop: &AtomicBool::new(false) }.count(position, depth)
}

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftPlan {
    /// Number of turns.
    pub depth: u32,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Size of the hash table of each thread; 0 for none.
    pub table_megabytes: usize,
}

/// The count below one turn (or one roll) of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// The turn or roll.
    pub notation: String,
    /// Sequences that begin with it.
    pub count: u64,
}

/// Counts below every turn of the root, sharing the work among threads; `None` if `stop` is set before the end.
///
/// The sum of the counts is the perft value. Depth 0 has no turns to divide by and gives nothing.
pub fn divide_until<P: Position>(position: &P, plan: PerftPlan, stop: &AtomicBool) -> Option<Vec<Division>> {
    if plan.depth == 0 {
        return Some(Vec::new());
    }
    let branches = branches(position);
    // A few branches are split once more, so that threads do not wait for one long branch; splitting many would make
    // millions of jobs.
    let cut = branches.len() < BRANCHES_PER_THREAD * plan.threads;
    let jobs: Vec<Job<P>> =
        branches.iter().enumerate().flat_map(|(index, branch)| branch.jobs(index, plan.depth, cut)).collect();
    let counts = count_jobs(&jobs, plan, stop);
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut divisions: Vec<Division> =
        branches.into_iter().map(|branch| Division { notation: branch.notation, count: 0 }).collect();
    for (job, count) in jobs.iter().zip(counts) {
        divisions[job.branch].count += count;
    }
    Some(divisions)
}

/// With this many branches per thread the work is shared evenly enough.
const BRANCHES_PER_THREAD: usize = 64;

struct Branch<P> {
    notation: String,
    position: P,
    is_roll: bool,
}

struct Job<P> {
    branch: usize,
    position: P,
    depth: u32,
}

impl<P: Position> Branch<P> {
    fn jobs(&self, branch: usize, depth: u32, cut: bool) -> Vec<Job<P>> {
        let depth = if self.is_roll { depth } else { depth - 1 };
        if depth < 2 || !cut {
            return vec![Job { branch, position: self.position, depth }];
        }
        let below = branches(&self.position);
        below
            .into_iter()
            .map(|next| Job { branch, position: next.position, depth: if next.is_roll { depth } else { depth - 1 } })
            .collect()
    }
}

fn branches<P: Position>(position: &P) -> Vec<Branch<P>> {
    match position.actor() {
        Actor::Nobody => Vec::new(),
        Actor::Chance => position
            .chances()
            .iter()
            .map(|&(chance, _)| {
                let mut next = *position;
                next.resolve_unchecked(chance);
                Branch { notation: position.chance_text(chance), position: next, is_roll: true }
            })
            .collect(),
        Actor::Player(_) => {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves
                .into_iter()
                .map(|m| {
                    let mut next = *position;
                    next.play_unchecked(m);
                    Branch { notation: position.move_text(m), position: next, is_roll: false }
                })
                .collect()
        }
    }
}

fn count_jobs<P: Position>(jobs: &[Job<P>], plan: PerftPlan, stop: &AtomicBool) -> Vec<u64> {
    let next = AtomicUsize::new(0);
    let work = || {
        let table = (plan.table_megabytes > 0).then(|| CountTable::new(plan.table_megabytes));
        let mut counter = Counter { scratch: Vec::new(), table, stop };
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { return done };
            done.push((index, counter.count(&job.position, job.depth)));
        }
    };
    let mut counts = vec![0; jobs.len()];
    let finished: Vec<Vec<(usize, u64)>> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut all = vec![work()];
        // A panic of a counting thread is a bug and must not be swallowed.
        all.extend(others.into_iter().map(|thread| thread.join().expect("counting thread")));
        all
    });
    for (index, count) in finished.into_iter().flatten() {
        counts[index] = count;
    }
    counts
}

struct Counter<'a, P: Position> {
    scratch: Vec<P::Move>,
    table: Option<CountTable<P>>,
    /// Set to abandon the count; the result is then meaningless.
    stop: &'a AtomicBool,
}

impl<P: Position> Counter<'_, P> {
    fn count(&mut self, position: &P, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        match position.actor() {
            Actor::Nobody => 0,
            Actor::Chance => position
                .chances()
                .iter()
                .map(|&(chance, _)| {
                    let mut next = *position;
                    next.resolve_unchecked(chance);
                    self.count(&next, depth)
                })
                .sum(),
            Actor::Player(_) if depth == 1 => position.count_moves(&mut self.scratch),
            Actor::Player(_) => self.count_turns(position, depth),
        }
    }

    fn count_turns(&mut self, position: &P, depth: u32) -> u64 {
        if self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        if let Some(known) = self.table.as_ref().and_then(|table| table.get(position, depth)) {
            return known;
        }
        let base = self.scratch.len();
        position.legal_moves(&mut self.scratch);
        let mut total = 0;
        for index in base..self.scratch.len() {
            let mut next = *position;
            next.play_unchecked(self.scratch[index]);
            total += self.count(&next, depth - 1);
        }
        self.scratch.truncate(base);
        if let Some(table) = &mut self.table {
            table.put(position, depth, total);
        }
        total
    }
}

struct CountTable<P> {
    entries: Vec<Option<(P, u32, u64)>>,
}

impl<P: Position> CountTable<P> {
    fn new(megabytes: usize) -> Self {
        let entry = size_of::<Option<(P, u32, u64)>>();
        let wanted = (megabytes.max(1) << 20) / entry;
        let size = if wanted < 2 { 1 } else { 1 << wanted.ilog2() };
        Self { entries: vec![None; size] }
    }

    fn slot(&self, position: &P, depth: u32) -> usize {
        mix(position.key() ^ u64::from(depth)) as usize & (self.entries.len() - 1)
    }

    fn get(&self, position: &P, depth: u32) -> Option<u64> {
        match &self.entries[self.slot(position, depth)] {
            Some((known, known_depth, count)) if *known_depth == depth && known == position => Some(*count),
            _ => None,
        }
    }

    fn put(&mut self, position: &P, depth: u32, count: u64) {
        let slot = self.slot(position, depth);
        self.entries[slot] = Some((*position, depth, count));
    }
}
