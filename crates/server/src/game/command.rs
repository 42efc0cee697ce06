//! What players do, checked against the game and turned into events.

use agon_core::{Fault, Player, faults as core};
use agon_dice::{PART_LEN, part_commitment};

use crate::faults;
use crate::game::event::{EndReason, Event, GameEnding, LogEntry};
use crate::game::state::{DiceStage, GameState, PASS, own_id};
use crate::store::GameStatus;
use crate::{SeatSetup, Takebacks};

/// Something a player does.
#[derive(Clone, Debug)]
pub enum Command {
    /// Plays a turn.
    Turn {
        /// In any accepted spelling.
        word: String,
        /// How many words the player saw.
        ply: usize,
        /// The last event the player saw, if told.
        seq: Option<u32>,
    },
    /// Gives up.
    Resign,
    /// Stops a game that has hardly begun.
    Abort,
    /// Offers a draw or accepts one.
    Draw,
    /// Asks for a takeback or grants one.
    Takeback,
    /// Declines the other's draw offer.
    DeclineDraw,
    /// Declines the other's request to take back.
    DeclineTakeback,
    /// Ends the game because the other has left; whoever calls this has checked that.
    Claim {
        /// As a draw instead of a win.
        draw: bool,
    },
    /// Wants another game; the room makes it when both do.
    Rematch,
    /// Declines the other's wish for another game.
    DeclineRematch,
    /// Announces a part of the dice.
    Commit {
        /// The part's hash.
        hash: [u8; 32],
    },
    /// Reveals it.
    Reveal {
        /// The part.
        part: Vec<u8>,
    },
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// For which seat.
    pub seat: Player,
    /// Whether the same person holds the other seat too.
    pub both: bool,
}

impl GameState {
    /// Does what a player asks for; the events are applied, but exist only once they are stored.
    ///
    /// After a refusal nothing has changed.
    pub fn act(
        &mut self,
        hand: Seat,
        id: Option<&str>,
        act: Command,
        now: i64,
    ) -> Result<Vec<LogEntry>, Fault> {
        let mut list = List { entries: Vec::new(), id: id.map(|id| own_id(hand.seat, id)), now };
        match act {
            Command::Rematch => self.want_rematch(hand, &mut list)?,
            Command::DeclineRematch => {
                if self.next.is_some() || !self.rematch[hand.seat.opponent().index()] {
                    return Err(faults::NO_OFFER.fault());
                }
                list.push(self, Event::RematchDeclined(hand.seat));
            }
            _ if self.ending.is_some() => return Err(core::GAME_OVER.fault()),
            Command::Resign => self.resign(hand, &mut list)?,
            Command::Abort => self.abort(hand, &mut list)?,
            _ if self.status() == GameStatus::Open => return Err(faults::NOT_STARTED.fault()),
            Command::Turn { word, ply, seq } => self.play(hand, &word, ply, seq, &mut list)?,
            Command::Draw => self.offer_draw(hand, &mut list),
            Command::Takeback => self.take_back(hand, &mut list)?,
            Command::DeclineDraw => {
                if self.draw != Some(hand.seat.opponent()) {
                    return Err(faults::NO_OFFER.fault());
                }
                list.push(self, Event::DrawDeclined(hand.seat));
            }
            Command::DeclineTakeback => {
                if self.takeback != Some(hand.seat.opponent()) {
                    return Err(faults::NO_OFFER.fault());
                }
                list.push(self, Event::TakebackDeclined(hand.seat));
            }
            Command::Claim { draw } => {
                let winner = (!draw).then_some(hand.seat);
                list.end(self, Some(hand.seat), winner, EndReason::Claim);
            }
            Command::Commit { hash } => self.commit_part(hand, hash, &mut list)?,
            Command::Reveal { part } => self.reveal_part(hand, part, &mut list)?,
        }
        Ok(list.entries)
    }

    /// Ends the game if the running clock is empty by now.
    pub fn end_on_time(&mut self, now: i64) -> Option<Vec<LogEntry>> {
        let (player, deadline) = self.clocks.as_ref()?.deadline()?;
        if self.ending.is_some() || now < deadline {
            return None;
        }
        let mut list = List { entries: Vec::new(), id: None, now: deadline };
        list.end(self, Some(player), Some(player.opponent()), EndReason::Time);
        Some(list.entries)
    }

    /// The ply to which a takeback of this player goes: before the last turn of his own choice.
    pub fn takeback_target(&self, seat: Player) -> Option<usize> {
        let words = self.table.plies();
        (self.setup.words.len()..self.by.len())
            .rev()
            .find(|&ply| self.by[ply] == Some(seat) && words[ply] != PASS)
    }

    /// How many takebacks this player has left; `None` is as many as wanted.
    pub fn takebacks_left(&self, seat: Player) -> Option<u32> {
        match self.setup.takebacks {
            Takebacks::Ask | Takebacks::Free => None,
            Takebacks::Once => Some(1u32.saturating_sub(self.takebacks_used[seat.index()])),
            Takebacks::None => Some(0),
        }
    }

