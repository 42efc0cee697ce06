use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use agon_core::rng::mix;
use agon_core::{AnyTable, Fault, Player};

use crate::contender::{Contender, Stable};
use crate::game::{self, Terms};
use crate::tally::Sequence;
use crate::{Book, End, GameLog, Opening, Pace, SideLog, Sprt, Tally, Who};

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game and its options.
    pub spec: String,
    /// A and B.
    pub players: [Who; 2],
    /// Pace of both, unless a player has one of its own.
    pub pace: Pace,
    /// How many games; an odd number is made even.
    pub games: usize,
    /// How many games at a time.
    pub concurrency: usize,
    /// Seed of openings, dice and players.
    pub seed: u64,
    /// Where the games begin.
    pub book: Book,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
    /// How much later than allowed an answer may come before it loses.
    pub margin: Duration,
    /// Turns after which a game is a draw.
    pub turns: usize,
}

/// How much later than allowed an answer may come: enough for a busy machine.
pub const CUSTOMARY_MARGIN: Duration = Duration::from_secs(1);

impl Contest {
    /// A match with the customary settings of a game.
    pub fn new(spec: &str, players: [Who; 2]) -> Result<Self, Fault> {
        let table = agon_games::open(spec)?;
        Ok(Self {
            spec: table.spec(),
            players,
            pace: Pace::default(),
            games: 100,
            concurrency: 1,
            seed: 1,
            book: Book::customary(&*table),
            sprt: None,
            margin: CUSTOMARY_MARGIN,
            turns: customary_turns(&*table),
        })
    }

    /// How many games there are when all are played: whole pairs.
    pub fn total(&self) -> usize {
        self.games.div_ceil(2) * 2
    }

    /// The pace of a side.
    pub fn pace_of(&self, side: usize) -> Pace {
        self.players[side].pace.or(self.pace)
    }

    /// Plays what is not in `done` yet and tells every finished game to `finished`, which may be
    /// out of order. Ends early if the sequential test is decided.
    ///
    /// The games of the match are those up to the pair that decided; see [`Contest::tally`]. They
    /// are the same whatever the concurrency, if the players' answers depend on nodes and seeds only.
    pub fn run(
        &self,
        done: Vec<GameLog>,
        finished: &mut (dyn FnMut(&GameLog) -> Result<(), Fault> + Send),
    ) -> Result<Vec<GameLog>, Fault> {
        let table = agon_games::open(&self.spec)?;
        // A player that cannot even be set up is a mistake of whoever asked, not a lost game.
        let stables = self.stables(&*table)?;
        let known: HashSet<usize> = done.iter().map(|log| log.game).collect();
        let missing = (0..self.total()).filter(|number| !known.contains(number)).collect();
        let mut sequence = Sequence::new(self.sprt);
        for log in &done {
            sequence.add(log);
        }
        let hall = Hall {
            contest: self,
            table,
            missing,
            next: AtomicUsize::new(0),
            over: AtomicBool::new(sequence.is_decided()),
            state: Mutex::new(State { games: done, sequence, finished, failure: None }),
        };
        thread::scope(|scope| {
            for stable in stables {
                scope.spawn(|| hall.work(stable));
            }
        });
        let state = hall.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(state.games), Err)
    }

    /// What the games of the match say, in order and up to the pair that decided a sequential test.
    pub fn tally(&self, games: &[GameLog]) -> Tally {
        Tally::new(games, self.sprt)
    }

    fn stables(&self, table: &dyn AnyTable) -> Result<Vec<[Stable; 2]>, Fault> {
        let count = self.concurrency.clamp(1, self.total().max(1));
        let mut stables: Vec<[Stable; 2]> = (0..count)
            .map(|_| [0, 1].map(|side| Stable::new(&self.players[side], self.margin, count == 1, self.seed)))
            .collect();
        for stable in stables.first_mut().into_iter().flatten() {
            let contender = stable.take(table, self.seed)?;
            stable.put_back(contender);
        }
        Ok(stables)
    }
}

fn customary_turns(table: &dyn AnyTable) -> usize {
    match table.info().name {
        "quoridor" | "blockade" | "domineering" => 400,
        // Dice bring every game to its end; this is only for programs that run in circles.
        _ => 20_000,
    }
}

struct State<'a> {
    games: Vec<GameLog>,
    sequence: Sequence,
    finished: &'a mut (dyn FnMut(&GameLog) -> Result<(), Fault> + Send),
    failure: Option<Fault>,
}

/// Where the games of a match are played, several at a time.
struct Hall<'a> {
    contest: &'a Contest,
    table: Box<dyn AnyTable>,
    missing: Vec<usize>,
    next: AtomicUsize,
    over: AtomicBool,
    state: Mutex<State<'a>>,
}

impl Hall<'_> {
    fn work(&self, mut stables: [Stable; 2]) {
        while !self.over.load(Ordering::Relaxed) {
            let Some(&number) = self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let played = self.play(number, &mut stables);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match played.and_then(|log| (state.finished)(&log).map(|()| log)) {
                Ok(log) => {
                    state.sequence.add(&log);
                    state.games.push(log);
                }
                Err(fault) => state.failure = Some(fault),
            }
            if state.failure.is_some() || state.sequence.is_decided() {
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }

    fn play(&self, number: usize, stables: &mut [Stable; 2]) -> Result<GameLog, Fault> {
        let contest = self.contest;
        let (pair, first) = (number / 2, number % 2);
        let seed = mix(contest.seed ^ mix(pair as u64));
        let opening = contest.book.opening(&*self.table, contest.seed, pair)?;
        let mut table = self.table.clone_box();
        let seats = [first, 1 - first];
        let mut players: Vec<Contender> = Vec::with_capacity(2);
        for (seat, side) in seats.into_iter().enumerate() {
            match stables[side].take(&*table, seed) {
                Ok(player) => players.push(player),
                Err(fault) => return Ok(not_started(&opening, seat, &fault).seated(number, first)),
            }
        }
        let Ok(mut players) = <[Contender; 2]>::try_from(players) else { unreachable!("two seats") };
        let terms = Terms {
            paces: seats.map(|side| contest.pace_of(side)),
            margin: contest.margin,
            turns: contest.turns,
            opening: &opening,
            seed,
        };
        let log = game::play(&mut *table, &mut players, &terms)?.seated(number, first);
        let loser = log.outcome().winner().filter(|_| log.end.is_failure()).map(Player::opponent);
        for (seat, (side, player)) in seats.into_iter().zip(players).enumerate() {
            // Whoever failed is started anew.
            if loser.is_none_or(|loser| loser.index() != seat) {
                stables[side].put_back(player);
            }
        }
        Ok(log)
    }
}

/// The game that a player lost because it could not be started again.
fn not_started(opening: &Opening, seat: usize, fault: &Fault) -> GameLog {
    let (loser, winner) = if seat == 0 { ("p1", "p2 1") } else { ("p2", "p1 1") };
    GameLog {
        game: 0,
        first: 0,
        result: winner.to_owned(),
        end: End::Crash,
        note: Some(format!("{loser}: {fault}")),
        sides: [SideLog::default(); 2],
        position: opening.position.clone(),
        opening: opening.words.len(),
        words: opening.words.clone(),
    }
}
