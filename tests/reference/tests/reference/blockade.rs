//! The slow generator of Blockade against hand-checked positions and published counts.

use agon_reference::blockade::{random_position, successors};
use agon_reference::{Reference, perft};

const SMALL: &str = "rows=5,cols=6,walls=2,starts=22-42-25-45";
const MIDDLE: &str = "rows=7,cols=8,walls=4,starts=32-52-37-57";
/// The example of the course, with one wall of each kind in stock.
const COURSE: &str = "294145666C73758A / 323453555A6269767B848B8D9A / 87 61 59 AC / 1 1 1 1 / 1";

fn fields(position: &str) -> Vec<String> {
    position.split('/').map(|field| field.trim().to_owned()).collect()
}

fn swift(position: &str) -> Reference {
    successors("blockade:turn=swift", position).unwrap()
}

/// Where a pawn (0 to 3 for X1, X2, O1, O2) can go.
fn targets(spec: &str, position: &str, pawn: usize) -> Vec<String> {
    let before = fields(position);
    let mut targets: Vec<String> = successors(spec, position)
        .unwrap()
        .successors
        .iter()
        .map(|next| fields(next))
        .filter(|next| next[2] != before[2])
        .map(|next| next[2].split(' ').nth(pawn).unwrap().to_owned())
        .filter(|target| *target != before[2].split(' ').nth(pawn).unwrap())
        .collect();
    targets.sort();
    targets
}

#[test]
fn b1_starts() {
    let start = |spec: &str| successors(spec, "startpos").unwrap().position;
    assert_eq!(start("blockade:turn=swift"), "/ / 44 84 4B 8B / 9 9 9 9 / 1");
    assert_eq!(start("blockade:turn=swift,rows=7,cols=8"), "/ / 22 62 27 67 / 9 9 9 9 / 1");
    assert_eq!(start("blockade:turn=swift,rows=3,cols=3,walls=0"), "/ / 11 31 13 33 / 0 0 0 0 / 1");
    assert_eq!(start("blockade:turn=swift,rows=22,cols=28"), "/ / 77 G7 7M GM / 9 9 9 9 / 1");
    assert_eq!(start("blockade:turn=swift,starts=11-12-bd-be"), "/ / 11 12 BD BE / 9 9 9 9 / 1");
    for bad in ["11-12-bd", "11-11-bd-be", "11-12-bd-bf", "11-12-bd-b0"] {
        assert!(successors(&format!("blockade:starts={bad}"), "startpos").is_err(), "{bad}");
    }
}

#[test]
fn b4_single_steps_by_option() {
    // O1 stands two to the right of X1.
    let position = "/ / 66 84 68 8B / 0 0 0 0 / 1";
    let around = ["46", "55", "57", "64", "75", "77", "86"];
    let with = |step: &[&str]| {
        let mut all: Vec<String> = around.iter().chain(step).map(|&s| s.to_owned()).collect();
        all.sort();
        all
    };
    assert_eq!(targets("blockade:turn=swift", position, 0), with(&["67"]));
    assert_eq!(targets("blockade:turn=swift,single=opponent", position, 0), with(&["67"]));
    assert_eq!(targets("blockade:turn=swift,single=none", position, 0), with(&[]));
    assert_eq!(targets("blockade:turn=swift,single=free", position, 0), with(&["56", "65", "67", "76"]));
    // The own pawn there counts only under `any`.
    let position = "/ / 66 68 33 8B / 0 0 0 0 / 1";
    assert_eq!(targets("blockade:turn=swift", position, 0), with(&["67"]));
    assert_eq!(targets("blockade:turn=swift,single=opponent", position, 0), with(&[]));
    // Nor if a wall stands before it: then neither the step nor anything through it.
    let position = "67 / / 66 68 33 8B / 0 0 0 0 / 1";
    assert_eq!(targets("blockade:turn=swift", position, 0), with(&[]));
}

#[test]
fn b4_diagonals_need_one_open_way() {
    // A green wall right of (6,6) and (7,6): to (5,7) and to (7,7) one way remains, or none.
    let green = "66 / / 66 84 4A 8B / 0 0 0 0 / 1";
    assert_eq!(targets("blockade:turn=swift", green, 0), ["46", "55", "57", "64", "75", "86"]);
    let both = "66 / 56 / 66 84 4A 8B / 0 0 0 0 / 1";
    assert_eq!(targets("blockade:turn=swift", both, 0), ["55", "64", "75", "86"]);
}

