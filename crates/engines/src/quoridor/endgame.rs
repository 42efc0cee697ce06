//! Endgames without walls in hand, solved exactly.
//!
//! The shorter path does not always win: a pawn in the way may cost more than a step, and a jump may save one. So
//! retrograde analysis solves all positions of both pawns on a layout of walls, a set of squares at a time, and the
//! result is cached by layout.

use agon_core::Bits;
use agon_core::Player;
use agon_core::rng::mix;
use agon_quoridor::{Board, Grid, Passages, Square, WallSets};
use agon_search::Score;

/// Cached layouts.
const CACHED_LAYOUTS: usize = 64;

/// A cache of solved layouts.
#[derive(Clone, Debug)]
pub(crate) struct EndgameCache<G: Grid> {
    tables: Vec<Option<EndgameTable<G>>>,
}

impl<G: Grid> Default for EndgameCache<G> {
    fn default() -> Self {
        Self { tables: Vec::new() }
    }
}

impl<G: Grid> EndgameCache<G> {
    /// The result of a position without walls in hand. Solves the layout if it is not cached.
    pub(crate) fn solve(&mut self, board: &Board<G>) -> Score {
        if self.tables.is_empty() {
            self.tables.resize_with(CACHED_LAYOUTS, || None);
        }
        let race = match &mut self.tables[place(board)] {
            Some(race) if race.walls == board.walls() => race,
            slot => slot.insert(EndgameTable::new(board)),
        };
        race.score(board)
    }

    /// The result if the layout is cached.
    pub(crate) fn cached(&self, board: &Board<G>) -> Option<Score> {
        let race = self.tables.get(place(board))?.as_ref()?;
        (race.walls == board.walls()).then(|| race.score(board))
    }
}

fn place<G: Grid>(board: &Board<G>) -> usize {
    let walls = board.walls();
    mix(walls.horizontal.digest() ^ mix(walls.vertical.digest())) as usize % CACHED_LAYOUTS
}

/// The results of all pawn positions on one layout of walls.
#[derive(Clone, Debug)]
struct EndgameTable<G: Grid> {
    walls: WallSets<G::Slots>,
    cells: usize,
    /// By mover, square of p2 and square of p1: turns to the end, or 0 for a draw. An odd number is a win for the
    /// player to move.
    turns: Vec<u8>,
}

/// Retrograde analysis of a layout.
struct RetrogradeSolver<G: Grid> {
    passages: Passages<G>,
    /// The neighbours of each square.
    neighbours: Vec<G::Cells>,
    board: G::Cells,
    /// By winner, mover and square of p2: the decided squares of p1.
    won: [[Vec<G::Cells>; 2]; 2],
    race: EndgameTable<G>,
}

impl<G: Grid> EndgameTable<G> {
    fn new(board: &Board<G>) -> Self {
        RetrogradeSolver::new(board).solve()
    }

    fn index(&self, mover: usize, second: usize, first: usize) -> usize {
        (mover * self.cells + second) * self.cells + first
    }

    fn score(&self, board: &Board<G>) -> Score {
        let cell = |player| Board::<G>::cell(board.pawn(player)) as usize;
        let turns = self.turns[self.index(board.mover().index(), cell(Player::P2), cell(Player::P1))];
        match turns {
            0 => Score::Cp(0),
            turns if turns % 2 == 1 => Score::Win(turns.into()),
            turns => Score::Loss(turns.into()),
        }
    }
}

