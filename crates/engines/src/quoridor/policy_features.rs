//! The features of each step for the policy. Each feature is an output of the policy net.
//!
//! A step's logit is the sum of its features' outputs. A wall has a place, lengthens paths, touches other walls and
//! lies near a pawn; all walls with such a feature share one output. Everything is seen from the side of the player
//! to move, as in the inputs.

use agon_core::Bits;
use agon_core::Player;
use agon_quoridor::{Grid, Move, Orientation, Square, Wall, WallSets};

use super::features::NetView;
use super::node::{Node, PathCrossings};

/// Outputs of the net; features are numbered below it.
pub(crate) const OUTPUTS: usize = FROM_OTHER_OFFSET + 2 * WINDOW_SIDE * WINDOW_SIDE;

/// The direction of the pawn move.
const PAWN_OFFSET: usize = 0;
/// The change of the own path: shorter by two or one, equal, longer.
const GAIN_OFFSET: usize = PAWN_OFFSET + 12;
/// The place of the wall.
const WALL_OFFSET: usize = GAIN_OFFSET + 4;
/// How much longer the wall makes the opponent's path and, if it does, the own path.
const LONGER_OFFSET: usize = WALL_OFFSET + 128;
const LONGER_OTHER_CLASSES: usize = 6;
const LONGER_OWN_CLASSES: usize = 5;
/// How many steps the wall closes on the opponent's shortest paths and on the own ones.
const CLOSED_OFFSET: usize = LONGER_OFFSET + LONGER_OTHER_CLASSES * LONGER_OWN_CLASSES;
/// Which of the ends and the middle of the wall touch walls or the edge.
const TOUCH_OFFSET: usize = CLOSED_OFFSET + 9;
/// The place of the wall relative to the own pawn, and to the other, if it is near.
const FROM_OWN_OFFSET: usize = TOUCH_OFFSET + 16;
const FROM_OTHER_OFFSET: usize = FROM_OWN_OFFSET + 2 * WINDOW_SIDE * WINDOW_SIDE;
const WINDOW_SIDE: usize = 6;

/// Flips the row of a slot by xor.
const ROW_FLIP: usize = 0o70;

/// Maximum features of a wall.
const MAX_FEATURES: usize = 6;

/// The legal walls and the shortest paths of both players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallContext<'a, G: Grid> {
    pub(crate) walls: WallSets<G::Slots>,
    pub(crate) own: &'a PathCrossings<G>,
    pub(crate) other: &'a PathCrossings<G>,
}

/// Calls `show` for every step of a position of the standard board with its features; for walls only if a context is
/// given.
#[inline]
pub(crate) fn for_each_step<G: Grid>(
    node: &Node<G>,
    view: &NetView,
    context: Option<WallContext<'_, G>>,
    mut show: impl FnMut(Move, &[u16]),
) {
    let player = node.mover();
    let passages = node.board.passages();
    let here = node.board.pawn(player);
    let steps = u16::from(node.steps[player.index()]);
    for to in node.board.targets(player) {
        let after =
            if to == node.next[player.index()] { steps - 1 } else { passages.distance(to, player).unwrap_or(u16::MAX) };
        let gain = after.saturating_add(2).saturating_sub(steps).min(3);
        show(Move::pawn(to), &[pawn_feature(here, to, player), GAIN_OFFSET as u16 + gain]);
    }
    if let Some(context) = context {
        WallFeatures::new(node, view, &context).for_each_wall(context.walls, show);
    }
}

