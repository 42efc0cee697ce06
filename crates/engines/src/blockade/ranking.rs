//! The order of all turns at the root.

use agon_blockade::{Board, Pawn, Turn, Wall, Walls};
use agon_search::OrderingScores;

use super::field::Field;
use super::outlook::{ARRIVING, Ground, Outlook};
use super::plane::Terrain;
use super::turns::{MARK, SHIELD, Stride, shields};
use super::worth::Camp;

/// What the turns of a position look like, each wall measured once for all pawn moves.
#[derive(Clone, Debug)]
pub(crate) struct Ranking<P, const W: usize, const S: usize> {
    pub(crate) board: Board<W, S>,
    ground: Ground<P, W, S>,
    strides: Vec<Stride<P>>,
    harming: Walls<W, S>,
    /// The walls that stand where the opponent's walls would harm.
    shields: Walls<W, S>,
    his: Field<P>,
    bent: Field<P>,
    /// What was measured with each wall, by its number.
    measured: Vec<Option<Measured>>,
    /// The steps of my pawns and of their targets, for one wall after the other.
    mine: Vec<u8>,
}

/// What a wall makes of the distances.
#[derive(Clone, Copy, Debug)]
struct Measured {
    his: [u8; 2],
    /// Where in the list mine begin.
    at: usize,
}

/// A number for every wall.
const WALLS: usize = 2048;

fn number(wall: Wall) -> usize {
    wall.colour.index() << 10 | usize::from(wall.anchor.row()) << 5 | usize::from(wall.anchor.col())
}

impl<P> Outlook<P> {
    /// Prepares the ranking of a position's turns.
    pub(crate) fn ranking<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> Ranking<P, W, S>
    where
        P: Terrain<W, S>,
    {
        let ground = self.survey(board);
        let mut strides = Vec::new();
        self.fill_strides(&ground, &mut strides);
        let harming = self.harming(&ground, &strides);
        let plain = ground.me.steps.into_iter().chain(strides.iter().map(|stride| stride.steps));
        Ranking {
            board: *board,
            ground,
            harming,
            shields: shields(&harming, &ground.fits),
            his: self.his.clone(),
            bent: Field::default(),
            measured: vec![None; WALLS],
            mine: plain.collect(),
            strides,
        }
    }
}

impl<P: Terrain<W, S>, const W: usize, const S: usize> Ranking<P, W, S> {
    /// The mark of a legal turn: the worth of the position after it, and a little for protecting the own way.
    pub(crate) fn mark(&mut self, turn: Turn) -> i32 {
        if turn.pawn.is_some_and(|step| self.board.wins_on(self.board.side(), step.to)) {
            return 2 * OrderingScores::URGENT;
        }
        let [me, him] = self.after(turn);
        let shield = turn.wall.is_some_and(|wall| self.shields.contains(wall));
        MARK * self.ground.worth.after(me, him) + if shield { SHIELD } else { 0 }
    }

    /// The worth of the position after a turn, where that is all that can be said of it at first sight.
    pub(crate) fn evaluate_after(&mut self, turn: Turn) -> Option<i32> {
        // Without a wall it may have stood before.
        turn.wall?;
        let [me, him] = self.after(turn);
        let stocked = |camp: Camp| camp.stock != [0; 2];
        let is_open = me.near() > ARRIVING && him.near() > ARRIVING && stocked(me) && stocked(him);
        is_open.then(|| self.ground.worth.after(me, him))
    }

    /// What both have after a turn that does not win.
    fn after(&mut self, turn: Turn) -> [Camp; 2] {
        // The first of the list are those without a wall.
        let plain = Measured { his: self.ground.him.steps, at: 0 };
        let Measured { his, at } = turn.wall.map_or(plain, |wall| self.measure(wall));
        let mut me = Camp { steps: [self.mine[at], self.mine[at + 1]], ..self.ground.me };
        if let Some(stride) = self.strides.iter().position(|stride| Some(stride.step) == turn.pawn) {
            let pawn = self.strides[stride].step.pawn;
            me.steps[pawn.index()] = self.mine[at + Pawn::ALL.len() + stride];
        }
        if let Some(wall) = turn.wall {
            me.stock[wall.colour.index()] -= 1;
        }
        [me, Camp { steps: his, ..self.ground.him }]
    }

    fn measure(&mut self, wall: Wall) -> Measured {
        let place = number(wall);
        if let Some(measured) = self.measured[place] {
            return measured;
        }
        let Ground { passages, goals, wanted, pawns, .. } = self.ground;
        let his = self.his.distances_with(&passages, wall, pawns[1]);
        let mut measured = Measured { his, at: 0 };
        if self.ground.doubtful.contains(wall) || self.harming.contains(wall) {
            measured.at = self.mine.len();
            self.bent.fill(&passages.with(wall), goals, wanted);
            let squares = pawns[0].into_iter().chain(self.strides.iter().map(|stride| stride.to));
            self.mine.extend(squares.map(|square| self.bent.distance(square)));
        }
        self.measured[place] = Some(measured);
        measured
    }
}
