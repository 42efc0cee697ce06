//! The turns worth trying, in stages.

use agon_blockade::{Board, Pawn, PawnMove, Turn, TurnKind, Wall, Walls};
use agon_core::Position;
use agon_search::{OrderingScores, ScoredStep};

use super::field::FAR;
use super::outlook::{ARRIVING, Ground, Outlook, walls};
use super::plane::Terrain;
use super::worth::Camp;

/// A pawn move and how far its target is from the goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride<P> {
    pub(super) step: PawnMove,
    pub(super) to: P,
    pub(super) steps: u8,
}

/// How many of the turns that hinder the opponent are tried first.
const FIRST: usize = 24;
/// With how many of the best pawn moves walls are paired that hinder nobody.
const COMPANY: usize = 3;
/// What a score in hundredths counts as a mark.
pub(crate) const MARK: i32 = 20;
/// What a wall that protects the own way is preferred by.
pub(crate) const SHIELD: i32 = 400;
/// Beyond this many turns it does not pay to evaluate each of them for the order.
const FEW: usize = 300;

impl<P> Outlook<P> {
    /// Appends the turns of a stage; `false` if there is none after it.
    ///
    /// First those that hinder the opponent most, then the others that hinder him and walls that keep
    /// the opponent's from being placed, last all walls that change nothing now.
    pub(crate) fn list<const W: usize, const S: usize>(
        &mut self,
        board: &Board<W, S>,
        stage: u32,
        out: &mut Vec<ScoredStep<Turn>>,
    ) -> bool
    where
        P: Terrain<W, S>,
    {
        let ground = self.survey(board);
        let mut strides = std::mem::take(&mut self.strides);
        self.fill_strides(&ground, &mut strides);
        let hindering = self.hindering(&ground);
        let harming = self.harming(&ground, &strides);
        let idle = ground.fits.without(&ground.doubtful).without(&hindering).without(&harming);
        let list = List { board, ground: &ground, strides: &strides, harming };
        let more = if ground.fits.is_empty() {
            list.walk(out);
            false
        } else if ground.him.near() <= ARRIVING {
            let begin = out.len();
            self.hinder(&list, &hindering, out);
            if out.len() == begin {
                self.everything(board, out);
            }
            false
        } else if idle.is_empty() {
            self.everything(board, out);
            false
        } else {
            self.stage(&list, stage, &hindering, &idle, out)
        };
        self.strides = strides;
        more
    }

    fn stage<const W: usize, const S: usize>(
        &mut self,
        list: &List<'_, P, W, S>,
        stage: u32,
        hindering: &Walls<W, S>,
        idle: &Walls<W, S>,
        out: &mut Vec<ScoredStep<Turn>>,
    ) -> bool
    where
        P: Terrain<W, S>,
    {
        let begin = out.len();
        let shields = shields(&list.harming, idle);
        let sample = shields.iter().next().or_else(|| idle.iter().next());
        match stage {
            0 => {
                self.hinder(list, hindering, out);
                split(out, begin);
                out.truncate(begin + FIRST);
                if list.board.turn_kind() != TurnKind::Classic {
                    list.walk(out);
                }
                if let Some(wall) = sample {
                    list.pair(wall, 2, 0, out);
                }
            }
            1 => {
                self.hinder(list, hindering, out);
                split(out, begin);
                let taken = FIRST.min(out.len() - begin);
                out.drain(begin..begin + taken);
                let others = shields.iter().filter(|wall| Some(*wall) != sample);
                others.for_each(|wall| list.pair(wall, COMPANY, SHIELD, out));
            }
            2 => {
                let others = idle.without(&shields);
                let others = others.iter().filter(|wall| Some(*wall) != sample);
                others.for_each(|wall| list.pair(wall, COMPANY, 0, out));
            }
            _ => self.rest(list, hindering, idle, out),
        }
        stage < if self.wide { 3 } else { 2 }
    }

