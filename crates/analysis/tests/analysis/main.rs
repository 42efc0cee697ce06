//! Reviews of every game, and what they must agree on.

use std::sync::atomic::{AtomicUsize, Ordering};

use agon_analysis::{Grade, Review, ReviewEffort, ReviewOptions, hints, review_table, text};
use agon_core::{AnyTable, Player, Rng};
use agon_i18n::{Catalogue, Language};
use agon_search::Stop;

const SPECS: [&str; 9] = [
    "quoridor:size=5,walls=2",
    "blockade:rows=5,cols=6,walls=2",
    "blockade:turn=swift,rows=5,cols=6,walls=2",
    "domineering:rows=5,cols=5",
    "portes",
    "plakoto",
    "fevga",
    "backgammon",
    "tavli:points=1",
];

/// Some random turns of a game.
fn random_game(spec: &str, turns: usize, seed: u64) -> Box<dyn AnyTable> {
    let mut table = agon_games::open(spec).unwrap();
    let mut rng = Rng::new(seed);
    let mut played = 0;
    while played < turns && table.outcome().is_none() {
        if table.roll(&mut rng).is_none() {
            let turn = rng.choose(&table.legal()).unwrap().clone();
            table.play(&turn).unwrap();
            played += 1;
        }
    }
    table
}

fn quick() -> ReviewOptions {
    ReviewOptions { effort: ReviewEffort::Plies(1), candidates: 3, ..ReviewOptions::default() }
}

fn of(table: &dyn AnyTable, options: &ReviewOptions) -> Review {
    review_table(table, options, &Stop::new(), &|_, _| {}).unwrap()
}

#[test]
fn every_game_can_be_reviewed() {
    for spec in SPECS {
        let table = random_game(spec, 10, 3);
        let review = of(&*table, &quick());
        let turns = table.plies().iter().filter(|ply| !ply.ends_with(':')).count();
        assert_eq!(review.turns.len(), turns, "{spec}");
        for turn in &review.turns {
            assert_eq!(turn.played, table.plies()[turn.ply], "{spec}");
            let own = turn.candidates.iter().find(|candidate| candidate.played).expect("the turn that was played");
            assert!(turn.forced || (own.loss - turn.loss).abs() < 1e-9, "{spec}");
            assert!(turn.loss >= 0.0 && (0.0..=1.0).contains(&turn.expected_score), "{spec} {turn:?}");
            assert!(turn.candidates.is_sorted_by(|a, b| a.value >= b.value), "{spec}");
            assert!(turn.candidates.len() <= 4, "{spec}");
            assert_eq!(turn.candidates[0].chances.is_some(), review.dice, "{spec}");
            assert_eq!(turn.roll.is_some(), review.dice && !table.plies()[turn.ply - 1].starts_with('o'));
        }
        let decisions = review.turns.iter().filter(|ply| !ply.forced).count();
        assert_eq!(review.summary.iter().map(|player| player.decisions).sum::<usize>(), decisions);
        for language in Language::ALL {
            let report = text::report(&review, Catalogue::of(language));
            assert!(report.lines().count() > turns, "{spec}");
            assert!(!report.contains("review."), "{spec} {}: {report}", language.tag());
        }
        assert!(serde_json::to_string(&review).is_ok());
    }
}

#[test]
fn threads_do_not_change_the_review() {
    for spec in ["portes", "quoridor:size=5,walls=2"] {
        let table = random_game(spec, 8, 5);
        let alone = of(&*table, &quick());
        assert_eq!(alone, of(&*table, &ReviewOptions { threads: 3, ..quick() }), "{spec}");
    }
}

