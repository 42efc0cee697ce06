//! Random valid positions of Blockade.

use super::{BLUE, GREEN, PAWNS, Position, Rules, Square, owner, plus};
use crate::random::Random;

/// A random valid position; the same seed gives the same one.
///
/// Half of them come from random play, half are set up: pawns side by side, two apart, on start squares
/// or next to their goals, walls in clusters, stocks without one colour or empty. An invalid spec
/// gives `startpos`.
pub fn random_position(spec: &str, seed: u64) -> String {
    let Ok(rules) = Rules::read(spec) else { return "startpos".to_owned() };
    let random = &mut Random::new(seed);
    let position = if random.percent(50) { played(&rules, random) } else { set_up(&rules, random) };
    rules.print(&position)
}

/// Plays pawn moves and walls in any mixture; all turn kinds lead to much the same positions.
fn played(rules: &Rules, random: &mut Random) -> Position {
    let mut position = rules.start();
    let walls_percent = random.pick(&[20, 60, 95]);
    for _ in 0..random.within(0..3 * rules.cols) {
        let pawn = 2 * position.mover + random.within(0..2) as usize;
        let targets = rules.pawn_targets(&position, pawn);
        if !targets.is_empty() {
            position.pawns[pawn] = random.pick(&targets);
        }
        let is_over = rules.arrived(&position).is_some();
        if !is_over && random.percent(walls_percent) {
            add_wall(rules, &mut position, random);
        }
        position.mover = 1 - position.mover;
        if is_over {
            break;
        }
    }
    position
}

/// Places a random wall of the mover, if one of a few tries is legal.
fn add_wall(rules: &Rules, position: &mut Position, random: &mut Random) {
    let near_a_pawn = random.percent(50);
    for _ in 0..6 {
        let colour = random.pick(&[GREEN, BLUE]);
        let anchor = if near_a_pawn {
            let (row, col) = random.pick(&position.pawns);
            (row + random.within(-2..2), col + random.within(-2..2))
        } else {
            (random.within(1..rules.rows), random.within(1..rules.cols))
        };
        if position.stock[position.mover][colour] == 0 || !rules.fits(position, colour, anchor) {
            continue;
        }
        let mut next = position.clone();
        next.put_wall(colour, anchor);
        next.stock[position.mover][colour] -= 1;
        if rules.keeps_paths(&rules.regions(&next), &next.pawns) {
            *position = next;
            return;
        }
    }
}

fn set_up(rules: &Rules, random: &mut Random) -> Position {
    let mut position = rules.start();
    position.pawns = random_pawns(rules, random);
    let most = random.pick(&[0, 4, 12, 4 * rules.walls]);
    for _ in 0..2 * most {
        position.mover = random.within(0..2) as usize;
        add_wall(rules, &mut position, random);
    }
    for stock in position.stock.as_flattened_mut() {
        if random.percent(40) {
            *stock = random.within(0..(*stock + 1).min(2));
        }
    }
    // After the winning turn the loser is to move.
    position.mover = match rules.arrived(&position) {
        Some(winner) => 1 - winner,
        None => random.within(0..2) as usize,
    };
    position
}

fn random_pawns(rules: &Rules, random: &mut Random) -> [Square; 4] {
    const NEAR: [Square; 12] =
        [(0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2), (2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let is_over = random.percent(6);
    loop {
        let mut pawns = rules.starts;
        for pawn in PAWNS {
            let any = (random.within(1..rules.rows + 1), random.within(1..rules.cols + 1));
            pawns[pawn] = match random.within(0..6) {
                0 => rules.starts[pawn],
                1 => plus(random.pick(&rules.goals(owner(pawn))), random.pick(&NEAR)),
                2 | 3 if pawn > 0 => plus(pawns[random.within(0..pawn as i32) as usize], random.pick(&NEAR)),
                _ => any,
            };
        }
        let position = Position { pawns, ..rules.start() };
        if rules.check(&position).is_ok() && rules.arrived(&position).is_some() == is_over {
            return pawns;
        }
    }
}
