//! The search for a win of one player within a number of that player's turns.
//!
//! Such a win needs no repetition of positions, so its proof does not depend on how the position was reached, and the
//! transposition table holds it for all paths. Shortcuts, each of them exact or a bound:
//!
//! - A pawn at most two open steps from a goal wins at once: it passes over a pawn in between, and captures an opposing pawn
//!   on the goal.
//! - A move is at most two open steps, and walls never shorten a path. So a pawn needs at least half its distance in turns,
//!   and a player with fewer turns left does not win.
//! - Only a wall can stop a pawn that is about to arrive, so turns after which the other player arrives are skipped.

use agon_blockade::TurnKind;
use agon_core::bits::Bits;

use crate::blockade::geometry::{BlockadeGeometry, DistanceField, SquareSet};
use crate::blockade::position::SearchPosition;
use crate::blockade::turns::pawn_moves;
use crate::blockade::win_distance_table::WinDistanceTable;

/// A turn to search, and its rank: turns are searched in ascending order.
#[derive(Clone, Copy)]
struct CandidateTurn {
    pawns: SquareSet,
    wall: Option<u8>,
    order: i32,
}

/// The search for wins of one player, the attacker.
pub(crate) struct WinSearch<'a> {
    geometry: &'a BlockadeGeometry,
    win_table: &'a mut WinDistanceTable,
    attacker: usize,
    /// Positions visited.
    pub(crate) nodes: u64,
    stack: Vec<CandidateTurn>,
    is_stopped: bool,
    /// Called now and then with the number of positions visited: whether to stop.
    stop: &'a mut dyn FnMut(u64) -> bool,
}

impl<'a> WinSearch<'a> {
    pub(crate) fn new(
        geometry: &'a BlockadeGeometry,
        attacker: usize,
        win_table: &'a mut WinDistanceTable,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        Self { geometry, win_table, attacker, nodes: 0, stack: Vec::new(), is_stopped: false, stop }
    }

    /// Whether the attacker wins within this number of turns; nothing if the search was stopped.
    pub(crate) fn wins(&mut self, position: &SearchPosition, turns: u16) -> Option<bool> {
        let wins = self.visit(position, turns);
        (!self.is_stopped).then_some(wins)
    }

    fn visit(&mut self, position: &SearchPosition, turns: u16) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && (self.stop)(self.nodes) {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return false;
        }
        let distances = [0, 1].map(|player| self.geometry.distances(&position.edges, player));
        let need = [0, 1].map(|player| distances[player].turns_needed(position.pawns[player]));
        if turns < need[self.attacker] {
            return false;
        }
        if need[position.mover] == 1 {
            return position.mover == self.attacker;
        }
        let key = position.key(self.geometry);
        if let Some(known) = self.win_table.get(key, turns) {
            return known;
        }
        let before = self.nodes;
        let won = if position.mover == self.attacker {
            self.attack(position, turns, &distances)
        } else {
            self.defend(position, turns, &distances)
        };
        if !self.is_stopped {
            self.win_table.put(key, turns, won, self.nodes - before);
        }
        won
    }

    /// Whether some turn of the attacker wins.
    fn attack(&mut self, position: &SearchPosition, turns: u16, distances: &[DistanceField; 2]) -> bool {
        let base = self.stack.len();
        self.list(position, distances, turns);
        let won = self.visit_listed(base, position, turns - 1, true);
        self.stack.truncate(base);
        won
    }

    /// Whether every turn of the defender loses.
    fn defend(&mut self, position: &SearchPosition, turns: u16, distances: &[DistanceField; 2]) -> bool {
        let base = self.stack.len();
        let won = self.list(position, distances, turns) && !self.visit_listed(base, position, turns, false);
        self.stack.truncate(base);
        won
    }

    /// Whether one of the listed turns leads to a position with the wanted result.
    fn visit_listed(&mut self, base: usize, position: &SearchPosition, turns: u16, wanted: bool) -> bool {
        self.stack[base..].sort_unstable_by_key(|candidate| candidate.order);
        (base..self.stack.len()).any(|at| {
            let candidate = self.stack[at];
            let next = position.after(self.geometry, candidate.pawns, candidate.wall.map(u32::from));
            self.visit(&next, turns) == wanted
        })
    }

    /// Lists the turns that do not decide the game at once, without those after which the other player arrives.
    ///
    /// Returns `false` if a turn of the defender is certain to hold.
    fn list(&mut self, position: &SearchPosition, distances: &[DistanceField; 2], turns: u16) -> bool {
        let geometry = self.geometry;
        let (mover, other) = (position.mover, 1 - position.mover);
        let moves = pawn_moves(geometry, position);
        let stay = [position.pawns[mover]];
        let with_wall: &[SquareSet] = if geometry.turn == TurnKind::Swift { &stay } else { &moves };
        // Bit set of the pawn moves after which a wall can be placed.
        let mut walled = 0u32;
        let touched = geometry.touched(position.walls);
        for wall in position.fitting(geometry).members() {
            let edges = geometry.close(position.edges, wall);
            let Some(region) = geometry.legal_region(position, wall, &edges, touched) else { continue };
            let other_needs = geometry.distances(&edges, other).turns_needed(position.pawns[other]);
            let own = geometry.distances(&edges, mover);
            for (number, &pawns) in with_wall.iter().enumerate().filter(|(_, pawns)| *pawns & !region == 0) {
                walled |= 1 << number;
                let needs = [own.turns_needed(pawns), other_needs];
                if !self.consider(CandidateTurn { pawns, wall: Some(wall as u8), order: 0 }, needs, mover, turns) {
                    return false;
                }
            }
        }
        let other_needs = distances[other].turns_needed(position.pawns[other]);
        moves.iter().enumerate().all(|(number, &pawns)| {
            let stands_alone = geometry.turn != TurnKind::Classic || walled >> number & 1 == 0;
            let needs = [distances[mover].turns_needed(pawns), other_needs];
            !stands_alone || self.consider(CandidateTurn { pawns, wall: None, order: 0 }, needs, mover, turns)
        })
    }

    /// Lists a turn if it can matter; `false` if it is a turn of the defender that holds.
    ///
    /// `needs` are the turns that the mover and the other player need after it.
    #[inline]
    fn consider(&mut self, candidate: CandidateTurn, needs: [u16; 2], mover: usize, turns: u16) -> bool {
        let [own, other] = needs;
        let (own_order, other_order) = (own as i32, other as i32);
        if other == 1 {
            return true;
        }
        if mover == self.attacker {
            // Threats first.
            if own < turns {
                self.stack.push(CandidateTurn { order: 4 * own_order - other_order, ..candidate });
            }
            true
        } else {
            // The longest delay of the attacker first.
            self.stack.push(CandidateTurn { order: own_order - 4 * other_order, ..candidate });
            other <= turns
        }
    }
}
