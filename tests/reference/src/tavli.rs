//! The slow generator of the tavli games.
//!
//! Each of the fifteen checkers a side has its own place. Every checker is tried with every order of the
//! dice, one die at a time; all sequences are kept, and the rules about whole turns then strike out the
//! illegal ones. Places are counted from the mover's side, 1 to 24, as in the rules.

mod board;
mod random_positions;
mod rules;
mod step;
mod text;
mod turn;

#[cfg(test)]
mod tests;

use board::Board;
use rules::{Game, Rules};

use crate::Reference;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    board: Board,
    /// 0 for White, 1 for Black.
    mover: usize,
    /// The roll to be played, higher die first; `None` if the dice are to be rolled.
    dice: Option<[u8; 2]>,
}

/// Lists what can follow a position: the 21 rolls, or the positions after every legal turn.
///
/// Options of the game follow its name after a colon; `startpos` stands for the start.
pub fn successors(spec: &str, position: &str) -> Result<Reference, String> {
    let rules = rules::parse(spec)?;
    let state = if position.trim() == "startpos" { start_state(&rules) } else { text::parse(&rules, position)? };
    let outcome = outcome(&rules, &state.board);
    let (actor, mut successors) = match state.dice {
        _ if outcome.is_some() => ("none", Vec::new()),
        None => ("chance", after_rolls(&rules, &state)),
        Some(dice) => (["p1", "p2"][state.mover], after_turns(&rules, &state, dice)),
    };
    successors.sort();
    successors.dedup();
    Ok(Reference { position: text::print(&rules, &state), actor, outcome, successors })
}

/// Prints the position a game starts from.
pub fn start(spec: &str) -> Result<String, String> {
    let rules = rules::parse(spec)?;
    Ok(text::print(&rules, &start_state(&rules)))
}

/// A random valid position; the same seed gives the same one.
///
/// Some come from random play, others are set up at random, often in situations that special rules are
/// about; most have a roll to play. A spec that [`successors`] refuses gives an empty string.
pub fn random_position(spec: &str, seed: u64) -> String {
    rules::parse(spec)
        .map_or_else(|_| String::new(), |rules| text::print(&rules, &random_positions::random(&rules, seed)))
}

fn start_state(rules: &Rules) -> State {
    State { board: Board::at([rules.start; 2]), mover: 0, dice: None }
}

fn after_rolls(rules: &Rules, state: &State) -> Vec<String> {
    let mut list = Vec::new();
    for high in 1..=6 {
        for low in 1..=high {
            list.push(text::print(rules, &State { dice: Some([high, low]), ..*state }));
        }
    }
    list
}

fn after_turns(rules: &Rules, state: &State, dice: [u8; 2]) -> Vec<String> {
    turn::legal_ends(rules, &state.board, state.mover, dice)
        .iter()
        .map(|board| text::print(rules, &State { board: *board, mover: 1 - state.mover, dice: None }))
        .collect()
}

/// The result of a finished game: the winner (1 or 2, `None` for a draw) and the points.
fn outcome(rules: &Rules, board: &Board) -> Option<(Option<u8>, u8)> {
    for winner in 0..2 {
        if board.count_at(winner, board::OFF) == 15 {
            return Some((Some(winner as u8 + 1), points(rules, board, winner)));
        }
    }
    if rules.game != Game::Plakoto {
        return None;
    }
    // T-A11, T-A12. A pinned checker is the only one of its colour on its point, so on r1 it is the mana.
    let mana_pinned = |player: usize| board.checkers[player].iter().any(|c| c.place == 1 && c.pinned);
    if mana_pinned(0) && mana_pinned(1) {
        return Some((None, 0));
    }
    if rules.mana_ends {
        for pinner in 0..2 {
            if mana_pinned(1 - pinner) && board.count_at(pinner, 1) == 0 {
                return Some((Some(pinner as u8 + 1), 2));
            }
        }
    }
    None
}

/// T6: the points for bearing off all fifteen checkers.
fn points(rules: &Rules, board: &Board, winner: usize) -> u8 {
    let loser = 1 - winner;
    if board.count_at(loser, board::OFF) > 0 {
        return 1;
    }
    let left_behind = board.checkers[loser]
        .iter()
        .any(|checker| checker.place == board::BAR || rules.game.opponent_place(checker.place) >= board::HOME);
    if rules.triple && left_behind { 3 } else { 2 }
}
