//! The turns that the search tries, in stages.

use agon_blockade::{Board, Pawn, PawnMove, Turn, TurnKind, Wall, Walls};
use agon_core::Position;
use agon_search::{OrderingScores, ScoredStep};

use super::distances::{FAR, WallPlanes};
use super::planes::BoardPlane;
use super::scratch::{ARRIVING, EvalScratch, PositionInfo, is_arriving, walls};
use super::weights::SideFeatures;

/// A pawn move with the distance of its target from the goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnCandidate<P> {
    pub(super) step: PawnMove,
    pub(super) to: P,
    pub(super) distance: u8,
}

/// The number of hindering turns in the first stage.
const FIRST_STAGE_TURNS: usize = 24;
/// The number of best pawn moves that are paired with each wall that hinders nobody.
const PAIRED_MOVES: usize = 3;
/// Ordering points per hundredth of a turn.
pub(super) const SCORE_SCALE: i32 = 20;
/// Ordering bonus of a wall that protects the own path.
pub(super) const SHIELD_BONUS: i32 = 400;
/// Above this number of turns, evaluating each of them costs more than the better order saves.
const MAX_EVALUATED_TURNS: usize = 300;

impl<P> EvalScratch<P> {
    /// Appends the turns of a stage; returns `false` after the last one.
    ///
    /// The first stage has the turns that hinder the opponent most; the second the others that do, and walls on places
    /// where the opponent's would harm; the last all walls that change nothing now.
    pub(super) fn list<const W: usize, const S: usize>(
        &mut self,
        board: &Board<W, S>,
        stage: u32,
        out: &mut Vec<ScoredStep<Turn>>,
    ) -> bool
    where
        P: BoardPlane<W, S>,
    {
        let info = self.position_info(board);
        let mut candidates = std::mem::take(&mut self.candidates);
        self.fill_candidates(&info, &mut candidates);
        let hindering = self.hindering(&info);
        let harming = self.harming(&info, &candidates);
        let neutral = info.placeable.without(&info.may_close).without(&hindering).without(&harming);
        let list = TurnList { board, info: &info, candidates: &candidates, harming };
        let more = if info.placeable.is_empty() {
            list.push_pawn_moves(out);
            false
        } else if info.other.near() <= ARRIVING {
            let begin = out.len();
            self.push_hindering(&list, &hindering, out);
            if out.len() == begin {
                self.push_all(board, out);
            }
            false
        } else if neutral.is_empty() {
            self.push_all(board, out);
            false
        } else {
            self.push_stage(&list, stage, &hindering, &neutral, out);
            stage < 2
        };
        self.candidates = candidates;
        more
    }

    fn push_stage<const W: usize, const S: usize>(
        &mut self,
        list: &TurnList<'_, P, W, S>,
        stage: u32,
        hindering: &Walls<W, S>,
        neutral: &Walls<W, S>,
        out: &mut Vec<ScoredStep<Turn>>,
    ) where
        P: BoardPlane<W, S>,
    {
        let begin = out.len();
        let shields = shields(&list.harming, neutral);
        let sample = shields.iter().next().or_else(|| neutral.iter().next());
        match stage {
            0 => {
                self.push_hindering(list, hindering, out);
                move_best_to_front(out, begin);
                out.truncate(begin + FIRST_STAGE_TURNS);
                if list.board.turn_kind() != TurnKind::Classic {
                    list.push_pawn_moves(out);
                }
                if let Some(wall) = sample {
                    list.push_pairs(wall, 2, 0, out);
                }
            }
            1 => {
                self.push_hindering(list, hindering, out);
                move_best_to_front(out, begin);
                let taken = FIRST_STAGE_TURNS.min(out.len() - begin);
                out.drain(begin..begin + taken);
                let others = shields.iter().filter(|wall| Some(*wall) != sample);
                others.for_each(|wall| list.push_pairs(wall, PAIRED_MOVES, SHIELD_BONUS, out));
            }
            _ => {
                let others = neutral.without(&shields);
                let others = others.iter().filter(|wall| Some(*wall) != sample);
                others.for_each(|wall| list.push_pairs(wall, PAIRED_MOVES, 0, out));
            }
        }
    }

    /// Lists the pawn moves, best first.
    pub(super) fn fill_candidates<const W: usize, const S: usize>(
        &self,
        info: &PositionInfo<P, W, S>,
        candidates: &mut Vec<PawnCandidate<P>>,
    ) where
        P: BoardPlane<W, S>,
    {
        candidates.clear();
        for (pawn, targets) in Pawn::ALL.into_iter().zip(info.targets) {
            for square in targets.squares() {
                let to = P::of(square);
                let distance = self.own_field.distance(to);
                if distance > 0 && distance < FAR {
                    candidates.push(PawnCandidate { step: PawnMove { pawn, to: square }, to, distance });
                }
            }
        }
        candidates.sort_by_key(|candidate| -info.weights.value(info.after(candidate), info.other));
    }

    /// The walls that can lengthen an own path, now or after some pawn move.
    pub(super) fn harming<const W: usize, const S: usize>(
        &self,
        info: &PositionInfo<P, W, S>,
        candidates: &[PawnCandidate<P>],
    ) -> Walls<W, S>
    where
        P: BoardPlane<W, S>,
    {
        let squares = candidates.iter().map(|candidate| candidate.to).chain(info.pawns[0]);
        let critical = squares.map(|square| self.own_field.critical_walls(&info.passages, square));
        critical.reduce(WallPlanes::or).map_or(Walls::EMPTY, walls).and(&info.placeable)
    }

