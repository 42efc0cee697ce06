//! Proving that a player wins within so many of his turns.
//!
//! A win within a number of turns never rests on a position occurring twice, so neither does a
//! proof of it, and what was proved on one way to a position holds on every other.
//!
//! Shortcuts, each of them exact or a bound:
//! - A pawn at most two open steps from a goal wins now: whoever stands between is passed over,
//!   and on the goal itself stands nobody or a pawn that is taken.
//! - A move is at most two open steps, and walls never shorten a way. So a pawn needs at least
//!   half its distance in turns, and a player with fewer turns left does not win.
//! - Only a wall can stop a pawn that is about to arrive, so turns after which the other player
//!   arrives are left out.

use agon_blockade::TurnKind;

use crate::blockade::ground::{Field, Ground, Set, members};
use crate::blockade::memory::Memory;
use crate::blockade::spot::Spot;
use crate::blockade::turns::pawn_moves;

/// A turn that is worth looking at.
#[derive(Clone, Copy)]
struct Child {
    pawns: Set,
    wall: Option<u8>,
    order: i32,
}

/// The search for wins of one player, the attacker.
pub(crate) struct Search<'a> {
    ground: &'a Ground,
    memory: &'a mut Memory,
    attacker: usize,
    /// Positions visited.
    pub(crate) nodes: u64,
    stack: Vec<Child>,
    is_stopped: bool,
    /// Asked now and then, with the positions visited: whether to stop.
    stop: &'a mut dyn FnMut(u64) -> bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        ground: &'a Ground,
        attacker: usize,
        memory: &'a mut Memory,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        Self { ground, memory, attacker, nodes: 0, stack: Vec::new(), is_stopped: false, stop }
    }

    /// Whether the attacker wins within so many of his turns; nothing if it was stopped.
    pub(crate) fn wins(&mut self, spot: &Spot, turns: u16) -> Option<bool> {
        let wins = self.visit(spot, turns);
        (!self.is_stopped).then_some(wins)
    }

    fn visit(&mut self, spot: &Spot, turns: u16) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && (self.stop)(self.nodes) {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return false;
        }
        let fields = [0, 1].map(|player| self.ground.field(&spot.ways, player));
        let need = [0, 1].map(|player| fields[player].need(spot.pawns[player]));
        if turns < need[self.attacker] {
            return false;
        }
        if need[spot.mover] == 1 {
            return spot.mover == self.attacker;
        }
        let key = spot.key(self.ground);
        if let Some(known) = self.memory.find(key, turns) {
            return known;
        }
        let before = self.nodes;
        let won = if spot.mover == self.attacker {
            self.attack(spot, turns, &fields)
        } else {
            self.defend(spot, turns, &fields)
        };
        if !self.is_stopped {
            self.memory.put(key, turns, won, self.nodes - before);
        }
        won
    }

    /// Whether some turn of the attacker wins.
    fn attack(&mut self, spot: &Spot, turns: u16, fields: &[Field; 2]) -> bool {
        let base = self.stack.len();
        self.list(spot, fields, turns);
        let won = self.visit_listed(base, spot, turns - 1, true);
        self.stack.truncate(base);
        won
    }

    /// Whether no turn of the defender holds.
    fn defend(&mut self, spot: &Spot, turns: u16, fields: &[Field; 2]) -> bool {
        let base = self.stack.len();
        let won = self.list(spot, fields, turns) && !self.visit_listed(base, spot, turns, false);
        self.stack.truncate(base);
        won
    }

    /// Whether one of the listed turns leads to this answer.
    fn visit_listed(&mut self, base: usize, spot: &Spot, turns: u16, wanted: bool) -> bool {
        self.stack[base..].sort_unstable_by_key(|child| child.order);
        (base..self.stack.len()).any(|at| {
            let child = self.stack[at];
            let next = spot.after(self.ground, child.pawns, child.wall.map(u32::from));
            self.visit(&next, turns) == wanted
        })
    }

    /// Lists the turns that do not decide the game at once; those after which the other player
    /// arrives are left out.
    ///
    /// `false` if a turn of the defender holds for sure.
    fn list(&mut self, spot: &Spot, fields: &[Field; 2], turns: u16) -> bool {
        let ground = self.ground;
        let (mover, other) = (spot.mover, 1 - spot.mover);
        let moves = pawn_moves(ground, spot);
        let stay = [spot.pawns[mover]];
        let with_wall: &[Set] = if ground.turn == TurnKind::Swift { &stay } else { &moves };
        // Pawn moves after which a wall can be placed, by number.
        let mut walled = 0u32;
        let touched = ground.touched(spot.walls);
        for wall in members(spot.fitting(ground)) {
            let ways = ground.close(spot.ways, wall);
            let Some(region) = ground.region_left(spot, wall, &ways, touched) else { continue };
            let other_need = ground.field(&ways, other).need(spot.pawns[other]);
            let own = ground.field(&ways, mover);
            for (number, &pawns) in with_wall.iter().enumerate().filter(|(_, pawns)| *pawns & !region == 0) {
                walled |= 1 << number;
                let needs = [own.need(pawns), other_need];
                if !self.consider(Child { pawns, wall: Some(wall as u8), order: 0 }, needs, mover, turns) {
                    return false;
                }
            }
        }
        let other_need = fields[other].need(spot.pawns[other]);
        moves.iter().enumerate().all(|(number, &pawns)| {
            let stands_alone = ground.turn != TurnKind::Classic || walled >> number & 1 == 0;
            let needs = [fields[mover].need(pawns), other_need];
            !stands_alone || self.consider(Child { pawns, wall: None, order: 0 }, needs, mover, turns)
        })
    }

    /// Adds a turn if it can matter; `false` if it is the defender's and holds.
    ///
    /// `needs` are the turns that the mover and the other player need after it.
    #[inline]
    fn consider(&mut self, child: Child, needs: [u16; 2], mover: usize, turns: u16) -> bool {
        let [own, other] = needs;
        let (own_order, other_order) = (own as i32, other as i32);
        if other == 1 {
            return true;
        }
        if mover == self.attacker {
            // Threats first.
            if own < turns {
                self.stack.push(Child { order: 4 * own_order - other_order, ..child });
            }
            true
        } else {
            // What holds the attacker up longest first.
            self.stack.push(Child { order: own_order - 4 * other_order, ..child });
            other <= turns
        }
    }
}
