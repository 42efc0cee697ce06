//! What players ask for: commands, checked against the game and turned into events.

use agon_core::record::PASS;
use agon_core::{Fault, Player, faults as core};
use agon_dice::{PART_LEN, part_commitment};

use crate::faults;
use crate::game::clock::Clocks;
use crate::game::event::{EndReason, Event, GameResult, LogEntry};
use crate::game::state::{DiceStage, GameState, stored_command_id};
use crate::store::GameStatus;
use crate::{SeatSetup, Takebacks};

/// A player's request to change the game.
#[derive(Clone, Debug)]
pub enum GameCommand {
    /// Plays a turn.
    Turn {
        /// The turn in any accepted notation.
        notation: String,
        /// The number of plies the player has seen.
        ply: usize,
        /// The last event the player has seen, if the client sent it.
        seq: Option<u32>,
    },
    /// Resigns.
    Resign,
    /// Ends a game of fewer than two turns without a result.
    Abort,
    /// Offers a draw or accepts one.
    Draw,
    /// Asks for a takeback or grants one.
    Takeback,
    /// Declines the opponent's draw offer.
    DeclineDraw,
    /// Declines the opponent's takeback request.
    DeclineTakeback,
    /// Ends the game because the opponent has left. The caller has checked that.
    Claim {
        /// Claims a draw instead of a win.
        draw: bool,
    },
    /// Asks for a rematch; the room creates it when both players have asked.
    Rematch,
    /// Declines the opponent's request for a rematch.
    DeclineRematch,
    /// Commits to a contribution to the dice.
    Commit {
        /// The contribution's hash.
        hash: [u8; 32],
    },
    /// Reveals the contribution.
    Reveal {
        /// The contribution.
        part: Vec<u8>,
    },
}

/// The seat a command acts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The player at this seat.
    pub player: Player,
    /// Whether the same client holds the other seat too.
    pub holds_both: bool,
}

impl GameState {
    /// Checks a command and applies the events it causes. They take effect only once they are stored.
    ///
    /// A refused command changes nothing.
    pub fn execute(
        &mut self,
        seat: Seat,
        id: Option<&str>,
        command: GameCommand,
        now: i64,
    ) -> Result<Vec<LogEntry>, Fault> {
        let event = self.event_of(seat, command)?;
        self.advance(event, id.map(|id| stored_command_id(seat.player, id)), now)
    }

    /// Whether the running clock has reached zero, so that the game has to end.
    pub fn is_out_of_time(&self, now: i64) -> bool {
        let deadline = self.clocks.as_ref().and_then(Clocks::deadline);
        self.ending.is_none() && deadline.is_some_and(|(_, deadline)| now >= deadline)
    }

    /// Ends the game on time if the running clock has reached zero.
    pub fn end_on_time(&mut self, now: i64) -> Option<Vec<LogEntry>> {
        let (player, deadline) = self.clocks.as_ref()?.deadline().filter(|_| self.is_out_of_time(now))?;
        let event = over(Some(player), Some(player.opponent()), EndReason::Time);
        self.advance(event, None, deadline).ok()
    }

    /// The ply a takeback by this player returns to: the one before their last turn, forced passes not counted.
    pub fn takeback_target(&self, player: Player) -> Option<usize> {
        let plies = self.table.plies();
        (self.setup.plies.len()..self.ply())
            .rev()
            .find(|&ply| self.ply_players[ply] == Some(player) && plies[ply] != PASS)
    }

    /// The number of takebacks this player has left; `None` if there is no limit.
    pub fn takebacks_left(&self, player: Player) -> Option<u32> {
        match self.setup.takebacks {
            Takebacks::Ask | Takebacks::Free => None,
            Takebacks::Once => Some(1u32.saturating_sub(self.takebacks_used[player.index()])),
            Takebacks::None => Some(0),
        }
    }

    /// The event that a command causes, or why the command is refused.
    fn event_of(&self, seat: Seat, command: GameCommand) -> Result<Event, Fault> {
        let player = seat.player;
        Ok(match command {
            GameCommand::Rematch => return self.ask_rematch(seat),
            GameCommand::DeclineRematch => {
                let is_asked = self.rematch_id.is_none() && self.wants_rematch[player.opponent().index()];
                answer(is_asked, Event::RematchDeclined(player))?
            }
            _ if self.ending.is_some() => return Err(core::GAME_OVER.fault()),
            GameCommand::Resign if self.status() == GameStatus::Open => return self.abort(player),
            GameCommand::Resign => over(Some(player), Some(player.opponent()), EndReason::Resign),
            GameCommand::Abort => return self.abort(player),
            _ if self.status() == GameStatus::Open => return Err(faults::NOT_STARTED.fault()),
            GameCommand::Turn { notation, ply, seq } => return self.turn(player, &notation, ply, seq),
            GameCommand::Draw if seat.holds_both || self.draw_offerer == Some(player.opponent()) => {
                over(Some(player), None, EndReason::Agreement)
            }
            GameCommand::Draw => Event::DrawOffered(player),
            GameCommand::Takeback => return self.take_back(seat),
            GameCommand::DeclineDraw => {
                answer(self.draw_offerer == Some(player.opponent()), Event::DrawDeclined(player))?
            }
            GameCommand::DeclineTakeback => {
                answer(self.takeback_asker == Some(player.opponent()), Event::TakebackDeclined(player))?
            }
            GameCommand::Claim { draw } => over(Some(player), (!draw).then_some(player), EndReason::Claim),
            GameCommand::Commit { hash } => return self.commit_part(player, hash),
            GameCommand::Reveal { part } => return self.reveal_part(player, part),
        })
    }

