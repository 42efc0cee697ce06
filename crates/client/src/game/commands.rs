use agon_core::{Fault, Player};
use agon_wire::{ClaimResult, ClientMessage, GameStatus, Offer, SeatCommand, to_json};

use super::GameClient;
use crate::connection::Outgoing;
use crate::random::random;

/// Ids of commands: unique also among the runs of a program that plays the same seat.
pub(super) struct CommandIds {
    run: String,
    count: u32,
}

impl CommandIds {
    pub(super) fn new() -> Self {
        Self { run: agon_dice::to_hex(&random::<8>()), count: 0 }
    }

    fn next(&mut self) -> String {
        self.count += 1;
        format!("{}-{:x}", self.run, self.count)
    }
}

impl GameClient {
    /// Plays a whole turn, in any accepted notation. Returns the canonical one.
    pub fn play(&mut self, turn: &str) -> Result<String, Fault> {
        let notation = self.table.check(turn)?;
        let (ply, seq) = (self.state.progress.ply, Some(self.state.progress.seq));
        let sent = notation.clone();
        let id = self.command(|id, seat| ClientMessage::Turn { id, ply, seq, notation: sent, seat });
        self.sent_turn = Some((id, notation.clone()));
        self.touch = None;
        Ok(notation)
    }

    /// Resigns.
    pub fn resign(&mut self) {
        self.command(|id, seat| ClientMessage::Resign(SeatCommand { id, seat }));
    }

    /// Ends a game that has hardly begun, without a result.
    pub fn abort(&mut self) {
        self.command(|id, seat| ClientMessage::Abort(SeatCommand { id, seat }));
    }

    /// Offers a draw, or accepts the opponent's offer.
    pub fn draw(&mut self) {
        self.command(|id, seat| ClientMessage::Draw(SeatCommand { id, seat }));
    }

    /// Asks for a takeback, or grants the opponent's.
    pub fn takeback(&mut self) {
        self.command(|id, seat| ClientMessage::Takeback(SeatCommand { id, seat }));
    }

    /// Declines an offer.
    pub fn decline(&mut self, what: Offer) {
        self.command(|id, seat| ClientMessage::Decline { id, what, seat });
    }

    /// Ends a game that the opponent has left.
    pub fn claim(&mut self, result: ClaimResult) {
        self.command(|id, seat| ClientMessage::Claim { id, result, seat });
    }

    /// Asks for a rematch, or agrees to it.
    pub fn rematch(&mut self) {
        self.command(|id, seat| ClientMessage::Rematch(SeatCommand { id, seat }));
    }

    /// Sends a chat line.
    pub fn chat(&mut self, text: &str) {
        self.pass(&ClientMessage::Chat { text: text.to_owned() });
    }

    /// Shows the others the turn in progress: its steps, and the step under the pointer.
    pub fn show_touch(&mut self, prefix: &[String], hover: Option<String>) {
        self.pass(&ClientMessage::Touch { prefix: prefix.to_vec(), hover });
    }

    /// Sends the part of the dice that is due.
    pub(super) fn send_part(&mut self) {
        let (Some(dice), Some(seat)) = (&self.state.rest.dice, &mut self.seat) else { return };
        if self.state.progress.status == GameStatus::Live
            && let Some(part) = self.dice.due(dice, seat)
        {
            let id = self.command(|id, seat| part.message(id, seat));
            self.dice.note_command(id);
        }
    }

    /// Sends a command, again after every reconnect until the server answers it. Returns its id.
    fn command(&mut self, message: impl FnOnce(String, Option<Player>) -> ClientMessage) -> String {
        let id = self.ids.next();
        let text = to_json(&message(id.clone(), self.seat()));
        self.unanswered.insert(id.clone());
        // The receiver is gone only after the connection has ended, which was reported.
        let _ = self.connection.outgoing.send(Outgoing::Command { id: id.clone(), text });
        id
    }

    /// Sends a message that may get lost.
    pub(super) fn pass(&mut self, message: &ClientMessage) {
        let _ = self.connection.outgoing.send(Outgoing::Passing(to_json(message)));
    }
}
