//! Whole matches between players of ours.

use agon_arena::{GameLog, Match, MatchReport, Openings, PlayerLimits, Sprt, SprtStatus, Termination};

use crate::play;

fn matchup(spec: &str, a: &str, b: &str, games: usize) -> Match {
    let limits = PlayerLimits { nodes: Some(60), ..PlayerLimits::default() };
    Match { limits, ..crate::matchup(spec, a, b, games) }
}

/// What does not depend on the machine.
fn moves(games: &[GameLog]) -> Vec<(usize, String, Vec<String>)> {
    games.iter().map(|log| (log.game, log.result.clone(), log.plies.clone())).collect()
}

#[test]
fn same_seed_and_nodes_give_the_same_games_whatever_the_concurrency() {
    for spec in ["quoridor:size=5,walls=3", "blockade:rows=5,cols=6,walls=2", "domineering:rows=5,cols=5", "portes"] {
        let mut matchup = matchup(spec, "level:6", "level:2", 4);
        let one = moves(&play(&matchup));
        matchup.concurrency = 4;
        assert_eq!(one, moves(&play(&matchup)), "{spec}");
        matchup.seed = 2;
        assert_ne!(one, moves(&play(&matchup)), "{spec}: another seed, other games");
    }
}

#[test]
fn a_pair_shares_its_opening_and_swaps_seats() {
    let games = play(&matchup("quoridor:size=5,walls=3", "level:3", "level:2", 6));
    for pair in games.chunks(2) {
        assert_eq!(pair[0].plies[..4], pair[1].plies[..4]);
        assert_eq!((pair[0].opening, pair[0].first, pair[1].first), (4, 0, 1));
    }
    assert_ne!(games[0].plies[..4], games[2].plies[..4], "every pair has a different opening");
}

#[test]
fn a_pair_of_a_dice_game_shares_its_dice() {
    let games = play(&matchup("fevga", "level:4", "bot:uniform", 4));
    let dice = |log: &GameLog| -> Vec<String> {
        log.plies.iter().filter(|ply| ply.ends_with(':')).take(30).cloned().collect()
    };
    assert_eq!(dice(&games[0]), dice(&games[1]));
    assert_ne!(dice(&games[0]), dice(&games[2]));
}

#[test]
fn the_stronger_wins_and_points_are_counted() {
    let matchup = matchup("portes", "level:8", "bot:uniform", 20);
    let result = matchup.result(&play(&matchup));
    assert_eq!(result.wins + result.draws + result.losses, 20);
    assert!(result.wins >= 18, "{result:?}");
    let points = result.points_per_game().expect("games");
    assert!(points.value > 0.8 && points.low > 0.0, "{points:?}");
    let difference = result.points[0] as f64 - result.points[1] as f64;
    assert!((points.value * 20.0 - difference).abs() < 1e-9);
    let text = MatchReport::new(&matchup, result).to_string();
    assert!(text.contains("points      +"), "{text}");
}

#[test]
fn a_sequential_test_stops_early_and_alike_whatever_the_concurrency() {
    let mut matchup = matchup("domineering:rows=6,cols=6", "level:9", "bot:random", 400);
    matchup.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0 });
    let alone = matchup.result(&play(&matchup));
    assert_eq!(alone.sprt_status(), Some(SprtStatus::Accepted));
    assert!(alone.games < 200, "{} games", alone.games);
    matchup.concurrency = 4;
    let together = matchup.result(&play(&matchup));
    assert_eq!((alone.games, alone.pairs), (together.games, together.pairs));
}

#[test]
fn too_many_turns_are_a_draw_and_records_say_so() {
    let mut matchup = matchup("quoridor", "level:2", "level:2", 2);
    matchup.max_turns = 6;
    let games = play(&matchup);
    for log in &games {
        assert_eq!((log.termination, log.result.as_str(), log.plies.len()), (Termination::TurnLimit, "draw", 10));
        let record = log.record(&matchup.spec, ["a", "b"]);
        agon_games::replay(&record).expect("a record that verifies");
    }
    assert_eq!(matchup.result(&games).draws, 2);
}

#[test]
fn listed_openings_are_played_in_order_and_again() {
    let table = agon_games::open("quoridor").expect("quoridor");
    let book = Openings::parse("# two openings\ne2 e8\n\ne2 e8 e3 # a comment\n", &*table).expect("a book");
    let mut matchup = matchup("quoridor", "level:2", "level:1", 6);
    matchup.max_turns = 4;
    matchup.openings = book;
    let openings: Vec<usize> = play(&matchup).iter().map(|log| log.opening).collect();
    assert_eq!(openings, [2, 2, 3, 3, 2, 2]);
    let position = table.position();
    assert!(Openings::parse(&position, &*table).is_ok(), "a position is an opening");
    assert!(Openings::parse(&format!("{position} | e2"), &*table).is_ok());
    for (text, code) in [("", "no-openings"), ("# nothing", "no-openings"), ("e2 e3 e4", "opening-line")] {
        assert_eq!(Openings::parse(text, &*table).expect_err(text).kind.code, code);
    }
}

#[test]
fn players_that_do_not_exist_are_a_mistake_not_a_loss() {
    let matchup = matchup("quoridor", "bot:nobody", "level:1", 2);
    assert_eq!(matchup.run(Vec::new(), &mut |_| Ok(())).expect_err("no such bot").kind.code, "unknown-bot");
}
