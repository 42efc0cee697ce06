//! What the policy is told of each step: a handful of aspects, each an output of its net.
//!
//! How likely a step is says the sum of the outputs of its aspects. A wall is not only a place on the board: it
//! makes ways longer, touches other walls, lies near a pawn. What such a thing is worth just now the net says
//! once for all walls that have it in common. Everything is seen by the player to move, as in the features.

use agon_core::Bits;
use agon_core::Player;
use agon_quoridor::{Direction, Grid, Move, Square, Wall, WallSets};

use super::features::View;
use super::node::{Corridor, Node};

/// Outputs of the net: numbers of aspects are below it.
pub(crate) const OUTPUTS: usize = FROM_OTHER + 2 * WINDOW * WINDOW;

/// Where the pawn goes.
const PAWN: usize = 0;
/// What that does to its own way: shorter by two or one, as long, longer.
const GAIN: usize = PAWN + 12;
/// Where the wall stands.
const WALL: usize = GAIN + 4;
/// How much longer it makes the ways of the other and, if it does that, its own.
const LONGER: usize = WALL + 128;
const LONGER_OTHER: usize = 6;
const LONGER_OWN: usize = 5;
/// How many steps it closes on the shortest ways of the other and on its own.
const CLOSED: usize = LONGER + LONGER_OTHER * LONGER_OWN;
/// Which of its ends and its middle touch walls or the edge.
const TOUCH: usize = CLOSED + 9;
/// Where it stands as seen from the own pawn, and from the other, if it is near.
const FROM_OWN: usize = TOUCH + 16;
const FROM_OTHER: usize = FROM_OWN + 2 * WINDOW * WINDOW;
const WINDOW: usize = 6;

/// What turns the row of a slot upside down.
const TURN: usize = 0o70;

/// Aspects of one wall, at most.
const MOST: usize = 6;

/// The walls that may be placed and the ways they lie across.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect<'a, G: Grid> {
    pub(crate) walls: WallSets<G::Slots>,
    pub(crate) own: &'a Corridor<G>,
    pub(crate) other: &'a Corridor<G>,
}

/// Shows every step of a position of the customary board with its aspects; walls only if there is a prospect of them.
#[inline]
pub(crate) fn show_steps<G: Grid>(
    node: &Node<G>,
    view: &View,
    prospect: Option<Prospect<'_, G>>,
    mut show: impl FnMut(Move, &[u16]),
) {
    let player = node.mover();
    let passages = node.board.passages();
    let here = node.board.pawn(player);
    let steps = u16::from(node.steps[player.index()]);
    for to in node.board.targets(player) {
        let after = if to == node.next[player.index()] {
            steps - 1
        } else {
            passages.distance(to, player).unwrap_or(u16::MAX)
        };
        let gain = after.saturating_add(2).saturating_sub(steps).min(3);
        show(Move::pawn(to), &[pawn_aspect(here, to, player), GAIN as u16 + gain]);
    }
    if let Some(prospect) = prospect {
        Survey::new(node, view, &prospect).show_walls(prospect.walls, show);
    }
}

/// Shows every wall with the sum of what the net says of its aspects: as [`show_steps`] and adding up do it,
/// but for all walls at once.
#[inline]
pub(crate) fn show_wall_sums<G: Grid>(
    node: &Node<G>,
    view: &View,
    prospect: &Prospect<'_, G>,
    outputs: &[i32; OUTPUTS],
    mut show: impl FnMut(Move, i32),
) {
    let survey = Survey::new(node, view, prospect);
    for (number, direction) in Direction::ALL.into_iter().enumerate() {
        let sums = survey.sums(number, outputs);
        let touch = &outputs[TOUCH + 8 * number..][..8];
        let mut rest = prospect.walls.of(direction).digest();
        while rest != 0 {
            let stands = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let slot = if survey.turned { stands ^ TURN } else { stands };
            let sum = sums[slot].wrapping_add(touch[survey.touch(number, slot)]);
            let square = Square::new((stands % 8) as u8, (stands / 8) as u8);
            show(Move::wall(Wall::new(square, direction)), sum);
        }
    }
}

/// The aspect of a pawn's direction, as the player sees it.
fn pawn_aspect(from: Square, to: Square, player: Player) -> u16 {
    let across = i32::from(to.col()) - i32::from(from.col());
    let up = i32::from(to.row()) - i32::from(from.row());
    let up = if player == Player::P1 { up } else { -up };
    let number = match (across, up) {
        (0, 1) => 0,
        (1, 0) => 1,
        (0, -1) => 2,
        (-1, 0) => 3,
        (0, 2) => 4,
        (2, 0) => 5,
        (0, -2) => 6,
        (-2, 0) => 7,
        (1, 1) => 8,
        (1, -1) => 9,
        (-1, -1) => 10,
        _ => 11,
    };
    PAWN as u16 + number
}

