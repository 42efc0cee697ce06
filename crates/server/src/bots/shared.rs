//! Engine work that the servers of a site share: stored by the server whose game needs it, done by any worker.
//!
//! What travels is a position with its plies and what to do with it. A worker answers with a turn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_core::{AnyTable, Fault};
use agon_engines::EngineSpec;
use agon_search::{Clock, Limits, Line, Score, Stop, Thought};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::GameId;
use crate::bots::engines::EngineKey;
use crate::bots::pool::{Job, JobError, JobResult, Task};
use crate::store::{Cluster, NewWork, WorkResult};
use crate::sync::lock;

/// How much longer than its search a worker has some work to itself.
const LEASE_MARGIN: Duration = Duration::from_secs(8);
/// The search time assumed where none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The kinds of work, by priority: the turn of a bot comes before a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkKind {
    /// The turn of a bot.
    Turn = 0,
    /// A hint.
    Hint = 1,
}

/// A search as a worker receives it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Search {
    spec: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    plies: Vec<String>,
    level: Option<u8>,
    bot: Option<String>,
    seed: u64,
    book: bool,
    hash_mb: usize,
    movetime_ms: Option<u64>,
    depth: Option<u32>,
    /// Time left and increments of both players.
    clock: Option<[[u64; 2]; 2]>,
    /// Names the bot whose engine is kept for its next turn.
    engine: Option<(String, agon_core::Player)>,
}

/// A worker's answer.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    turn: String,
    line: Option<AnswerLine>,
}

#[derive(Debug, Serialize, Deserialize)]
struct AnswerLine {
    depth: u32,
    /// "cp", "win" or "loss", and a number.
    score: (String, i32),
    equity: Option<f32>,
    wdl: Option<[u16; 3]>,
    pv: Vec<String>,
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

impl Search {
    fn new(table: &dyn AnyTable, spec: &EngineSpec, bot: Option<EngineKey>, limits: &Limits) -> Self {
        Self {
            spec: table.spec(),
            position: table.is_from_position().then(|| table.position_at(0)).flatten(),
            plies: table.plies().to_vec(),
            level: spec.level,
            bot: spec.bot.clone(),
            seed: spec.seed,
            book: spec.book,
            hash_mb: spec.hash_mb,
            movetime_ms: limits.movetime.map(millis),
            depth: limits.depth,
            clock: limits.clock.map(|clock| [clock.left.map(millis), clock.increment.map(millis)]),
            // Engines are found by this name, which does not tell the game.
            engine: bot.map(|(game, seat)| (game.alias().to_string(), seat)),
        }
    }

    /// The work as a job of this process.
    pub(crate) fn into_job(self, done: Box<dyn FnOnce(JobResult<Thought>) + Send>) -> Result<Job, Fault> {
        let mut table = agon_games::open_at(&self.spec, self.position.as_deref().unwrap_or("startpos"))?;
        for ply in &self.plies {
            table.play(ply)?;
        }
        let clock = self.clock.map(|[left, increment]| Clock {
            left: left.map(Duration::from_millis),
            increment: increment.map(Duration::from_millis),
        });
        let limits = Limits {
            movetime: self.movetime_ms.map(Duration::from_millis),
            depth: self.depth,
            clock,
            multi_pv: 1,
            ..Limits::default()
        };
        let Self { level, bot, hash_mb, seed, book, .. } = self;
        let spec = EngineSpec { level, bot, hash_mb, seed, book, ..EngineSpec::default() };
        let bot = self.engine.and_then(|(game, seat)| Some((GameId::parse(&game)?, seat)));
        Ok(Job { table, stop: Stop::new(), address: None, task: Task::Turn { spec, bot, limits, done } })
    }
}

impl From<&Thought> for Answer {
    fn from(thought: &Thought) -> Self {
        let line = thought.line.as_ref().map(|line| AnswerLine {
            depth: line.depth,
            score: match line.score {
                Score::Cp(cp) => ("cp".to_owned(), cp),
                Score::Win(turns) => ("win".to_owned(), turns as i32),
                Score::Loss(turns) => ("loss".to_owned(), turns as i32),
            },
            equity: line.equity,
            wdl: line.wdl,
            pv: line.pv.clone(),
        });
        Self { turn: thought.turn.clone(), line }
    }
}

impl Answer {
    fn into_thought(self) -> Option<Thought> {
        let line = match self.line {
            None => None,
            Some(line) => {
                let number = line.score.1;
                let score = match line.score.0.as_str() {
                    "cp" => Score::Cp(number),
                    "win" => Score::Win(number as u32),
                    "loss" => Score::Loss(number as u32),
                    _ => return None,
                };
                let AnswerLine { depth, equity, wdl, pv, .. } = line;
                Some(Line { depth, score, equity, wdl, pv, multi_pv: 1, ..Line::default() })
            }
        };
        Some(Thought { turn: self.turn, line, nodes: 0, time: Duration::ZERO })
    }
}

/// Receives the result of some work.
type Done = Box<dyn FnOnce(JobResult<Thought>) + Send>;

/// The work whose results this server waits for.
#[derive(Default)]
pub(crate) struct Waiting {
    done: Mutex<HashMap<GameId, Vec<(Stop, Done)>>>,
    /// Wakes the workers of this server.
    pub(crate) submitted: Notify,
}

impl Waiting {
    fn add(&self, id: GameId, stop: Stop, done: Done) {
        lock(&self.done).entry(id).or_default().push((stop, done));
    }