    /// Appends every legal turn that no earlier stage has.
    fn rest<const W: usize, const S: usize>(
        &mut self,
        list: &List<'_, P, W, S>,
        hindering: &Walls<W, S>,
        idle: &Walls<W, S>,
        out: &mut Vec<ScoredStep<Turn>>,
    ) where
        P: Terrain<W, S>,
    {
        let mut earlier = Vec::new();
        for stage in 0..3 {
            self.stage(list, stage, hindering, idle, &mut earlier);
        }
        earlier.sort_unstable_by_key(|ranked| ranked.step);
        let begin = out.len();
        self.everything(list.board, out);
        let is_new = |turn: Turn| earlier.binary_search_by_key(&turn, |ranked| ranked.step).is_err();
        let mut kept = begin;
        for at in begin..out.len() {
            if is_new(out[at].step) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// The pawn moves, best first.
    pub(super) fn fill_strides<const W: usize, const S: usize>(
        &self,
        ground: &Ground<P, W, S>,
        strides: &mut Vec<Stride<P>>,
    ) where
        P: Terrain<W, S>,
    {
        strides.clear();
        for (pawn, targets) in Pawn::ALL.into_iter().zip(ground.targets) {
            for square in targets.squares() {
                let to = P::of(square);
                let steps = self.mine.distance(to);
                if steps > 0 && steps < FAR {
                    strides.push(Stride { step: PawnMove { pawn, to: square }, to, steps });
                }
            }
        }
        strides.sort_by_key(|stride| -ground.worth.after(ground.after(stride), ground.him));
    }

    /// The walls that can lengthen an own way, now or after some pawn move.
    pub(super) fn harming<const W: usize, const S: usize>(
        &self,
        ground: &Ground<P, W, S>,
        strides: &[Stride<P>],
    ) -> Walls<W, S>
    where
        P: Terrain<W, S>,
    {
        let squares = strides.iter().map(|stride| stride.to).chain(ground.pawns[0]);
        let cuts = squares.map(|square| self.mine.cuts(&ground.passages, square));
        cuts.reduce(super::field::Cuts::or).map_or(Walls::EMPTY, walls).and(&ground.fits)
    }

    /// Appends the turns with walls that hinder the opponent and do not let him arrive.
    fn hinder<const W: usize, const S: usize>(
        &mut self,
        list: &List<'_, P, W, S>,
        hindering: &Walls<W, S>,
        out: &mut Vec<ScoredStep<Turn>>,
    ) where
        P: Terrain<W, S>,
    {
        let List { board, ground, strides, harming } = *list;
        for wall in hindering.iter() {
            let his = self.his.distances_with(&ground.passages, wall, ground.pawns[1]);
            if his.contains(&FAR) || his[0].min(his[1]) <= ARRIVING {
                continue;
            }
            let him = Camp { steps: his, ..ground.him };
            let doubt = ground.doubtful.contains(wall);
            let bent = doubt || harming.contains(wall);
            let mut me = ground.me;
            me.stock[wall.colour.index()] -= 1;
            if bent {
                self.bent.fill(&ground.passages.with(wall), ground.goals, ground.wanted);
                me.steps = ground.pawns[0].map(|pawn| self.bent.distance(pawn));
            }
            if board.turn_kind() == TurnKind::Swift {
                if !me.steps.contains(&FAR) && (!doubt || board.is_wall_legal(wall)) {
                    let mark = MARK * ground.worth.after(me, him);
                    out.push(ScoredStep { step: Turn::wall(wall), score: mark });
                }
                continue;
            }
            let legal = doubt.then(|| board.targets_before(wall));
            for stride in strides {
                let PawnMove { pawn, to } = stride.step;
                if legal.is_some_and(|legal| !legal[pawn.index()].contains(to)) {
                    continue;
                }
                let mut me = me;
                me.steps[pawn.index()] = if bent { self.bent.distance(stride.to) } else { stride.steps };
                let mark = MARK * ground.worth.after(me, him);
                out.push(ScoredStep { step: Turn::both(stride.step, wall), score: mark });
            }
        }
    }

    /// Appends every legal turn: where the board is so full that no wall is without consequence.
    fn everything<const W: usize, const S: usize>(
        &mut self,
        board: &Board<W, S>,
        out: &mut Vec<ScoredStep<Turn>>,
    ) where
        P: Terrain<W, S>,
    {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        board.legal_moves(&mut turns);
        let few = turns.len() <= FEW;
        for &step in &turns {
            let mark = if few { self.mark(board, step) } else { 0 };
            out.push(ScoredStep { step, score: mark });
        }
        self.turns = turns;
    }

    /// The mark of a turn by the looks of the position after it.
    pub(crate) fn mark<const W: usize, const S: usize>(&mut self, board: &Board<W, S>, turn: Turn) -> i32
    where
        P: Terrain<W, S>,
    {
        if turn.pawn.is_some_and(|step| board.wins_on(board.side(), step.to)) {
            return 2 * OrderingScores::URGENT;
        }
        let mut next = *board;
        next.play_unchecked(turn);
        -MARK * self.evaluate(&next)
    }
}

/// What the turns of a position are listed from.
#[derive(Clone, Copy)]
struct List<'a, P, const W: usize, const S: usize> {
    board: &'a Board<W, S>,
    ground: &'a Ground<P, W, S>,
    strides: &'a [Stride<P>],
    harming: Walls<W, S>,
}

impl<P, const W: usize, const S: usize> Ground<P, W, S> {
    /// My distances after a pawn move.
    fn after(&self, stride: &Stride<P>) -> Camp {
        let mut me = self.me;
        me.steps[stride.step.pawn.index()] = stride.steps;
        me
    }
}

impl<P: Terrain<W, S>, const W: usize, const S: usize> List<'_, P, W, S> {
    /// Appends the pawn moves alone.
    fn walk(&self, out: &mut Vec<ScoredStep<Turn>>) {
        for stride in self.strides {
            let mark = MARK * self.ground.worth.after(self.ground.after(stride), self.ground.him);
            out.push(ScoredStep { step: Turn::pawn(stride.step), score: mark });
        }
    }

    /// Appends a wall that changes no distance, with some of the best pawn moves if a turn has both.
    fn pair(&self, wall: Wall, company: usize, bonus: i32, out: &mut Vec<ScoredStep<Turn>>) {
        let mark = |mut me: Camp| {
            me.stock[wall.colour.index()] -= 1;
            MARK * self.ground.worth.after(me, self.ground.him) + bonus
        };
        if self.board.turn_kind() == TurnKind::Swift {
            out.push(ScoredStep { step: Turn::wall(wall), score: mark(self.ground.me) });
            return;
        }
        for stride in self.strides.iter().take(company) {
            let step = Turn::both(stride.step, wall);
            out.push(ScoredStep { step, score: mark(self.ground.after(stride)) });
        }
    }
}

/// Those of some walls that stand where walls of the opponent would harm; `harming` are these.
pub(super) fn shields<const W: usize, const S: usize>(
    harming: &Walls<W, S>,
    of: &Walls<W, S>,
) -> Walls<W, S> {
    let Walls { green, blue } = *harming;
    let places = Walls { green: green.up() | green.down() | blue, blue: blue.left() | blue.right() | green };
    places.and(of).without(harming)
}

/// Brings the best turns from `begin` on to the front, always the same ones.
fn split(out: &mut [ScoredStep<Turn>], begin: usize) {
    let turns = &mut out[begin..];
    if turns.len() > FIRST {
        turns.select_nth_unstable_by_key(FIRST, |ranked| (-ranked.score, ranked.step));
    }
}
