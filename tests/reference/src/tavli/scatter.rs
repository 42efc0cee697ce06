//! Random positions for comparing generators.

use super::board::{BAR, Board, Checker, OFF};
use super::rules::{Game, Rules};
use super::step::single_steps;
use super::{State, outcome, start_state};

/// A small random generator (`SplitMix64`).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `low..=high`.
    fn between(&mut self, low: u8, high: u8) -> u8 {
        low + (self.next() % (u64::from(high - low) + 1)) as u8
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }

    fn roll(&mut self) -> [u8; 2] {
        let (one, other) = (self.between(1, 6), self.between(1, 6));
        [one.max(other), one.min(other)]
    }
}

/// A random position, the same for the same seed.
pub(super) fn random(rules: &Rules, seed: u64) -> State {
    let mut rng = Rng(seed);
    let (mut state, dice_in) = if rng.one_in(2) {
        (walk(rules, &mut rng), rng.one_in(2))
    } else {
        (set_up(rules, &mut rng), !rng.one_in(5))
    };
    // A finished game has no roll to play.
    let over = outcome(rules, &state.board).is_some();
    state.dice = (dice_in && !over).then(|| rng.roll());
    state
}

/// Plays at random from the start. Steps are legal one by one; that a turn must use as many dice as it can
/// and keep the rules about its end is not minded here, which makes rarer positions commoner.
fn walk(rules: &Rules, rng: &mut Rng) -> State {
    let mut state = start_state(rules);
    let most = if rng.one_in(3) { 20 } else { 150 };
    let turns = rng.between(0, most);
    for _ in 0..turns {
        let [high, low] = rng.roll();
        let mut dice = if high == low { vec![high; 4] } else { vec![high, low] };
        if rng.one_in(2) {
            dice.reverse();
        }
        let mut board = state.board;
        for die in dice {
            let boards = single_steps(rules, &board, state.mover, die);
            if !boards.is_empty() {
                board = boards[(rng.next() % boards.len() as u64) as usize];
            }
        }
        // Who has hit in this turn may move again in the next one.
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

/// A way of standing: where a player's checkers prefer to be.
#[derive(Clone, Copy)]
enum Stance {
    /// All of them in the places between.
    Between(u8, u8),
    /// Six points in a row from here, the rest anywhere.
    Prime(u8),
    /// All on r1 but one, which may have run.
    Runner,
    /// One on r1, the others from r2 on.
    Mana,
    /// Nearly all in one heap.
    Heap(u8),
    /// By twos on these places.
    Doors([u8; 8]),
}

fn stance(rules: &Rules, rng: &mut Rng) -> Stance {
    match (rng.between(0, 11), rules.game) {
        (0..=2, _) => Stance::Between(19, 24),
        (3, _) => Stance::Between(rng.between(13, 18), 24),
        (4, _) => Stance::Between(1, rng.between(6, 24)),
        (5 | 6, Game::Fevga) => Stance::Runner,
        (5 | 6, Game::Plakoto) => Stance::Mana,
        (5 | 6 | 11, Game::Portes) | (11, Game::Plakoto) => {
            let low = rng.between(1, 19);
            Stance::Doors([low; 8].map(|low| rng.between(low, 24)))
        }
        (7 | 8, _) => Stance::Prime(rng.between(1, 19)),
        (9, Game::Fevga) => Stance::Prime([1, 13, 14][rng.between(0, 2) as usize]),
        (10, Game::Fevga) => Stance::Heap(rng.between(1, 24)),
        _ => Stance::Between(1, 24),
    }
}

/// Puts fifteen checkers of each side somewhere on an empty board.
fn set_up(rules: &Rules, rng: &mut Rng) -> State {
    // Everything lies off the board until it is placed.
    let mut board = Board::at([[OFF; 15]; 2]);
    let first = rng.between(0, 1) as usize;
    // A few checkers before many doors: seldom can both dice be played.
    let hemmed_in = rng.one_in(5);
    for player in [first, 1 - first] {
        let mut stance = stance(rules, rng);
        let mut off = checkers_off(stance, rng);
        let mut bar = if rules.game == Game::Portes && rng.one_in(5) { rng.between(1, 3) } else { 0 };
        if hemmed_in && player == first {
            stance = Stance::Between(1, 24);
            off = rng.between(12, 14);
        } else if hemmed_in {
            stance = doors_before(rules, &board, first, rng);
            (off, bar) = (0, 0);
        }
        for number in 0..15 - off {
            let place = if number < bar { BAR } else { wished_place(stance, number - bar, rng) };
            put(rules, &mut board, player, number as usize, place, rng);
        }
    }
    let mut mover = rng.between(0, 1) as usize;
    if hemmed_in {
        mover = first;
    } else if rules.game == Game::Fevga && rng.one_in(3) {
        mover = 1 - first;
        shut_in(rules, &mut board, mover, rng);
    }
    board.sort();
    State { board, mover, dice: None }
}

/// How many are borne off already.
fn checkers_off(stance: Stance, rng: &mut Rng) -> u8 {
    match stance {
        Stance::Between(19.., _) if rng.one_in(2) => rng.between(8, 14),
        Stance::Between(..) if rng.one_in(3) => rng.between(0, 14),
        Stance::Prime(_) | Stance::Heap(_) | Stance::Doors(_) if rng.one_in(3) => rng.between(0, 8),
        _ => 0,
    }
}

/// Doors on the twelve points before the rearmost enemy.
fn doors_before(rules: &Rules, board: &Board, enemy: usize, rng: &mut Rng) -> Stance {
    let rearmost = board.checkers[enemy].iter().map(|checker| checker.place).min().unwrap_or(BAR);
    let (low, high) = (rearmost + 1, (rearmost + 12).min(24));
    // A lone enemy on his last point has nothing before him.
    let place = |rng: &mut Rng| rules.game.seen_by_the_other(rng.between(low.min(high), high));
    Stance::Doors([(); 8].map(|()| place(rng)))
}

/// Where the checker of this number would like to stand.
fn wished_place(stance: Stance, number: u8, rng: &mut Rng) -> u8 {
    match stance {
        Stance::Between(low, high) => rng.between(low, high),
        Stance::Prime(from) if number < 6 => from + number,
        Stance::Prime(_) => rng.between(1, 24),
        Stance::Runner if number > 0 => 1,
        Stance::Runner => rng.between(1, 15),
        Stance::Mana if number == 0 => 1,
        // Many on the far start point, where the other's mana may be.
        Stance::Mana if number == 1 => 24,
        Stance::Mana => rng.between(2, 24),
        Stance::Heap(_) if number > 12 => rng.between(1, 24),
        Stance::Heap(place) => place,
        Stance::Doors(places) => places[number as usize / 2],
    }
}

/// Puts a checker on the place, or on the next one after it (round the board) where it may stand.
fn put(rules: &Rules, board: &mut Board, player: usize, index: usize, place: u8, rng: &mut Rng) {
    let mut place = place;
    if place != BAR {
        while !may_stand(rules, board, player, place, rng) {
            place = place % 24 + 1;
        }
        for enemy in &mut board.checkers[1 - player] {
            if (1..=24).contains(&enemy.place) && rules.game.seen_by_the_other(enemy.place) == place {
                enemy.pinned = true;
            }
        }
    }
    board.checkers[player][index] = Checker { place, pinned: false, spent: false };
}

/// Whether the point is free of enemies; in Plakoto a single enemy that pins nobody may be pinned.
fn may_stand(rules: &Rules, board: &Board, player: usize, place: u8, rng: &mut Rng) -> bool {
    let enemy_place = rules.game.seen_by_the_other(place);
    let enemies = board.count_at(1 - player, enemy_place);
    let own_pinned = board.checkers[player].iter().any(|own| own.place == place && own.pinned);
    let pinned_already = board.checkers[1 - player].iter().any(|e| e.place == enemy_place && e.pinned);
    match rules.game {
        Game::Plakoto => enemies == 0 || pinned_already || (enemies == 1 && !own_pinned && !rng.one_in(3)),
        Game::Portes | Game::Fevga => enemies == 0,
    }
}

/// Fevga: moves some of the player's checkers onto the free ones of the six points before the rearmost or the
/// foremost enemy, and then one of them some way back, so that the next roll may close the gap.
fn shut_in(rules: &Rules, board: &mut Board, player: usize, rng: &mut Rng) {
    let enemies = board.places_on_points(1 - player);
    let enemy = if rng.one_in(2) { enemies.min() } else { enemies.max() };
    let Some(enemy) = enemy else { return };
    let mut movable: Vec<usize> =
        (0..15).filter(|&index| board.checkers[player][index].place != OFF).collect();
    let mut walls = Vec::new();
    for ahead in enemy + 1..=(enemy + 6).min(24) {
        let place = rules.game.seen_by_the_other(ahead);
        if board.count_at(1 - player, ahead) == 0 && board.count_at(player, place) == 0 {
            let Some(index) = movable.pop() else { return };
            board.checkers[player][index].place = place;
            walls.push(index);
        }
    }
    if let Some(&index) = walls.first() {
        let place = board.checkers[player][index].place;
        let back = place.saturating_sub(rng.between(0, 6)).max(1);
        if board.count_at(1 - player, rules.game.seen_by_the_other(back)) == 0 {
            board.checkers[player][index].place = back;
        }
    }
}
