//! Who wins for every place of the pawns, walls being what they are.

use crate::quoridor::field::Field;
use crate::quoridor::pawns::Ways;
use agon_core::bits::UintBits;

/// What is known about the positions of one configuration and one pair of stocks.
///
/// Everything by square of the first pawn: a set of squares of the second one.
pub(crate) struct Fixpoint<W> {
    /// By player to move: positions that he wins.
    pub(crate) won: [Vec<W>; 2],
    /// By player to move: positions that he loses.
    pub(crate) lost: [Vec<W>; 2],
    goal: usize,
}

/// What placing a wall brings, by player to move and square of the first pawn.
pub(crate) struct WallTurns<W> {
    /// Some wall wins.
    pub(crate) wins: [Vec<W>; 2],
    /// Some wall wins or draws.
    pub(crate) holds: [Vec<W>; 2],
}

impl<W: UintBits> WallTurns<W> {
    pub(crate) fn new(field: Field) -> Self {
        let empty = || vec![W::EMPTY; field.stands() as usize];
        Self { wins: [empty(), empty()], holds: [empty(), empty()] }
    }

    pub(crate) fn clear(&mut self) {
        for set in self.wins.iter_mut().chain(&mut self.holds) {
            set.fill(W::EMPTY);
        }
    }
}

impl<W: UintBits> Fixpoint<W> {
    pub(crate) fn new(field: Field) -> Self {
        // Beyond the squares: the goal, and the way that is none.
        let empty = || vec![W::EMPTY; field.stands() as usize + 2];
        let mut fixpoint = Self {
            won: [empty(), empty()],
            lost: [empty(), empty()],
            goal: usize::from(Ways::<W>::goal(field)),
        };
        // Where the first pawn is home the second player has lost; a way that is none never
        // helps and never hinders.
        fixpoint.lost[1][fixpoint.goal] = !W::EMPTY;
        fixpoint.won[1][fixpoint.goal + 1] = !W::EMPTY;
        fixpoint
    }

    /// Finds the least solution: what is in no set in the end is a draw.
    pub(crate) fn solve(&mut self, ways: &Ways<W>, walls: &WallTurns<W>) {
        self.start(walls);
        loop {
            let first = self.first_turns(ways, walls);
            let second = self.second_turns(ways, walls);
            if !first && !second {
                return;
            }
        }
    }

    fn start(&mut self, walls: &WallTurns<W>) {
        for player in 0..2 {
            self.won[player][..self.goal].copy_from_slice(&walls.wins[player]);
            self.lost[player][..self.goal].fill(W::EMPTY);
        }
    }

    /// Positions with the first player to move; whether anything was new.
    fn first_turns(&mut self, ways: &Ways<W>, walls: &WallTurns<W>) -> bool {
        let [won, won_by_second] = &mut self.won;
        let [lost, lost_by_second] = &mut self.lost;
        let mut news = W::EMPTY;
        for (first, steps) in ways.steps.iter().enumerate() {
            let apart = ways.apart[first];
            let [a, b, c, d] = steps.map(usize::from);
            let wins = lost_by_second[a] | lost_by_second[b] | lost_by_second[c] | lost_by_second[d];
            let losses = won_by_second[a] & won_by_second[b] & won_by_second[c] & won_by_second[d];
            let wins = won[first] | wins & apart;
            let losses = lost[first] | losses & apart & !walls.holds[0][first];
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        for meeting in &ways.meetings {
            let first = usize::from(meeting.first);
            let [a, b, c, d, e] = meeting.first_to.map(usize::from);
            let wins = lost_by_second[a]
                | lost_by_second[b]
                | lost_by_second[c]
                | lost_by_second[d]
                | lost_by_second[e];
            let losses =
                won_by_second[a] & won_by_second[b] & won_by_second[c] & won_by_second[d] & won_by_second[e];
            let wins = won[first] | wins & meeting.second;
            let losses = lost[first] | losses & meeting.second & !walls.holds[0][first];
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        news != W::EMPTY
    }

    /// Positions with the second player to move; whether anything was new.
    fn second_turns(&mut self, ways: &Ways<W>, walls: &WallTurns<W>) -> bool {
        let [won_by_first, won] = &mut self.won;
        let [lost_by_first, lost] = &mut self.lost;
        let mut news = W::EMPTY;
        for (first, &apart) in ways.apart.iter().enumerate() {
            let wins = won[first] | (ways.before(lost_by_first[first]) | ways.before_goal) & apart;
            let losses =
                apart & !ways.before(!won_by_first[first]) & !ways.before_goal & !walls.holds[1][first];
            let losses = lost[first] | losses;
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        for meeting in &ways.meetings {
            let first = usize::from(meeting.first);
            let wins = meeting.second_home || lost_by_first[first] & meeting.second_to != W::EMPTY;
            let losses = !meeting.second_home && !won_by_first[first] & meeting.second_to == W::EMPTY;
            let wins = won[first] | W::all_if(wins) & meeting.second;
            let losses = lost[first] | W::all_if(losses) & meeting.second & !walls.holds[1][first];
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        news != W::EMPTY
    }
}
