use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use agon_core::rng::mix;
use agon_core::{AnyTable, Fault, Player};

use super::game::{self, GameConfig};
use super::result::SprtMonitor;
use super::{GameLog, Match, Opening, SideUsage, Termination};
use crate::players::{EnginePool, PooledEngine};

/// See [`Match::run`].
pub(super) fn run(
    matchup: &Match,
    done: Vec<GameLog>,
    finished: &mut (dyn FnMut(&GameLog) -> Result<(), Fault> + Send),
) -> Result<Vec<GameLog>, Fault> {
    let table = agon_games::open(&matchup.spec)?;
    let pools = engine_pools(matchup, &*table)?;
    let known: HashSet<usize> = done.iter().map(|log| log.game).collect();
    let missing = (0..matchup.total()).filter(|number| !known.contains(number)).collect();
    let mut sprt = SprtMonitor::new(matchup.sprt);
    for log in &done {
        sprt.add(log);
    }
    let runner = MatchRunner {
        matchup,
        table,
        missing,
        next: AtomicUsize::new(0),
        over: AtomicBool::new(sprt.is_decided()),
        state: Mutex::new(RunState { games: done, sprt, finished, failure: None }),
    };
    thread::scope(|scope| {
        for pools in pools {
            scope.spawn(|| runner.work(pools));
        }
    });
    let state = runner.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.failure.map_or(Ok(state.games), Err)
}

/// The engines of every thread. The first are started at once: a player that cannot be set up at all is a wrong
/// setting, not a lost game, unless the match is one of many and the player a program.
fn engine_pools(matchup: &Match, table: &dyn AnyTable) -> Result<Vec<[EnginePool; 2]>, Fault> {
    let count = matchup.concurrency.clamp(1, matchup.total().max(1));
    let pool = |side: usize| EnginePool::new(&matchup.players[side], matchup.margin, count == 1, matchup.seed);
    let mut pools: Vec<[EnginePool; 2]> = (0..count).map(|_| [0, 1].map(pool)).collect();
    for pool in pools.first_mut().into_iter().flatten() {
        match pool.take(table, matchup.seed) {
            Ok(engine) => pool.put_back(engine),
            Err(_) if matchup.absent_loses && pool.is_program() => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(pools)
}

struct RunState<'a> {
    games: Vec<GameLog>,
    sprt: SprtMonitor,
    finished: &'a mut (dyn FnMut(&GameLog) -> Result<(), Fault> + Send),
    failure: Option<Fault>,
}

/// Plays the games of a match on several threads.
struct MatchRunner<'a> {
    matchup: &'a Match,
    table: Box<dyn AnyTable>,
    missing: Vec<usize>,
    next: AtomicUsize,
    over: AtomicBool,
    state: Mutex<RunState<'a>>,
}

impl MatchRunner<'_> {
    fn work(&self, mut pools: [EnginePool; 2]) {
        while !self.over.load(Ordering::Relaxed) {
            let Some(&number) = self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let played = self.play(number, &mut pools);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match played.and_then(|log| (state.finished)(&log).map(|()| log)) {
                Ok(log) => {
                    state.sprt.add(&log);
                    state.games.push(log);
                }
                Err(fault) => state.failure = Some(fault),
            }
            if state.failure.is_some() || state.sprt.is_decided() {
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }

    fn play(&self, number: usize, pools: &mut [EnginePool; 2]) -> Result<GameLog, Fault> {
        let matchup = self.matchup;
        let (pair, first) = (number / 2, number % 2);
        let seed = mix(matchup.seed ^ mix(pair as u64));
        let opening = matchup.openings.opening(&*self.table, matchup.seed, pair)?;
        let mut table = self.table.clone_box();
        let seats = [first, 1 - first];
        let mut players: Vec<PooledEngine> = Vec::with_capacity(2);
        for (seat, side) in seats.into_iter().enumerate() {
            match pools[side].take(&*table, seed) {
                Ok(player) => players.push(player),
                Err(fault) => return Ok(not_started(&opening, seat, fault).seated(number, first)),
            }
        }
        let Ok(mut players) = <[PooledEngine; 2]>::try_from(players) else { unreachable!("two seats") };
        let config = GameConfig {
            limits: seats.map(|side| matchup.limits_of(side)),
            margin: matchup.margin,
            max_turns: matchup.max_turns,
            opening: &opening,
            seed,
        };
        let log = game::play(&mut *table, &mut players, &config)?.seated(number, first);
        let failed = log.outcome().winner().filter(|_| log.termination.is_failure()).map(Player::opponent);
        for (seat, (side, player)) in seats.into_iter().zip(players).enumerate() {
            // An engine that failed is not used again.
            if failed.is_none_or(|failed| failed.index() != seat) {
                pools[side].put_back(player);
            }
        }
        Ok(log)
    }
}

/// The game that a player lost because it could not be started.
fn not_started(opening: &Opening, seat: usize, fault: Fault) -> GameLog {
    let (loser, winner) = if seat == 0 { ("p1", "p2 1") } else { ("p2", "p1 1") };
    GameLog {
        game: 0,
        first: 0,
        result: winner.to_owned(),
        termination: Termination::Crash,
        note: Some(format!("{loser}: {fault}")),
        stderr: Vec::new(),
        repeat: None,
        sides: [SideUsage::default(); 2],
        position: opening.position.clone(),
        opening: opening.plies.len(),
        plies: opening.plies.clone(),
    }
    .traced(fault.trace)
}