    /// The ids of the work waited for.
    pub(crate) fn ids(&self) -> Vec<GameId> {
        lock(&self.done).keys().copied().collect()
    }

    /// Hands a result to those who wait for it.
    pub(crate) fn finish(&self, id: GameId, result: &WorkResult) {
        let waiting = lock(&self.done).remove(&id).unwrap_or_default();
        for (stop, done) in waiting {
            done(if stop.is_set() { Err(JobError::Stopped) } else { read(result) });
        }
    }
}

fn read(result: &WorkResult) -> JobResult<Thought> {
    let answer = result.as_deref().and_then(|text| serde_json::from_str::<Answer>(text).ok());
    answer.and_then(Answer::into_thought).ok_or(JobError::Failed)
}

/// Stores a search for the workers of the site. Other jobs come back: they are done by this server.
pub(crate) fn submit(
    cluster: &Arc<Cluster>,
    waiting: &Arc<Waiting>,
    (game, seq): (GameId, u32),
    job: Job,
) -> Result<(), Box<Job>> {
    let Job { table, stop, address, task } = job;
    let (spec, bot, limits, done) = match task {
        Task::Turn { spec, bot, limits, done } => (spec, bot, limits, done),
        task @ Task::Review { .. } => return Err(Box::new(Job { table, stop, address, task })),
    };
    let kind = if bot.is_some() { WorkKind::Turn } else { WorkKind::Hint };
    let search = Search::new(&*table, &spec, bot, &limits);
    let lease = limits.movetime.unwrap_or(DEFAULT_TIME) + LEASE_MARGIN;
    let work = NewWork {
        game,
        seq,
        kind: kind as u8,
        priority: kind as u8,
        payload: serde_json::to_string(&search).unwrap_or_default(),
        lease_ms: lease.as_millis() as i64,
    };
    let (cluster, waiting) = (Arc::clone(cluster), Arc::clone(waiting));
    tokio::spawn(async move {
        match cluster.submit(&work).await {
            Ok((id, known)) => {
                waiting.add(id, stop, done);
                if let Some(result) = known {
                    waiting.finish(id, &result);
                } else {
                    waiting.submitted.notify_one();
                    // It may have been finished before this server began to wait for it.
                    fetch(&cluster, &waiting, &[id]).await;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "cannot store work for engines");
                done(Err(JobError::Failed));
            }
        }
    });
    Ok(())
}

/// Takes over results that are there.
pub(crate) async fn fetch(cluster: &Cluster, waiting: &Waiting, ids: &[GameId]) {
    match cluster.results(ids).await {
        Ok(results) => {
            for (id, result) in results {
                waiting.finish(id, &result);
            }
        }
        Err(error) => tracing::warn!(%error, "cannot read the results of engines"),
    }
}