    /// Appends the turns with walls that hinder the opponent and do not let the opponent arrive.
    fn push_hindering<const W: usize, const S: usize>(
        &mut self,
        list: &TurnList<'_, P, W, S>,
        hindering: &Walls<W, S>,
        out: &mut Vec<ScoredStep<Turn>>,
    ) where
        P: BoardPlane<W, S>,
    {
        let TurnList { board, info, candidates, harming } = *list;
        for wall in hindering.iter() {
            let distances = self.other_field.distances_with(&info.passages, wall, info.pawns[1]);
            if distances.contains(&FAR) || is_arriving(distances) {
                continue;
            }
            let other = SideFeatures { distances, ..info.other };
            let may_close = info.may_close.contains(wall);
            let is_longer = may_close || harming.contains(wall);
            let mut own = info.own;
            own.stock[wall.colour.index()] -= 1;
            if is_longer {
                self.walled_field.fill(&info.passages.with(wall), info.goals, info.wanted);
                own.distances = info.pawns[0].map(|pawn| self.walled_field.distance(pawn));
            }
            if board.turn_kind() == TurnKind::Swift {
                if !own.distances.contains(&FAR) && (!may_close || board.is_wall_legal(wall)) {
                    let score = SCORE_SCALE * info.weights.value(own, other);
                    out.push(ScoredStep { step: Turn::wall(wall), score });
                }
                continue;
            }
            let legal = may_close.then(|| board.targets_before(wall));
            for candidate in candidates {
                let PawnMove { pawn, to } = candidate.step;
                if legal.is_some_and(|legal| !legal[pawn.index()].contains(to)) {
                    continue;
                }
                let mut own = own;
                own.distances[pawn.index()] =
                    if is_longer { self.walled_field.distance(candidate.to) } else { candidate.distance };
                let score = SCORE_SCALE * info.weights.value(own, other);
                out.push(ScoredStep { step: Turn::both(candidate.step, wall), score });
            }
        }
    }

    /// Appends every legal turn, for boards so full that every wall has consequences.
    fn push_all<const W: usize, const S: usize>(&mut self, board: &Board<W, S>, out: &mut Vec<ScoredStep<Turn>>)
    where
        P: BoardPlane<W, S>,
    {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        board.legal_moves(&mut turns);
        let evaluates = turns.len() <= MAX_EVALUATED_TURNS;
        for &step in &turns {
            let score = if evaluates { self.score_turn(board, step) } else { 0 };
            out.push(ScoredStep { step, score });
        }
        self.turns = turns;
    }

    /// The ordering points of a turn, from the evaluation of the position after it.
    pub(super) fn score_turn<const W: usize, const S: usize>(&mut self, board: &Board<W, S>, turn: Turn) -> i32
    where
        P: BoardPlane<W, S>,
    {
        if turn.pawn.is_some_and(|step| board.wins_on(board.side(), step.to)) {
            return 2 * OrderingScores::URGENT;
        }
        let mut next = *board;
        next.play_unchecked(turn);
        -SCORE_SCALE * self.evaluate(&next)
    }
}

/// What the turns of a position are listed from.
#[derive(Clone, Copy)]
struct TurnList<'a, P, const W: usize, const S: usize> {
    board: &'a Board<W, S>,
    info: &'a PositionInfo<P, W, S>,
    candidates: &'a [PawnCandidate<P>],
    harming: Walls<W, S>,
}

impl<P, const W: usize, const S: usize> PositionInfo<P, W, S> {
    /// The mover's features after a pawn move.
    fn after(&self, candidate: &PawnCandidate<P>) -> SideFeatures {
        let mut own = self.own;
        own.distances[candidate.step.pawn.index()] = candidate.distance;
        own
    }
}

impl<P: BoardPlane<W, S>, const W: usize, const S: usize> TurnList<'_, P, W, S> {
    /// Appends the pawn moves alone.
    fn push_pawn_moves(&self, out: &mut Vec<ScoredStep<Turn>>) {
        for candidate in self.candidates {
            let score = SCORE_SCALE * self.info.weights.value(self.info.after(candidate), self.info.other);
            out.push(ScoredStep { step: Turn::pawn(candidate.step), score });
        }
    }

    /// Appends a wall that changes no distance; where a turn has both, with each of the `count` best pawn moves.
    fn push_pairs(&self, wall: Wall, count: usize, bonus: i32, out: &mut Vec<ScoredStep<Turn>>) {
        let score = |mut own: SideFeatures| {
            own.stock[wall.colour.index()] -= 1;
            SCORE_SCALE * self.info.weights.value(own, self.info.other) + bonus
        };
        if self.board.turn_kind() == TurnKind::Swift {
            out.push(ScoredStep { step: Turn::wall(wall), score: score(self.info.own) });
            return;
        }
        for candidate in self.candidates.iter().take(count) {
            let step = Turn::both(candidate.step, wall);
            out.push(ScoredStep { step, score: score(self.info.after(candidate)) });
        }
    }
}

/// The walls of `of` that prevent harming walls: they overlap or cross one of them.
pub(super) fn shields<const W: usize, const S: usize>(harming: &Walls<W, S>, of: &Walls<W, S>) -> Walls<W, S> {
    let Walls { green, blue } = *harming;
    let places = Walls { green: green.up() | green.down() | blue, blue: blue.left() | blue.right() | green };
    places.and(of).without(harming)
}

/// Moves the best turns from `begin` on to the front. Ties are broken by the turns, so the choice is reproducible.
fn move_best_to_front(out: &mut [ScoredStep<Turn>], begin: usize) {
    let turns = &mut out[begin..];
    if turns.len() > FIRST_STAGE_TURNS {
        turns.select_nth_unstable_by_key(FIRST_STAGE_TURNS, |turn| (-turn.score, turn.step));
    }
}
