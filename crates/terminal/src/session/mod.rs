//! A game at this terminal: table, players, clocks, the turn that a person is making.
//!
//! - `local`: a game that this program keeps itself; `takeback`, `saved`: its takebacks and files.
//! - `online`: a game that a server keeps.

mod local;
mod online;
mod saved;
mod takeback;

use std::path::Path;
use std::time::Duration;

use agon_arena::PlayerSpec;
use agon_client::{ClientError, GameNews};
use agon_core::{AnyTable, BoardView, Fault, Outcome, Player, Record, StepsView, TurnState, faults as core_faults};

use crate::{Takebacks, faults};
use local::{LocalGame, PlySource};
pub(crate) use online::{OnlineGame, Question};

/// A game being played at this terminal.
pub struct GameSession {
    keeper: Keeper,
    /// Steps of an unfinished turn.
    prefix: Vec<String>,
}

/// What decides about turns, dice, clocks and takebacks.
enum Keeper {
    Local(Box<LocalGame>),
    Online(Box<OnlineGame>),
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A roll of a player.
    Roll(Player),
    /// A turn of a person at this terminal.
    Human(Player),
    /// A turn of an engine.
    Engine(Player),
    /// A turn that comes from the server.
    Remote(Player),
    /// A second player.
    Open,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    /// The player whose turn or roll is next.
    pub(crate) fn mover(self) -> Option<Player> {
        match self {
            Self::Roll(player) | Self::Human(player) | Self::Engine(player) | Self::Remote(player) => Some(player),
            Self::Open | Self::Over => None,
        }
    }
}

/// What came of a request to take a turn back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakebackAnswer {
    /// This player's turn is taken back.
    Done(Player),
    /// The server decides, or the opponent.
    Asked,
}

impl GameSession {
    /// A game on a table between two players.
    pub fn new(table: Box<dyn AnyTable>, seats: [PlayerSpec; 2], takebacks: Takebacks, seed: Option<u64>) -> Self {
        Self::keep(LocalGame::new(table, seats, takebacks, seed))
    }

    fn keep(game: LocalGame) -> Self {
        Self { keeper: Keeper::Local(Box::new(game)), prefix: Vec::new() }
    }

    /// A game on a server.
    pub(crate) fn online(game: OnlineGame) -> Self {
        Self { keeper: Keeper::Online(Box::new(game)), prefix: Vec::new() }
    }

    /// The game on a server, if it is one.
    pub(crate) fn as_online(&self) -> Option<&OnlineGame> {
        match &self.keeper {
            Keeper::Online(game) => Some(game),
            Keeper::Local(_) => None,
        }
    }

    /// The game on a server, to command it.
    pub(crate) fn as_online_mut(&mut self) -> Option<&mut OnlineGame> {
        match &mut self.keeper {
            Keeper::Online(game) => Some(game),
            Keeper::Local(_) => None,
        }
    }

    /// The table.
    pub fn table(&self) -> &dyn AnyTable {
        match &self.keeper {
            Keeper::Local(game) => game.table.as_ref(),
            Keeper::Online(game) => game.table(),
        }
    }

    /// The player of a side.
    pub fn who(&self, player: Player) -> &PlayerSpec {
        &self.seats()[player.index()]
    }

    /// Both players, p1 first.
    pub fn seats(&self) -> &[PlayerSpec; 2] {
        match &self.keeper {
            Keeper::Local(game) => &game.seats,
            Keeper::Online(game) => game.seats(),
        }
    }

    /// Time used by a player.
    pub fn time(&self, player: Player) -> Duration {
        match &self.keeper {
            Keeper::Local(game) => game.time(player),
            Keeper::Online(game) => game.time(player),
        }
    }

    /// Time left to a player with a time control.
    pub(crate) fn time_left(&self, player: Player) -> Option<Duration> {
        match &self.keeper {
            Keeper::Local(game) => game.time_left(player),
            Keeper::Online(game) => game.time_left(player),
        }
    }

    /// Time of the whole game so far.
    pub fn total_time(&self) -> Duration {
        Player::ALL.into_iter().map(|player| self.time(player)).sum()
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        match &self.keeper {
            Keeper::Local(game) => game.phase(),
            Keeper::Online(game) => game.phase(),
        }
    }

