//! What players ask for: commands, checked against the game and turned into events.

use agon_core::{Fault, Player, faults as core};
use agon_dice::{PART_LEN, part_commitment};

use crate::faults;
use crate::game::event::{EndReason, Event, GameEnding, LogEntry};
use crate::game::state::{DiceStage, GameState, PASS, stored_command_id};
use crate::store::GameStatus;
use crate::{SeatSetup, Takebacks};

/// A player's request to change the game.
#[derive(Clone, Debug)]
pub enum Command {
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
        command: Command,
        now: i64,
    ) -> Result<Vec<LogEntry>, Fault> {
        let id = id.map(|id| stored_command_id(seat.player, id));
        let mut caused = CausedEvents { entries: Vec::new(), id, now };
        match command {
            Command::Rematch => self.ask_rematch(seat, &mut caused)?,
            Command::DeclineRematch => {
                if self.rematch_id.is_some() || !self.wants_rematch[seat.player.opponent().index()] {
                    return Err(faults::NO_OFFER.fault());
                }
                caused.record(self, Event::RematchDeclined(seat.player));
            }
            _ if self.ending.is_some() => return Err(core::GAME_OVER.fault()),
            Command::Resign => self.resign(seat, &mut caused)?,
            Command::Abort => self.abort(seat, &mut caused)?,
            _ if self.status() == GameStatus::Open => return Err(faults::NOT_STARTED.fault()),
            Command::Turn { notation, ply, seq } => self.play_turn(seat, &notation, ply, seq, &mut caused)?,
            Command::Draw => self.offer_draw(seat, &mut caused),
            Command::Takeback => self.take_back(seat, &mut caused)?,
            Command::DeclineDraw => {
                if self.draw_offerer != Some(seat.player.opponent()) {
                    return Err(faults::NO_OFFER.fault());
                }
                caused.record(self, Event::DrawDeclined(seat.player));
            }
            Command::DeclineTakeback => {
                if self.takeback_asker != Some(seat.player.opponent()) {
                    return Err(faults::NO_OFFER.fault());
                }
                caused.record(self, Event::TakebackDeclined(seat.player));
            }
            Command::Claim { draw } => {
                let winner = (!draw).then_some(seat.player);
                caused.end(self, Some(seat.player), winner, EndReason::Claim);
            }
            Command::Commit { hash } => self.commit_part(seat.player, hash, &mut caused)?,
            Command::Reveal { part } => self.reveal_part(seat.player, part, &mut caused)?,
        }
        Ok(caused.entries)
    }

    /// Ends the game on time if the running clock has reached zero.
    pub fn end_on_time(&mut self, now: i64) -> Option<Vec<LogEntry>> {
        let (player, deadline) = self.clocks.as_ref()?.deadline()?;
        if self.ending.is_some() || now < deadline {
            return None;
        }
        let mut caused = CausedEvents { entries: Vec::new(), id: None, now: deadline };
        caused.end(self, Some(player), Some(player.opponent()), EndReason::Time);
        Some(caused.entries)
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

    fn play_turn(
        &mut self,
        seat: Seat,
        notation: &str,
        ply: usize,
        seq: Option<u32>,
        caused: &mut CausedEvents,
    ) -> Result<(), Fault> {
        let is_stale = ply != self.ply() || seq.is_some_and(|seq| seq < self.plies_seq || seq > self.seq);
        if is_stale {
            return Err(faults::STALE.with("ply", self.ply()));
        }
        if self.actor().player() != Some(seat.player) {
            return Err(core::NOT_YOUR_TURN.with("actor", self.actor()));
        }
        let notation = self.table.play(notation)?;
        caused.record(self, Event::Ply { seat: Some(seat.player), notation });
        self.play_forced(caused.now, &mut caused.entries);
        Ok(())
    }

    fn resign(&mut self, seat: Seat, caused: &mut CausedEvents) -> Result<(), Fault> {
        if self.status() == GameStatus::Open {
            return self.abort(seat, caused);
        }
        caused.end(self, Some(seat.player), Some(seat.player.opponent()), EndReason::Resign);
        Ok(())
    }

    fn abort(&mut self, seat: Seat, caused: &mut CausedEvents) -> Result<(), Fault> {
        if self.turns() >= 2 {
            return Err(faults::NO_ABORT.fault());
        }
        caused.end(self, Some(seat.player), None, EndReason::Abort);
        Ok(())
    }

    fn offer_draw(&mut self, seat: Seat, caused: &mut CausedEvents) {
        let opponent = seat.player.opponent();
        if seat.holds_both || self.draw_offerer == Some(opponent) {
            caused.end(self, Some(seat.player), None, EndReason::Agreement);
            return;
        }
        caused.record(self, Event::DrawOffered(seat.player));
        if self.setup.seat(opponent).is_bot() {
            caused.record(self, Event::DrawDeclined(opponent));
        }
    }

    fn take_back(&mut self, seat: Seat, caused: &mut CausedEvents) -> Result<(), Fault> {
        let opponent = seat.player.opponent();
        let asker = if self.takeback_asker == Some(opponent) { opponent } else { seat.player };
        let refused = || core::NO_TAKEBACK.fault();
        let to = self.takeback_target(asker).ok_or_else(refused)?;
        if self.takebacks_left(asker) == Some(0) {
            return Err(refused());
        }
        let needs_no_consent = seat.holds_both || self.setup.seat(opponent).is_bot();
        if self.setup.takebacks == Takebacks::Ask && !needs_no_consent && asker == seat.player {
            if self.takeback_asker == Some(asker) {
                return Err(refused());
            }
            caused.record(self, Event::TakebackAsked(asker));
        } else {
            caused.record(self, Event::Takeback { seat: asker, to });
        }
        Ok(())
    }

    fn ask_rematch(&mut self, seat: Seat, caused: &mut CausedEvents) -> Result<(), Fault> {
        if self.ending.is_none() {
            return Err(faults::NOT_OVER.fault());
        }
        if self.rematch_id.is_some() || self.wants_rematch[seat.player.index()] {
            return Err(faults::NO_OFFER.fault());
        }
        caused.record(self, Event::RematchWanted(seat.player));
        Ok(())
    }

    /// Whether everyone who must agree to a rematch has; bots always do, a free seat cannot.
    pub fn is_rematch_agreed(&self, holds_both: bool) -> bool {
        let agrees = |player: Player| match self.setup.seat(player) {
            SeatSetup::Bot { .. } => true,
            SeatSetup::Human { .. } => holds_both || self.wants_rematch[player.index()],
            SeatSetup::Open | SeatSetup::Invite { .. } => false,
        };
        self.rematch_id.is_none() && Player::ALL.into_iter().all(agrees)
    }

    fn commit_part(&mut self, seat: Player, hash: [u8; 32], caused: &mut CausedEvents) -> Result<(), Fault> {
        let dice = self.dice.as_ref().ok_or_else(|| faults::BAD_PART.fault())?;
        if self.dice_stage() != Some(DiceStage::Commit) || dice.commits[seat.index()].is_some() {
            return Err(faults::BAD_PART.fault());
        }
        caused.record(self, Event::Committed { seat, hash });
        Ok(())
    }

    fn reveal_part(&mut self, seat: Player, part: Vec<u8>, caused: &mut CausedEvents) -> Result<(), Fault> {
        let index = seat.index();
        let dice = self.dice.as_ref().ok_or_else(|| faults::BAD_PART.fault())?;
        let is_due = self.dice_stage() == Some(DiceStage::Reveal) && dice.source.parts[index].is_empty();
        if !is_due || part.len() != PART_LEN || dice.commits[index] != Some(part_commitment(&part)) {
            return Err(faults::BAD_PART.fault());
        }
        caused.record(self, Event::Revealed { seat, part });
        self.play_forced(caused.now, &mut caused.entries);
        Ok(())
    }
}

/// The events that one command causes; the first carries the client's command id.
struct CausedEvents {
    entries: Vec<LogEntry>,
    id: Option<Box<str>>,
    now: i64,
}

impl CausedEvents {
    fn record(&mut self, state: &mut GameState, event: Event) {
        let id = self.id.take();
        state.record(&mut self.entries, self.now, id, event);
    }

    fn end(&mut self, state: &mut GameState, seat: Option<Player>, winner: Option<Player>, reason: EndReason) {
        let ending = GameEnding { winner, points: u8::from(winner.is_some()), reason };
        self.record(state, Event::Over { seat, ending });
    }
}
