//! Move notation: `e2`, `e3h`.

use agon_core::{Fault, Player, Position, faults as general};

use crate::board::Board;
use crate::faults;
use crate::game::shortest_path;
use crate::grid::Grid;
use crate::square::{Move, MoveKind, Orientation, Shape, Square, Wall};

/// Example moves for error messages.
const EXAMPLE: &str = "e2, e3h";

/// Splits a letter and a row number off the front of a text.
///
/// `None` if there are none; `Some((None, _))` if the square is beyond every board.
pub(crate) fn split_square(text: &str) -> Option<(Option<Square>, &str)> {
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text[1..].split_at(digits);
    if number.is_empty() || (number.len() > 1 && number.starts_with('0')) {
        return None;
    }
    let col = letter - b'a';
    let row = number.parse::<u8>().ok().and_then(|row| row.checked_sub(1));
    let square = row.filter(|&row| row < 15 && col < 15).map(|row| Square::new(col, row));
    Some((square, rest))
}

/// Parses a move on a board of this shape, legal or not.
pub(crate) fn read_move(text: &str, shape: Shape) -> Result<Move, Fault> {
    let text = text.trim();
    let not_a_move = || general::NOT_A_MOVE.with("word", text).with("example", EXAMPLE);
    let (square, rest) = split_square(text).ok_or_else(not_a_move)?;
    let orientation = match rest {
        "" => None,
        "h" | "H" => Some(Orientation::Horizontal),
        "v" | "V" => Some(Orientation::Vertical),
        _ => return Err(not_a_move()),
    };
    match orientation {
        None => square.filter(|&square| shape.has(square)).map(Move::pawn).ok_or_else(|| off_board(text, shape)),
        Some(orientation) => square
            .filter(|&square| shape.has_slot(square))
            .map(|square| Move::wall(Wall::new(square, orientation)))
            .ok_or_else(|| wall_off_board(text, shape)),
    }
}

pub(crate) fn off_board(square: &str, shape: Shape) -> Fault {
    faults::OFF_BOARD.with("square", square.to_ascii_lowercase()).with("last", shape.last())
}

pub(crate) fn wall_off_board(wall: &str, shape: Shape) -> Fault {
    faults::WALL_OFF_BOARD.with("wall", wall.to_ascii_lowercase()).with("last", shape.last_slot())
}

/// Parses a legal move.
pub(crate) fn parse_move<G: Grid>(board: &Board<G>, text: &str) -> Result<Move, Fault> {
    if board.outcome().is_some() {
        return Err(general::GAME_OVER.fault());
    }
    let m = read_move(text, board.shape())?;
    match m.kind() {
        MoveKind::Pawn(to) => check_pawn(board, to)?,
        MoveKind::Wall(wall) => check_wall(board, wall)?,
    }
    Ok(m)
}

fn check_pawn<G: Grid>(board: &Board<G>, to: Square) -> Result<(), Fault> {
    let mover = board.mover();
    let (from, other) = (board.pawn(mover), board.pawn(mover.opponent()));
    let targets: Vec<Square> = board.targets(mover).collect();
    if targets.contains(&to) {
        return Ok(());
    }
    let (cols, rows) = (to.col().abs_diff(from.col()), to.row().abs_diff(from.row()));
    let straight = board.is_open(from, other).then(|| other.offset(other.difference(from)));
    let fault = if to == from {
        faults::PAWN_STAYS.fault()
    } else if to == other {
        faults::OCCUPIED.fault()
    } else if cols + rows == 1 {
        faults::WALL_BETWEEN.with("from", from)
    } else if cols == 1
        && rows == 1
        && let Some(straight) = straight.filter(|straight| targets.contains(straight))
    {
        faults::JUMP_STRAIGHT.with("straight", straight)
    } else {
        faults::TOO_FAR.with("from", from)
    };
    let list: Vec<String> = targets.iter().map(Square::to_string).collect();
    Err(fault.with("square", to).with("targets", list.join(", ")))
}

fn check_wall<G: Grid>(board: &Board<G>, wall: Wall) -> Result<(), Fault> {
    let mover = board.mover();
    if board.walls_left(mover) == 0 {
        return Err(faults::NO_WALLS.with("player", mover));
    }
    if let Some(fault) = collision(wall, |other| board.has_wall(other)) {
        return Err(fault);
    }
    if board.is_placeable(wall) {
        return Ok(());
    }
    let passages = board.passages().with_wall(wall.orientation, Board::<G>::slot(wall.square));
    let is_shut = |player: &Player| !passages.reaches(board.pawn(*player), *player);
    let shut: Vec<Player> = Player::ALL.into_iter().filter(is_shut).collect();
    let fault = match shut[..] {
        [player] => faults::CLOSES_PATH.with("wall", wall).with("player", player),
        _ => faults::CLOSES_BOTH_PATHS.with("wall", wall),
    };
    Err(fault.closing(shut.into_iter().map(|player| shortest_path(board, player)).collect()))
}

/// The fault of a wall that overlaps or crosses another.
pub(crate) fn collision(wall: Wall, has_wall: impl Fn(Wall) -> bool) -> Option<Fault> {
    let Wall { square, orientation } = wall;
    let along: [i8; 3] = match orientation {
        Orientation::Horizontal => [0, -1, 1],
        Orientation::Vertical => [0, -16, 16],
    };
    let overlapped =
        along.into_iter().map(|by| Wall::new(square.offset(by), orientation)).find(|&other| has_wall(other));
    if let Some(other) = overlapped {
        return Some(faults::WALL_OVERLAPS.with("wall", wall).with("other", other));
    }
    let across = Wall::new(square, orientation.across());
    has_wall(across).then(|| faults::WALL_CROSSES.with("wall", wall).with("other", across))
}