/// Calls `show` for every wall with the sum of its features' outputs. Equal to adding up the features of
/// [`for_each_step`], but computed for all walls at once.
#[inline]
pub(crate) fn for_each_wall_sum<G: Grid>(
    node: &Node<G>,
    view: &NetView,
    context: &WallContext<'_, G>,
    outputs: &[i32; OUTPUTS],
    mut show: impl FnMut(Move, i32),
) {
    let survey = WallFeatures::new(node, view, context);
    for (number, orientation) in Orientation::ALL.into_iter().enumerate() {
        let sums = survey.sums(number, outputs);
        let touch = &outputs[TOUCH_OFFSET + 8 * number..][..8];
        let mut rest = context.walls.of(orientation).digest();
        while rest != 0 {
            let stands = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let slot = if survey.flipped { stands ^ ROW_FLIP } else { stands };
            let sum = sums[slot].wrapping_add(touch[survey.touch(number, slot)]);
            let square = Square::new((stands % 8) as u8, (stands / 8) as u8);
            show(Move::wall(Wall::new(square, orientation)), sum);
        }
    }
}

/// The feature of a pawn move by its direction, from the side of the player.
fn pawn_feature(from: Square, to: Square, player: Player) -> u16 {
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
    PAWN_OFFSET as u16 + number
}

/// The features of walls, by slot from the side of the player to move.
struct WallFeatures {
    flipped: bool,
    /// By orientation and slot, the feature below [`LONGER_OFFSET`].
    longer: [[u8; 64]; 2],
    /// Walls that close at least one and two steps of the opponent's shortest paths, then of the own ones.
    closed: [[u64; 2]; 4],
    /// By row, the corners that walls or the edge touch.
    corners: [u16; 10],
    pawns: [[u8; 2]; 2],
}

impl WallFeatures {
    #[inline]
    fn new<G: Grid>(node: &Node<G>, view: &NetView, context: &WallContext<'_, G>) -> Self {
        let flipped = node.mover() == Player::P2;
        let turn = |sets: WallSets<G::Slots>| {
            [sets.horizontal, sets.vertical].map(|set| {
                let set = set.digest();
                if flipped { set.swap_bytes() } else { set }
            })
        };
        let WallContext { walls, own, other } = *context;
        Self {
            flipped,
            longer: lengthening(node, walls, flipped),
            closed: [turn(other.one), turn(other.two), turn(own.one), turn(own.two)],
            corners: corners(view.walls),
            pawns: view.pawns,
        }
    }

    #[inline]
    fn for_each_wall<S: Bits>(&self, walls: WallSets<S>, mut show: impl FnMut(Move, &[u16])) {
        for (number, orientation) in Orientation::ALL.into_iter().enumerate() {
            let mut rest = walls.of(orientation).digest();
            while rest != 0 {
                let stands = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let slot = if self.flipped { stands ^ ROW_FLIP } else { stands };
                let mut features = [0; MAX_FEATURES];
                let count = self.features(number, slot, &mut features);
                let square = Square::new((stands % 8) as u8, (stands / 8) as u8);
                show(Move::wall(Wall::new(square, orientation)), &features[..count]);
            }
        }
    }

    #[inline]
    fn closed(&self, orientation: usize, slot: usize) -> usize {
        let has = |set: usize| (self.closed[set][orientation] >> slot & 1) as usize;
        3 * (has(0) + has(1)) + has(2) + has(3)
    }

    #[inline]
    fn touch(&self, orientation: usize, slot: usize) -> usize {
        let (col, row) = (slot % 8, slot / 8);
        if orientation == 0 {
            usize::from(self.corners[row + 1] >> col & 7)
        } else {
            let at = |row: usize| usize::from(self.corners[row] >> (col + 1) & 1);
            at(row) | at(row + 1) << 1 | at(row + 2) << 2
        }
    }