#[test]
fn b4_pawns_between_do_not_matter() {
    let position = "/ / 66 67 56 8B / 0 0 0 0 / 1";
    assert_eq!(targets("blockade:turn=swift", position, 0), ["46", "55", "57", "64", "68", "75", "77", "86"]);
}

#[test]
fn b5_goal_step_and_taking_win() {
    // X1 beside the empty start square 4B, and two away from 8B with O2 at home.
    let position = "/ / 4A 8D 66 8B / 9 9 9 9 / 1";
    assert!(targets("blockade:turn=swift", position, 0).contains(&"4B".to_owned()));
    assert!(targets("blockade:turn=swift", position, 1).contains(&"8B".to_owned()));
    let won = successors("blockade", "/ / 4A 8B 66 8B / 9 9 9 9 / 2").unwrap();
    assert_eq!((won.actor, won.outcome), ("none", Some((Some(1), 1))));
    // Own start squares are ordinary.
    assert_eq!(swift("/ / 84 44 4B 8B / 9 9 9 9 / 1").outcome, None);
    // An opponent's pawn elsewhere is not taken.
    assert!(!targets("blockade:turn=swift", "/ / 64 84 66 8B / 0 0 0 0 / 1", 0).contains(&"66".to_owned()));
}

#[test]
fn b6_every_pawn_keeps_both_goals() {
    // Corner (1,1): G11 and B21 would shut X1 in; without a pawn inside it is fine.
    let inside = swift("11 / / 11 84 4B 8B / 9 9 8 9 / 1").successors;
    assert!(!inside.contains(&"11 / 21 / 11 84 4B 8B / 9 8 8 9 / 2".to_owned()));
    let outside = swift("11 / / 44 84 4B 8B / 9 9 8 9 / 1").successors;
    assert!(outside.contains(&"11 / 21 / 44 84 4B 8B / 9 8 8 9 / 2".to_owned()));
    // The rule applies after the whole turn: X1 leaves the corner, then the wall may close it.
    let left = successors("blockade", "11 / / 11 84 4B 8B / 9 9 8 9 / 1").unwrap().successors;
    assert!(left.contains(&"11 / 21 / 31 84 4B 8B / 9 8 8 9 / 2".to_owned()));
}

#[test]
fn b7_a_classic_turn_has_a_wall_if_one_can_be_placed() {
    let turns = |spec: &str, position: &str| successors(spec, position).unwrap().successors;
    let no_wall = |next: &String| next.starts_with("/ / ");
    let position = "/ / 66 84 4B 8B / 1 0 9 9 / 1";
    assert!(!turns("blockade", position).iter().any(no_wall));
    assert!(turns("blockade", position).iter().all(|next| fields(next)[1].is_empty()));
    assert!(turns("blockade", "/ / 66 84 4B 8B / 0 0 9 9 / 1").iter().all(no_wall));
    let optional = turns("blockade:turn=optional", position);
    assert_eq!(optional.iter().filter(|next| no_wall(next)).count(), 16);
    assert_eq!(optional.len(), turns("blockade", position).len() + 16);
    // On 3 x 3 both green walls of the middle leave no other place for a green one.
    let full = "blockade:rows=3,cols=3,walls=2";
    let full_turns = turns(full, "1122 / / 11 31 13 33 / 1 0 1 2 / 1");
    assert!(full_turns.iter().all(|next| next.starts_with("1122 / / ")), "{full_turns:?}");
    assert!(!full_turns.is_empty());
    // A winning pawn move takes no wall.
    let winning = turns("blockade", "/ / 4A 84 4B 8B / 9 9 9 9 / 1");
    assert_eq!(
        winning.iter().filter(|next| next.contains("4B 84 4B 8B")).collect::<Vec<_>>(),
        ["/ / 4B 84 4B 8B / 9 9 9 9 / 2"]
    );
}

#[test]
fn b7_counts_of_the_rules() {
    for (options, turn, counts) in [
        ("", "classic", &[4160][..]),
        ("", "swift", &[276, 75134]),
        (MIDDLE, "classic", &[1176, 1276912]),
        (MIDDLE, "swift", &[98, 9254]),
        (SMALL, "classic", &[480, 194760]),
        (SMALL, "swift", &[52, 2522, 113302]),
    ] {
        let separator = if options.is_empty() { "" } else { "," };
        let spec = format!("blockade:turn={turn}{separator}{options}");
        for (depth, &count) in counts.iter().enumerate() {
            assert_eq!(perft(&spec, "startpos", depth as u32 + 1), count, "{spec} depth {}", depth + 1);
        }
    }
}

