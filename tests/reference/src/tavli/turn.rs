//! Whole turns: every sequence of steps, then the rules about them.

use std::collections::BTreeSet;

use super::board::{Board, OFF};
use super::rules::{Blockade, Game, Head, Rules, StartPrime};
use super::step::single_steps;

/// A sequence of steps of any length, by its end and the dice it has used, sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Sequence {
    end: Board,
    used: Vec<u8>,
}

/// The boards in which a legal turn can end.
pub(super) fn legal_ends(rules: &Rules, board: &Board, player: usize, dice: [u8; 2]) -> Vec<Board> {
    let to_play = if dice[0] == dice[1] { vec![dice[0]; 4] } else { dice.to_vec() };
    let mut sequences = BTreeSet::new();
    let stay = stay_on_head(rules, board, player, dice);
    play_on(rules, &Sequence { end: *board, used: Vec::new() }, player, &to_play, stay, &mut sequences);

    let mut turns: Vec<Sequence> = sequences.into_iter().collect();
    if rules.game == Game::Fevga {
        keep_lawful_ends(rules, player, &mut turns);
    }
    // T53.
    if turns.iter().any(|turn| keeps_block(rules, &turn.end, player)) {
        turns.retain(|turn| keeps_block(rules, &turn.end, player));
    }
    // T3: as many dice as possible.
    let most = turns.iter().map(|turn| turn.used.len()).max().unwrap_or(0);
    turns.retain(|turn| turn.used.len() == most);
    // T3: of two different dice the larger one, if only one can be played.
    let larger = dice[0].max(dice[1]);
    if rules.larger_die && dice[0] != dice[1] && most == 1 && turns.iter().any(|turn| turn.used == [larger]) {
        turns.retain(|turn| turn.used == [larger]);
    }
    // Only on a board set up in breach of T-A15 or T-A17 can no sequence be left, not even the empty one: a pass.
    if turns.is_empty() {
        return vec![*board];
    }
    turns.into_iter().map(|turn| turn.end).collect()
}

/// T51: how many checkers must stay on r1 during the turn.
fn stay_on_head(rules: &Rules, start: &Board, player: usize, dice: [u8; 2]) -> usize {
    let standing = start.count_at(player, 1);
    let first_double = standing == 15 && [[3, 3], [4, 4], [6, 6]].contains(&dice);
    let may_leave = match rules.head {
        Head::Free => 15,
        Head::FirstDoubles if first_double => 2,
        Head::FirstDoubles | Head::One => 1,
    };
    standing.saturating_sub(may_leave)
}

/// Collects the sequence and all that continue it with the dice to play, in every order.
fn play_on(
    rules: &Rules,
    sequence: &Sequence,
    player: usize,
    dice: &[u8],
    stay_on_head: usize,
    all: &mut BTreeSet<Sequence>,
) {
    // The same board after the same dice has the same continuations.
    if !all.insert(sequence.clone()) {
        return;
    }
    for (index, &die) in dice.iter().enumerate() {
        if dice[..index].contains(&die) {
            continue;
        }
        let mut left = dice.to_vec();
        left.remove(index);
        let mut used = sequence.used.clone();
        used.push(die);
        used.sort_unstable();
        for end in single_steps(rules, &sequence.end, player, die) {
            if end.count_at(player, 1) >= stay_on_head {
                play_on(rules, &Sequence { end, used: used.clone() }, player, &left, stay_on_head, all);
            }
        }
    }
}

/// T-A18: strikes out the sequences that end in breach of T-A15, T-A16 or T-A17.
fn keep_lawful_ends(rules: &Rules, player: usize, turns: &mut Vec<Sequence>) {
    turns.retain(|turn| keeps_start_prime(rules, &turn.end, player) && keeps_mana_prime(rules, &turn.end, player));
    if turns.iter().any(|turn| keeps_blockade(rules, &turn.end, player)) {
        turns.retain(|turn| keeps_blockade(rules, &turn.end, player));
    }
}

/// T-A15. The opponent's r1..r6 are the player's r13..r18.
fn keeps_start_prime(rules: &Rules, end: &Board, player: usize) -> bool {
    match rules.start_prime {
        StartPrime::Own => !end.holds_six_from(player, 1),
        StartPrime::Either => !end.holds_six_from(player, 1) && !end.holds_six_from(player, 13),
        StartPrime::Off => true,
    }
}

/// T-A17.
fn keeps_mana_prime(rules: &Rules, end: &Board, player: usize) -> bool {
    rules.mana_prime || !end.holds_six_from(player, 14)
}

/// T52: every six places in a row of the opponent's way that the player holds have an opposing checker beyond them, or
/// borne off.
fn keeps_block(rules: &Rules, end: &Board, player: usize) -> bool {
    let opponent = 1 - player;
    let held = |place: u8| end.count_at(player, rules.game.opponent_place(place)) > 0;
    let beyond = |last: u8| (last + 1..=OFF).any(|place| end.count_at(opponent, place) > 0);
    !rules.block_needs_enemy_ahead || (1..=19).all(|first| !(first..first + 6).all(held) || beyond(first + 5))
}

/// T-A16.
fn keeps_blockade(rules: &Rules, end: &Board, player: usize) -> bool {
    let opponent = 1 - player;
    let mut opposing: Vec<u8> = end.places_on_points(opponent).collect();
    opposing.dedup();
    if opposing.is_empty() || end.count_at(player, OFF) == 15 {
        return true;
    }
    match rules.blockade {
        Blockade::Off => true,
        Blockade::AnyDie => (1..=6).any(|die| !single_steps(rules, end, opponent, die).is_empty()),
        // A prime must end before the opponent's last point, from where checkers are borne off.
        Blockade::BehindPrime => {
            let all_on_one_point = opposing.len() == 1;
            let place = opposing[0];
            let held = |ahead: u8| ahead <= 24 && end.count_at(player, rules.game.opponent_place(ahead)) > 0;
            !(all_on_one_point && (place + 1..=place + 6).all(held))
        }
    }
}