    fn play(
        &mut self,
        hand: Seat,
        word: &str,
        ply: usize,
        seq: Option<u32>,
        list: &mut List,
    ) -> Result<(), Fault> {
        let is_stale = ply != self.ply() || seq.is_some_and(|seq| seq < self.words_seq || seq > self.seq);
        if is_stale {
            return Err(faults::STALE.with("ply", self.ply()));
        }
        if self.turn().player() != Some(hand.seat) {
            return Err(agon_core::faults::NOT_YOUR_TURN.with("actor", self.turn()));
        }
        let word = self.table.play(word)?;
        list.push(self, Event::Ply { seat: Some(hand.seat), word });
        self.play_forced(list.now, &mut list.entries);
        Ok(())
    }

    fn resign(&mut self, hand: Seat, list: &mut List) -> Result<(), Fault> {
        if self.status() == GameStatus::Open {
            return self.abort(hand, list);
        }
        list.end(self, Some(hand.seat), Some(hand.seat.opponent()), EndReason::Resign);
        Ok(())
    }

    fn abort(&mut self, hand: Seat, list: &mut List) -> Result<(), Fault> {
        if self.turns() >= 2 {
            return Err(faults::NO_ABORT.fault());
        }
        let ending = GameEnding { winner: None, points: 0, reason: EndReason::Abort };
        list.push(self, Event::Over { seat: Some(hand.seat), ending });
        Ok(())
    }

    fn offer_draw(&mut self, hand: Seat, list: &mut List) {
        let other = hand.seat.opponent();
        if hand.both || self.draw == Some(other) {
            list.end(self, Some(hand.seat), None, EndReason::Agreement);
            return;
        }
        list.push(self, Event::DrawOffered(hand.seat));
        if self.setup.seat(other).is_bot() {
            list.push(self, Event::DrawDeclined(other));
        }
    }

    fn take_back(&mut self, hand: Seat, list: &mut List) -> Result<(), Fault> {
        let other = hand.seat.opponent();
        let asker = if self.takeback == Some(other) { other } else { hand.seat };
        let refused = || agon_core::faults::NO_TAKEBACK.fault();
        let to = self.takeback_target(asker).ok_or_else(refused)?;
        if self.takebacks_left(asker) == Some(0) {
            return Err(refused());
        }
        let alone = hand.both || self.setup.seat(other).is_bot();
        if self.setup.takebacks == Takebacks::Ask && !alone && asker == hand.seat {
            if self.takeback == Some(asker) {
                return Err(refused());
            }
            list.push(self, Event::TakebackAsked(asker));
        } else {
            list.push(self, Event::Takeback { seat: asker, to });
        }
        Ok(())
    }

    fn want_rematch(&mut self, hand: Seat, list: &mut List) -> Result<(), Fault> {
        if self.ending.is_none() {
            return Err(faults::NOT_OVER.fault());
        }
        if self.next.is_some() || self.rematch[hand.seat.index()] {
            return Err(faults::NO_OFFER.fault());
        }
        list.push(self, Event::RematchWanted(hand.seat));
        Ok(())
    }

    /// Whether everybody who has to agree wants a rematch; free seats cannot.
    pub fn is_rematch_agreed(&self, both: bool) -> bool {
        let agrees = |player: Player| match self.setup.seat(player) {
            SeatSetup::Bot { .. } => true,
            SeatSetup::Human { .. } => both || self.rematch[player.index()],
            SeatSetup::Open | SeatSetup::Invite { .. } => false,
        };
        self.next.is_none() && Player::ALL.into_iter().all(agrees)
    }

    fn commit_part(&mut self, hand: Seat, hash: [u8; 32], list: &mut List) -> Result<(), Fault> {
        let dice = self.dice.as_ref().ok_or_else(|| faults::BAD_PART.fault())?;
        if self.dice_stage() != Some(DiceStage::Commit) || dice.commits[hand.seat.index()].is_some() {
            return Err(faults::BAD_PART.fault());
        }
        list.push(self, Event::Committed { seat: hand.seat, hash });
        Ok(())
    }

    fn reveal_part(&mut self, hand: Seat, part: Vec<u8>, list: &mut List) -> Result<(), Fault> {
        let seat = hand.seat.index();
        let dice = self.dice.as_ref().ok_or_else(|| faults::BAD_PART.fault())?;
        let is_due = self.dice_stage() == Some(DiceStage::Reveal) && dice.source.parts[seat].is_empty();
        if !is_due || part.len() != PART_LEN || dice.commits[seat] != Some(part_commitment(&part)) {
            return Err(faults::BAD_PART.fault());
        }
        list.push(self, Event::Revealed { seat: hand.seat, part });
        self.play_forced(list.now, &mut list.entries);
        Ok(())
    }
}

/// The events of one act; the first carries the client's id.
struct List {
    entries: Vec<LogEntry>,
    id: Option<Box<str>>,
    now: i64,
}

impl List {
    fn push(&mut self, state: &mut GameState, event: Event) {
        let id = self.id.take();
        state.record(&mut self.entries, self.now, id, event);
    }

    fn end(
        &mut self,
        state: &mut GameState,
        seat: Option<Player>,
        winner: Option<Player>,
        reason: EndReason,
    ) {
        let ending = GameEnding { winner, points: u8::from(winner.is_some()), reason };
        self.push(state, Event::Over { seat, ending });
    }
}