#[test]
fn b7_the_example_of_the_course() {
    assert_eq!(targets("blockade:turn=swift", COURSE, 0).len(), 5);
    assert_eq!(targets("blockade:turn=swift", COURSE, 1).len(), 5);
    assert_eq!(successors("blockade", COURSE).unwrap().successors.len(), 1710);
    assert_eq!(swift(COURSE).successors.len(), 181);
}

#[test]
fn b8_a_player_without_a_legal_turn_loses() {
    // X1, X2 and O1 stand on every second square of a corridor that leads out of the corner.
    let board = "rows=3,cols=5,walls=1,starts=11-13-35-33";
    let position = |stock: &str| format!("/ 1113 / 11 13 15 35 / {stock} / 1");
    let reference =
        |options: &str, stock: &str| successors(&format!("blockade:{board}{options}"), &position(stock)).unwrap();
    for options in [",single=none", ",single=none,turn=swift", ",single=none,turn=optional"] {
        let stuck = reference(options, "0 0 0 0");
        assert_eq!((stuck.actor, stuck.outcome), ("none", Some((Some(2), 1))), "{options}");
        assert!(stuck.successors.is_empty());
    }
    // A wall is a turn of its own only under `swift`; a single step helps in any case.
    assert_eq!(reference(",single=none,turn=swift", "1 0 0 0").outcome, None);
    assert_eq!(reference(",single=none", "1 0 0 0").outcome, Some((Some(2), 1)));
    assert_eq!(reference("", "0 0 0 0").successors.len(), 3);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for bad in [
        "/ / 44 84 66 66 / 9 9 9 9 / 1",
        "/ / 44 66 66 8B / 9 9 9 9 / 1",
        "/ / 44 44 4B 8B / 9 9 9 9 / 1",
        "/ / 44 84 4B CB / 9 9 9 9 / 1",
        "/ / 44 84 4B 8F / 9 9 9 9 / 1",
        "B1 / / 44 84 4B 8B / 9 9 8 9 / 1",
        "1E / / 44 84 4B 8B / 9 9 8 9 / 1",
        "1121 / / 44 84 4B 8B / 9 9 7 9 / 1",
        "11 / 11 / 44 84 4B 8B / 8 8 9 9 / 1",
        "11 / / 44 84 4B 8B / 9 9 9 9 / 1",
        "/ / 44 84 4B 8B / 10 8 8 8 / 1",
        "11 / 21 / 11 84 4B 8B / 8 8 9 9 / 1",
        "/ / 44 84 4B / 9 9 9 9 / 1",
        "/ / 44 84 4B 8B / 9 9 9 / 1",
        "/ / 4B 84 44 8B / 9 9 9 9 / 1",
        "/ / 44 84 4B 8B / 9 9 9 9 / 0",
        "1 / / 44 84 4B 8B / 9 9 9 8 / 1",
        "",
    ] {
        assert!(successors("blockade", bad).is_err(), "{bad}");
    }
}

#[test]
fn input_is_tolerant_and_output_canonical() {
    assert_eq!(swift(" 4b12/ 2a/44 84  4b 8b/8 8 8 9 /2").position, "124B / 2A / 44 84 4B 8B / 8 8 8 9 / 2");
}

#[test]
fn random_positions_are_valid_and_varied() {
    let small = format!("blockade:turn=swift,{SMALL}");
    for spec in
        ["blockade:turn=swift", &small, "blockade:turn=swift,rows=22,cols=28,walls=18", "blockade:rows=3,cols=3"]
    {
        let (mut over, mut single_colour) = (0, 0);
        for seed in 0..200 {
            let position = random_position(spec, seed);
            let reference = successors(spec, &position).unwrap_or_else(|reason| panic!("{position}: {reason}"));
            assert_eq!(reference.position, position);
            over += u32::from(reference.outcome.is_some());
            let stock = fields(&position)[3].clone();
            single_colour += u32::from(stock.starts_with("0 ") && !stock.starts_with("0 0"));
        }
        assert!(over > 0 && over < 150, "{spec}: {over} over");
        assert!(single_colour > 0, "{spec}");
    }
}
