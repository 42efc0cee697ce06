//! A game at this terminal: table, players, clocks.
//!
//! - `takeback`: taking turns back.
//! - `saved`: saved games.

mod saved;
mod takeback;

use std::time::Duration;

use agon_arena::PlayerSpec;
use agon_core::{Actor, AnyTable, BoardView, Fault, Outcome, Player, Rng, StepsView, TurnState, faults as core_faults};

use crate::clock::Clock;
use crate::{Takebacks, faults};

/// A game being played at this terminal.
pub struct GameSession {
    table: Box<dyn AnyTable>,
    seats: [PlayerSpec; 2],
    /// The origin of each ply of the table.
    sources: Vec<PlySource>,
    /// Steps of an unfinished turn.
    prefix: Vec<String>,
    takebacks: Takebacks,
    taken_back: [u32; 2],
    resigned: Option<Player>,
    rng: Rng,
    clock: Clock,
}

/// The origin of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlySource {
    /// The dice.
    Chance,
    /// A player who chose it.
    Player(Player),
    /// A forced pass that was played automatically.
    Forced(Player),
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A roll of a player.
    Roll(Player),
    /// A turn of a person.
    Human(Player),
    /// A turn of an engine.
    Engine(Player),
    /// Nothing: the game is over.
    Over,
}

impl GameSession {
    /// A game on a table between two players.
    pub fn new(table: Box<dyn AnyTable>, seats: [PlayerSpec; 2], takebacks: Takebacks, seed: Option<u64>) -> Self {
        Self {
            sources: vec![PlySource::Chance; table.plies().len()],
            table,
            seats,
            prefix: Vec::new(),
            takebacks,
            taken_back: [0; 2],
            resigned: None,
            rng: seed.map_or_else(Rng::from_entropy, Rng::new),
            clock: Clock::default(),
        }
    }

    /// The table.
    pub fn table(&self) -> &dyn AnyTable {
        self.table.as_ref()
    }

    /// The player of a side.
    pub fn who(&self, player: Player) -> &PlayerSpec {
        &self.seats[player.index()]
    }

    /// Both players, p1 first.
    pub fn seats(&self) -> &[PlayerSpec; 2] {
        &self.seats
    }

    /// How often players may take back.
    pub fn takebacks(&self) -> Takebacks {
        self.takebacks
    }

    /// Time used by a player.
    pub fn time(&self, player: Player) -> Duration {
        self.clock.used(player, self.mover())
    }

    /// Time left to a player with a time control.
    pub(crate) fn time_left(&self, player: Player) -> Option<Duration> {
        let control = self.who(player).limits.clock?;
        let turns = self.sources.iter().filter(|source| **source == PlySource::Player(player)).count();
        let given = control.base + control.increment * u32::try_from(turns).unwrap_or(u32::MAX);
        Some(given.saturating_sub(self.time(player)))
    }

    /// Time of the whole game so far.
    pub fn total_time(&self) -> Duration {
        Player::ALL.into_iter().map(|player| self.time(player)).sum()
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        if self.resigned.is_some() {
            return Phase::Over;
        }
        match self.table.actor() {
            Actor::Nobody => Phase::Over,
            Actor::Chance => Phase::Roll(self.board_mover().unwrap_or(Player::P1)),
            Actor::Player(player) if self.who(player).is_human() => Phase::Human(player),
            Actor::Player(player) => Phase::Engine(player),
        }
    }

    /// The player whose turn or roll is next; `None` when the game is over.
    pub fn mover(&self) -> Option<Player> {
        match self.phase() {
            Phase::Roll(player) | Phase::Human(player) | Phase::Engine(player) => Some(player),
            Phase::Over => None,
        }
    }

    fn board_mover(&self) -> Option<Player> {
        match self.table.view(&[]) {
            Ok(BoardView::Tavli(view)) => Some(view.mover),
            _ => None,
        }
    }

    /// Whether this game is played with dice.
    pub fn has_dice(&self) -> bool {
        matches!(self.table.view(&[]), Ok(BoardView::Tavli(_)))
    }