/// What walls do, by their slots as the player to move sees them.
struct Survey {
    turned: bool,
    /// For each direction and slot the aspects [`LONGER`], where they are not 0.
    longer: [[u8; 64]; 2],
    /// One step of the other's shortest ways, two; the same for the own.
    closed: [[u64; 2]; 4],
    /// For each row of corners those that walls or the edge touch.
    corners: [u16; 10],
    pawns: [[u8; 2]; 2],
}

impl Survey {
    #[inline]
    fn new<G: Grid>(node: &Node<G>, view: &View, prospect: &Prospect<'_, G>) -> Self {
        let turned = node.mover() == Player::P2;
        let turn = |sets: WallSets<G::Slots>| {
            [sets.horizontal, sets.vertical].map(|set| {
                let set = set.digest();
                if turned { set.swap_bytes() } else { set }
            })
        };
        let Prospect { walls, own, other } = *prospect;
        Self {
            turned,
            longer: lengthened(node, walls, turned),
            closed: [turn(other.one), turn(other.two), turn(own.one), turn(own.two)],
            corners: corners(view.walls),
            pawns: view.pawns,
        }
    }

    #[inline]
    fn show_walls<S: Bits>(&self, walls: WallSets<S>, mut show: impl FnMut(Move, &[u16])) {
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            let mut rest = walls.of(direction).digest();
            while rest != 0 {
                let stands = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let slot = if self.turned { stands ^ TURN } else { stands };
                let mut aspects = [0; MOST];
                let count = self.aspects(number, slot, &mut aspects);
                let square = Square::new((stands % 8) as u8, (stands / 8) as u8);
                show(Move::wall(Wall::new(square, direction)), &aspects[..count]);
            }
        }
    }

    #[inline]
    fn closed(&self, direction: usize, slot: usize) -> usize {
        let has = |set: usize| (self.closed[set][direction] >> slot & 1) as usize;
        3 * (has(0) + has(1)) + has(2) + has(3)
    }

    #[inline]
    fn touch(&self, direction: usize, slot: usize) -> usize {
        let (col, row) = (slot % 8, slot / 8);
        if direction == 0 {
            usize::from(self.corners[row + 1] >> col & 7)
        } else {
            let at = |row: usize| usize::from(self.corners[row] >> (col + 1) & 1);
            at(row) | at(row + 1) << 1 | at(row + 2) << 2
        }
    }

    /// For every slot the sum over all aspects but [`TOUCH`]: most walls lie across no way and near no pawn, so that is
    /// added to the others only.
    #[inline]
    fn sums(&self, direction: usize, outputs: &[i32; OUTPUTS]) -> [i32; 64] {
        let common = outputs[LONGER].wrapping_add(outputs[CLOSED]);
        let places = &outputs[WALL + 64 * direction..][..64];
        let mut sums = [0; 64];
        for (sum, place) in sums.iter_mut().zip(places) {
            *sum = common.wrapping_add(*place);
        }
        let mut across = self.closed[0][direction] | self.closed[2][direction];
        while across != 0 {
            let slot = across.trailing_zeros() as usize;
            across &= across - 1;
            let longer = outputs[LONGER + usize::from(self.longer[direction][slot])];
            let closed = outputs[CLOSED + self.closed(direction, slot)];
            let more = longer.wrapping_add(closed).wrapping_sub(common);
            sums[slot] = sums[slot].wrapping_add(more);
        }
        for (pawn, base) in [FROM_OWN, FROM_OTHER].into_iter().enumerate() {
            let [pawn_col, pawn_row] = self.pawns[pawn].map(usize::from);
            let window = &outputs[base + WINDOW * WINDOW * direction..][..WINDOW * WINDOW];
            for (up, seen) in window.chunks_exact(WINDOW).enumerate() {
                let row = (pawn_row + up).wrapping_sub(3);
                if row >= 8 {
                    continue;
                }
                for (across, output) in seen.iter().enumerate() {
                    let col = (pawn_col + across).wrapping_sub(3);
                    if col < 8 {
                        sums[8 * row + col] = sums[8 * row + col].wrapping_add(*output);
                    }
                }
            }
        }
        sums
    }

    /// The aspects of a wall; how many it has.
    #[inline]
    fn aspects(&self, direction: usize, slot: usize, out: &mut [u16; MOST]) -> usize {
        let (col, row) = (slot % 8, slot / 8);
        out[0] = (WALL + 64 * direction + slot) as u16;
        out[1] = (LONGER + usize::from(self.longer[direction][slot])) as u16;
        out[2] = (CLOSED + self.closed(direction, slot)) as u16;
        out[3] = (TOUCH + 8 * direction + self.touch(direction, slot)) as u16;
        let mut count = 4;
        for (pawn, base) in [FROM_OWN, FROM_OTHER].into_iter().enumerate() {
            let [pawn_col, pawn_row] = self.pawns[pawn].map(usize::from);
            // A wall that touches the pawn's square is one column and row before it, or none.
            let (across, up) = ((col + 3).wrapping_sub(pawn_col), (row + 3).wrapping_sub(pawn_row));
            if across < WINDOW && up < WINDOW {
                out[count] = (base + WINDOW * WINDOW * direction + WINDOW * up + across) as u16;
                count += 1;
            }
        }
        count
    }
}

