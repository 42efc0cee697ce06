//! The move generator against the slow reference, on random positions of every size.

use std::thread;

use agon_core::{Options, Outcome};
use agon_quoridor::{ENTRY, INFO};
use agon_reference::Reference;

/// Sizes by how often they are tried: mostly those that are played, and the small ones, where
/// walls and pawns are always near each other.
const SIZES: [u8; 20] = [9, 9, 9, 9, 9, 9, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10, 11, 12, 13, 15];
const WALLS: [u8; 6] = [10, 10, 3, 1, 20, 99];

/// Options, so that every size meets every number of walls as the seeds go on.
fn options(seed: u64) -> String {
    let size = SIZES[(seed % 20) as usize];
    // 14 is the one size that is not in the list.
    let size = if size == 15 && seed % 40 == 39 { 14 } else { size };
    let walls = WALLS[(seed / 20 % 6) as usize];
    // Among the small ones boards that are not square, of every shape in turn.
    if size < 9 && seed / 120 % 2 == 1 {
        let shape = seed / 240 * 7 + seed % 20;
        return format!("rows={},cols={},walls={walls}", 3 + shape % 7, 2 + shape / 7 % 8);
    }
    format!("size={size},walls={walls}")
}

fn compare(seed: u64) {
    let options = options(seed);
    let spec = format!("quoridor:{options}");
    let position = agon_reference::random_position(&spec, seed);
    let at = format!("seed {seed}: {spec} {position}");
    let Reference { position: canonical, actor, outcome, successors } =
        agon_reference::successors(&spec, &position).unwrap_or_else(|reason| panic!("{at}: {reason}"));

    let mut table = (ENTRY.open)(Options::parse(&INFO, &options).expect(&at)).expect(&at);
    table.set_position(&position).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    assert_eq!(table.position(), canonical, "{at}");
    assert_eq!(table.actor().name(), actor, "{at}");
    let winner = |outcome: Outcome| (outcome.winner().map(|player| player.index() as u8 + 1), outcome.points());
    assert_eq!(table.outcome().map(winner), outcome, "{at}");
    let mut fast: Vec<String> = table.successors().into_iter().map(|next| next.position).collect();
    fast.sort();
    assert_eq!(fast, successors, "{at}");
}

/// Compares the positions of these seeds, on some threads.
fn compare_all(seeds: std::ops::Range<u64>, threads: u64) {
    thread::scope(|scope| {
        for first in 0..threads {
            let mine = (seeds.start + first..seeds.end).step_by(threads as usize);
            scope.spawn(move || mine.for_each(compare));
        }
    });
}

#[test]
fn agrees_with_the_reference() {
    compare_all(0..20_400, 2);
}

#[test]
#[ignore = "takes minutes in a release build"]
fn agrees_with_the_reference_on_a_million_positions() {
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    compare_all(1_000_000..2_000_000, threads);
}