#[test]
fn luck_is_nothing_on_average() {
    let mut table = random_game("portes", 6, 8);
    while table.actor().player().is_some() {
        let turn = table.legal()[0].clone();
        table.play(&turn).unwrap();
    }
    let mut sum = 0.0;
    for roll in table.successors() {
        let mut after = table.clone_box();
        after.play(&roll.notation).unwrap();
        let turn = after.legal()[0].clone();
        after.play(&turn).unwrap();
        let review = of(&*after, &ReviewOptions { effort: ReviewEffort::Plies(0), ..quick() });
        let luck = review.turns.last().unwrap().roll.as_ref().unwrap().luck;
        sum += luck * f64::from(roll.weight.unwrap());
    }
    assert!((sum / 36.0).abs() < 1e-4, "{sum}");
}

#[test]
fn a_win_thrown_away_is_a_blunder() {
    // White can take both off, or move one and leave it to Black, who needs only one turn.
    let mut table = agon_games::open_at("portes", "b1,21,w1,w1 0/13 0/14 w 21").unwrap();
    let best = hints(&*table, &ReviewOptions::default(), &Stop::new()).unwrap();
    assert_eq!(best.len(), 2, "{best:?}");
    assert!((best[1].loss - 2.0).abs() < 1e-6, "{best:?}");
    table.play(&best[1].turn).unwrap();
    let review = of(&*table, &quick());
    assert_eq!(review.turns[0].grade, Grade::Blunder, "{review:?}");
    assert_eq!(review.summary[0].count(Grade::Blunder), 1);
}

#[test]
fn a_proven_win_missed_is_a_blunder_without_dice() {
    // The player who makes the last move wins; some first moves on this board lose.
    let start = agon_games::open("domineering:rows=3,cols=3").unwrap();
    let options = ReviewOptions { candidates: 20, ..ReviewOptions::default() };
    let all = hints(&*start, &options, &Stop::new()).unwrap();
    let (best, worst) = (all.first().unwrap(), all.last().unwrap());
    assert!(best.proven_in.is_some_and(|turns| turns > 0) && worst.proven_in.is_some_and(|turns| turns < 0), "{all:?}");
    let mut table = start.clone_box();
    table.play(&worst.turn).unwrap();
    assert_eq!(of(&*table, &ReviewOptions { effort: ReviewEffort::Default, ..quick() }).turns[0].grade, Grade::Blunder);
}

#[test]
fn a_bear_off_has_the_value_of_the_tables() {
    // White needs both off: with 65 he has them; one checker of Black's is left on the ace point.
    let position = "b1,22,w2 0/13 0/14 w 65";
    let table = agon_games::open_at("portes", position).unwrap();
    let best = hints(&*table, &quick(), &Stop::new()).unwrap();
    assert!((best[0].value - 1.0).abs() < 1e-6 && best[0].proven_in == Some(1), "{best:?}");
}

#[test]
fn trials_come_with_their_error() {
    let table = random_game("portes", 3, 21);
    let options = ReviewOptions { effort: ReviewEffort::Trials(36), candidates: 2, ..ReviewOptions::default() };
    let review = of(&*table, &options);
    for turn in review.turns.iter().filter(|ply| !ply.forced) {
        let deviation = turn.candidates[0].std_error.expect("an error");
        assert!((0.0..0.2).contains(&deviation), "{deviation}");
    }
}

#[test]
fn the_adjusted_result_subtracts_luck() {
    let table = random_game("portes", 500, 2);
    let review = of(&*table, &ReviewOptions { effort: ReviewEffort::Plies(0), ..quick() });
    let outcome = table.outcome().expect("a finished game");
    let points = f64::from(outcome.points());
    let result = if outcome.winner() == Some(Player::P1) { points } else { -points };
    let luck = review.summary[0].luck - review.summary[1].luck;
    assert!((review.adjusted.unwrap() - (result - luck)).abs() < 1e-4);
}

#[test]
fn progress_counts_every_turn() {
    let table = random_game("fevga", 7, 1);
    let most = AtomicUsize::new(0);
    review_table(&*table, &quick(), &Stop::new(), &|done, all| {
        assert_eq!(all, 7);
        most.fetch_max(done, Ordering::Relaxed);
    })
    .unwrap();
    assert_eq!(most.into_inner(), 7);
}
