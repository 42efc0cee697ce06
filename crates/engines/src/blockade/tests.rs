use agon_blockade::{Blockade, Board, SquareSet, Turn};
use agon_core::{Game, Options, Player, Position, Rng};
use agon_search::{Score, SearchDomain};

use super::distances::{DistanceField, FAR};
use super::domain::BlockadeDomain;
use super::planes::{BoardPlane, Passages};
use super::rows::{Rows, WideRows};
use super::scratch::{EvalScratch, walls};
use super::turn_list::SHIELD_BONUS;

fn game<const W: usize, const S: usize>(options: &str) -> Blockade<W, S> {
    let options = Options::parse(&agon_blockade::INFO, options).unwrap();
    Blockade::new(&options).unwrap().unwrap()
}

/// Positions of random games in which the players mostly walk towards their goals, so that ends come near.
fn positions<const W: usize, const S: usize>(options: &str, count: usize, seed: u64) -> Vec<Board<W, S>> {
    let game = game::<W, S>(options);
    let mut rng = Rng::new(seed);
    let (mut found, mut turns) = (Vec::new(), Vec::new());
    while found.len() < count {
        let mut board = game.start();
        while board.outcome().is_none() && found.len() < count {
            if rng.below(6) == 0 {
                found.push(board);
            }
            let tries: Vec<Turn> = (0..3).filter_map(|_| board.random_move(&mut rng, &mut turns)).collect();
            let far = |turn: &Turn| {
                let (next, player) = (after(board, *turn), board.side());
                let ways = next.passages();
                let goals = next.goals(player);
                next.pawns(player).map(|pawn| ways.distance(pawn, goals).unwrap_or(99)).into_iter().min()
            };
            let turn = *tries.iter().min_by_key(|turn| far(turn)).unwrap();
            board.play_unchecked(turn);
        }
    }
    found
}

fn legal<const W: usize, const S: usize>(board: &Board<W, S>) -> Vec<Turn> {
    let mut turns = Vec::new();
    board.legal_moves(&mut turns);
    turns
}

fn after<const W: usize, const S: usize>(mut board: Board<W, S>, turn: Turn) -> Board<W, S> {
    board.play_unchecked(turn);
    board
}

const KINDS: [&str; 3] = ["turn=classic", "turn=swift", "turn=optional"];

/// The best turn found by playing every one of them.
fn slow_horizon<P: BoardPlane<W, S>, const W: usize, const S: usize>(board: &Board<W, S>) -> Score {
    let mut scratch = EvalScratch::<P>::default();
    let mut best = None;
    for turn in legal(board) {
        let next = after(*board, turn);
        let rival = next.side();
        let arrives = next
            .pawns(rival)
            .iter()
            .any(|pawn| next.passages().distance(*pawn, next.goals(rival)).is_some_and(|steps| steps <= 2));
        if !arrives {
            best = best.max(Some(-scratch.evaluate(&next)));
        }
    }
    best.map_or(Score::Loss(2), Score::Cp)
}

fn compare_horizons<P: BoardPlane<W, S>, const W: usize, const S: usize>(options: &str, count: usize) {
    let mut scratch = EvalScratch::<P>::default();
    let (mut compared, mut lost) = (0, 0);
    for board in positions::<W, S>(options, count, 3) {
        if scratch.proven_score(&board) == Some(Score::Win(1)) {
            continue;
        }
        let Some(score) = scratch.horizon(&board) else { continue };
        assert_eq!(score, slow_horizon::<P, W, S>(&board), "{options}: {board:?}");
        compared += 1;
        lost += usize::from(score == Score::Loss(2));
    }
    assert!(compared > count / 3, "{options}: only {compared} of {count}");
    assert!(lost > 0 || count < 100, "{options}: nobody was lost");
}

#[test]
fn the_horizon_is_what_playing_every_turn_finds() {
    for kind in KINDS {
        compare_horizons::<Rows, 3, 16>(kind, 40);
        compare_horizons::<Rows, 3, 16>(&format!("rows=7,cols=8,walls=4,{kind}"), 300);
        compare_horizons::<Rows, 3, 16>(&format!("rows=5,cols=6,walls=2,{kind}"), 300);
        compare_horizons::<SquareSet<3, 16>, 3, 16>(&format!("rows=6,cols=9,walls=3,{kind}"), 100);
    }
    compare_horizons::<WideRows, 11, 32>("rows=13,cols=18,walls=5", 5);
}