    /// The player whose turn or roll is next; `None` when nobody's is.
    pub fn mover(&self) -> Option<Player> {
        self.phase().mover()
    }

    /// Whether this game is played with dice.
    pub fn has_dice(&self) -> bool {
        self.table().info().has_dice
    }

    /// The outcome: on the board, or however else the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.keeper {
            Keeper::Local(game) => game.outcome(),
            Keeper::Online(game) => game.outcome(),
        }
    }

    /// The player who resigned, if any.
    pub fn resigned(&self) -> Option<Player> {
        match &self.keeper {
            Keeper::Local(game) => game.resigned,
            Keeper::Online(game) => game.resigned(),
        }
    }

    /// The board with the steps of the unfinished turn, the opponent's where it is seen.
    pub fn board(&self) -> Result<BoardView, Fault> {
        let touched = self.as_online().and_then(OnlineGame::touched_steps);
        self.table().view(touched.unwrap_or(&self.prefix))
    }

    /// The steps of the unfinished turn.
    pub fn prefix(&self) -> &[String] {
        &self.prefix
    }

    /// The legal next steps.
    pub fn steps(&self) -> StepsView {
        let none = StepsView { next: Vec::new(), turn: None, state: TurnState::Open };
        if self.phase() == Phase::Over { none } else { self.table().steps(&self.prefix).unwrap_or(none) }
    }

    /// Makes one step of a turn.
    pub fn step(&mut self, notation: &str) -> Result<(), Fault> {
        self.person()?;
        let step = self.steps().next.into_iter().find(|step| step.notation.eq_ignore_ascii_case(notation));
        let step = step.ok_or_else(|| core_faults::NO_SUCH_STEP.with("word", notation))?;
        self.prefix.push(step.notation);
        Ok(())
    }

    /// Takes back the last step of the unfinished turn.
    pub fn step_back(&mut self) -> bool {
        self.person().is_ok() && self.prefix.pop().is_some()
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
            (Some(turn), _) => self.push(&turn, player),
            (None, TurnState::DeadEnd) => Err(faults::DEAD_END.fault()),
            (None, _) => Err(core_faults::TURN_INCOMPLETE.fault()),
        }
    }

    /// Makes the steps of the rest of a turn without ending it, in the order of the text if it names single steps.
    pub fn stage(&mut self, text: &str) -> Result<(), Fault> {
        let turn = self.check(text)?;
        let written = text.split([',', ' ']).map(str::trim).filter(|notation| !notation.is_empty()).map(str::to_owned);
        let written: Vec<String> = self.prefix.iter().cloned().chain(written).collect();
        let is_whole = self.table().steps(&written).is_ok_and(|steps| steps.turn.is_some());
        self.prefix = if is_whole {
            written
        } else {
            let steps = self.table().turn_steps(self.table().plies().len(), &turn);
            steps.into_iter().map(|step| step.notation).collect()
        };
        Ok(())
    }

    /// Plays the rest of a turn of the person to move, after the steps already made.
    pub fn play(&mut self, text: &str) -> Result<String, Fault> {
        let player = self.person()?;
        let text = self.with_prefix(text);
        self.push(&text, player)
    }

    /// The canonical notation of what [`GameSession::play`] would play, or why it cannot be played.
    pub fn check(&self, text: &str) -> Result<String, Fault> {
        self.person()?;
        self.table().check(&self.with_prefix(text))
    }

    fn with_prefix(&self, text: &str) -> String {
        if self.prefix.is_empty() { text.to_owned() } else { format!("{},{text}", self.prefix.join(",")) }
    }

    fn person(&self) -> Result<Player, Fault> {
        match self.phase() {
            Phase::Human(player) => Ok(player),
            Phase::Engine(player) | Phase::Remote(player) => Err(faults::NOT_YOUR_TURN.with("actor", player)),
            Phase::Roll(_) => Err(core_faults::ROLL_DUE.with("word", "")),
            Phase::Open => Err(faults::NO_OPPONENT.fault()),
            Phase::Over => Err(core_faults::GAME_OVER.fault()),
        }
    }

    /// Plays a person's turn. One that is sent to a server stays visible until the server has answered.
    fn push(&mut self, turn: &str, player: Player) -> Result<String, Fault> {
        match &mut self.keeper {
            Keeper::Local(game) => {
                let turn = game.push(turn, PlySource::Player(player))?;
                self.prefix.clear();
                Ok(turn)
            }
            Keeper::Online(game) => {
                let turn = game.play(turn)?;
                let steps = game.table().turn_steps(game.table().plies().len(), &turn);
                self.prefix = steps.into_iter().map(|step| step.notation).collect();
                Ok(turn)
            }
        }
    }

    /// Plays a turn chosen by an engine.
    pub fn play_engine(&mut self, notation: &str) -> Result<String, Fault> {
        self.prefix.clear();
        self.as_local()?.play_engine(notation)
    }

    /// Rolls the dice if a roll is due, and passes automatically if no step is legal then.
    pub fn roll(&mut self) -> Option<String> {
        self.as_local().ok()?.roll()
    }

    /// The player whose pass was the last ply, if it was forced.
    pub fn just_passed(&self) -> Option<Player> {
        match &self.keeper {
            Keeper::Local(game) => game.just_passed(),
            Keeper::Online(_) => None,
        }
    }

    /// The player at this terminal resigns; with two people here, the one whose turn it is.
    pub fn resign(&mut self) -> Result<Player, Fault> {
        self.prefix.clear();
        match &mut self.keeper {
            Keeper::Local(game) => game.resign(),
            Keeper::Online(game) => game.resign(),
        }
    }

    /// Starts the same game again with sides swapped; `false` if the opponent on the server must agree first.
    pub fn rematch(&mut self) -> bool {
        self.prefix.clear();
        match &mut self.keeper {
            Keeper::Local(game) => game.rematch(),
            Keeper::Online(game) => game.rematch(),
        }
        self.as_online().is_none()
    }

    /// Takes back the last turn of a person and all later plies, or asks for it. The roll before the turn stays.
    pub fn take_back(&mut self) -> Result<TakebackAnswer, Fault> {
        let answer = match &mut self.keeper {
            Keeper::Local(game) => TakebackAnswer::Done(game.take_back()?),
            Keeper::Online(game) => {
                game.take_back()?;
                TakebackAnswer::Asked
            }
        };
        self.prefix.clear();
        Ok(answer)
    }

    /// The record of the game so far, including an unfinished turn.
    pub fn record(&self) -> Record {
        match &self.keeper {
            Keeper::Local(game) => game.record(&self.prefix),
            Keeper::Online(game) => game.record(),
        }
    }

    /// Writes the game to a file.
    pub fn save(&self, path: &Path) -> Result<(), Fault> {
        let not_written =
            |reason: &dyn std::fmt::Display| faults::FILE_WRITE.with("file", path.display()).with("reason", reason);
        let text = match &self.keeper {
            Keeper::Local(game) => game.record(&self.prefix).to_string(),
            Keeper::Online(game) => game.record_text().map_err(|error| match error {
                ClientError::Fault(fault) => fault,
                ClientError::Refused(_) => not_written(&error),
            })?,
        };
        std::fs::write(path, text).map_err(|error| not_written(&error))
    }

    /// Whether the computer may help: not while people play each other over a server.
    pub(crate) fn may_help(&self) -> bool {
        self.as_online().is_none_or(OnlineGame::may_help)
    }

    /// Whether leaving now loses the game: it is being played on a server.
    pub(crate) fn leaving_loses(&self) -> bool {
        self.as_online().is_some_and(OnlineGame::leaving_loses)
    }

    /// Reads what the server has sent, waiting for at most this long.
    pub(crate) fn poll(&mut self, wait: Duration) -> Vec<GameNews> {
        let Keeper::Online(game) = &mut self.keeper else { return Vec::new() };
        let (news, is_other_turn) = game.poll(wait);
        if is_other_turn {
            self.prefix.clear();
        }
        news
    }

    fn as_local(&mut self) -> Result<&mut LocalGame, Fault> {
        match &mut self.keeper {
            Keeper::Local(game) => Ok(game),
            Keeper::Online(_) => Err(core_faults::NOT_YOUR_TURN.with("actor", "chance")),
        }
    }
}
