//! Random positions for comparing generators.

use super::board::{BAR, Board, Checker, OFF};
use super::rules::{Game, Rules};
use super::step::single_steps;
use super::{State, outcome, start_state};
use crate::random::Random;

fn roll(rng: &mut Random) -> [u8; 2] {
    let (one, other) = (rng.between(1, 6), rng.between(1, 6));
    [one.max(other), one.min(other)]
}

/// A random position; the same seed gives the same one.
pub(super) fn random(rules: &Rules, seed: u64) -> State {
    let mut rng = Random::new(seed);
    let (mut state, dice_in) =
        if rng.one_in(2) { (walk(rules, &mut rng), rng.one_in(2)) } else { (set_up(rules, &mut rng), !rng.one_in(5)) };
    // A finished game has no roll to play.
    let over = outcome(rules, &state.board).is_some();
    state.dice = (dice_in && !over).then(|| roll(&mut rng));
    state
}

/// Plays at random from the start.
///
/// Each step is legal, but the rules about whole turns are ignored: that makes rare positions more common.
fn walk(rules: &Rules, rng: &mut Random) -> State {
    let mut state = start_state(rules);
    let most = if rng.one_in(3) { 20 } else { 150 };
    let turns = rng.between(0, most);
    for _ in 0..turns {
        let [high, low] = roll(rng);
        let mut dice = if high == low { vec![high; 4] } else { vec![high, low] };
        if rng.one_in(2) {
            dice.reverse();
        }
        let mut board = state.board;
        for die in dice {
            let boards = single_steps(rules, &board, state.mover, die);
            if !boards.is_empty() {
                board = rng.pick(&boards);
            }
        }
        // A checker that has hit may move again in the next turn.
        for checker in &mut board.checkers[state.mover] {
            checker.spent = false;
        }
        board.sort();
        let next = State { board, mover: 1 - state.mover, dice: None };
        if outcome(rules, &board).is_some() {
            // The position before the end has more to compare than the end itself.
            return if rng.one_in(4) { next } else { state };
        }
        state = next;
    }
    state
}

/// Where a player's checkers tend to stand.
#[derive(Clone, Copy)]
enum Layout {
    /// All of them in the places between.
    Between(u8, u8),
    /// Six points in a row from here, the rest anywhere.
    Prime(u8),
    /// All on r1 but one, which may have run.
    Runner,
    /// One on r1, the others from r2 on.
    Mana,
    /// Nearly all on one place.
    Stack(u8),
    /// Two on each of these places.
    MadePoints([u8; 8]),
}

fn random_layout(rules: &Rules, rng: &mut Random) -> Layout {
    match (rng.between(0, 11), rules.game) {
        (0..=2, _) => Layout::Between(19, 24),
        (3, _) => Layout::Between(rng.between(13, 18), 24),
        (4, _) => Layout::Between(1, rng.between(6, 24)),
        (6, Game::Narde) => Layout::Stack(1),
        (5 | 6, Game::Fevga | Game::Narde) => Layout::Runner,
        (5 | 6, Game::Plakoto) => Layout::Mana,
        (5 | 6 | 11, Game::Portes) | (11, Game::Plakoto) => {
            let low = rng.between(1, 19);
            Layout::MadePoints([low; 8].map(|low| rng.between(low, 24)))
        }
        (7 | 8, _) => Layout::Prime(rng.between(1, 19)),
        (9, Game::Fevga | Game::Narde) => Layout::Prime([1, 13, 14][rng.between(0, 2) as usize]),
        (10, Game::Fevga | Game::Narde) => Layout::Stack(rng.between(1, 24)),
        _ => Layout::Between(1, 24),
    }
}

/// Puts fifteen checkers of each side somewhere on an empty board.
fn set_up(rules: &Rules, rng: &mut Random) -> State {
    // Every checker is off the board until it is placed.
    let mut board = Board::at([[OFF; 15]; 2]);
    let first = rng.between(0, 1) as usize;
    // A few checkers before many made points can rarely play both dice.
    let hemmed_in = rng.one_in(5);
    for player in [first, 1 - first] {
        let mut layout = random_layout(rules, rng);
        let mut off = checkers_off(layout, rng);
        let mut bar = if rules.game == Game::Portes && rng.one_in(5) { rng.between(1, 3) } else { 0 };
        if hemmed_in && player == first {
            layout = Layout::Between(1, 24);
            off = rng.between(12, 14);
        } else if hemmed_in {
            layout = made_points_before(rules, &board, first, rng);
            (off, bar) = (0, 0);
        }
        for number in 0..15 - off {
            let place = if number < bar { BAR } else { place_in(layout, number - bar, rng) };
            put(rules, &mut board, player, number as usize, place, rng);
        }
    }
    let mut mover = rng.between(0, 1) as usize;
    if hemmed_in {
        mover = first;
    } else if matches!(rules.game, Game::Fevga | Game::Narde) && rng.one_in(3) {
        mover = 1 - first;
        shut_in(rules, &mut board, mover, rng);
    }
    board.sort();
    State { board, mover, dice: None }
}

