//! Fixpoint iteration: who wins for all squares of the pawns, with fixed walls.

use crate::quoridor::geometry::QuoridorGeometry;
use crate::quoridor::pawn_graph::PawnGraph;
use agon_core::bits::UintBits;

/// The results of one configuration with one pair of stocks.
///
/// All vectors are indexed by the square of the first pawn and hold sets of squares of the second one.
pub(crate) struct Fixpoint<W> {
    /// By player to move: positions that this player wins.
    pub(crate) won: [Vec<W>; 2],
    /// By player to move: positions that this player loses.
    pub(crate) lost: [Vec<W>; 2],
    goal: usize,
}

/// The results of placing a wall, by player to move and square of the first pawn.
pub(crate) struct WallPlacements<W> {
    /// Some wall placement wins.
    pub(crate) wins: [Vec<W>; 2],
    /// Some wall placement wins or draws.
    pub(crate) holds: [Vec<W>; 2],
}

impl<W: UintBits> WallPlacements<W> {
    pub(crate) fn new(geometry: QuoridorGeometry) -> Self {
        let empty = || vec![W::EMPTY; geometry.non_goal_squares() as usize];
        Self { wins: [empty(), empty()], holds: [empty(), empty()] }
    }

    pub(crate) fn clear(&mut self) {
        for set in self.wins.iter_mut().chain(&mut self.holds) {
            set.fill(W::EMPTY);
        }
    }
}

impl<W: UintBits> Fixpoint<W> {
    pub(crate) fn new(geometry: QuoridorGeometry) -> Self {
        // Two entries beyond the squares: the goal, and the target of missing steps.
        let empty = || vec![W::EMPTY; geometry.non_goal_squares() as usize + 2];
        let mut fixpoint = Self {
            won: [empty(), empty()],
            lost: [empty(), empty()],
            goal: usize::from(PawnGraph::<W>::goal(geometry)),
        };
        // With the first pawn on its goal the second player has lost. A missing step never wins for the first player and
        // never saves a lost position.
        fixpoint.lost[1][fixpoint.goal] = !W::EMPTY;
        fixpoint.won[1][fixpoint.goal + 1] = !W::EMPTY;
        fixpoint
    }

    /// Finds the least fixpoint; positions in no set are draws.
    pub(crate) fn solve(&mut self, graph: &PawnGraph<W>, walls: &WallPlacements<W>) {
        self.start(walls);
        loop {
            let first = self.first_turns(graph, walls);
            let second = self.second_turns(graph, walls);
            if !first && !second {
                return;
            }
        }
    }

    fn start(&mut self, walls: &WallPlacements<W>) {
        for player in 0..2 {
            self.won[player][..self.goal].copy_from_slice(&walls.wins[player]);
            self.lost[player][..self.goal].fill(W::EMPTY);
        }
    }

    /// Updates positions with the first player to move; whether anything changed.
    fn first_turns(&mut self, graph: &PawnGraph<W>, walls: &WallPlacements<W>) -> bool {
        let [won, won_by_second] = &mut self.won;
        let [lost, lost_by_second] = &mut self.lost;
        let mut news = W::EMPTY;
        for (first, steps) in graph.steps.iter().enumerate() {
            let apart = graph.apart[first];
            let [a, b, c, d] = steps.map(usize::from);
            let wins = lost_by_second[a] | lost_by_second[b] | lost_by_second[c] | lost_by_second[d];
            let losses = won_by_second[a] & won_by_second[b] & won_by_second[c] & won_by_second[d];
            let wins = won[first] | wins & apart;
            let losses = lost[first] | losses & apart & !walls.holds[0][first];
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        for adjacent_pawns in &graph.adjacent {
            let first = usize::from(adjacent_pawns.first);
            let [a, b, c, d, e] = adjacent_pawns.first_targets.map(usize::from);
            let wins =
                lost_by_second[a] | lost_by_second[b] | lost_by_second[c] | lost_by_second[d] | lost_by_second[e];
            let losses = won_by_second[a] & won_by_second[b] & won_by_second[c] & won_by_second[d] & won_by_second[e];
            let wins = won[first] | wins & adjacent_pawns.second;
            let losses = lost[first] | losses & adjacent_pawns.second & !walls.holds[0][first];
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        news != W::EMPTY
    }

    /// Updates positions with the second player to move; whether anything changed.
    fn second_turns(&mut self, graph: &PawnGraph<W>, walls: &WallPlacements<W>) -> bool {
        let [won_by_first, won] = &mut self.won;
        let [lost_by_first, lost] = &mut self.lost;
        let mut news = W::EMPTY;
        for (first, &apart) in graph.apart.iter().enumerate() {
            let wins = won[first] | (graph.predecessors(lost_by_first[first]) | graph.before_goal) & apart;
            let losses =
                apart & !graph.predecessors(!won_by_first[first]) & !graph.before_goal & !walls.holds[1][first];
            let losses = lost[first] | losses;
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        for adjacent_pawns in &graph.adjacent {
            let first = usize::from(adjacent_pawns.first);
            let wins =
                adjacent_pawns.second_reaches_goal || lost_by_first[first] & adjacent_pawns.second_targets != W::EMPTY;
            let losses =
                !adjacent_pawns.second_reaches_goal && !won_by_first[first] & adjacent_pawns.second_targets == W::EMPTY;
            let wins = won[first] | W::all_if(wins) & adjacent_pawns.second;
            let losses = lost[first] | W::all_if(losses) & adjacent_pawns.second & !walls.holds[1][first];
            news |= wins & !won[first] | losses & !lost[first];
            won[first] = wins;
            lost[first] = losses;
        }
        news != W::EMPTY
    }
}
