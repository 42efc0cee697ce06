//! Single steps: one checker, one die.

use super::board::{BAR, Board, Checker, HOME, OFF};
use super::rules::{Game, Rules};

/// The boards after each legal single step of the player with the die.
pub(super) fn single_steps(rules: &Rules, board: &Board, player: usize, die: u8) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut tried = None;
    for (index, checker) in board.checkers[player].iter().enumerate() {
        // Checkers are sorted: an equal one just before has made the same step already.
        if tried == Some(checker) {
            continue;
        }
        tried = Some(checker);
        if !may_move(rules, board, player, *checker) {
            continue;
        }
        let target = checker.place + die;
        if target <= 24 {
            if !blocked(rules, board, player, target) {
                boards.push(moved(rules, board, player, index, target));
            }
        } else if may_bear_off(rules, board, player, checker.place, die) {
            boards.push(moved(rules, board, player, index, OFF));
        }
    }
    boards
}

fn may_move(rules: &Rules, board: &Board, player: usize, checker: Checker) -> bool {
    if checker.place == OFF || !can_move(checker) {
        return false;
    }
    match rules.game {
        Game::Portes => checker.place == BAR || board.count_at(player, BAR) == 0,
        Game::Plakoto | Game::Narde => true,
        Game::Fevga => runner_allows(rules, board, player, checker.place),
    }
}

/// Neither pinned nor, after a hit, unable to move on.
fn can_move(checker: Checker) -> bool {
    !checker.pinned && !checker.spent
}

/// T-A14. Places only grow, so having a checker that far (or off) is having had one.
fn runner_allows(rules: &Rules, board: &Board, player: usize, place: u8) -> bool {
    let arrived = board.checkers[player].iter().any(|checker| checker.place >= rules.runner_arrives);
    let some_left = board.checkers[player].iter().any(|checker| checker.place > 1);
    arrived || !some_left || place > 1
}

/// T2.
fn blocked(rules: &Rules, board: &Board, player: usize, target: u8) -> bool {
    let enemies = board.count_at(1 - player, rules.game.opponent_place(target));
    let own_pinned_there = board.checkers[player].iter().any(|own| own.place == target && own.pinned);
    match rules.game {
        Game::Portes => enemies >= 2,
        Game::Plakoto => enemies >= 2 || (enemies >= 1 && own_pinned_there),
        Game::Fevga | Game::Narde => enemies >= 1,
    }
}

/// T5, T-A10: whether the die takes a checker that can move off from this place.
fn may_bear_off(rules: &Rules, board: &Board, player: usize, place: u8, die: u8) -> bool {
    let own = || board.checkers[player].iter().filter(|checker| checker.place != OFF);
    // The bar is place 0, so a checker on it is not home either.
    if own().any(|checker| checker.place < HOME) {
        return false;
    }
    if !rules.bear_off_unpinned && own().any(|checker| checker.pinned) {
        return false;
    }
    let exact = 25 - die;
    if place == exact {
        return true;
    }
    if own().any(|checker| checker.place == exact && can_move(*checker)) {
        return false;
    }
    // Pinned checkers and those that have just hit count here like the others.
    let one_further_back = own().any(|checker| checker.place < exact);
    let rearmost = own().map(|checker| checker.place).min();
    !one_further_back && rearmost == Some(place)
}

/// Moves the checker; frees, hits or pins enemies where it leaves and lands.
fn moved(rules: &Rules, board: &Board, player: usize, index: usize, target: u8) -> Board {
    let mut after = *board;
    let from = board.checkers[player][index].place;
    after.checkers[player][index].place = target;
    let last_one_left = after.count_at(player, from) == 0;
    let [white, black] = &mut after.checkers;
    let (own, enemies) = if player == 0 { (white, black) } else { (black, white) };
    if rules.game == Game::Plakoto && last_one_left {
        for enemy in enemies.iter_mut().filter(|e| is_on(rules, **e, from)) {
            enemy.pinned = false;
        }
    }
    if target != OFF {
        // Not blocked, so in Portes and Plakoto there is one enemy at most, and in the others none.
        for enemy in enemies.iter_mut().filter(|e| is_on(rules, **e, target)) {
            match rules.game {
                Game::Portes => {
                    enemy.place = BAR;
                    own[index].spent = !rules.hit_and_run && target >= HOME;
                }
                Game::Plakoto => enemy.pinned = true,
                Game::Fevga | Game::Narde => {}
            }
        }
    }
    after.sort();
    after
}

/// Whether an enemy checker stands on the point that the mover calls `place`.
fn is_on(rules: &Rules, enemy: Checker, place: u8) -> bool {
    (1..=24).contains(&place) && enemy.place == rules.game.opponent_place(place)
}
