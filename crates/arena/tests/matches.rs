//! Whole matches between players of ours.

use agon_arena::{Book, Contest, End, GameLog, Pace, Report, Sprt, Verdict};

fn contest(spec: &str, a: &str, b: &str, games: usize) -> Contest {
    let players = [a, b].map(|who| who.parse().expect(who));
    let mut contest = Contest::new(spec, players).expect(spec);
    contest.games = games;
    contest.pace = Pace { nodes: Some(60), ..Pace::default() };
    contest
}

fn play(contest: &Contest) -> Vec<GameLog> {
    let mut games = contest.run(Vec::new(), &mut |_| Ok(())).expect("a match");
    games.sort_by_key(|log| log.game);
    games
}

/// What does not depend on the machine.
fn moves(games: &[GameLog]) -> Vec<(usize, String, Vec<String>)> {
    games.iter().map(|log| (log.game, log.result.clone(), log.words.clone())).collect()
}

#[test]
fn same_seed_and_nodes_give_the_same_games_whatever_the_concurrency() {
    for spec in
        ["quoridor:size=5,walls=3", "blockade:rows=5,cols=6,walls=2", "domineering:rows=5,cols=5", "portes"]
    {
        let mut contest = contest(spec, "level:6", "level:2", 4);
        let one = moves(&play(&contest));
        contest.concurrency = 4;
        assert_eq!(one, moves(&play(&contest)), "{spec}");
        contest.seed = 2;
        assert_ne!(one, moves(&play(&contest)), "{spec}: another seed, other games");
    }
}

#[test]
fn a_pair_shares_its_opening_and_swaps_seats() {
    let games = play(&contest("quoridor:size=5,walls=3", "level:3", "level:2", 6));
    for pair in games.chunks(2) {
        assert_eq!(pair[0].words[..4], pair[1].words[..4]);
        assert_eq!((pair[0].opening, pair[0].first, pair[1].first), (4, 0, 1));
    }
    assert_ne!(games[0].words[..4], games[2].words[..4], "each pair has an opening of its own");
}

#[test]
fn a_pair_of_a_dice_game_shares_its_dice() {
    let games = play(&contest("fevga", "level:4", "bot:uniform", 4));
    let dice = |log: &GameLog| -> Vec<String> {
        log.words.iter().filter(|word| word.ends_with(':')).take(30).cloned().collect()
    };
    assert_eq!(dice(&games[0]), dice(&games[1]));
    assert_ne!(dice(&games[0]), dice(&games[2]));
}

#[test]
fn the_stronger_wins_and_points_are_counted() {
    let contest = contest("portes", "level:8", "bot:uniform", 20);
    let tally = contest.tally(&play(&contest));
    assert_eq!(tally.wins + tally.draws + tally.losses, 20);
    assert!(tally.wins >= 18, "{tally:?}");
    let points = tally.points_per_game().expect("games");
    assert!(points.value > 0.8 && points.low > 0.0, "{points:?}");
    let difference = tally.points[0] as f64 - tally.points[1] as f64;
    assert!((points.value * 20.0 - difference).abs() < 1e-9);
    let text = Report::new(&contest, tally).to_string();
    assert!(text.contains("points      +"), "{text}");
}

#[test]
fn a_sequential_test_stops_early_and_alike_whatever_the_concurrency() {
    let mut contest = contest("domineering:rows=6,cols=6", "level:9", "bot:random", 400);
    contest.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0 });
    let alone = contest.tally(&play(&contest));
    assert_eq!(alone.verdict(), Some(Verdict::Accepted));
    assert!(alone.games < 200, "{} games", alone.games);
    contest.concurrency = 4;
    let together = contest.tally(&play(&contest));
    assert_eq!((alone.games, alone.pairs), (together.games, together.pairs));
}

#[test]
fn too_many_turns_are_a_draw_and_records_say_so() {
    let mut contest = contest("quoridor", "level:2", "level:2", 2);
    contest.turns = 6;
    let games = play(&contest);
    for log in &games {
        assert_eq!((log.end, log.result.as_str(), log.words.len()), (End::TurnLimit, "draw", 10));
        let record = log.record(&contest.spec, ["a", "b"]);
        agon_games::replay(&record).expect("a record that verifies");
    }
    assert_eq!(contest.tally(&games).draws, 2);
}

#[test]
fn listed_openings_are_played_in_order_and_again() {
    let table = agon_games::open("quoridor").expect("quoridor");
    let book = Book::parse("# two openings\ne2 e8\n\ne2 e8 e3 # a comment\n", &*table).expect("a book");
    let mut contest = contest("quoridor", "level:2", "level:1", 6);
    contest.turns = 4;
    contest.book = book;
    let openings: Vec<usize> = play(&contest).iter().map(|log| log.opening).collect();
    assert_eq!(openings, [2, 2, 3, 3, 2, 2]);
    let position = table.position();
    assert!(Book::parse(&position, &*table).is_ok(), "a position is an opening");
    assert!(Book::parse(&format!("{position} | e2"), &*table).is_ok());
    for (text, code) in [("", "no-openings"), ("# nothing", "no-openings"), ("e2 e3 e4", "opening-line")] {
        assert_eq!(Book::parse(text, &*table).expect_err(text).kind.code, code);
    }
}

#[test]
fn players_that_do_not_exist_are_a_mistake_not_a_loss() {
    let contest = contest("quoridor", "bot:nobody", "level:1", 2);
    assert_eq!(contest.run(Vec::new(), &mut |_| Ok(())).expect_err("no such bot").kind.code, "unknown-bot");
}