/// Number of checkers that are already borne off.
fn checkers_off(layout: Layout, rng: &mut Random) -> u8 {
    match layout {
        Layout::Between(19.., _) if rng.one_in(2) => rng.between(8, 14),
        Layout::Between(..) if rng.one_in(3) => rng.between(0, 14),
        Layout::Prime(_) | Layout::Stack(_) | Layout::MadePoints(_) if rng.one_in(3) => rng.between(0, 8),
        _ => 0,
    }
}

/// Made points on the twelve places before the rearmost enemy checker.
fn made_points_before(rules: &Rules, board: &Board, enemy: usize, rng: &mut Random) -> Layout {
    let rearmost = board.checkers[enemy].iter().map(|checker| checker.place).min().unwrap_or(BAR);
    let (low, high) = (rearmost + 1, (rearmost + 12).min(24));
    // An enemy on its last point has nothing before it.
    let place = |rng: &mut Random| rules.game.opponent_place(rng.between(low.min(high), high));
    Layout::MadePoints([(); 8].map(|()| place(rng)))
}

/// The place that the layout gives to the checker of this number.
fn place_in(layout: Layout, number: u8, rng: &mut Random) -> u8 {
    match layout {
        Layout::Between(low, high) => rng.between(low, high),
        Layout::Prime(from) if number < 6 => from + number,
        Layout::Prime(_) => rng.between(1, 24),
        Layout::Runner if number > 0 => 1,
        Layout::Runner => rng.between(1, 15),
        Layout::Mana if number == 0 => 1,
        // On the far start point, where the opponent's mana may be.
        Layout::Mana if number == 1 => 24,
        Layout::Mana => rng.between(2, 24),
        Layout::Stack(_) if number > 12 => rng.between(1, 24),
        Layout::Stack(place) => place,
        Layout::MadePoints(places) => places[number as usize / 2],
    }
}

/// Puts a checker on the place, or on the next one after it (round the board) where it may stand.
fn put(rules: &Rules, board: &mut Board, player: usize, index: usize, place: u8, rng: &mut Random) {
    let mut place = place;
    if place != BAR {
        while !may_stand(rules, board, player, place, rng) {
            place = place % 24 + 1;
        }
        for enemy in &mut board.checkers[1 - player] {
            if (1..=24).contains(&enemy.place) && rules.game.opponent_place(enemy.place) == place {
                enemy.pinned = true;
            }
        }
    }
    board.checkers[player][index] = Checker { place, pinned: false, spent: false };
}

/// Whether the point is free of enemies; in Plakoto a single enemy that pins nobody may be pinned.
fn may_stand(rules: &Rules, board: &Board, player: usize, place: u8, rng: &mut Random) -> bool {
    let enemy_place = rules.game.opponent_place(place);
    let enemies = board.count_at(1 - player, enemy_place);
    let own_pinned = board.checkers[player].iter().any(|own| own.place == place && own.pinned);
    let pinned_already = board.checkers[1 - player].iter().any(|e| e.place == enemy_place && e.pinned);
    match rules.game {
        Game::Plakoto => enemies == 0 || pinned_already || (enemies == 1 && !own_pinned && !rng.one_in(3)),
        Game::Portes | Game::Fevga | Game::Narde => enemies == 0,
    }
}

/// Fevga and Narde: moves some of the player's checkers onto the free points among the six before the rearmost or
/// foremost enemy checker, then moves one of them back, so that the next roll may close the gap.
fn shut_in(rules: &Rules, board: &mut Board, player: usize, rng: &mut Random) {
    let enemies = board.places_on_points(1 - player);
    let enemy = if rng.one_in(2) { enemies.min() } else { enemies.max() };
    let Some(enemy) = enemy else { return };
    let mut movable: Vec<usize> = (0..15).filter(|&index| board.checkers[player][index].place != OFF).collect();
    let mut walls = Vec::new();
    for ahead in enemy + 1..=(enemy + 6).min(24) {
        let place = rules.game.opponent_place(ahead);
        if board.count_at(1 - player, ahead) == 0 && board.count_at(player, place) == 0 {
            let Some(index) = movable.pop() else { return };
            board.checkers[player][index].place = place;
            walls.push(index);
        }
    }
    if let Some(&index) = walls.first() {
        let place = board.checkers[player][index].place;
        let back = place.saturating_sub(rng.between(0, 6)).max(1);
        if board.count_at(1 - player, rules.game.opponent_place(back)) == 0 {
            board.checkers[player][index].place = back;
        }
    }
}