impl<G: Grid> RetrogradeSolver<G> {
    fn new(board: &Board<G>) -> Self {
        let shape = board.shape();
        let passages = board.passages();
        let cells = Board::<G>::cell(Square::new(shape.cols - 1, shape.rows - 1)) as usize + 1;
        let mut all = G::Cells::EMPTY;
        let mut goals = [G::Cells::EMPTY; 2];
        let mut neighbours = vec![G::Cells::EMPTY; cells];
        for row in 0..shape.rows {
            for col in 0..shape.cols {
                let cell = Board::<G>::cell(Square::new(col, row));
                let bit = G::Cells::bit(cell);
                all |= bit;
                neighbours[cell as usize] = passages.neighbours(bit);
                for player in Player::ALL {
                    if row == board.goal_row(player) {
                        goals[player.index()] |= bit;
                    }
                }
            }
        }
        let empty = || vec![G::Cells::EMPTY; cells];
        let mut won = std::array::from_fn(|_| std::array::from_fn(|_| empty()));
        let [by_first, by_second]: &mut [[Vec<G::Cells>; 2]; 2] = &mut won;
        for second in 0..cells {
            let there = G::Cells::bit(second as u32);
            if (there & all).is_empty() {
                continue;
            }
            if (there & goals[1]).is_empty() {
                // p1 has arrived, and p2 would be to move.
                by_first[1][second] = goals[0] & !there;
            } else {
                by_second[0][second] = all & !goals[0] & !there;
            }
        }
        let race = EndgameTable { walls: board.walls(), cells, turns: vec![0; 2 * cells * cells] };
        Self { passages, neighbours, board: all, won, race }
    }

    /// The squares a pawn may jump to over the adjacent pawn.
    fn jumps(&self, from: u32, over: u32) -> G::Cells {
        let straight = 2 * i64::from(over) - i64::from(from);
        let open = self.neighbours[over as usize];
        if (0..self.race.cells as i64).contains(&straight) && open.has(straight as u32) {
            G::Cells::bit(straight as u32)
        } else {
            open & !G::Cells::bit(from)
        }
    }

    /// Works backwards until nothing new is decided. Odd distances are wins for the player to move, even ones losses.
    /// A row is updated only if a row it depends on has changed.
    fn solve(mut self) -> EndgameTable<G> {
        // By winner and mover: the squares of p2 whose rows changed in the last sweep.
        let mut changed = [[self.board; 2]; 2];
        let mut fresh = Vec::with_capacity(2 * self.race.cells);
        for distance in 1..u8::MAX {
            let can = distance % 2 == 1;
            // p1 moves within a row, p2 to rows one or two steps away.
            let (first_winner, second_winner) = if can { (0, 1) } else { (1, 0) };
            let by_first = changed[first_winner][1];
            let near = self.passages.neighbours(changed[second_winner][0]);
            let by_second = near | self.passages.neighbours(near);
            for second in members(by_first & self.board) {
                let decided = if can { self.first_can(second) } else { self.first_must(second) };
                self.collect_new(&mut fresh, decided, (first_winner, 0, second));
            }
            for second in members(by_second & self.board) {
                let decided = if can { self.second_can(second) } else { self.second_must(second) };
                self.collect_new(&mut fresh, decided, (second_winner, 1, second));
            }
            changed[first_winner][0] = G::Cells::EMPTY;
            changed[second_winner][1] = G::Cells::EMPTY;
            if fresh.is_empty() && distance > 1 && changed.iter().flatten().all(|set| set.is_empty()) {
                break;
            }
            for (winner, mover, second, new) in fresh.drain(..) {
                changed[winner][mover] |= G::Cells::bit(second);
                let set = &mut self.won[winner][mover][second as usize];
                *set |= new;
                for first in members(new) {
                    let index = self.race.index(mover, second as usize, first as usize);
                    self.race.turns[index] = distance;
                }
            }
        }
        self.race
    }

    /// Collects newly decided squares by winner, mover and square of p2.
    fn collect_new(
        &self,
        fresh: &mut Vec<(usize, usize, u32, G::Cells)>,
        decided: G::Cells,
        (winner, mover, second): (usize, usize, u32),
    ) {
        let [first, other] = &self.won;
        let known = first[mover][second as usize] | other[mover][second as usize];
        let new = decided & self.board & !known & !G::Cells::bit(second);
        if !new.is_empty() {
            fresh.push((winner, mover, second, new));
        }
    }

