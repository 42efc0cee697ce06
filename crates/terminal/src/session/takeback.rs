use agon_core::{Fault, Player};

use super::local::{LocalGame, PlySource};
use crate::{Takebacks, faults};

impl LocalGame {
    /// Takes back the last turn of a person and all later plies. The roll before the turn stays. Returns the player who
    /// took back.
    pub(super) fn take_back(&mut self) -> Result<Player, Fault> {
        let (ply, player) = self.last_choice().ok_or_else(|| faults::NO_TAKEBACK.fault())?;
        match self.takebacks {
            Takebacks::Never => return Err(faults::TAKEBACK_OFF.fault()),
            Takebacks::Once if self.taken_back[player.index()] > 0 => {
                return Err(faults::TAKEBACK_USED.with("player", player));
            }
            Takebacks::Once | Takebacks::Unlimited => {}
        }
        while self.table.plies().len() > ply {
            self.table.undo();
            self.sources.pop();
        }
        self.clock.charge(None);
        self.clock.run(true);
        self.resigned = None;
        self.taken_back[player.index()] += 1;
        Ok(player)
    }

    /// The last turn chosen by a person.
    fn last_choice(&self) -> Option<(usize, Player)> {
        self.sources.iter().enumerate().rev().find_map(|(ply, maker)| match maker {
            PlySource::Player(player) if self.seats[player.index()].is_human() => Some((ply, *player)),
            _ => None,
        })
    }
}