/// How much longer each of the walls makes the ways, as the part of an aspect.
#[inline]
fn lengthened<G: Grid>(node: &Node<G>, walls: WallSets<G::Slots>, turned: bool) -> [[u8; 64]; 2] {
    let player = node.mover();
    let other = player.opponent();
    let passages = node.board.passages();
    let more = |direction, slot, player: Player, most: usize| {
        let way = passages.with_wall(direction, slot).distance(node.board.pawn(player), player);
        usize::from(way.unwrap_or(u16::MAX).saturating_sub(u16::from(node.steps[player.index()]))).min(most)
    };
    let mut longer = [[0; 64]; 2];
    // Only a wall across the known shortest way can make it longer.
    let across = walls & node.ways[other.index()];
    for (number, direction) in Direction::ALL.into_iter().enumerate() {
        let mut rest = across.of(direction);
        while !rest.is_empty() {
            let slot = rest.lowest();
            rest = rest.without_lowest();
            let by = more(direction, slot, other, LONGER_OTHER - 1);
            if by == 0 {
                continue;
            }
            let own = if node.ways[player.index()].of(direction).has(slot) {
                more(direction, slot, player, LONGER_OWN - 1)
            } else {
                0
            };
            let slot = if turned { slot ^ TURN as u32 } else { slot };
            longer[number][slot as usize] = (LONGER_OWN * by + own) as u8;
        }
    }
    longer
}

