//! Retrograde solution layer by layer, starting with the most walls.

use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use agon_core::Fault;

use crate::quoridor::configuration_solver::ConfigurationSolver;
use crate::quoridor::configurations::Configurations;
use crate::quoridor::geometry::{QuoridorGeometry, WallSet};
use crate::quoridor::layer::{CHUNK_CONFIGURATIONS, Chunk, Layer, Stocks};
use crate::quoridor::wall_setup::Solution;
use crate::{SolveLimits, SolveProgress, TOO_MUCH_MEMORY};
use agon_core::bits::UintBits;

/// Memory of a configuration in the lists: itself and its entry in the hash index.
const LISTED_BYTES: u64 = 24;

/// A solution in progress.
pub(crate) struct LayerSolver<'a, W> {
    geometry: QuoridorGeometry,
    symmetric: bool,
    limits: &'a SolveLimits,
    memory: u64,
    /// Positions solved.
    nodes: AtomicU64,
    /// Memory in use.
    bytes: AtomicU64,
    /// Pairs of configurations and stocks: solved ones, and all.
    done: AtomicU64,
    total: u64,
    is_full: AtomicBool,
    word: PhantomData<W>,
}

impl<'a, W: UintBits> LayerSolver<'a, W> {
    /// Solves all positions with these walls and stocks; nothing if a limit is reached.
    pub(crate) fn run(
        geometry: QuoridorGeometry,
        base: WallSet,
        walls_left: [u8; 2],
        limits: &'a SolveLimits,
        memory: u64,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Option<Solution>, Fault> {
        let stocks = all_stocks(walls_left);
        let fits = |layers: &[Vec<WallSet>]| {
            let listed = LISTED_BYTES * layers.iter().map(|layer| layer.len() as u64).sum::<u64>();
            two_layers(layers, &stocks).all(|entries| entries * entry_bytes::<W>(geometry) + listed <= memory)
        };
        let listed = Configurations::list(geometry, base, stocks.len() as u32 - 1, &mut |layers| {
            report(SolveProgress { nodes: 0, done: 0.0 });
            fits(layers) && !limits.stop.is_set()
        });
        if limits.stop.is_set() {
            return Ok(None);
        }
        let listed = listed.filter(|listed| fits(&listed.layers)).ok_or_else(|| too_much(memory))?;
        let count: u64 = listed.layers.iter().map(|layer| layer.len() as u64).sum();
        let entries = listed.layers.iter().zip(&stocks).map(|(layer, stocks)| layer.len() * stocks.len());
        let solver = Self {
            geometry,
            symmetric: listed.symmetric,
            limits,
            memory,
            nodes: AtomicU64::new(0),
            bytes: AtomicU64::new(LISTED_BYTES * count),
            done: AtomicU64::new(0),
            total: entries.sum::<usize>() as u64,
            is_full: AtomicBool::new(false),
            word: PhantomData,
        };
        solver.layers(base, listed, stocks, report)
    }

    fn layers(
        &self,
        base: WallSet,
        listed: Configurations,
        stocks: Vec<Vec<Stocks>>,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Option<Solution>, Fault> {
        let count = listed.layers.iter().map(|layer| layer.len() as u64).sum();
        let mut above: Option<Layer<W>> = None;
        for (layer, stocks) in listed.layers.into_iter().zip(stocks).rev() {
            let Some(solved) = self.layer(layer, stocks, above.as_ref(), report)? else { return Ok(None) };
            if let Some(above) = above {
                self.bytes.fetch_sub(above.bytes(), Ordering::Relaxed);
            }
            above = Some(solved);
        }
        Ok(above.map(|first| self.solution(&first, base, count)))
    }

    fn solution(&self, layer: &Layer<W>, base: WallSet, configurations: u64) -> Solution {
        let wide = |set: &[W]| set.iter().map(|word| word.widen()).collect::<Vec<u128>>();
        let mut solver = ConfigurationSolver::<W>::new(self.geometry, self.symmetric);
        solver.set(base, None);
        let entries = [layer.entry(0, 0, 0), layer.entry(0, 0, 1)];
        let none = vec![0; solver.graph.legal.len()];
        Solution {
            geometry: self.geometry,
            lost: entries.each_ref().map(|entry| wide(entry.lost)),
            drawn: entries.each_ref().map(|entry| entry.drawn.map_or(none.clone(), wide)),
            legal: wide(&solver.graph.legal),
            nodes: self.nodes.load(Ordering::Relaxed),
            configurations,
        }
    }

    /// Solves all configurations with the same number of walls.
    fn layer(
        &self,
        configurations: Vec<WallSet>,
        stocks: Vec<Stocks>,
        above: Option<&Layer<W>>,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Option<Layer<W>>, Fault> {
        let parts: Vec<&[WallSet]> = configurations.chunks(CHUNK_CONFIGURATIONS).collect();
        let chunks: Vec<Mutex<Option<Chunk<W>>>> = parts.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = |report: &mut dyn FnMut(SolveProgress)| {
            let mut solver = ConfigurationSolver::new(self.geometry, self.symmetric);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(at).filter(|_| !self.is_to_end()) else { return };
                let chunk = self.chunk(&mut solver, part, &stocks, above);
                if let Ok(mut place) = chunks[at].lock() {
                    *place = Some(chunk);
                }
                report(self.progress());
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.limits.threads.min(parts.len()) {
                scope.spawn(|| work(&mut |_| {}));
            }
            work(report);
        });
        report(self.progress());
        if self.is_full.load(Ordering::Relaxed) {
            return Err(too_much(self.memory));
        }
        let chunks: Option<Vec<Chunk<W>>> = chunks.into_iter().map(|chunk| chunk.into_inner().ok().flatten()).collect();
        let squares = self.geometry.non_goal_squares() as usize;
        Ok(chunks.map(|chunks| Layer::new(configurations, stocks, chunks, squares)))
    }

    fn chunk(
        &self,
        solver: &mut ConfigurationSolver<W>,
        configurations: &[WallSet],
        stocks: &[Stocks],
        above: Option<&Layer<W>>,
    ) -> Chunk<W> {
        let mut chunk =
            Chunk::with_room(configurations.len() * stocks.len(), self.geometry.non_goal_squares() as usize);
        let mut nodes = 0;
        for &walls in configurations {
            solver.set(walls, above);
            nodes += solver.positions() * stocks.len() as u64;
            for &stocks in stocks {
                solver.solve(stocks, above, &mut chunk);
            }
        }
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.done.fetch_add((configurations.len() * stocks.len()) as u64, Ordering::Relaxed);
        if self.bytes.fetch_add(chunk.bytes(), Ordering::Relaxed) + chunk.bytes() > self.memory {
            self.is_full.store(true, Ordering::Relaxed);
        }
        chunk
    }

    fn is_to_end(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
            || self.limits.stop.is_set()
            || self.limits.nodes.is_some_and(|most| self.nodes.load(Ordering::Relaxed) >= most)
    }

    fn progress(&self) -> SolveProgress {
        let done = self.done.load(Ordering::Relaxed) as f64 / self.total.max(1) as f64;
        SolveProgress { nodes: self.nodes.load(Ordering::Relaxed), done }
    }
}

fn too_much(memory: u64) -> Fault {
    TOO_MUCH_MEMORY.with("megabytes", memory >> 20)
}

/// Memory of one configuration with one pair of stocks, without draws.
fn entry_bytes<W>(geometry: QuoridorGeometry) -> u64 {
    2 * u64::from(geometry.non_goal_squares()) * size_of::<W>() as u64 + 4
}

/// The numbers of pairs of configurations and stocks in each two consecutive layers, which are in memory together.
fn two_layers(layers: &[Vec<WallSet>], stocks: &[Vec<Stocks>]) -> impl Iterator<Item = u64> {
    let entries = |at: usize| (layers[at].len() * stocks[at].len()) as u64;
    (0..layers.len()).map(move |at| entries(at) + if at > 0 { entries(at - 1) } else { 0 })
}

/// The possible stocks, by number of placed walls.
fn all_stocks(walls_left: [u8; 2]) -> Vec<Vec<Stocks>> {
    let most = u32::from(walls_left[0]) + u32::from(walls_left[1]);
    (0..=most)
        .map(|placed| {
            (0..=walls_left[0])
                .filter_map(|first| {
                    let second = (most - placed).checked_sub(u32::from(first))?;
                    (second <= u32::from(walls_left[1])).then_some([first, second as u8])
                })
                .collect()
        })
        .collect()
}