    fn turn(&self, seat: Player, notation: &str, ply: usize, seq: Option<u32>) -> Result<Event, Fault> {
        let is_stale = ply != self.ply() || seq.is_some_and(|seq| seq < self.plies_seq || seq > self.seq);
        if is_stale {
            return Err(faults::STALE.with("ply", self.ply()));
        }
        if self.actor().player() != Some(seat) {
            return Err(core::NOT_YOUR_TURN.with("actor", self.actor()));
        }
        Ok(Event::Turn { seat, notation: self.table.check(notation)? })
    }

    fn abort(&self, player: Player) -> Result<Event, Fault> {
        if self.turns() >= 2 {
            return Err(faults::NO_ABORT.fault());
        }
        Ok(over(Some(player), None, EndReason::Abort))
    }

    fn take_back(&self, seat: Seat) -> Result<Event, Fault> {
        let opponent = seat.player.opponent();
        let asker = if self.takeback_asker == Some(opponent) { opponent } else { seat.player };
        let refused = || core::NO_TAKEBACK.fault();
        let to = self.takeback_target(asker).ok_or_else(refused)?;
        if self.takebacks_left(asker) == Some(0) {
            return Err(refused());
        }
        let needs_no_consent = seat.holds_both || self.setup.seat(opponent).is_bot();
        if self.setup.takebacks != Takebacks::Ask || needs_no_consent || asker == opponent {
            return Ok(Event::Takeback { seat: asker, to });
        }
        if self.takeback_asker == Some(asker) {
            return Err(refused());
        }
        Ok(Event::TakebackAsked(asker))
    }

    fn ask_rematch(&self, seat: Seat) -> Result<Event, Fault> {
        if self.ending.is_none() {
            return Err(faults::NOT_OVER.fault());
        }
        let wants = |player: Player| self.wants_rematch[player.index()];
        // A client with both seats may ask again, for the other one, if the rematch could not be created.
        let asker = if seat.holds_both && wants(seat.player) { seat.player.opponent() } else { seat.player };
        answer(self.rematch_id.is_none() && !wants(asker), Event::RematchWanted(asker))
    }

    /// Whether everyone who must agree to a rematch has; bots always do, a free seat cannot.
    pub fn is_rematch_agreed(&self, holds_both: bool) -> bool {
        let is_wanted = self.wants_rematch != [false; 2];
        let agrees = |player: Player| match self.setup.seat(player) {
            SeatSetup::Bot { .. } => true,
            SeatSetup::Human { .. } => holds_both || self.wants_rematch[player.index()],
            SeatSetup::Open | SeatSetup::Invite { .. } => false,
        };
        is_wanted && self.rematch_id.is_none() && Player::ALL.into_iter().all(agrees)
    }

    fn commit_part(&self, seat: Player, hash: [u8; 32]) -> Result<Event, Fault> {
        let dice = self.dice.as_ref().ok_or_else(|| faults::BAD_PART.fault())?;
        if self.dice_stage() != Some(DiceStage::Commit) || dice.commits[seat.index()].is_some() {
            return Err(faults::BAD_PART.fault());
        }
        Ok(Event::Committed { seat, hash })
    }

    fn reveal_part(&self, seat: Player, part: Vec<u8>) -> Result<Event, Fault> {
        let index = seat.index();
        let dice = self.dice.as_ref().ok_or_else(|| faults::BAD_PART.fault())?;
        let is_due = self.dice_stage() == Some(DiceStage::Reveal) && dice.source.parts[index].is_empty();
        if !is_due || part.len() != PART_LEN || dice.commits[index] != Some(part_commitment(&part)) {
            return Err(faults::BAD_PART.fault());
        }
        Ok(Event::Revealed { seat, part })
    }
}

/// The answer to an offer, if there is one.
fn answer(is_asked: bool, event: Event) -> Result<Event, Fault> {
    if is_asked { Ok(event) } else { Err(faults::NO_OFFER.fault()) }
}

fn over(seat: Option<Player>, winner: Option<Player>, reason: EndReason) -> Event {
    Event::Over { seat, ending: GameResult { winner, points: u8::from(winner.is_some()), reason } }
}