    /// Squares from which p1, to move, can reach a won square.
    fn first_can(&self, second: u32) -> G::Cells {
        let there = G::Cells::bit(second);
        let goal = self.won[0][1][second as usize] & !there;
        let mut found = self.passages.neighbours(goal);
        for first in members(self.neighbours[second as usize]) {
            if !(self.jumps(first, second) & goal).is_empty() {
                found |= G::Cells::bit(first);
            }
        }
        found
    }

    /// Squares from which p1, to move, can reach lost squares only.
    fn first_must(&self, second: u32) -> G::Cells {
        let there = G::Cells::bit(second);
        let escapes = self.board & !self.won[1][1][second as usize] & !there;
        let mut found = !self.passages.neighbours(escapes);
        for first in members(self.neighbours[second as usize]) {
            if !(self.jumps(first, second) & escapes).is_empty() {
                found &= !G::Cells::bit(first);
            }
        }
        found
    }

    /// Squares of p1 at which p2, to move, can win.
    fn second_can(&self, second: u32) -> G::Cells {
        let neighbours = self.neighbours[second as usize];
        let mut found = G::Cells::EMPTY;
        for to in members(neighbours) {
            found |= self.won[1][0][to as usize];
        }
        for first in members(neighbours) {
            if members(self.jumps(second, first)).any(|to| self.won[1][0][to as usize].has(first)) {
                found |= G::Cells::bit(first);
            }
        }
        found
    }

    /// Squares of p1 at which every move of p2 loses.
    fn second_must(&self, second: u32) -> G::Cells {
        let neighbours = self.neighbours[second as usize];
        let mut found = self.board;
        for to in members(neighbours) {
            found &= self.won[0][0][to as usize] | G::Cells::bit(to);
        }
        for first in members(neighbours) {
            if !members(self.jumps(second, first)).all(|to| self.won[0][0][to as usize].has(first)) {
                found &= !G::Cells::bit(first);
            }
        }
        found
    }
}

/// The members of a set, lowest first.
fn members<B: Bits>(mut set: B) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set.is_empty() {
            return None;
        }
        let lowest = set.lowest();
        set = set.without_lowest();
        Some(lowest)
    })
}

/// Whether a pawn that follows a shortest path arrives first, whatever the other pawn does. The other player must have
/// no wall left.
///
/// Sound but incomplete: it gives up as soon as the other pawn could come near.
pub(crate) fn wins_race<G: Grid>(board: &Board<G>, runner: Player, steps: u8) -> bool {
    let passages = board.passages();
    let mut way = [G::Cells::EMPTY; 64];
    let length = usize::from(steps);
    if length >= way.len() || !trace_path(board, &passages, runner, &mut way[..=length]) {
        return false;
    }
    // Where the other pawn can be at its turn.
    let mut around = G::Cells::bit(Board::<G>::cell(board.pawn(runner.opponent())));
    if board.mover() != runner {
        if !(passages.neighbours(way[0]) & around).is_empty() {
            return false;
        }
        around |= passages.neighbours(around);
    }
    for &place in &way[1..length] {
        // In the way, or adjacent to the runner and so able to jump.
        if !((place | passages.neighbours(place)) & around).is_empty() {
            return false;
        }
        around |= passages.neighbours(around);
    }
    (way[length] & around).is_empty()
}