    /// By slot, the sum over all features but [`TOUCH_OFFSET`]. Most walls cross no path and are near no pawn, so only the
    /// others need more than a common sum.
    #[inline]
    fn sums(&self, orientation: usize, outputs: &[i32; OUTPUTS]) -> [i32; 64] {
        let common = outputs[LONGER_OFFSET].wrapping_add(outputs[CLOSED_OFFSET]);
        let places = &outputs[WALL_OFFSET + 64 * orientation..][..64];
        let mut sums = [0; 64];
        for (sum, place) in sums.iter_mut().zip(places) {
            *sum = common.wrapping_add(*place);
        }
        let mut across = self.closed[0][orientation] | self.closed[2][orientation];
        while across != 0 {
            let slot = across.trailing_zeros() as usize;
            across &= across - 1;
            let longer = outputs[LONGER_OFFSET + usize::from(self.longer[orientation][slot])];
            let closed = outputs[CLOSED_OFFSET + self.closed(orientation, slot)];
            let more = longer.wrapping_add(closed).wrapping_sub(common);
            sums[slot] = sums[slot].wrapping_add(more);
        }
        for (pawn, base) in [FROM_OWN_OFFSET, FROM_OTHER_OFFSET].into_iter().enumerate() {
            let [pawn_col, pawn_row] = self.pawns[pawn].map(usize::from);
            let window = &outputs[base + WINDOW_SIDE * WINDOW_SIDE * orientation..][..WINDOW_SIDE * WINDOW_SIDE];
            for (up, seen) in window.chunks_exact(WINDOW_SIDE).enumerate() {
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

    /// Writes the features of a wall; returns their number.
    #[inline]
    fn features(&self, orientation: usize, slot: usize, out: &mut [u16; MAX_FEATURES]) -> usize {
        let (col, row) = (slot % 8, slot / 8);
        out[0] = (WALL_OFFSET + 64 * orientation + slot) as u16;
        out[1] = (LONGER_OFFSET + usize::from(self.longer[orientation][slot])) as u16;
        out[2] = (CLOSED_OFFSET + self.closed(orientation, slot)) as u16;
        out[3] = (TOUCH_OFFSET + 8 * orientation + self.touch(orientation, slot)) as u16;
        let mut count = 4;
        for (pawn, base) in [FROM_OWN_OFFSET, FROM_OTHER_OFFSET].into_iter().enumerate() {
            let [pawn_col, pawn_row] = self.pawns[pawn].map(usize::from);
            // A wall that touches the pawn's square is at most one column and row before it.
            let (across, up) = ((col + 3).wrapping_sub(pawn_col), (row + 3).wrapping_sub(pawn_row));
            if across < WINDOW_SIDE && up < WINDOW_SIDE {
                out[count] = (base + WINDOW_SIDE * WINDOW_SIDE * orientation + WINDOW_SIDE * up + across) as u16;
                count += 1;
            }
        }
        count
    }
}

/// How much longer each wall makes the paths, as an offset to [`LONGER_OFFSET`].
#[inline]
fn lengthening<G: Grid>(node: &Node<G>, walls: WallSets<G::Slots>, flipped: bool) -> [[u8; 64]; 2] {
    let player = node.mover();
    let other = player.opponent();
    let passages = node.board.passages();
    let more = |orientation, slot, player: Player, most: usize| {
        let way = passages.with_wall(orientation, slot).distance(node.board.pawn(player), player);
        usize::from(way.unwrap_or(u16::MAX).saturating_sub(u16::from(node.steps[player.index()]))).min(most)
    };
    let mut longer = [[0; 64]; 2];
    // Only a wall across the stored shortest path can make it longer.
    let across = walls & node.path_walls[other.index()];
    for (number, orientation) in Orientation::ALL.into_iter().enumerate() {
        let mut rest = across.of(orientation);
        while !rest.is_empty() {
            let slot = rest.lowest();
            rest = rest.without_lowest();
            let by = more(orientation, slot, other, LONGER_OTHER_CLASSES - 1);
            if by == 0 {
                continue;
            }
            let own = if node.path_walls[player.index()].of(orientation).has(slot) {
                more(orientation, slot, player, LONGER_OWN_CLASSES - 1)
            } else {
                0
            };
            let slot = if flipped { slot ^ ROW_FLIP as u32 } else { slot };
            longer[number][slot as usize] = (LONGER_OWN_CLASSES * by + own) as u8;
        }
    }
    longer
}

/// The corners that walls or the edge touch, row by row.
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

    use super::super::evaluator::net_view;

    /// Every step of a position with its features.
    fn steps(board: &Board<Grid9x9>) -> Vec<(Move, Vec<u16>)> {
        let node = Node::new(board);
        let mut layers = PathCrossings::<Grid9x9>::LAYERS;
        let mover = node.mover();
        let [own, other] = [mover, mover.opponent()].map(|player| PathCrossings::new(board, player, &mut layers));
        let context = WallContext { walls: board.legal_walls(), own: &own, other: &other };
        let context = (board.walls_left(mover) > 0).then_some(context);
        let mut steps = Vec::new();
        for_each_step(&node, &net_view(&node), context, |step, features| {
            steps.push((step, features.to_vec()));
        });
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

    /// The position with players and board flipped: the same for the player to move.
    fn flipped(board: &Board<Grid9x9>) -> Board<Grid9x9> {
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
            MoveKind::Wall(Wall { square, orientation }) => {
                Move::wall(Wall::new(Square::new(square.col(), 7 - square.row()), orientation))
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
            let mut other = steps(&flipped(&board));
            for (step, features) in own {
                let at = other.iter().position(|(same, _)| *same == turned_step(step)).expect("the same steps");
                assert_eq!(other.swap_remove(at).1, features, "{step} of {board}");
            }
        }
    }

    #[test]
    fn features_say_what_a_step_does_to_the_paths() {
        for board in positions(4) {
            let mover = board.mover();
            let distance = |board: &Board<Grid9x9>, player| i32::from(board.distance(player).unwrap());
            for (step, features) in steps(&board) {
                let after = board.preview(step);
                let more = |player| distance(&after, player) - distance(&board, player);
                let (own, other) = (more(mover), more(mover.opponent()));
                if step.is_pawn() {
                    assert_eq!(i32::from(features[1]) - GAIN_OFFSET as i32, (own + 2).min(3), "{step} of {board}");
                } else {
                    let said = i32::from(features[1]) - LONGER_OFFSET as i32;
                    let expected = if other == 0 { 0 } else { 5 * other.min(5) + own.min(4) };
                    assert_eq!(said, expected, "{step} of {board}");
                }
            }
        }
    }

    #[test]
    fn a_step_without_a_path_makes_it_longer() {
        // Around e1 and f1.
        let walls = WallSets { horizontal: 1 << 4, vertical: 1 << 3 | 1 << 5 };
        let pawns = [Square::new(4, 0), Square::new(4, 8)];
        let node = Node::new(&Board::from_parts(Grid9x9, walls, pawns, [0; 2], Player::P1));
        let mut shown = Vec::new();
        for_each_step(&node, &net_view(&node), None, |step, features| {
            shown.push((step.to_string(), features[1]));
        });
        assert_eq!(shown, [("f1".to_owned(), GAIN_OFFSET as u16 + 3)]);
    }

    #[test]
    fn sums_are_those_of_the_features() {
        let mut rng = Rng::new(9);
        for board in positions(4) {
            let outputs: [i32; OUTPUTS] = std::array::from_fn(|_| rng.below(1 << 20) as i32 - (1 << 19));
            let node = Node::new(&board);
            let mut layers = PathCrossings::<Grid9x9>::LAYERS;
            let mover = node.mover();
            let [own, other] = [mover, mover.opponent()].map(|player| PathCrossings::new(&board, player, &mut layers));
            let context = WallContext { walls: board.legal_walls(), own: &own, other: &other };
            let mut sums = Vec::new();
            for_each_wall_sum(&node, &net_view(&node), &context, &outputs, |step, sum| {
                sums.push((step, sum));
            });
            let slow = steps(&board).into_iter().filter(|(step, _)| !step.is_pawn());
            let slow: Vec<(Move, i32)> = slow
                .map(|(step, features)| (step, features.iter().map(|&feature| outputs[usize::from(feature)]).sum()))
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
