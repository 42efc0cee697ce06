//! The slow reference of the solvers: it uses the public rules alone, lists every reachable position, and propagates
//! results backwards turn by turn until nothing changes.

use std::collections::HashMap;

use agon_core::{Actor, Player, Position};
use agon_solver::ProvenResult;

/// The results of all positions that are reachable from some.
pub(crate) fn solve<P: Position>(roots: &[P]) -> HashMap<P, ProvenResult> {
    let mut numbers: HashMap<P, usize> = HashMap::new();
    let mut positions: Vec<P> = Vec::new();
    let mut add = |position: P, positions: &mut Vec<P>| {
        *numbers.entry(position).or_insert_with(|| {
            positions.push(position);
            positions.len() - 1
        })
    };
    for &root in roots {
        add(root, &mut positions);
    }
    let mut turns: Vec<Vec<usize>> = Vec::new();
    let mut moves = Vec::new();
    while let Some(&position) = positions.get(turns.len()) {
        moves.clear();
        position.legal_moves(&mut moves);
        let after = moves.iter().map(|&m| {
            let mut next = position;
            next.play_unchecked(m);
            add(next, &mut positions)
        });
        turns.push(after.collect());
    }
    let mut values: Vec<Option<Player>> = positions
        .iter()
        .map(|position| position.outcome().map(|outcome| outcome.winner().expect("no draws on the board")))
        .collect();
    loop {
        let mut any = false;
        for (number, position) in positions.iter().enumerate() {
            let Actor::Player(mover) = position.actor() else { continue };
            if values[number].is_some() {
                continue;
            }
            let after: Vec<Option<Player>> = turns[number].iter().map(|&next| values[next]).collect();
            if after.contains(&Some(mover)) {
                values[number] = Some(mover);
            } else if after.iter().all(|value| *value == Some(mover.opponent())) {
                values[number] = Some(mover.opponent());
            }
            any |= values[number].is_some();
        }
        if !any {
            break;
        }
    }
    positions
        .into_iter()
        .zip(values.into_iter().map(|value| value.map_or(ProvenResult::Draw, ProvenResult::Win)))
        .collect()
}
