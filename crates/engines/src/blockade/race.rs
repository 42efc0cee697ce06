//! Races that nothing can disturb any more.

use agon_blockade::{Board, Colour, TurnKind};
use agon_core::Player;
use agon_search::Score;

use super::distances::DistanceField;
use super::planes::{BitPlane, BoardPlane, Passages};
use super::scratch::EvalScratch;

/// A player's race against a defender.
#[derive(Clone, Copy)]
struct Race<P> {
    /// The runner's pawns.
    pawns: [P; 2],
    /// Where the defender's pawns can be when the runner's first move lands.
    reach: P,
}

impl<P> EvalScratch<P> {
    /// The result of the race if one player has a path that the other cannot disturb.
    ///
    /// Distances are lower bounds: pawns can block each other, but never speed each other up. So a player wins who needs
    /// no more turns than the other has, is safe from walls, and has a shortest path on which no landing square
    /// can be occupied in time.
    pub(super) fn race<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> Option<Score>
    where
        P: BoardPlane<W, S>,
    {
        let side = board.side();
        let opponent = side.opponent();
        let own_is_safe = runs_free(board, side) && stock(board, opponent) == 0;
        let other_is_safe = runs_free(board, opponent) && stock(board, side) == 0;
        if !own_is_safe && !other_is_safe {
            return None;
        }
        let passages = Passages::new(&board.passages());
        let pawns = [side, opponent].map(|player| board.pawns(player).map(P::of));
        for (field, (player, [one, two])) in
            [&mut self.own_field, &mut self.other_field].into_iter().zip([side, opponent].into_iter().zip(pawns))
        {
            field.fill(&passages, P::from_squares(board.goals(player)), one.or(two));
        }
        let turns = |field: &DistanceField<P>, [one, two]: [P; 2]| {
            u32::from(field.distance(one).min(field.distance(two))).div_ceil(2)
        };
        let own_turns = turns(&self.own_field, pawns[0]);
        let other_turns = turns(&self.other_field, pawns[1]);
        if own_is_safe && own_turns <= other_turns {
            let race = Race { pawns: pawns[0], reach: pawns[1][0].or(pawns[1][1]) };
            return arrives(&self.own_field, &passages, race, own_turns).then_some(Score::Win(2 * own_turns - 1));
        }
        if other_is_safe && other_turns < own_turns {
            let reach = reach_of(&passages, pawns[0][0].or(pawns[0][1]));
            let race = Race { pawns: pawns[1], reach };
            return arrives(&self.other_field, &passages, race, other_turns).then_some(Score::Loss(2 * other_turns));
        }
        None
    }
}

fn stock<const W: usize, const S: usize>(board: &Board<W, S>, player: Player) -> u8 {
    Colour::ALL.iter().map(|colour| board.stock(player, *colour)).sum()
}

/// Whether a player need not place walls while running: they might lengthen the own path.
fn runs_free<const W: usize, const S: usize>(board: &Board<W, S>, player: Player) -> bool {
    board.turn_kind() != TurnKind::Classic || stock(board, player) == 0
}

/// The squares where a pawn on one of these can be after a turn.
fn reach_of<P: BitPlane>(passages: &Passages<P>, squares: P) -> P {
    let one = squares.or(passages.step(squares));
    one.or(passages.step(one))
}

/// Whether some pawn arrives in this number of turns whatever the defender does.
fn arrives<P: BitPlane>(field: &DistanceField<P>, passages: &Passages<P>, race: Race<P>, turns: u32) -> bool {
    let [one, two] = race.pawns;
    [(one, two), (two, one)].into_iter().any(|(runner, other)| {
        let distance = field.distance(runner);
        if u32::from(distance).div_ceil(2) != turns {
            return false;
        }
        let mut here = runner;
        let mut left = usize::from(distance);
        let mut taken = race.reach;
        // The last landing cannot be blocked: pawns are captured on a goal.
        while left > 2 {
            left -= 2;
            here = passages.step(passages.step(here)).and(field.ring(left)).without(other).without(taken);
            if here.is_empty() {
                return false;
            }
            taken = reach_of(passages, taken);
        }
        true
    })
}