    /// The outcome: on the board, by repetition or by resignation.
    pub fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|player| Outcome::win(player.opponent())).or_else(|| self.table.outcome())
    }

    /// The player who resigned, if any.
    pub fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// The board with the steps of the unfinished turn.
    pub fn board(&self) -> Result<BoardView, Fault> {
        self.table.view(&self.prefix)
    }

    /// The steps of the unfinished turn.
    pub fn prefix(&self) -> &[String] {
        &self.prefix
    }

    /// The legal next steps.
    pub fn steps(&self) -> StepsView {
        let none = StepsView { next: Vec::new(), turn: None, state: TurnState::Open };
        if self.resigned.is_some() { none } else { self.table.steps(&self.prefix).unwrap_or(none) }
    }

    /// Makes one step of a turn.
    pub fn step(&mut self, word: &str) -> Result<(), Fault> {
        self.person()?;
        let step = self.steps().next.into_iter().find(|step| step.notation.eq_ignore_ascii_case(word));
        let step = step.ok_or_else(|| core_faults::NO_SUCH_STEP.with("word", word))?;
        self.prefix.push(step.notation);
        Ok(())
    }

    /// Takes back the last step of the unfinished turn.
    pub fn step_back(&mut self) -> bool {
        self.prefix.pop().is_some()
    }

    /// Takes back all steps of the unfinished turn.
    pub fn drop_steps(&mut self) {
        self.prefix.clear();
    }

    /// Ends the unfinished turn.
    pub fn finish(&mut self) -> Result<String, Fault> {
        let player = self.person()?;
        let steps = self.steps();
        match (steps.turn, steps.state) {
            (Some(turn), _) => self.push(&turn, PlySource::Player(player)),
            (None, TurnState::DeadEnd) => Err(faults::DEAD_END.fault()),
            (None, _) => Err(core_faults::TURN_INCOMPLETE.fault()),
        }
    }

    /// Plays the rest of a turn of the person to move, after the steps already made.
    pub fn play(&mut self, text: &str) -> Result<String, Fault> {
        let player = self.person()?;
        let text = self.with_prefix(text);
        self.push(&text, PlySource::Player(player))
    }

    /// The canonical notation of what [`GameSession::play`] would play, or why it cannot be played.
    pub fn check(&self, text: &str) -> Result<String, Fault> {
        self.person()?;
        self.table.check(&self.with_prefix(text))
    }

    fn with_prefix(&self, text: &str) -> String {
        if self.prefix.is_empty() { text.to_owned() } else { format!("{},{text}", self.prefix.join(",")) }
    }

    /// Typed text in the notation of the game: Domineering's row before the column becomes `c4`.
    pub(crate) fn normalize(&self, text: &str) -> String {
        let text = text.trim();
        if self.table.info().name == "domineering" {
            let compact: String = text.chars().filter(|c| !c.is_whitespace() && !"[](),".contains(*c)).collect();
            let digits = compact.chars().take_while(char::is_ascii_digit).count();
            let (row, column) = compact.split_at(digits);
            let is_column = column.len() == 1 && column.bytes().all(|b| b.is_ascii_alphabetic());
            if digits > 0 && is_column {
                return format!("{column}{row}");
            }
        }
        text.to_owned()
    }

    /// Plays a turn chosen by an engine.
    pub fn play_engine(&mut self, word: &str) -> Result<String, Fault> {
        match self.phase() {
            Phase::Engine(player) => self.push(word, PlySource::Player(player)),
            Phase::Over => Err(core_faults::GAME_OVER.fault()),
            Phase::Human(player) | Phase::Roll(player) => Err(faults::NOT_YOUR_TURN.with("actor", player)),
        }
    }

    /// Rolls the dice if a roll is due, and passes automatically if no step is legal then.
    pub fn roll(&mut self) -> Option<String> {
        let word = self.table.roll(&mut self.rng)?;
        self.sources.push(PlySource::Chance);
        self.pass_if_forced();
        Some(word)
    }

    /// Plays a forced pass: a turn that is complete without a step.
    fn pass_if_forced(&mut self) {
        let Some(player) = self.table.actor().player() else { return };
        if !self.has_dice() {
            return;
        }
        if let Ok(StepsView { next, turn: Some(turn), .. }) = self.table.steps(&[])
            && next.is_empty()
        {
            // The rules have just returned this turn as legal.
            let _ = self.push(&turn, PlySource::Forced(player));
        }
    }

    /// The player whose pass was the last ply, if it was forced.
    pub fn just_passed(&self) -> Option<Player> {
        match self.sources.last() {
            Some(PlySource::Forced(player)) => Some(*player),
            _ => None,
        }
    }

    /// The player whose turn it is resigns; during an engine's turn, the opponent.
    pub fn resign(&mut self) -> Result<Player, Fault> {
        let player = self.mover().ok_or_else(|| core_faults::GAME_OVER.fault())?;
        let player = if self.who(player).is_human() { player } else { player.opponent() };
        self.clock.charge(Some(player));
        self.clock.run(false);
        self.prefix.clear();
        self.resigned = Some(player);
        Ok(player)
    }

    /// Starts the same game again with sides swapped.
    pub fn rematch(&mut self) {
        self.table.restart();
        self.seats.reverse();
        self.sources.clear();
        self.prefix.clear();
        self.taken_back = [0; 2];
        self.resigned = None;
        self.clock = Clock::default();
    }

    fn person(&self) -> Result<Player, Fault> {
        match self.phase() {
            Phase::Human(player) => Ok(player),
            Phase::Engine(player) => Err(faults::NOT_YOUR_TURN.with("actor", player)),
            Phase::Roll(_) => Err(core_faults::ROLL_DUE.with("word", "")),
            Phase::Over => Err(core_faults::GAME_OVER.fault()),
        }
    }

    fn push(&mut self, word: &str, maker: PlySource) -> Result<String, Fault> {
        let mover = self.mover();
        let word = self.table.play(word)?;
        self.clock.charge(mover);
        self.sources.push(maker);
        self.prefix.clear();
        if self.table.outcome().is_some() {
            self.clock.run(false);
        }
        Ok(word)
    }
}
