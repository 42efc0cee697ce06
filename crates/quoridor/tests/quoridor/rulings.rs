//! The rulings of the rules, by their names.

use agon_core::{AnyTable, FaultKind, Game, Options, Outcome, Player, Position, Table, faults};
use agon_quoridor::{Board, ENTRY, Grid9x9, INFO, Move, Quoridor, faults as wrong};

fn board(text: &str) -> Board<Grid9x9> {
    Quoridor::default().parse_position(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn legal(board: &Board<Grid9x9>) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

/// The squares the mover's pawn may go to, sorted, one space between them.
fn pawn_moves(text: &str) -> String {
    let board = board(text);
    let mut squares: Vec<String> =
        legal(&board).into_iter().filter(|m| m.is_pawn()).map(|m| board.move_text(m)).collect();
    squares.sort();
    squares.join(" ")
}

fn is_refused(text: &str, notation: &str, kind: FaultKind) -> String {
    let fault = board(text).parse_move(notation).expect_err(notation);
    assert_eq!(fault.kind, kind, "{notation}: {fault}");
    fault.to_string()
}

fn open(spec: &str) -> Box<dyn AnyTable> {
    (ENTRY.open)(Options::parse(&INFO, spec).expect(spec)).expect(spec)
}

fn play(table: &mut dyn AnyTable, notations: &str) {
    for notation in notations.split_whitespace() {
        table.play(notation).unwrap_or_else(|fault| panic!("{notation}: {fault}"));
    }
}

#[test]
fn q1_pawns_start_in_the_middle_of_their_rows() {
    let starts = [
        ("", "/ / e1 e9 / 10 10 / 1"),
        ("size=3,walls=0", "/ / b1 b3 / 0 0 / 1"),
        ("size=4", "/ / b1 c4 / 10 10 / 1"),
        ("size=8,walls=7", "/ / d1 e8 / 7 7 / 1"),
        ("size=10,walls=99", "/ / e1 f10 / 99 99 / 1"),
        ("size=15", "/ / h1 h15 / 10 10 / 1"),
        ("rows=3,cols=8", "/ / d1 e3 / 10 10 / 1"),
        ("rows=9,cols=2", "/ / a1 b9 / 10 10 / 1"),
        ("rows=4,cols=7,walls=2", "/ / d1 d4 / 2 2 / 1"),
    ];
    for (options, start) in starts {
        assert_eq!(open(options).position(), start, "{options}");
    }
}

#[test]
fn q1_p1_goes_up_and_p2_goes_down() {
    let won = |text| board(text).outcome().and_then(Outcome::winner);
    assert_eq!(won("/ / a9 e8 / 10 10 / 2"), Some(Player::P1));
    assert_eq!(won("/ / e2 i1 / 10 10 / 1"), Some(Player::P2));
    assert_eq!(won("/ / e1 e9 / 10 10 / 1"), None);
}

#[test]
fn q2_a_turn_is_a_pawn_move_or_a_wall() {
    assert_eq!(legal(&board("/ / e1 e9 / 10 10 / 1")).len(), 3 + 64 + 64);
    assert_eq!(legal(&board("/ / e4 e9 / 0 10 / 1")).len(), 4);
    is_refused("/ / e4 e9 / 0 10 / 1", "a1h", wrong::NO_WALLS);
}

#[test]
fn q2_there_is_no_pass() {
    is_refused("/ / e1 e9 / 10 10 / 1", "pass", faults::NOT_A_MOVE);
    is_refused("/ / e1 e9 / 10 10 / 1", "", faults::NOT_A_MOVE);
}

#[test]
fn q2_a_pawn_move_always_exists() {
    for seed in 0..2_000 {
        let spec = ["quoridor", "quoridor:size=3,walls=4", "quoridor:size=5,walls=20"][seed as usize % 3];
        let text = agon_reference::random_position(spec, seed);
        let mut table = open(spec.split_once(':').map_or("", |(_, options)| options));
        table.set_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let pawn_move = |notation: &String| !notation.ends_with(['h', 'v']);
        assert!(table.outcome().is_some() || table.legal().iter().any(pawn_move), "{text}");
    }
}

#[test]
fn q3_a_pawn_steps_in_four_directions() {
    assert_eq!(pawn_moves("/ / e5 a9 / 10 10 / 1"), "d5 e4 e6 f5");
    assert_eq!(pawn_moves("/ / a1 e9 / 10 10 / 1"), "a2 b1");
    assert_eq!(pawn_moves("/ / e5 i9 / 10 10 / 2"), "h9 i8");
    is_refused("/ / e5 a9 / 10 10 / 1", "e7", wrong::TOO_FAR);
    is_refused("/ / e5 a9 / 10 10 / 1", "e5", wrong::PAWN_STAYS);
}

#[test]
fn q3_not_through_either_half_of_a_wall() {
    for above in ["e5", "d5"] {
        assert_eq!(pawn_moves(&format!("{above} / / e5 a9 / 9 10 / 1")), "d5 e4 f5", "{above}");
    }
    for below in ["e4", "d4"] {
        assert_eq!(pawn_moves(&format!("{below} / / e5 a9 / 9 10 / 1")), "d5 e6 f5", "{below}");
    }
    for right in ["e5", "e4"] {
        assert_eq!(pawn_moves(&format!("/ {right} / e5 a9 / 9 10 / 1")), "d5 e4 e6", "{right}");
    }
    for left in ["d5", "d4"] {
        assert_eq!(pawn_moves(&format!("/ {left} / e5 a9 / 9 10 / 1")), "e4 e6 f5", "{left}");
    }
    let message = is_refused("e5 / / e5 a9 / 9 10 / 1", "e6", wrong::WALL_BETWEEN);
    assert_eq!(message, "a wall stands between e5 and e6; the pawn can go to f5, e4, d5");
}

#[test]
fn q3_not_onto_the_other_pawn() {
    is_refused("/ / e5 e6 / 10 10 / 1", "e6", wrong::OCCUPIED);
    assert_eq!(pawn_moves("e5 / / e5 e6 / 9 10 / 1"), "d5 e4 f5");
}

#[test]
fn q4_straight_jump_over_the_other_pawn() {
    assert_eq!(pawn_moves("/ / e5 e6 / 10 10 / 1"), "d5 e4 e7 f5");
    assert_eq!(pawn_moves("/ / e5 d5 / 10 10 / 1"), "c5 e4 e6 f5");
    assert_eq!(pawn_moves("/ / e5 f5 / 10 10 / 1"), "d5 e4 e6 g5");
    assert_eq!(pawn_moves("/ / e5 e4 / 10 10 / 1"), "d5 e3 e6 f5");
    assert_eq!(pawn_moves("/ / e5 e6 / 10 10 / 2"), "d6 e4 e7 f6");
}

#[test]
fn q4_no_jump_through_a_wall_between_the_pawns() {
    assert_eq!(pawn_moves("/ e5 / e5 f5 / 9 10 / 1"), "d5 e4 e6");
    assert_eq!(pawn_moves("/ e5 / e5 f5 / 9 10 / 2"), "f4 f6 g5");
}

#[test]
fn q4_diagonal_jump_when_a_wall_bars_the_straight_one() {
    assert_eq!(pawn_moves("e6 / / e5 e6 / 9 10 / 1"), "d5 d6 e4 f5 f6");
    assert_eq!(pawn_moves("d6 / / e5 e6 / 9 10 / 1"), "d5 d6 e4 f5 f6");
    assert_eq!(pawn_moves("/ f5 / e5 f5 / 9 10 / 1"), "d5 e4 e6 f4 f6");
    assert_eq!(pawn_moves("/ c4 / e5 d5 / 9 10 / 1"), "d4 d6 e4 e6 f5");
    assert_eq!(pawn_moves("e3 / / e5 e4 / 9 10 / 1"), "d4 d5 e6 f4 f5");
}

#[test]
fn q4_diagonal_jump_when_the_edge_bars_the_straight_one() {
    // p1 jumps over a pawn on the upper edge: both squares beside it are its goal.
    assert_eq!(pawn_moves("/ / e8 e9 / 10 10 / 1"), "d8 d9 e7 f8 f9");
    assert_eq!(pawn_moves("/ / e1 e2 / 10 10 / 2"), "d1 d2 e3 f1 f2");
    assert_eq!(pawn_moves("/ / b5 a5 / 10 10 / 1"), "a4 a6 b4 b6 c5");
    assert_eq!(pawn_moves("/ / h5 i5 / 10 10 / 1"), "g5 h4 h6 i4 i6");
    // In a corner one of the two squares is off the board.
    assert_eq!(pawn_moves("/ / a8 a9 / 10 10 / 1"), "a7 b8 b9");
}

#[test]
fn q4_no_diagonal_jump_past_a_wall_beside_the_other_pawn() {
    assert_eq!(pawn_moves("e6 / d6 / e5 e6 / 8 10 / 1"), "d5 e4 f5 f6");
    assert_eq!(pawn_moves("d6 / e6 / e5 e6 / 8 10 / 1"), "d5 d6 e4 f5");
    assert_eq!(pawn_moves("e6 / d6e5 / e5 e6 / 7 10 / 1"), "d5 e4");
    assert_eq!(pawn_moves("e6 / d5 / e5 e6 / 8 10 / 1"), "e4 f5 f6");
    assert_eq!(pawn_moves("/ d8 / e8 e9 / 9 10 / 1"), "e7 f8 f9");
    // Walls beside the jumping pawn itself do not matter.
    assert_eq!(pawn_moves("e6 / d4e4 / e5 e6 / 7 10 / 1"), "d6 e4 f6");
}

#[test]
fn q4_no_diagonal_jump_while_the_straight_one_is_free() {
    let message = is_refused("/ / e5 e6 / 10 10 / 1", "d6", wrong::JUMP_STRAIGHT);
    assert!(message.contains("straight jump to e7"), "{message}");
    is_refused("e5 / / e5 e6 / 9 10 / 1", "d6", wrong::TOO_FAR);
}

#[test]
fn q5_walls_lie_wholly_on_the_board() {
    for notation in ["i1h", "i1v", "a9h", "a9v", "j1h", "a0v", "e12h"] {
        is_refused("/ / e1 e9 / 10 10 / 1", notation, wrong::WALL_OFF_BOARD);
    }
    for notation in ["a1h", "a1v", "h8h", "h8v", "a8h", "h1v"] {
        assert!(board("/ / e1 e9 / 10 10 / 1").parse_move(notation).is_ok(), "{notation}");
    }
}

#[test]
fn q5_walls_do_not_overlap() {
    for notation in ["d5h", "e5h", "f5h"] {
        let message = is_refused("e5 / / e1 e9 / 9 10 / 1", notation, wrong::WALL_OVERLAPS);
        assert_eq!(message, format!("{notation} overlaps the wall e5h"));
    }
    for notation in ["e4v", "e5v", "e6v"] {
        is_refused("/ e5 / e1 e9 / 9 10 / 1", notation, wrong::WALL_OVERLAPS);
    }
    // The last wall of a row and the first of the next are not neighbours.
    assert!(board("h1 / / e1 e9 / 9 10 / 1").parse_move("a2h").is_ok());
    assert!(board("a2 / / e1 e9 / 9 10 / 1").parse_move("h1h").is_ok());
}

#[test]
fn q5_walls_do_not_cross() {
    let message = is_refused("e5 / / e1 e9 / 9 10 / 1", "e5v", wrong::WALL_CROSSES);
    assert_eq!(message, "e5v crosses the wall e5h");
    is_refused("/ e5 / e1 e9 / 9 10 / 1", "e5h", wrong::WALL_CROSSES);
}

#[test]
fn q5_contacts_end_to_end_and_as_t_and_l_are_fine() {
    for notation in ["c5h", "g5h", "e4v", "e6v", "d5v", "f5v", "d4v", "d6v", "f4v", "f6v", "e4h", "e6h"] {
        assert!(board("e5 / / e1 e9 / 9 10 / 1").parse_move(notation).is_ok(), "{notation}");
    }
}

#[test]
fn q6_each_pawn_keeps_a_path() {
    let pocket_of_p1 = "d1 / c1 / e1 e9 / 8 10 / 1";
    let message = is_refused(pocket_of_p1, "e1v", wrong::CLOSES_PATH);
    assert!(message.contains("e1v closes the last path of p1"), "{message}");
    let pocket_of_p2 = "d8 / c8 / e1 e9 / 8 10 / 1";
    let message = is_refused(pocket_of_p2, "e8v", wrong::CLOSES_PATH);
    assert!(message.contains("e8v closes the last path of p2"), "{message}");
    is_refused("a5c5e5g5h6 / / e4 e8 / 5 5 / 1", "h5v", wrong::CLOSES_BOTH_PATHS);
    // Screens draw the paths that would be closed.
    let closing = |text, notation| -> Vec<_> {
        let fault = board(text).parse_move(notation).expect_err("closed");
        fault.paths.iter().map(|path| (path.player, path.cells[0], path.turns)).collect()
    };
    assert_eq!(closing(pocket_of_p2, "e8v"), [(Player::P2, (0, 4), 9)]);
    assert_eq!(closing("a5c5e5g5h6 / / e4 e8 / 5 5 / 1", "h5v").len(), 2);
    // The mover may not shut off himself either, and the list agrees.
    let moves = legal(&board(pocket_of_p1));
    assert!(!moves.iter().any(|m| m.to_string() == "e1v"));
    assert!(moves.iter().any(|m| m.to_string() == "f1v"));
}

#[test]
fn q6_pawns_do_not_block_paths() {
    // The only way out of p1's pocket leads over p2's square.
    let text = "d3d4 / c4 / e4 f4 / 8 9 / 1";
    assert_eq!(board(text).distance(Player::P1), Some(6));
    assert!(board(text).parse_move("a1h").is_ok());
}

#[test]
fn q6_sealing_off_an_empty_region_is_allowed() {
    assert!(board("a1 / / e1 e9 / 9 10 / 1").parse_move("b1v").is_ok());
    assert!(board("a1d4d6 / c5 / e1 e9 / 8 8 / 1").parse_move("e5v").is_ok());
}

#[test]
fn q6_a_wall_on_the_edge_of_the_goal_row_parts_it_without_closing_it() {
    assert!(board("/ d8 / d8 e1 / 9 9 / 2").outcome().is_some());
    assert!(board("d7 / c8 / e8 a5 / 9 9 / 1").parse_move("e8v").is_ok());
}

#[test]
fn q7_the_first_pawn_on_its_goal_row_wins_at_once() {
    let mut table = open("");
    table.set_position("/ / e8 a2 / 10 10 / 1").unwrap();
    play(&mut *table, "e9");
    assert_eq!(table.outcome(), Some(Outcome::win(Player::P1)));
    assert_eq!(table.position(), "/ / e9 a2 / 10 10 / 2");
    assert!(table.legal().is_empty());
    assert_eq!(table.play("a1").unwrap_err().kind, faults::GAME_OVER);
}

#[test]
fn q7_a_pawn_on_its_goal_has_won_with_either_side_to_move() {
    for mover in [1, 2] {
        let board = board(&format!("/ / c9 a2 / 10 10 / {mover}"));
        assert_eq!(board.outcome(), Some(Outcome::win(Player::P1)));
        assert!(legal(&board).is_empty());
        assert_eq!(board.count_moves(&mut Vec::new()), 0);
    }
}

#[test]
fn q7_the_third_occurrence_is_a_draw() {
    let mut table = open("");
    play(&mut *table, "e2 e8 e1 e9 e2 e8 e1");
    assert_eq!(table.outcome(), None);
    play(&mut *table, "e9");
    assert_eq!(table.outcome(), Some(Outcome::Draw));
    assert!(table.is_repetition());
}

#[test]
fn q7_without_repetition_the_game_goes_on() {
    let mut table = open("repetition=off");
    play(&mut *table, "e2 e8 e1 e9 e2 e8 e1 e9 e2 e8 e1 e9");
    assert_eq!(table.outcome(), None);
}

#[test]
fn q7_walls_left_and_side_belong_to_the_position() {
    let base = board("d2 / / e1 e9 / 9 9 / 1");
    assert_ne!(base, board("d2 / / e1 e9 / 9 8 / 1"));
    assert_ne!(base, board("d2 / / e1 e9 / 9 9 / 2"));
    assert_ne!(base.key(), board("d2 / / e1 e9 / 9 9 / 2").key());
}

#[test]
fn q7_the_same_position_by_another_way_is_the_same() {
    let reach = |notations: &str| {
        let mut table = Table::new(Quoridor::default());
        for notation in notations.split_whitespace() {
            table.play(notation).unwrap();
        }
        *table.position()
    };
    // The known paths of the pawns differ, the positions do not.
    let (one, other) = (reach("e2 e8 d4h e7h d2 e9"), reach("d1 e8 d4h e7h d2 e9"));
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
}
