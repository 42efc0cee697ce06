//! All functions about legal turns agree: list, count, check, random choice, steps.

use std::collections::HashMap;

use agon_blockade::{Board, Colour, INFO, Large, Pawn, PawnMove, Square, Standard, Step, Turn, Wall};
use agon_core::{Game, Options, Player, Position, Rng, Steps, TurnState};

type Small = Board<3, 16>;

fn game(options: &str) -> Standard {
    Standard::new(&Options::parse(&INFO, options).expect("options")).expect("options").expect("fits")
}

fn positions(options: &str, count: u64) -> Vec<Small> {
    let (game, spec) = (game(options), format!("blockade:{options}"));
    (0..count)
        .map(|seed| agon_reference::blockade::random_position(&spec, seed))
        .map(|text| game.parse_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault}")))
        .collect()
}

fn list<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(mut position: Small, turn: Turn) -> Small {
    position.play_unchecked(turn);
    position
}

const OPTIONS: &[&str] = &[
    "rows=3,cols=3,walls=2",
    "rows=3,cols=4,walls=3,single=opponent",
    "rows=4,cols=4,walls=2,single=free",
    "rows=3,cols=4,walls=3,turn=optional",
    "rows=4,cols=3,walls=2,turn=swift",
    "rows=4,cols=5,walls=4,turn=swift,single=none",
];

/// Every turn on a board of this size, and some that leave it.
fn conceivable(rows: u8, cols: u8) -> Vec<Turn> {
    let squares: Vec<Square> =
        (0..=rows).flat_map(|row| (0..=cols).filter_map(move |col| Square::new(row, col))).collect();
    let walls: Vec<Wall> =
        squares.iter().flat_map(|&anchor| Colour::ALL.map(|colour| Wall { colour, anchor })).collect();
    let mut turns = vec![Turn { pawn: None, wall: None }];
    turns.extend(walls.iter().map(|&wall| Turn::wall(wall)));
    for pawn in Pawn::ALL {
        for &to in &squares {
            turns.push(Turn::pawn(PawnMove { pawn, to }));
            turns.extend(walls.iter().map(|&wall| Turn::both(PawnMove { pawn, to }, wall)));
        }
    }
    turns
}

#[test]
fn exactly_the_listed_turns_are_legal() {
    for options in OPTIONS {
        let rules = *game(options).rules();
        let all = conceivable(rules.rows(), rules.cols());
        for position in positions(options, 60) {
            let mut listed = list(&position);
            let mut legal: Vec<Turn> = all.iter().copied().filter(|turn| position.is_legal(*turn)).collect();
            listed.sort();
            legal.sort();
            assert_eq!(listed, legal, "{options} {position:?}");
        }
    }
}

#[test]
fn counts_are_the_lengths_of_lists() {
    for options in
        ["", "turn=swift", "turn=optional,single=free", "rows=12,cols=16,walls=18,turn=swift"].iter().chain(OPTIONS)
    {
        for position in positions(options, 400) {
            assert_eq!(position.count_moves(&mut Vec::new()), list(&position).len() as u64, "{options} {position:?}");
        }
    }
}

#[test]
fn lists_are_appended_to_the_callers_stack() {
    let start = game("").start();
    let mut moves = list(&start);
    start.legal_moves(&mut moves);
    assert_eq!(moves.len(), 2 * 4160);
    assert_eq!(start.random_move(&mut Rng::new(1), &mut moves).map(|turn| start.is_legal(turn)), Some(true));
    assert_eq!(start.count_moves(&mut moves), 4160);
    assert_eq!(moves.len(), 2 * 4160);
}

#[test]
fn every_turn_is_drawn_equally_often() {
    /// Draws for each legal turn.
    const EACH: usize = 400;
    let mut rng = Rng::new(11);
    for options in OPTIONS {
        for position in positions(options, 25) {
            let moves = list(&position);
            let mut drawn: HashMap<Turn, usize> = HashMap::new();
            for _ in 0..EACH * moves.len() {
                let turn = position.random_move(&mut rng, &mut Vec::new()).expect("a turn");
                *drawn.entry(turn).or_default() += 1;
            }
            assert_eq!(drawn.len(), moves.len(), "{options} {position:?}");
            // The sum of squares has about as many degrees of freedom as there are turns.
            let spread: f64 = moves.iter().map(|turn| (drawn[turn] as f64 - EACH as f64).powi(2) / EACH as f64).sum();
            let freedom = moves.len() as f64;
            assert!(spread < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "{options} {position:?}: {spread}");
        }
    }
    assert_eq!(
        positions(OPTIONS[0], 400)
            .iter()
            .find(|p| p.outcome().is_some())
            .and_then(|p| p.random_move(&mut rng, &mut Vec::new())),
        None
    );
}

fn next_steps(position: &Small, prefix: &[Step]) -> Vec<Step> {
    let mut next = Vec::new();
    position.next_steps(prefix, &mut next);
    next
}

/// Follows every path of steps and collects the turns that may end.
fn walk(position: &Small, prefix: &mut Vec<Step>, turns: &mut Vec<Turn>) {
    let next = next_steps(position, prefix);
    let finished = position.finish(prefix);
    match position.turn_state(prefix) {
        TurnState::Complete => assert!(finished.is_some()),
        TurnState::Open => assert!(finished.is_none() && !next.is_empty()),
        TurnState::DeadEnd => panic!("a dead end after legal steps"),
    }
    turns.extend(finished);
    for step in next {
        prefix.push(step);
        walk(position, prefix, turns);
        prefix.pop();
    }
}

