//! Races that nothing can disturb any more.

use agon_blockade::{Board, Colour, TurnKind};
use agon_core::Player;
use agon_search::Score;

use super::field::Field;
use super::outlook::Outlook;
use super::plane::{Passages, Terrain};

/// Who runs and who watches.
#[derive(Clone, Copy)]
struct Heat<P> {
    /// The runner's pawns.
    pawns: [P; 2],
    /// Where the watcher's pawns can be after the moves he has before the runner's next landing.
    spread: P,
}

impl<P> Outlook<P> {
    /// Who wins the race, if one of them has a way that nobody can disturb.
    ///
    /// Distances are lower bounds: pawns can hold each other up, never help on. So a player wins who needs no
    /// more turns than the other has, has nothing to fear from walls, and has a shortest way on which no
    /// landing square can be occupied in time.
    pub(crate) fn race<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> Option<Score>
    where
        P: Terrain<W, S>,
    {
        let side = board.side();
        let rival = side.opponent();
        let i_may_run = runs_free(board, side) && stock(board, rival) == 0;
        let he_may_run = runs_free(board, rival) && stock(board, side) == 0;
        if !i_may_run && !he_may_run {
            return None;
        }
        let passages = Passages::new(&board.ways());
        let pawns = [side, rival].map(|player| board.pawns(player).map(P::of));
        for (field, (player, [one, two])) in
            [&mut self.mine, &mut self.his].into_iter().zip([side, rival].into_iter().zip(pawns))
        {
            field.fill(&passages, P::from_squares(board.goals(player)), one.or(two));
        }
        let turns = |field: &Field<P>, [one, two]: [P; 2]| {
            u32::from(field.distance(one).min(field.distance(two))).div_ceil(2)
        };
        let mine = turns(&self.mine, pawns[0]);
        let his = turns(&self.his, pawns[1]);
        if i_may_run && mine <= his {
            let heat = Heat { pawns: pawns[0], spread: pawns[1][0].or(pawns[1][1]) };
            return arrives(&self.mine, &passages, heat, mine).then_some(Score::Win(2 * mine - 1));
        }
        if he_may_run && his < mine {
            let spread = spread(&passages, pawns[0][0].or(pawns[0][1]));
            let heat = Heat { pawns: pawns[1], spread };
            return arrives(&self.his, &passages, heat, his).then_some(Score::Loss(2 * his));
        }
        None
    }
}

fn stock<const W: usize, const S: usize>(board: &Board<W, S>, player: Player) -> u8 {
    Colour::ALL.iter().map(|colour| board.stock(player, *colour)).sum()
}

/// Whether a player can run without having to place walls, which might stand in his own way.
fn runs_free<const W: usize, const S: usize>(board: &Board<W, S>, player: Player) -> bool {
    board.turn_kind() != TurnKind::Classic || stock(board, player) == 0
}

/// Everywhere a pawn on these squares can be after a turn.
fn spread<P: super::plane::Plane>(passages: &Passages<P>, squares: P) -> P {
    let one = squares.or(passages.step(squares));
    one.or(passages.step(one))
}

/// Whether some pawn arrives in so many turns whatever the watcher does.
fn arrives<P: super::plane::Plane>(
    field: &Field<P>,
    passages: &Passages<P>,
    heat: Heat<P>,
    turns: u32,
) -> bool {
    let [one, two] = heat.pawns;
    [(one, two), (two, one)].into_iter().any(|(runner, other)| {
        let distance = field.distance(runner);
        if u32::from(distance).div_ceil(2) != turns {
            return false;
        }
        let mut here = runner;
        let mut left = usize::from(distance);
        let mut taken = heat.spread;
        // Every landing but the last, on which nobody can stand in the way.
        while left > 2 {
            left -= 2;
            here = passages.step(passages.step(here)).and(field.ring(left)).without(other).without(taken);
            if here.is_empty() {
                return false;
            }
            taken = spread(passages, taken);
        }
        true
    })
}
