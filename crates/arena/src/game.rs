use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Fault, Outcome, Player, Rng};
use agon_search::{Stop, Thought};

use crate::contender::Contender;
use crate::{End, GameLog, Opening, Pace, SideLog};

/// What a game is played by, beside its two players.
#[derive(Clone, Debug)]
pub(crate) struct Terms<'a> {
    /// Pace of p1 and of p2.
    pub(crate) paces: [Pace; 2],
    /// How much later than allowed an answer may come.
    pub(crate) margin: Duration,
    /// Turns after which the game is called a draw.
    pub(crate) turns: usize,
    /// Where it begins.
    pub(crate) opening: &'a Opening,
    /// Seed of the dice.
    pub(crate) seed: u64,
}

/// Why a game ended before the board ended it.
struct Failure {
    end: End,
    by: Player,
    note: String,
}

/// Plays one game; `players` sit as p1 and p2. The log names no sides yet: it is written by seat.
pub(crate) fn play(
    table: &mut dyn AnyTable,
    players: &mut [Contender; 2],
    terms: &Terms<'_>,
) -> Result<GameLog, Fault> {
    terms.opening.set_up(table)?;
    let mut game = Game {
        table,
        terms,
        rng: Rng::new(terms.seed),
        left: terms.paces.map(|pace| pace.clock.map(|clock| clock.base)),
        seats: [SideLog::default(), SideLog::default()],
    };
    let failure = game.run(players);
    Ok(game.finish(failure))
}

struct Game<'a> {
    table: &'a mut dyn AnyTable,
    terms: &'a Terms<'a>,
    rng: Rng,
    left: [Option<Duration>; 2],
    seats: [SideLog; 2],
}

impl Game<'_> {
    fn run(&mut self, players: &mut [Contender; 2]) -> Option<Failure> {
        let mut turns = 0;
        loop {
            while self.table.roll(&mut self.rng).is_some() {}
            let player = self.table.actor().player()?;
            if turns == self.terms.turns {
                return Some(Failure { end: End::TurnLimit, by: player, note: String::new() });
            }
            if let Some(failure) = self.turn(player, &mut players[player.index()]) {
                return Some(failure);
            }
            turns += 1;
        }
    }

    /// Lets a player choose and plays the turn.
    fn turn(&mut self, player: Player, contender: &mut Contender) -> Option<Failure> {
        let pace = &self.terms.paces[player.index()];
        let limits = pace.limits(self.left, &self.terms.paces);
        let (cpu, wall) = (contender.meter.read(), Instant::now());
        let table = &*self.table;
        let engine = &mut contender.engine;
        let thought =
            catch_unwind(AssertUnwindSafe(|| engine.think(table, &limits, &Stop::new(), &mut |_| {})));
        let wall = wall.elapsed();
        let cpu = contender.meter.read().zip(cpu).map(|(after, before)| after.saturating_sub(before));
        let fail = |end: End, note: String| Some(Failure { end, by: player, note });
        let thought: Thought = match thought {
            Ok(Ok(thought)) => thought,
            Ok(Err(fault)) => return fail(End::of_fault(&fault), fault.to_string()),
            Err(_) => return fail(End::Crash, "the engine panicked".to_owned()),
        };
        self.seats[player.index()].add(wall, cpu, thought.nodes);
        if let Some(note) = self.overrun(player, wall) {
            return fail(End::TimeOut, note);
        }
        match self.table.play(&thought.word) {
            Ok(_) => None,
            Err(fault) => fail(End::Illegal, format!("{}: {fault}", thought.word)),
        }
    }

    /// Charges the clock; tells by how much the player was too late, if it was.
    fn overrun(&mut self, player: Player, used: Duration) -> Option<String> {
        let pace = &self.terms.paces[player.index()];
        let clock = &mut self.left[player.index()];
        let mut allowed = pace.movetime;
        if let (Some(left), Some(control)) = (clock.as_mut(), pace.clock) {
            allowed = Some(allowed.map_or(*left, |time| time.min(*left)));
            *left = left.saturating_sub(used) + control.increment;
        }
        let allowed = allowed?;
        (used > allowed + self.terms.margin)
            .then(|| format!("{} ms used, {} ms allowed", used.as_millis(), allowed.as_millis()))
    }

    fn finish(self, failure: Option<Failure>) -> GameLog {
        let (end, outcome, note) = match failure {
            None if self.table.is_repetition() => (End::Repetition, self.table.outcome(), None),
            None => (End::Board, self.table.outcome(), None),
            Some(Failure { end: End::TurnLimit, .. }) => (End::TurnLimit, Some(Outcome::Draw), None),
            Some(failure) => {
                let note = format!("{}: {}", failure.by, failure.note);
                (failure.end, Some(Outcome::win(failure.by.opponent())), Some(note))
            }
        };
        GameLog {
            game: 0,
            first: 0,
            result: outcome.unwrap_or(Outcome::Draw).to_string(),
            end,
            note,
            sides: self.seats,
            position: self.terms.opening.position.clone(),
            opening: self.terms.opening.words.len(),
            words: self.table.words().to_vec(),
        }
    }
}