/// The squares of one shortest path, starting with the pawn's own.
fn trace_path<G: Grid>(board: &Board<G>, passages: &Passages<G>, player: Player, way: &mut [G::Cells]) -> bool {
    let goal = super::node::goal_row::<G>(board, player);
    let mut reached = G::Cells::bit(Board::<G>::cell(board.pawn(player)));
    let length = way.len() - 1;
    way[0] = reached;
    for at in 1..=length {
        way[at] = passages.neighbours(way[at - 1]) & !reached;
        reached |= way[at];
    }
    way[length] &= goal;
    for at in (0..=length).rev() {
        if way[at].is_empty() {
            return false;
        }
        way[at] = G::Cells::bit(way[at].lowest());
        if at > 0 {
            way[at - 1] &= passages.neighbours(way[at]);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use agon_core::{Game, Position, Rng};
    use agon_quoridor::{Move, Quoridor, Shape};

    /// The turns to the end of every position that can come from one, by trying again and again
    /// what is decided already.
    fn slowly<G: Grid>(start: &Board<G>) -> HashMap<Board<G>, u32> {
        let mut found = vec![*start];
        let mut seen: HashMap<Board<G>, Vec<Board<G>>> = HashMap::new();
        while let Some(board) = found.pop() {
            if seen.contains_key(&board) {
                continue;
            }
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let after = |m: &Move| {
                let mut next = board;
                next.play_unchecked(*m);
                next
            };
            let next: Vec<_> = moves.iter().map(after).collect();
            found.extend(&next);
            seen.insert(board, next);
        }
        let mut turns: HashMap<Board<G>, u32> = HashMap::new();
        for board in seen.keys().filter(|board| board.outcome().is_some()) {
            // Who moved last has arrived: a loss of the other, now.
            turns.insert(*board, 0);
        }
        for distance in 1.. {
            let decided = |board: &Board<G>| turns.get(board).copied();
            let mut fresh = Vec::new();
            for (board, next) in &seen {
                if turns.contains_key(board) || next.is_empty() {
                    continue;
                }
                let wins = next.iter().any(|next| decided(next).is_some_and(|turns| turns % 2 == 0));
                let loses = next.iter().all(|next| decided(next).is_some_and(|turns| turns % 2 == 1));
                if wins || loses {
                    fresh.push(*board);
                }
            }
            if fresh.is_empty() {
                break;
            }
            turns.extend(fresh.into_iter().map(|board| (board, distance)));
        }
        turns
    }

    /// A random position without walls in hand on a board full of walls.
    fn ending<G: Grid>(grid: G, walls: u8, rng: &mut Rng) -> Board<G> {
        loop {
            let mut board = Quoridor::new(grid, walls).start();
            while board.outcome().is_none() {
                if Player::ALL.iter().all(|&player| board.walls_left(player) == 0) {
                    return board;
                }
                let walls = board.legal_walls();
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                if rng.below(2) == 0 && !walls.is_empty() {
                    moves.retain(|m| !m.is_pawn() || board.walls_left(board.mover()) == 0);
                }
                let Some(&m) = rng.choose(&moves) else { break };
                board.play_unchecked(m);
            }
        }
    }

    fn agrees<G: Grid>(grid: G, walls: u8, endings: usize, seed: u64) -> usize {
        let mut rng = Rng::new(seed);
        let mut drawn = 0;
        for _ in 0..endings {
            let start = ending(grid, walls, &mut rng);
            let truth = slowly(&start);
            let mut endgames = EndgameCache::default();
            let mut seen: Vec<_> = truth.keys().copied().collect();
            seen.sort_by_key(Position::key);
            for board in seen.into_iter().filter(|board| board.outcome().is_none()) {
                let expected = match truth.get(&board) {
                    Some(&turns) if turns % 2 == 1 => Score::Win(turns),
                    Some(&turns) => Score::Loss(turns),
                    None => Score::Cp(0),
                };
                assert_eq!(endgames.solve(&board), expected, "{board}");
                for player in Player::ALL {
                    let steps = board.distance(player).unwrap() as u8;
                    let other = board.distance(player.opponent()).unwrap() as u8;
                    let ahead = if board.mover() == player { steps <= other } else { steps < other };
                    if ahead && wins_race(&board, player, steps) {
                        let wins = matches!(expected, Score::Win(_)) == (board.mover() == player);
                        assert!(wins && expected != Score::Cp(0), "{board}: {player} does not run home");
                    }
                }
            }
            let mut all = vec![start];
            all.retain(|board| !truth.contains_key(board));
            drawn += all.len();
        }
        drawn
    }

    #[test]
    fn races_agree_with_trying_everything() {
        agrees(agon_quoridor::SmallGrid::of(Shape::square(5)).unwrap(), 4, 25, 1);
        agrees(agon_quoridor::SmallGrid::of(Shape { rows: 8, cols: 3 }).unwrap(), 3, 15, 2);
        agrees(agon_quoridor::Grid9x9, 10, 2, 3);
    }
}