/// The corners of squares that walls or the edge touch, row by row.
#[inline]
fn corners([lying, upright]: [u64; 2]) -> [u16; 10] {
    const EDGE: u16 = 1 | 1 << 9;
    let mut corners = [EDGE; 10];
    corners[0] = !0;
    corners[9] = !0;
    for (row, (lying, upright)) in lying.to_le_bytes().into_iter().zip(upright.to_le_bytes()).enumerate() {
        let (lying, upright) = (u16::from(lying), u16::from(upright) << 1);
        corners[row] |= upright;
        corners[row + 1] |= upright | lying | lying << 1 | lying << 2;
        corners[row + 2] |= upright;
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Position, Rng};
    use agon_quoridor::{Board, Grid9x9, MoveKind, Quoridor};

    use super::super::judge::view_of;

    /// Every step of a position with its aspects.
    fn steps(board: &Board<Grid9x9>) -> Vec<(Move, Vec<u16>)> {
        let node = Node::new(board);
        let mut layers = Corridor::<Grid9x9>::LAYERS;
        let mover = node.mover();
        let [own, other] = [mover, mover.opponent()].map(|player| Corridor::new(board, player, &mut layers));
        let prospect = Prospect { walls: board.legal_walls(), own: &own, other: &other };
        let prospect = (board.walls_left(mover) > 0).then_some(prospect);
        let mut steps = Vec::new();
        show_steps(&node, &view_of(&node), prospect, |step, aspects| steps.push((step, aspects.to_vec())));
        steps
    }

    fn positions(games: u64) -> Vec<Board<Grid9x9>> {
        let mut rng = Rng::new(games);
        let mut boards = Vec::new();
        for _ in 0..games {
            let mut board = Quoridor::<Grid9x9>::default().start();
            while let Some(m) = board.random_move(&mut rng, &mut Vec::new()) {
                boards.push(board);
                board.play_unchecked(m);
            }
        }
        boards
    }

    /// The position with both players and the board turned: the same to the player to move.
    fn turned(board: &Board<Grid9x9>) -> Board<Grid9x9> {
        let WallSets { horizontal, vertical } = board.walls();
        let walls = WallSets { horizontal: horizontal.swap_bytes(), vertical: vertical.swap_bytes() };
        let square = |square: Square| Square::new(square.col(), 8 - square.row());
        let pawns = [Player::P2, Player::P1].map(|player| square(board.pawn(player)));
        let left = [Player::P2, Player::P1].map(|player| board.walls_left(player));
        Board::from_parts(Grid9x9, walls, pawns, left, board.mover().opponent())
    }

    fn turned_step(step: Move) -> Move {
        match step.kind() {
            MoveKind::Pawn(to) => Move::pawn(Square::new(to.col(), 8 - to.row())),
            MoveKind::Wall(Wall { square, direction }) => {
                Move::wall(Wall::new(Square::new(square.col(), 7 - square.row()), direction))
            }
        }
    }

    #[test]
    fn every_legal_step_is_shown_and_both_players_see_alike() {
        for board in positions(4) {
            let own = steps(&board);
            let mut legal = Vec::new();
            board.legal_moves(&mut legal);
            legal.sort_by_key(|m| m.index());
            let mut shown: Vec<Move> = own.iter().map(|(step, _)| *step).collect();
            shown.sort_by_key(|m| m.index());
            assert_eq!(shown, legal, "{board}");
            let mut other = steps(&turned(&board));
            for (step, aspects) in own {
                let at =
                    other.iter().position(|(same, _)| *same == turned_step(step)).expect("the same steps");
                assert_eq!(other.swap_remove(at).1, aspects, "{step} of {board}");
            }
        }
    }

    #[test]
    fn aspects_say_what_a_step_does_to_the_ways() {
        for board in positions(4) {
            let mover = board.mover();
            let distance = |board: &Board<Grid9x9>, player| i32::from(board.distance(player).unwrap());
            for (step, aspects) in steps(&board) {
                let after = board.preview(step);
                let more = |player| distance(&after, player) - distance(&board, player);
                let (own, other) = (more(mover), more(mover.opponent()));
                if step.is_pawn() {
                    assert_eq!(i32::from(aspects[1]) - GAIN as i32, (own + 2).min(3), "{step} of {board}");
                } else {
                    let said = i32::from(aspects[1]) - LONGER as i32;
                    let expected = if other == 0 { 0 } else { 5 * other.min(5) + own.min(4) };
                    assert_eq!(said, expected, "{step} of {board}");
                }
            }
        }
    }

    #[test]
    fn a_step_without_a_way_makes_it_longer() {
        // Around e1 and f1.
        let walls = WallSets { horizontal: 1 << 4, vertical: 1 << 3 | 1 << 5 };
        let pawns = [Square::new(4, 0), Square::new(4, 8)];
        let node = Node::new(&Board::from_parts(Grid9x9, walls, pawns, [0; 2], Player::P1));
        let mut shown = Vec::new();
        show_steps(&node, &view_of(&node), None, |step, aspects| shown.push((step.to_string(), aspects[1])));
        assert_eq!(shown, [("f1".to_owned(), GAIN as u16 + 3)]);
    }

    #[test]
    fn sums_are_those_of_the_aspects() {
        let mut rng = Rng::new(9);
        for board in positions(4) {
            let outputs: [i32; OUTPUTS] = std::array::from_fn(|_| rng.below(1 << 20) as i32 - (1 << 19));
            let node = Node::new(&board);
            let mut layers = Corridor::<Grid9x9>::LAYERS;
            let mover = node.mover();
            let [own, other] =
                [mover, mover.opponent()].map(|player| Corridor::new(&board, player, &mut layers));
            let prospect = Prospect { walls: board.legal_walls(), own: &own, other: &other };
            let mut sums = Vec::new();
            show_wall_sums(&node, &view_of(&node), &prospect, &outputs, |step, sum| sums.push((step, sum)));
            let slow = steps(&board).into_iter().filter(|(step, _)| !step.is_pawn());
            let slow: Vec<(Move, i32)> = slow
                .map(|(step, aspects)| {
                    (step, aspects.iter().map(|&aspect| outputs[usize::from(aspect)]).sum())
                })
                .collect();
            if board.walls_left(mover) > 0 {
                assert_eq!(sums, slow, "{board}");
            }
        }
    }

    #[test]
    fn corners_are_touched_by_walls_and_the_edge() {
        // A lying wall at e5: its corners are (4, 5) to (6, 5) when squares begin at their number.
        let lying = 1 << (8 * 4 + 4);
        let upright = 1 << 1;
        let corners = corners([lying, upright]);
        assert_eq!(corners[5], 1 | 0b111 << 4 | 1 << 9);
        assert_eq!([corners[0], corners[9]], [!0; 2]);
        assert_eq!([corners[1], corners[2]], [1 | 1 << 2 | 1 << 9; 2]);
        assert_eq!(corners[3], 1 | 1 << 9);
    }
}
