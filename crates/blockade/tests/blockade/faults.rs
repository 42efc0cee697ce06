//! Every wrong input has its own message.

use std::collections::BTreeSet;

use crate::common::{at, open, try_open};

const START: &str = "/ / 44 84 4B 8B / 9 9 9 9 / 1";

/// (spec, position, what is typed, the message).
const MOVES: &[(&str, &str, &str, &str)] = &[
    ("blockade", START, "O1-64,G35", "O1 cannot move now; it is X's turn"),
    ("blockade", START, "[O 2] [6 4] [Z 3 5]", "O2 cannot move now; it is X's turn"),
    ("blockade", START, "X3-64,G35", "there is no pawn X3; the pawns are X1 and X2"),
    ("blockade", START, "X 0 6 4", "there is no pawn X0; the pawns are X1 and X2"),
    ("blockade", START, "X1-C4,G35", "there is no row C; rows are 1 to B"),
    ("blockade", START, "[X 1] [12 4] [Z 3 5]", "there is no row 12; rows are 1 to B"),
    ("blockade", START, "X 1 30 4", "there is no row 30; rows are 1 to B"),
    ("blockade", START, "X1-04,G35", "there is no row 0; rows are 1 to B"),
    ("blockade", START, "X1-4F,G35", "there is no column F; columns are 1 to E"),
    ("blockade", START, "X 1 4 15", "there is no column 15; columns are 1 to E"),
    ("blockade", START, "X1-4*,G35", "there is no column *; columns are 1 to E"),
    ("blockade", START, "X1", "X1 names no square; give a row and a column, as in X1-64,G35"),
    ("blockade", START, "X1-6", "X1-6 names no square; give a row and a column, as in X1-64,G35"),
    ("blockade", START, "X1-44,G35", "X1 already stands on 44"),
    ("blockade", "/ / 44 64 4B 8B / 9 9 9 9 / 1", "X1-64,G35", "your own pawn X2 stands on 64"),
    (
        "blockade",
        "/ / 44 84 64 8B / 9 9 9 9 / 1",
        "X1-64,G35",
        "O1 stands on 64; a pawn can be taken only on a start square of its own side",
    ),
    ("blockade", START, "X1-54,G35", "X1 cannot move from 44 to 54; it can move to 24, 33, 35, 42, 46, 53, 55, 64"),
    ("blockade:single=none", "/ 1113 / 11 13 18 88 / 9 7 9 9 / 1", "X1-12,G35", "X1 on 11 cannot move now"),
    ("blockade", START, "X1-64", "no wall given; after X1-64 a wall has to be placed, as in X1-64,G35"),
    ("blockade", START, "G35", "a turn begins with a pawn move; G35 alone is not enough, a turn looks like X1-64,G35"),
    ("blockade:turn=swift", START, "X1-64,Z35", "a turn is a pawn move or a wall, not both; play X1-64 or Z35"),
    (
        "blockade",
        START,
        "X1-64,R35",
        "R35 is no wall colour; walls are G (or Z), green and vertical, or B (or P), blue and horizontal",
    ),
    (
        "blockade",
        START,
        "X 1 6 4 3 5",
        "3 is no wall colour; walls are G (or Z), green and vertical, or B (or P), blue and horizontal",
    ),
    ("blockade", START, "[X 1] [6 4] [Z]", "Z names no place for a wall; give a colour, a row and a column, as in G35"),
    ("blockade", START, "X1-64,G3", "G3 names no place for a wall; give a colour, a row and a column, as in G35"),
    ("blockade", "/ / 44 84 4B 8B / 0 9 9 9 / 1", "X1-64,G35", "X has no green walls left"),
    ("blockade", "/ / 44 84 4B 8B / 9 9 9 0 / 2", "[O 1] [6 B] [P 3 5]", "O has no blue walls left"),
    ("blockade", START, "X1-64,GB5", "wall GB5 is not on the board; walls have rows 1 to A and columns 1 to D"),
    (
        "blockade:turn=swift",
        START,
        "B 3 14",
        "wall B3 14 is not on the board; walls have rows 1 to A and columns 1 to D",
    ),
    ("blockade", "35 / / 44 84 4B 8B / 8 9 9 9 / 1", "X1-64,G45", "wall G45 overlaps wall G35"),
    ("blockade", "35 / / 44 84 4B 8B / 8 9 9 9 / 1", "X1-64,B35", "wall B35 crosses wall G35"),
    (
        "blockade:turn=swift",
        "/ 11 / 11 84 4B 8B / 9 8 9 9 / 1",
        "G12",
        "wall G12 would close every way of X1 to the start square 4B",
    ),
    ("blockade", START, "[X 1] [6 4] [Z 3 5] [7]", "7 is too much; a turn looks like X1-64,G35"),
    ("blockade:turn=swift", START, "G35,X1-64", "X1 64 is too much; a turn looks like X1-64 or G35"),
    ("blockade", START, "hello", "hello is not a move; moves look like X1-64,G35"),
    ("blockade", START, "", " is not a move; moves look like X1-64,G35"),
];

