use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use agon_core::{Actor, AnyTable, Rng, TurnState};
use agon_games::open;

/// A table after some random turns, and its legal turns.
pub(crate) struct Reached {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) legal: HashSet<String>,
}

/// How many different tables of one spec are used.
const TABLES_PER_SPEC: u64 = 12;

/// How many tables are kept before all are forgotten.
const MOST_TABLES: usize = 512;

/// The table of a seed; reaching it is expensive, so it is cached for the next input.
pub(crate) fn reached(spec: &str, seed: u64) -> Option<Rc<Reached>> {
    thread_local! {
        static KNOWN: RefCell<HashMap<(String, u64), Rc<Reached>>> = RefCell::default();
    }
    let key = (spec.to_owned(), seed % TABLES_PER_SPEC);
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return Some(known);
    }
    let fresh = Rc::new(reach(spec, key.1)?);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST_TABLES {
            known.clear();
        }
        known.insert(key, Rc::clone(&fresh));
    });
    Some(fresh)
}

fn reach(spec: &str, seed: u64) -> Option<Reached> {
    let mut table = open(spec).ok()?;
    let mut rng = Rng::new(seed);
    for _ in 0..seed * 4 {
        match table.actor() {
            Actor::Nobody => {
                table.undo();
                break;
            }
            Actor::Chance => {
                table.roll(&mut rng);
            }
            Actor::Player(_) => play_by_hand(&mut *table, &mut rng),
        }
    }
    let legal = table.legal().into_iter().collect();
    Some(Reached { table, legal })
}

/// Plays a random turn step by step and checks that the steps add up to it.
fn play_by_hand(table: &mut dyn AnyTable, rng: &mut Rng) {
    let mut prefix: Vec<String> = Vec::new();
    loop {
        let steps = match table.steps(&prefix) {
            Ok(steps) => steps,
            Err(fault) => panic!("{}: {prefix:?}: {fault}", table.position()),
        };
        assert_eq!(steps.turn.is_some(), steps.state == TurnState::Complete, "{}: {prefix:?}", table.position());
        if let Some(turn) = steps.turn
            && (steps.next.is_empty() || rng.below(2) == 0)
        {
            let notation = if prefix.is_empty() { turn.clone() } else { prefix.join(",") };
            assert_eq!(table.play(&notation), Ok(turn), "steps {prefix:?}");
            return;
        }
        if let Some(step) = rng.choose(&steps.next) {
            prefix.push(step.notation.clone());
            continue;
        }
        assert_eq!(steps.state, TurnState::DeadEnd, "{}: {prefix:?}", table.position());
        assert!(!prefix.is_empty(), "{}: no turn begins", table.position());
        // Dice plays may run into dead ends again and again: take any whole turn instead.
        if let Some(notation) = rng.choose(&table.legal()) {
            assert_eq!(table.play(notation).as_ref(), Ok(notation));
        }
        return;
    }
}
