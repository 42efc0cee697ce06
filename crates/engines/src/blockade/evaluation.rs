use agon_blockade::{Board, Colour, Pawn, PawnMove, Square, Squares, Turn, TurnKind, Wall};
use agon_core::rng::mix;
use agon_core::{Player, Position};
use agon_search::{Evaluator, Marks, Score};

use super::scene::{Scene, balance};

/// Two races at once, with walls to lengthen the other's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Siege<const W: usize, const S: usize> {
    scene: Option<Scene<W, S>>,
    steps: Vec<(i32, PawnMove)>,
    walls: Vec<(i32, Wall)>,
}

/// Being on move is worth half a turn.
const TEMPO: i32 = 50;
/// A wall in stock, where walls and pawn moves compete.
const STOCK: i32 = 20;
/// How many pawn moves and walls are tried below the root; their product where a turn has both.
const STEPS: usize = 4;
const WALLS: usize = 8;
const SWIFT_STEPS: usize = 6;
const SWIFT_WALLS: usize = 14;
/// Walls that change no distance now but may later.
const QUIET: usize = 3;

fn stock<const W: usize, const S: usize>(board: &Board<W, S>, player: Player) -> i32 {
    Colour::ALL.iter().map(|colour| i32::from(board.stock(player, *colour))).sum()
}

/// Whether the player to move has a goal within two steps: such a move is always legal (B4).
fn wins_now<const W: usize, const S: usize>(board: &Board<W, S>) -> bool {
    let ways = board.ways();
    let [one, two] = board.pawns(board.side());
    let near = ways.step(Squares::of(one) | Squares::of(two));
    let goals = board.goals(board.side());
    !((near | ways.step(near)) & goals).is_empty()
}

impl<const W: usize, const S: usize> Siege<W, S> {
    fn scene(&mut self, board: &Board<W, S>) -> &Scene<W, S> {
        let scene = self.scene.get_or_insert_with(|| Scene::new(board));
        scene.look(board);
        scene
    }

    /// Sorts the pawn moves, best first; `true` if one of them wins.
    fn list_steps(&mut self, board: &Board<W, S>) -> bool {
        let mut found = std::mem::take(&mut self.steps);
        found.clear();
        let scene = self.scene(board);
        for pawn in Pawn::ALL {
            for to in board.pawn_targets(board.side(), pawn) {
                let step = PawnMove { pawn, to };
                found.push((-scene.progress(step), step));
            }
        }
        found.sort_unstable();
        self.steps = found;
        self.steps.first().is_some_and(|(_, step)| board.wins_on(board.side(), step.to))
    }

    /// Sorts the walls worth trying, best first.
    fn list_walls(&mut self, board: &Board<W, S>, most: usize) {
        let mut found = std::mem::take(&mut self.walls);
        found.clear();
        let scene = self.scene(board);
        let in_stock = |wall: &Wall| board.stock(board.side(), wall.colour) > 0;
        found.extend(scene.across.iter().filter(in_stock).map(|wall| (-scene.effect(wall), wall)));
        found.sort_unstable();
        found.truncate(most);
        // Quiet walls, the nearest to the leading opponent first.
        let leader = Scene::leader(board, board.side().opponent());
        let quiet = board.fitting_walls().without(&scene.across).without(&scene.harmful);
        let first_quiet = found.len();
        for wall in quiet.iter().filter(in_stock) {
            let entry = (apart(wall.anchor, leader), wall);
            if found.len() < first_quiet + QUIET {
                found.push(entry);
            } else if let Some(worst) = (first_quiet..found.len()).max_by_key(|&at| found[at])
                && entry < found[worst]
            {
                found[worst] = entry;
            }
        }
        self.walls = found;
    }

    fn pairs(&mut self, board: &Board<W, S>, out: &mut Vec<Turn>) {
        let optional = board.turn_kind() == TurnKind::Optional;
        self.list_walls(board, WALLS);
        for &(_, step) in self.steps.iter().take(STEPS) {
            let before = out.len();
            let after = board.moved(step);
            let walls = self.walls.iter().map(|(_, wall)| *wall);
            out.extend(walls.filter(|wall| after.is_wall_legal(*wall)).map(|wall| Turn::both(step, wall)));
            let alone = Turn::pawn(step);
            if optional || (out.len() == before && board.is_legal(alone)) {
                out.push(alone);
            }
        }
    }

    fn either(&mut self, board: &Board<W, S>, out: &mut Vec<Turn>) {
        self.list_walls(board, SWIFT_WALLS);
        out.extend(self.steps.iter().take(SWIFT_STEPS).map(|(_, step)| Turn::pawn(*step)));
        let walls = self.walls.iter().map(|(_, wall)| *wall);
        out.extend(walls.filter(|wall| board.is_wall_legal(*wall)).map(Turn::wall));
    }
}

fn apart(a: Square, b: Square) -> i32 {
    i32::from(a.row().abs_diff(b.row())) + i32::from(a.col().abs_diff(b.col()))
}

impl<const W: usize, const S: usize> Evaluator<Board<W, S>> for Siege<W, S> {
    fn evaluate(&mut self, board: &Board<W, S>, player: Player) -> i32 {
        let tempo = if board.side() == player { TEMPO } else { -TEMPO };
        let stocks = if board.turn_kind() == TurnKind::Classic {
            0
        } else {
            STOCK * (stock(board, player) - stock(board, player.opponent()))
        };
        balance(board, &board.ways(), player) + stocks + tempo
    }

    fn verdict(&mut self, board: &Board<W, S>) -> Option<Score> {
        wins_now(board).then_some(Score::Win(1))
    }

    fn candidates(&mut self, board: &Board<W, S>, out: &mut Vec<Turn>) {
        let base = out.len();
        if self.list_steps(board) {
            out.push(Turn::pawn(self.steps[0].1));
            return;
        }
        match board.turn_kind() {
            TurnKind::Swift => self.either(board, out),
            TurnKind::Classic | TurnKind::Optional => self.pairs(board, out),
        }
        if out.len() == base {
            board.legal_moves(out);
        }
    }

    fn order(&mut self, board: &Board<W, S>, moves: &[Turn], marks: &mut [i32]) {
        let side = board.side();
        let scene = self.scene(board);
        for (&turn, mark) in moves.iter().zip(marks) {
            let step = turn.pawn.map_or(0, |step| {
                if board.wins_on(side, step.to) { 2 * Marks::URGENT } else { 20 * scene.progress(step) }
            });
            *mark = step + turn.wall.map_or(0, |wall| 20 * scene.effect(wall));
        }
    }

    /// Walls are misjudged, the own way is not.
    fn error_key(&self, board: &Board<W, S>) -> u64 {
        let square = |sum: u64, at: Square| mix(sum ^ u64::from(at.row()) << 8 ^ u64::from(at.col()));
        let walls = board.walls();
        let green = walls.green.iter().fold(1, square);
        walls.blue.iter().fold(mix(green), square)
    }

    fn reduction(&self, depth: u32, place: usize) -> u32 {
        match (depth, place) {
            (0..2, _) | (_, 0..4) | (2, 4..100) => 0,
            (_, 4..20) => 1,
            (_, 20..200) => 2,
            _ => 3,
        }
    }
}