/// (spec, position, the message).
const POSITIONS: &[(&str, &str, &str)] = &[
    ("blockade", "44 84 4B 8B", "44 84 4B 8B is not a position; positions look like / / 44 84 4B 8B / 9 9 9 9 / 1"),
    (
        "blockade",
        "/ / 44 84 4B / 9 9 9 9 / 1",
        "/ / 44 84 4B / 9 9 9 9 / 1 is not a position; positions look like / / 44 84 4B 8B / 9 9 9 9 / 1",
    ),
    (
        "blockade",
        "/ / 44 84 4B 8B / 9 9 9 -9 / 1",
        "/ / 44 84 4B 8B / 9 9 9 -9 / 1 is not a position; positions look like / / 44 84 4B 8B / 9 9 9 9 / 1",
    ),
    (
        "blockade",
        "/ / 44 84 4B 8B / 9 9 9 9 / 3",
        "/ / 44 84 4B 8B / 9 9 9 9 / 3 is not a position; positions look like / / 44 84 4B 8B / 9 9 9 9 / 1",
    ),
    ("blockade", "/ / 44 C4 4B 8B / 9 9 9 9 / 1", "X2 cannot stand on C4; rows are 1 to B and columns 1 to E"),
    ("blockade", "/ / 44 84 4B 8F / 9 9 9 9 / 1", "O2 cannot stand on 8F; rows are 1 to B and columns 1 to E"),
    ("blockade", "/ / 44 44 4B 8B / 9 9 9 9 / 1", "X1 and X2 both stand on 44"),
    ("blockade", "/ / 55 84 55 8B / 9 9 9 9 / 1", "X1 and O1 both stand on 55"),
    (
        "blockade",
        "/ / 4B 84 44 8B / 9 9 9 9 / 1",
        "both players stand on a start square of the other; only one can have won",
    ),
    (
        "blockade",
        "354 / / 44 84 4B 8B / 8 9 9 9 / 1",
        "354 is no list of walls; write the two characters of each, as in 3549",
    ),
    (
        "blockade",
        "B1 / / 44 84 4B 8B / 8 9 9 9 / 1",
        "wall GB1 is not on the board; walls have rows 1 to A and columns 1 to D",
    ),
    ("blockade", "3535 / / 44 84 4B 8B / 8 8 9 9 / 1", "wall G35 overlaps wall G35"),
    ("blockade", "35 / 35 / 44 84 4B 8B / 8 8 9 9 / 1", "wall B35 crosses wall G35"),
    ("blockade", "12 / 11 / 11 84 4B 8B / 8 8 9 9 / 1", "X1 on 11 has no way to the start square 4B"),
    (
        "blockade",
        "/ / 44 84 4B 8B / 10 9 9 9 / 1",
        "X cannot have 10 walls of a colour in stock; each player starts with 9",
    ),
    (
        "blockade",
        "/ / 44 84 4B 8B / 9 9 9 999 / 1",
        "O cannot have 999 walls of a colour in stock; each player starts with 9",
    ),
    ("blockade", "35 / / 44 84 4B 8B / 9 9 9 9 / 1", "19 green walls on the board and in stock; the players had 18"),
    ("blockade", "/ 35 / 44 84 4B 8B / 9 9 9 9 / 1", "19 blue walls on the board and in stock; the players had 18"),
];

/// (spec, the message).
const SPECS: &[(&str, &str)] = &[
    ("blockade:starts=44", "starts=44 is not allowed; give the squares of X1, X2, O1 and O2, as in 44-84-4B-8B"),
    ("blockade:starts=44-84-4b-8f", "start square 8F is not on the board; rows are 1 to B and columns 1 to E"),
    ("blockade:starts=44-84-44-8b", "start square 44 is given twice; four different ones are needed"),
    ("blockade:rows=2", "rows=2 is not allowed; rows takes 3 to 22"),
    ("blockade:cols=29", "cols=29 is not allowed; cols takes 3 to 28"),
    ("blockade:walls=19", "walls=19 is not allowed; walls takes 0 to 18"),
];

#[test]
fn every_wrong_input_has_its_own_message() {
    let mut seen = BTreeSet::new();
    for &(spec, position, typed, message) in MOVES {
        let mut table = at(spec, position);
        let fault = table.check(typed).expect_err(typed);
        assert_eq!(fault.to_string(), message, "{typed}");
        assert_eq!(table.play(typed), Err(fault.clone()), "{typed}");
        assert_eq!(table.position(), position, "nothing is lost");
        seen.insert(fault.kind.code);
    }
    for &(spec, position, message) in POSITIONS {
        let fault = open(spec).set_position(position).expect_err(position);
        assert_eq!(fault.to_string(), message, "{position}");
        seen.insert(fault.kind.code);
    }
    for &(spec, message) in SPECS {
        let fault = try_open(spec).err().expect(spec);
        assert_eq!(fault.to_string(), message, "{spec}");
        seen.insert(fault.kind.code);
    }
    for kind in agon_blockade::FAULTS {
        assert!(seen.contains(kind.code), "no input gives {}", kind.code);
    }
}

#[test]
fn no_placeholder_is_left_unfilled() {
    for &(spec, position, typed, _) in MOVES {
        let text = at(spec, position).check(typed).expect_err(typed).to_string();
        assert!(!text.contains('{'), "{text}");
    }
}

#[test]
fn codes_are_unique_and_carry_the_name_of_the_game() {
    let codes: BTreeSet<&str> = agon_blockade::FAULTS.iter().map(|kind| kind.code).collect();
    assert_eq!(codes.len(), agon_blockade::FAULTS.len());
    assert!(codes.iter().all(|code| code.starts_with("blockade-")));
}