#[test]
fn steps_lead_to_exactly_the_legal_turns() {
    for options in OPTIONS {
        for position in positions(options, 200) {
            if position.outcome().is_some() {
                // A player without a turn has no steps either.
                assert!(next_steps(&position, &[]).is_empty(), "{options} {position:?}");
                continue;
            }
            let (mut turns, mut listed) = (Vec::new(), list(&position));
            walk(&position, &mut Vec::new(), &mut turns);
            turns.sort();
            listed.sort();
            assert_eq!(turns, listed, "{options} {position:?}");
            for turn in turns.iter().take(5) {
                let steps = turn.pawn.map(Step::Pawn).into_iter().chain(turn.wall.map(Step::Wall));
                let words: Vec<String> = steps.map(|step| position.step_text(step)).collect();
                assert_eq!(position.parse_move(&words.join(",")), Ok(*turn));
            }
        }
    }
}

#[test]
fn impossible_steps_are_dead_ends() {
    let start = game("").start();
    let pawn = Step::Pawn(PawnMove { pawn: Pawn::One, to: Square::new(5, 3).expect("a square") });
    let far = Step::Pawn(PawnMove { pawn: Pawn::One, to: Square::new(21, 27).expect("a square") });
    let wall = Step::Wall(Wall::green(Square::new(2, 4).expect("a square")));
    let outside = Step::Wall(Wall::blue(Square::new(21, 27).expect("a square")));
    assert_eq!(start.turn_state(&[pawn]), TurnState::Open);
    assert_eq!(start.turn_state(&[pawn, wall]), TurnState::Complete);
    for prefix in [vec![far], vec![wall], vec![pawn, outside], vec![pawn, wall, wall], vec![wall, pawn]] {
        assert_eq!(start.turn_state(&prefix), TurnState::DeadEnd, "{prefix:?}");
        assert_eq!(start.finish(&prefix), None);
        assert!(next_steps(&start, &prefix).is_empty(), "{prefix:?}");
    }
}

#[test]
fn walls_make_turns_irreversible_and_pawn_moves_do_not() {
    let start = game("turn=swift").start();
    for turn in list(&start) {
        assert_eq!(start.is_irreversible(turn), turn.wall.is_some());
    }
}

#[test]
fn keys_tell_positions_apart() {
    let mut keys: HashMap<u64, Small> = HashMap::new();
    let start = game("").start();
    for turn in list(&start) {
        let next = after(start, turn);
        for turn in list(&next).into_iter().step_by(97) {
            let last = after(next, turn);
            let known = keys.entry(last.key()).or_insert(last);
            assert_eq!(*known, last);
        }
    }
    assert!(keys.len() > 100_000);
}

#[test]
fn functions_for_engines_agree_with_the_lists() {
    for options in ["", "turn=swift,single=opponent"] {
        for position in positions(options, 100).into_iter().filter(|p| p.outcome().is_none()) {
            let listed = list(&position);
            let side = position.side();
            for pawn in Pawn::ALL {
                for to in position.pawn_targets(side, pawn) {
                    let step = PawnMove { pawn, to };
                    assert!(position.is_pawn_move_legal(step));
                    if options.is_empty() {
                        let walls = position.legal_walls_after(step);
                        let same = listed.iter().filter(|turn| turn.pawn == Some(step)).filter_map(|turn| turn.wall);
                        let mut same: Vec<Wall> = same.collect();
                        same.sort();
                        assert_eq!(walls.iter().collect::<Vec<_>>(), same);
                    }
                }
            }
            for player in Player::ALL {
                let field = position.distances(player);
                for pawn in Pawn::ALL {
                    let distance = position.distance(player, pawn);
                    assert_eq!(field.get(position.pawn(player, pawn)), distance);
                    assert!(distance.is_some(), "the path rule keeps every goal in reach");
                }
            }
        }
    }
}

#[test]
fn distances_count_turns_of_a_lone_pawn() {
    // With the other pawns out of the way, half the steps rounded up are the turns to the goal.
    let game = game("turn=swift");
    let start = game.parse_position("/ / 44 B1 11 1E / 9 9 9 9 / 1").expect("a position");
    assert_eq!(start.distance(Player::P1, Pawn::One), Some(7));
    let mut front = vec![start];
    for turns in 1..=4 {
        let mut next_front = Vec::new();
        for position in front {
            for to in position.pawn_targets(Player::P1, Pawn::One) {
                next_front.push(position.moved(PawnMove { pawn: Pawn::One, to }));
            }
        }
        front = next_front;
        let arrived = front.iter().any(|p| p.wins_on(Player::P1, p.pawn(Player::P1, Pawn::One)));
        assert_eq!(arrived, turns == 4);
        front.sort_by_key(|p| p.pawn(Player::P1, Pawn::One));
        front.dedup();
    }
}

#[test]
fn boards_go_to_the_narrowest_kind_they_fit() {
    let fits = |options: &str| {
        let options = Options::parse(&INFO, options).expect("options");
        let narrow = Standard::new(&options).expect("options").is_some();
        assert!(Large::new(&options).expect("options").is_some());
        narrow
    };
    assert!(fits("") && fits("rows=12,cols=16") && fits("rows=3,cols=3"));
    assert!(!fits("rows=13") && !fits("cols=17") && !fits("rows=22,cols=28"));
}
