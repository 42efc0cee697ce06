use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault, Outcome, Player, ProgramTrace, Rng};
use agon_search::{SearchRequest, Stop, Thought};

use super::{GameLog, Opening, SideUsage, Termination};
use crate::PlayerLimits;
use crate::players::PooledEngine;

/// The settings of one game, except its two players.
#[derive(Clone, Debug)]
pub(super) struct GameConfig<'a> {
    /// Limits of p1 and of p2.
    pub(super) limits: [PlayerLimits; 2],
    /// How far a player may exceed its time.
    pub(super) margin: Duration,
    /// Turns after which the game is a draw.
    pub(super) max_turns: usize,
    /// Where it begins.
    pub(super) opening: &'a Opening,
    /// Seed of the dice.
    pub(super) seed: u64,
}

/// Why a game ended before it was decided on the board.
struct Failure {
    termination: Termination,
    player: Player,
    note: String,
    /// What the program left behind.
    trace: Option<Box<ProgramTrace>>,
}

/// Plays one game between p1 and p2. The log does not know the sides of the match yet: its entries are by seat.
pub(super) fn play(
    table: &mut dyn AnyTable,
    players: &mut [PooledEngine; 2],
    config: &GameConfig<'_>,
) -> Result<GameLog, Fault> {
    config.opening.set_up(table)?;
    let mut game = Game {
        table,
        config,
        rng: Rng::new(config.seed),
        left: config.limits.map(|limits| limits.clock.map(|clock| clock.base)),
        seats: [SideUsage::default(), SideUsage::default()],
    };
    let failure = game.run(players);
    Ok(game.finish(failure))
}

struct Game<'a> {
    table: &'a mut dyn AnyTable,
    config: &'a GameConfig<'a>,
    rng: Rng,
    left: [Option<Duration>; 2],
    seats: [SideUsage; 2],
}

impl Game<'_> {
    fn run(&mut self, players: &mut [PooledEngine; 2]) -> Option<Failure> {
        let mut turns = 0;
        loop {
            while self.table.roll(&mut self.rng).is_some() {}
            let player = self.table.actor().player()?;
            if turns == self.config.max_turns {
                let note = String::new();
                return Some(Failure { termination: Termination::TurnLimit, player, note, trace: None });
            }
            if let Some(failure) = self.turn(player, &mut players[player.index()]) {
                return Some(failure);
            }
            turns += 1;
        }
    }

    /// Asks a player for a turn and plays it.
    fn turn(&mut self, player: Player, pooled: &mut PooledEngine) -> Option<Failure> {
        let limits = self.config.limits[player.index()].search_limits(self.left, &self.config.limits);
        let (cpu, wall) = (pooled.cpu_clock.read(), Instant::now());
        let table = &*self.table;
        let engine = &mut pooled.engine;
        let thought =
            catch_unwind(AssertUnwindSafe(|| engine.think(SearchRequest::quiet(table, &limits, &Stop::new()))));
        let wall = wall.elapsed();
        let cpu = pooled.cpu_clock.read().zip(cpu).map(|(after, before)| after.saturating_sub(before));
        let fail = |termination, note: String| Some(Failure { termination, player, note, trace: None });
        let thought: Thought = match thought {
            Ok(Ok(thought)) => thought,
            Ok(Err(fault)) => {
                let (termination, note) = (Termination::of_fault(&fault), fault.to_string());
                return Some(Failure { termination, player, note, trace: fault.trace });
            }
            Err(_) => return fail(Termination::Crash, "the engine panicked".to_owned()),
        };
        self.seats[player.index()].add_turn(wall, cpu, thought.nodes);
        if let Some(note) = self.charge_clock(player, wall) {
            return fail(Termination::TimeOut, note);
        }
        match self.table.play(&thought.turn) {
            Ok(_) => None,
            Err(fault) => fail(Termination::Illegal, format!("{}: {fault}", thought.turn)),
        }
    }

    /// Charges the clock of a player; returns a note if its time was exceeded.
    fn charge_clock(&mut self, player: Player, used: Duration) -> Option<String> {
        let limits = &self.config.limits[player.index()];
        let clock = &mut self.left[player.index()];
        let mut allowed = limits.movetime;
        if let (Some(left), Some(control)) = (clock.as_mut(), limits.clock) {
            allowed = Some(allowed.map_or(*left, |time| time.min(*left)));
            *left = left.saturating_sub(used) + control.increment;
        }
        let allowed = allowed?;
        (used > allowed + self.config.margin)
            .then(|| format!("{} ms used, {} ms allowed", used.as_millis(), allowed.as_millis()))
    }

    fn finish(self, failure: Option<Failure>) -> GameLog {
        let (termination, outcome, note, trace) = match failure {
            None if self.table.is_repetition() => (Termination::Repetition, self.table.outcome(), None, None),
            None => (Termination::Board, self.table.outcome(), None, None),
            Some(Failure { termination: Termination::TurnLimit, .. }) => {
                (Termination::TurnLimit, Some(Outcome::Draw), None, None)
            }
            Some(Failure { termination, player, note, trace }) => {
                (termination, Some(Outcome::win(player.opponent())), Some(format!("{player}: {note}")), trace)
            }
        };
        GameLog {
            game: 0,
            first: 0,
            result: outcome.unwrap_or(Outcome::Draw).to_string(),
            termination,
            note,
            stderr: Vec::new(),
            repeat: None,
            sides: self.seats,
            position: self.config.opening.position.clone(),
            opening: self.config.opening.plies.len(),
            plies: self.table.plies().to_vec(),
        }
        .traced(trace)
    }
}
