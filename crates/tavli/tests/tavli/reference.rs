//! Agreement with the slow reference, which shares no code with this crate.
//!
//! By default 20,000 positions with dice of every game (50,000 of Narde) are compared, and the positions before rolls between them,
//! spread over the options of the game. The ignored test compares a million of each, or `AGON_POSITIONS`: `cargo test --release -p agon-tavli --test tavli reference -- --ignored`.

use crate::common::open;
use agon_core::AnyTable;

/// Specs whose options together take every value, each with the other options at their defaults.
const PORTES: &[&str] = &[
    "portes",
    "portes:one_die=free",
    "portes:hit_and_run=forbidden",
    "portes:score=triple",
    "portes:one_die=free,score=triple,opening=high_plays,hit_and_run=forbidden",
];
const PLAKOTO: &[&str] = &[
    "plakoto",
    "plakoto:one_die=free",
    "plakoto:bearoff=unpinned_only",
    "plakoto:mana=play_on",
    "plakoto:bearoff=unpinned_only,mana=play_on",
    "plakoto:one_die=free,score=triple,bearoff=unpinned_only,mana=play_on",
];
const FEVGA: &[&str] = &[
    "fevga",
    "fevga:one_die=free",
    "fevga:runner=past",
    "fevga:start_prime=either",
    "fevga:start_prime=off",
    "fevga:blockade=behind_prime",
    "fevga:blockade=off",
    "fevga:mana_prime=forbidden",
    "fevga:start_prime=either,mana_prime=forbidden,runner=past",
    "fevga:one_die=free,score=triple,start_prime=off,blockade=behind_prime,mana_prime=forbidden",
];

const NARDE: &[&str] = &[
    "narde",
    "narde:one_die=free",
    "narde:head=one",
    "narde:head=free",
    "narde:block=off",
    "narde:one_die=free,score=triple,opening=white,head=free,block=off",
    "narde:one_die=free,opening=high_plays,head=one",
];

/// Compares this number of positions with dice, spread over the specs, and those before rolls between them.
pub(crate) fn compare(specs: &[&str], positions: u64) {
    for spec in specs {
        let mut table = open(spec);
        let (mut seed, mut rolled) = (0, 0);
        while rolled < positions.div_ceil(specs.len() as u64) {
            seed += 1;
            let text = agon_reference::random_position(spec, seed);
            table.set_position(&text).unwrap_or_else(|fault| panic!("{spec}, {text}: {fault}"));
            let reference = agon_reference::successors(spec, &text).unwrap();
            assert_eq!(table.position(), reference.position, "{spec}");
            assert_eq!(table.actor().name(), reference.actor, "{spec}, {text}");
            let outcome = table
                .outcome()
                .map(|outcome| (outcome.winner().map(|winner| winner.index() as u8 + 1), outcome.points()));
            assert_eq!(outcome, reference.outcome, "{spec}, {text}");
            let successors = table.successors();
            let mut ends: Vec<String> = successors.iter().map(|next| next.position.clone()).collect();
            let listed = ends.len();
            ends.sort();
            ends.dedup();
            assert_eq!(ends.len(), listed, "{spec}, {text}: a position stands twice");
            assert_eq!(ends, reference.successors, "{spec}, {text}");
            if table.actor().player().is_none() {
                continue;
            }
            rolled += 1;
            if rolled % 256 == 0 {
                words_lead_where_they_say(&*table, &text);
            }
        }
    }
}

/// Every turn of the list is parsed as itself.
fn words_lead_where_they_say(table: &dyn AnyTable, text: &str) {
    for turn in table.legal() {
        assert_eq!(table.check(&turn).as_deref(), Ok(turn.as_str()), "{text}");
        let reversed: Vec<&str> = turn.rsplit(',').collect();
        assert_eq!(table.check(&reversed.join(" ")).as_deref(), Ok(turn.as_str()), "{text}");
    }
}

#[test]
fn portes_agrees_with_its_reference() {
    compare(PORTES, 20_000);
}

#[test]
fn plakoto_agrees_with_its_reference() {
    compare(PLAKOTO, 20_000);
}

#[test]
fn fevga_agrees_with_its_reference() {
    compare(FEVGA, 20_000);
}

#[test]
fn narde_agrees_with_its_reference() {
    compare(NARDE, 50_000);
}

const BACKGAMMON: &[&str] = &["backgammon", "backgammon:hit_and_run=forbidden,score=double"];

#[test]
fn backgammon_agrees_with_its_reference() {
    // The same rules as Portes but for the defaults.
    compare(BACKGAMMON, 5_000);
}

/// Gul bara has no reference. Without Fevga's restrictions, and once its runner is round, Fevga has the
/// same turns; what comes after a double differs, so only the boards are compared.
#[test]
fn gulbara_agrees_with_an_unbound_fevga() {
    let spec = "fevga:start_prime=off,blockade=off";
    let mut table = open("gulbara");
    let mut compared = 0;
    for seed in 0..10_000 {
        let text = agon_reference::random_position(spec, seed);
        table.set_position(&text).unwrap();
        if table.actor().player().is_none() || !runner_is_round(&text) {
            continue;
        }
        let board = |text: &str| text.rsplitn(3, ' ').last().unwrap().to_owned();
        let mut ends: Vec<String> = table.successors().iter().map(|next| board(&next.position)).collect();
        let mut slow: Vec<String> =
            agon_reference::successors(spec, &text).unwrap().successors.iter().map(|next| board(next)).collect();
        ends.sort();
        slow.sort();
        assert_eq!(ends, slow, "{text}");
        compared += 1;
    }
    assert!(compared > 2_000, "{compared}");
}

/// Whether the player to move has a checker on the second half of the board, or off.
fn runner_is_round(text: &str) -> bool {
    let table = crate::common::at("gulbara", text);
    let agon_core::BoardView::Tavli(view) = table.view(&[]).unwrap() else { return false };
    let half = match view.mover {
        agon_core::Player::P1 => 12..24,
        agon_core::Player::P2 => 0..12,
    };
    view.off[view.mover.index()] > 0 || view.points[half].iter().any(|point| point.owner == Some(view.mover))
}

#[test]
#[ignore = "a million positions of every game: minutes"]
fn a_million_positions_of_each_game_agree() {
    let positions = std::env::var("AGON_POSITIONS").ok().and_then(|number| number.parse().ok());
    for specs in [PORTES, PLAKOTO, FEVGA, NARDE, BACKGAMMON] {
        compare(specs, positions.unwrap_or(1_000_000));
    }
}