#[test]
fn only_critical_walls_lengthen_a_path() {
    for board in positions::<3, 16>("", 60, 5) {
        let passages = Passages::<Rows>::new(&board.passages());
        let everywhere = Rows::from_squares(board.passages().region(board.goals(Player::P1)));
        for player in Player::ALL {
            let mut field = DistanceField::default();
            let goals = board.goals(player);
            field.fill(&passages, Rows::from_squares(goals), everywhere);
            for pawn in board.pawns(player) {
                let from = Rows::from_squares(SquareSet::of(pawn));
                let critical = walls::<3, 16, Rows>(field.critical_walls(&passages, from));
                let before = board.passages().distance(pawn, goals);
                for wall in board.fitting_walls().iter() {
                    let after = board.passages().with(wall).distance(pawn, goals);
                    assert!(after == before || critical.contains(wall), "{wall} {board:?}");
                    let [fast] = field.distances_with(&passages, wall, [from]);
                    assert_eq!((fast != FAR).then_some(u16::from(fast)), after, "{wall} {board:?}");
                }
            }
        }
    }
}

/// Whether a player wins within this number of turns of both players.
fn wins_within<const W: usize, const S: usize>(player: Player, board: &Board<W, S>, turns: u32) -> bool {
    if let Some(outcome) = board.outcome() {
        return outcome.winner() == Some(player);
    }
    let goes_on = |turn: &Turn| wins_within(player, &after(*board, *turn), turns - 1);
    let moves = legal(board);
    turns > 0 && if board.side() == player { moves.iter().any(goes_on) } else { moves.iter().all(goes_on) }
}

#[test]
fn verdicts_are_proved_by_playing_on() {
    let mut seen = [0; 8];
    for kind in KINDS {
        for size in ["rows=4,cols=5,walls=1", "rows=5,cols=6,walls=0", "rows=3,cols=9,walls=1", "rows=6,cols=7,walls=0"]
        {
            let mut scratch = EvalScratch::<Rows>::default();
            for board in positions::<3, 16>(&format!("{size},{kind}"), 400, 7) {
                let right = match scratch.proven_score(&board) {
                    Some(Score::Win(turns)) if turns <= 5 => {
                        seen[turns as usize] += 1;
                        wins_within(board.side(), &board, turns)
                    }
                    Some(Score::Loss(turns)) if turns <= 4 => {
                        seen[turns as usize] += 1;
                        wins_within(board.side().opponent(), &board, turns)
                    }
                    _ => true,
                };
                assert!(right, "{size},{kind}: {:?} in {board:?}", scratch.proven_score(&board));
            }
        }
    }
    assert!(seen[1] > 20 && seen[2] > 20 && seen[3] > 20 && seen[4] > 10 && seen[5] > 3, "{seen:?}");
}

#[test]
fn listed_turns_are_legal_and_stand_once() {
    for kind in KINDS {
        for options in [kind.to_owned(), format!("rows=5,cols=6,walls=3,{kind}")] {
            let mut domain = BlockadeDomain::<Rows, 3, 16>::default();
            for board in positions::<3, 16>(&options, 40, 11) {
                if domain.proven_score(&board).is_some() {
                    continue;
                }
                let mut listed = Vec::new();
                let mut stage = 0;
                while domain.generate(&board, stage, &mut listed) {
                    stage += 1;
                }
                assert!(!listed.is_empty(), "{options}: {board:?}");
                for (at, ranked) in listed.iter().enumerate() {
                    let turn = ranked.step;
                    assert!(board.is_legal(turn), "{turn:?} {board:?}");
                    assert!(listed[..at].iter().all(|other| other.step != turn), "{turn:?} {board:?}");
                }
            }
        }
    }
}

#[test]
fn the_order_at_the_root_is_by_the_evaluation_after_each_turn() {
    let mut foreseen = 0;
    for kind in KINDS {
        for options in [kind.to_owned(), format!("rows=5,cols=6,walls=3,{kind}")] {
            let mut scratch = EvalScratch::<Rows>::default();
            for board in positions::<3, 16>(&options, 8, 19) {
                let mut root_order = scratch.root_order(&board);
                for turn in legal(&board) {
                    let (fast, slow) = (root_order.score(turn), scratch.score_turn(&board, turn));
                    assert!(fast == slow || fast == slow + SHIELD_BONUS, "{turn:?} {board:?}");
                    let next = after(board, turn);
                    if let Some(value) = root_order.evaluate_after(turn) {
                        foreseen += 1;
                        assert_eq!(scratch.proven_score(&next), None, "{turn:?} {board:?}");
                        assert_eq!(value, -scratch.evaluate(&next), "{turn:?} {board:?}");
                    }
                }
            }
        }
    }
    assert!(foreseen > 1000, "{foreseen}");
}

#[test]
fn turns_are_found_again_by_their_numbers() {
    let mut domain = BlockadeDomain::<Rows, 3, 16>::default();
    for kind in KINDS {
        for board in positions::<3, 16>(kind, 6, 13) {
            for turn in legal(&board) {
                let code = domain.encode(&board, turn);
                assert_eq!(domain.decode(&board, code), Some(turn));
            }
        }
    }
}
