use std::fmt;

use agon_core::{Actor, Fault, NoChance, Outcome, Position, Rng};

use crate::board::pawns::PawnChoices;
use crate::board::walls::WallChoices;
use crate::{Board, PassageSet, Pawn, PawnMove, Square, SquareSet, Turn, TurnKind, Wall, Walls};

impl<const W: usize, const S: usize> Position for Board<W, S> {
    type Move = Turn;
    type Chance = NoChance;

    #[inline]
    fn actor(&self) -> Actor {
        if self.result().is_some() { Actor::Nobody } else { Actor::Player(self.side) }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn legal_moves(&self, out: &mut Vec<Turn>) {
        if self.arrived().is_some() {
            return;
        }
        let passages = self.passages();
        let pawns = self.pawn_choices(&passages);
        match self.rules.turn {
            TurnKind::Swift => {
                list_pawn_moves(&pawns.wins, out);
                list_pawn_moves(&pawns.quiet, out);
                out.extend(self.legal_walls().iter().map(Turn::wall));
            }
            TurnKind::Classic | TurnKind::Optional => {
                list_pawn_moves(&pawns.wins, out);
                self.list_pairs(&passages, &pawns, out);
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, turn: Turn) {
        self.apply(turn);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hash_key()
    }

    fn fmt_move(&self, turn: Turn, out: &mut dyn fmt::Write) -> fmt::Result {
        turn.write(self.side, out)
    }

    fn parse_move(&self, text: &str) -> Result<Turn, Fault> {
        self.read_turn(text)
    }

    fn count_moves(&self, _scratch: &mut Vec<Turn>) -> u64 {
        if self.arrived().is_some() {
            return 0;
        }
        let passages = self.passages();
        let pawns = self.pawn_choices(&passages);
        let wins = u64::from(pawns.win_count());
        match self.rules.turn {
            TurnKind::Swift => wins + u64::from(pawns.quiet_count()) + u64::from(self.legal_walls().count()),
            TurnKind::Classic | TurnKind::Optional => wins + self.count_pairs(&passages, &pawns),
        }
    }

    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Turn>) -> Option<Turn> {
        if self.arrived().is_some() {
            return None;
        }
        match self.draw(rng) {
            Draw::Turn(turn) => Some(turn),
            Draw::Unsure => {
                let base = scratch.len();
                self.legal_moves(scratch);
                let chosen = rng.choose(&scratch[base..]).copied();
                scratch.truncate(base);
                chosen
            }
        }
    }

    fn is_irreversible(&self, turn: Turn) -> bool {
        turn.wall.is_some()
    }

    fn is_legal(&self, turn: Turn) -> bool {
        if self.arrived().is_some() {
            return false;
        }
        match (turn.pawn, turn.wall) {
            (None, None) => false,
            (None, Some(wall)) => self.rules.turn == TurnKind::Swift && self.is_wall_legal(wall),
            (Some(step), None) => {
                self.is_pawn_move_legal(step) && (self.rules.turn != TurnKind::Classic || !self.needs_wall_after(step))
            }
            (Some(step), Some(wall)) => {
                self.rules.turn != TurnKind::Swift
                    && self.is_pawn_move_legal(step)
                    && !self.wins_on(self.side, step.to)
                    && self.moved(step).is_wall_legal(wall)
            }
        }
    }
}

/// The result of rejection sampling.
enum Draw {
    Turn(Turn),
    /// There may be no candidate that is legal.
    Unsure,
}

impl<const W: usize, const S: usize> Board<W, S> {
    /// Whether the player to move may make a pawn move.
    pub fn is_pawn_move_legal(&self, step: PawnMove) -> bool {
        self.rules.has(step.to) && self.pawn_targets(self.side, step.pawn).contains(step.to)
    }

    /// Whether a classic turn goes on with a wall after a pawn move (B7).
    pub(crate) fn needs_wall_after(&self, step: PawnMove) -> bool {
        !self.wins_on(self.side, step.to) && self.moved(step).can_place_some_wall()
    }

    /// Counts turns that begin with a pawn move that does not win.
    ///
    /// Multiplies the numbers of walls and pawn moves: only walls that close a loop are checked one by
    /// one, each for all pawn moves at once.
    #[inline]
    fn count_pairs(&self, passages: &PassageSet<W, S>, pawns: &PawnChoices<W, S>) -> u64 {
        let WallChoices { free, closing } = self.wall_choices();
        let quiet = u64::from(pawns.quiet_count());
        let mut pairs = quiet * u64::from(free.count());
        let mut walled = [SquareSet::EMPTY; 2];
        for wall in closing.iter() {
            for (walled, targets) in walled.iter_mut().zip(self.targets_with(passages, wall, pawns)) {
                pairs += u64::from(targets.count());
                *walled |= targets;
            }
        }
        let alone = match self.rules.turn {
            TurnKind::Classic if free.is_empty() => quiet - u64::from(walled[0].count()) - u64::from(walled[1].count()),
            TurnKind::Classic => 0,
            TurnKind::Swift | TurnKind::Optional => quiet,
        };
        pairs + alone
    }

    /// Lists turns that begin with a pawn move that does not win.
    fn list_pairs(&self, passages: &PassageSet<W, S>, pawns: &PawnChoices<W, S>, out: &mut Vec<Turn>) {
        /// Eight squares two steps away and four beside a pawn, for two pawns.
        const MAX_TARGETS: usize = 24;
        /// Both colours at every anchor of the largest board.
        const MAX_WALLS: usize = 2 * 21 * 27;
        let WallChoices { free: mut always, closing } = self.wall_choices();
        let mut sometimes = [Walls::<W, S>::EMPTY; MAX_TARGETS];
        for wall in closing.iter() {
            let targets = self.targets_with(passages, wall, pawns);
            if targets == pawns.quiet {
                always.insert(wall);
            } else if targets.iter().any(|set| !set.is_empty()) {
                let walls = pawn_moves(&pawns.quiet).zip(&mut sometimes);
                walls
                    .filter(|(step, _)| targets[step.pawn.index()].contains(step.to))
                    .for_each(|(_, walls)| walls.insert(wall));
            }
        }
        // The same walls follow most pawn moves, so they are listed once.
        let mut listed = [Wall::green(Square::at(0, 0)); MAX_WALLS];
        let count = always.iter().zip(&mut listed).map(|(wall, slot)| *slot = wall).count();
        let listed = &listed[..count];
        for (step, sometimes) in pawn_moves(&pawns.quiet).zip(sometimes) {
            if self.rules.turn == TurnKind::Optional || (listed.is_empty() && sometimes.is_empty()) {
                out.push(Turn::pawn(step));
            }
            out.extend(listed.iter().map(|&wall| Turn::both(step, wall)));
            out.extend(sometimes.iter().map(|wall| Turn::both(step, wall)));
        }
    }

    /// Rejection sampling: draws from a simple superset of the legal turns until one is legal, so that
    /// every legal turn is equally likely.
    fn draw(&self, rng: &mut Rng) -> Draw {
        let passages = self.passages();
        let pawns = self.pawn_choices(&passages);
        let fits = self.stocked_walls();
        let doubtful = self.touching_twice(&fits);
        let has_certain_wall = !fits.without(&doubtful).is_empty();
        let (wins, quiet, walls) = (pawns.win_count(), pawns.quiet_count(), fits.count());
        let (total, certain) = match self.rules.turn {
            TurnKind::Swift => (wins + quiet + walls, wins + quiet > 0 || has_certain_wall),
            TurnKind::Optional => (wins + quiet * (1 + walls), wins + quiet > 0),
            // Without a wall that is certainly legal, some pawn move may be a whole turn, which the
            // simple set does not contain.
            TurnKind::Classic if walls > 0 => (wins + quiet * walls, wins + quiet > 0 && has_certain_wall),
            TurnKind::Classic => (wins + quiet, wins + quiet > 0),
        };
        if !certain {
            return Draw::Unsure;
        }
        loop {
            let Some(turn) = self.nth_candidate(rng.below(total), wins, quiet, &pawns, &fits) else {
                continue;
            };
            let Some(wall) = turn.wall.filter(|wall| doubtful.contains(*wall)) else {
                return Draw::Turn(turn);
            };
            let after = turn.pawn.map_or(*self, |step| self.moved(step));
            if after.paths_are_open(&passages.with(wall)) {
                return Draw::Turn(turn);
            }
        }
    }

    /// Candidate number `number`: winning pawn moves first, then what the turn kind allows.
    #[inline]
    fn nth_candidate(
        &self,
        number: u32,
        wins: u32,
        quiet: u32,
        pawns: &PawnChoices<W, S>,
        fits: &Walls<W, S>,
    ) -> Option<Turn> {
        if number < wins {
            return nth_pawn_move(&pawns.wins, number).map(Turn::pawn);
        }
        let number = number - wins;
        match self.rules.turn {
            TurnKind::Swift if number < quiet => nth_pawn_move(&pawns.quiet, number).map(Turn::pawn),
            TurnKind::Swift => fits.nth(number - quiet).map(Turn::wall),
            TurnKind::Classic | TurnKind::Optional => {
                let step = nth_pawn_move(&pawns.quiet, number % quiet)?;
                let wall = number / quiet;
                // Turns without a wall come first.
                let alone = u32::from(self.rules.turn == TurnKind::Optional || fits.is_empty());
                if wall < alone {
                    return Some(Turn::pawn(step));
                }
                fits.nth(wall - alone).map(|wall| Turn::both(step, wall))
            }
        }
    }
}

/// The pawn moves to some targets.
#[inline]
pub(crate) fn pawn_moves<const W: usize, const S: usize>(
    targets: &[SquareSet<W, S>; 2],
) -> impl Iterator<Item = PawnMove> + use<W, S> {
    let [one, two] = *targets;
    let first = one.iter().map(|to| PawnMove { pawn: Pawn::One, to });
    first.chain(two.iter().map(|to| PawnMove { pawn: Pawn::Two, to }))
}

fn list_pawn_moves<const W: usize, const S: usize>(targets: &[SquareSet<W, S>; 2], out: &mut Vec<Turn>) {
    out.extend(pawn_moves(targets).map(Turn::pawn));
}

#[inline]
fn nth_pawn_move<const W: usize, const S: usize>(targets: &[SquareSet<W, S>; 2], n: u32) -> Option<PawnMove> {
    let first = targets[0].count();
    if n < first {
        targets[0].nth(n).map(|to| PawnMove { pawn: Pawn::One, to })
    } else {
        targets[1].nth(n - first).map(|to| PawnMove { pawn: Pawn::Two, to })
    }
}

impl From<Wall> for Turn {
    fn from(wall: Wall) -> Self {
        Self::wall(wall)
    }
}

impl From<PawnMove> for Turn {
    fn from(step: PawnMove) -> Self {
        Self::pawn(step)
    }
}
