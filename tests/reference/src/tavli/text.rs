//! Positions as lines of text.

use super::State;
use super::board::{BAR, Board, Checker, OFF};
use super::rules::{Game, Rules};

const COLOURS: [char; 2] = ['w', 'b'];

/// Reads a position, `w15,22,b15 0/0 0/0 w -`.
pub(super) fn parse(rules: &Rules, line: &str) -> Result<State, String> {
    let line = line.trim().to_ascii_lowercase();
    let fields: Vec<&str> = line.split(' ').collect();
    let [points, white, black, mover, dice] = fields[..] else {
        return Err(format!("five fields are needed, there are {}", fields.len()));
    };
    let mut sides = parse_points(rules, points)?;
    for (player, field) in [white, black].into_iter().enumerate() {
        let (bar, off) = field.split_once('/').ok_or_else(|| format!("no bar/off in {field:?}"))?;
        let (bar, off) = (number(bar, 0, 15)?, number(off, 0, 15)?);
        if bar > 0 && rules.game != Game::Portes {
            return Err("only Portes has a bar".to_owned());
        }
        sides[player].extend(vec![standing(BAR, false); bar as usize]);
        sides[player].extend(vec![standing(OFF, false); off as usize]);
    }
    let [white, black] = sides;
    let mut board = Board { checkers: [fifteen("White", white)?, fifteen("Black", black)?] };
    board.sort();
    if (0..2).all(|player| board.count_at(player, OFF) == 15) {
        return Err("both players have borne off all checkers".to_owned());
    }
    let mover = match mover {
        "w" => 0,
        "b" => 1,
        _ => return Err(format!("w or b is to move, not {mover:?}")),
    };
    Ok(State { board, mover, dice: parse_dice(dice)? })
}

fn parse_points(rules: &Rules, text: &str) -> Result<[Vec<Checker>; 2], String> {
    let mut sides = [Vec::new(), Vec::new()];
    let mut point = 1;
    for token in text.split(',') {
        if point > 24 {
            return Err("more than 24 points".to_owned());
        }
        if let Ok(empty) = number(token, 1, 24) {
            point += empty;
            continue;
        }
        let owner = COLOURS.iter().position(|&colour| token.starts_with(colour));
        let owner = owner.ok_or_else(|| format!("neither w nor b nor a number of empty points: {token:?}"))?;
        let (count, under) = token[1..].split_once('+').map_or((&token[1..], None), |(n, u)| (n, Some(u)));
        for _ in 0..number(count, 1, 15)? {
            sides[owner].push(standing(place_of(rules, owner, point), false));
        }
        if let Some(under) = under {
            let other = 1 - owner;
            if rules.game != Game::Plakoto || under != COLOURS[other].to_string() {
                return Err(format!("a checker pinned out of place: {token:?}"));
            }
            sides[other].push(standing(place_of(rules, other, point), true));
        }
        point += 1;
    }
    if point == 25 { Ok(sides) } else { Err(format!("{} points instead of 24", point - 1)) }
}

fn parse_dice(text: &str) -> Result<Option<[u8; 2]>, String> {
    if text == "-" {
        return Ok(None);
    }
    let dice: Vec<u8> = text.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect();
    match dice[..] {
        [one, other] if text.len() == 2 => Ok(Some([one.max(other), one.min(other)])),
        _ => Err(format!("two dice or -, not {text:?}")),
    }
}

fn standing(place: u8, pinned: bool) -> Checker {
    Checker { place, pinned, spent: false }
}

fn fifteen(name: &str, side: Vec<Checker>) -> Result<[Checker; 15], String> {
    let count = side.len();
    side.try_into().map_err(|_| format!("{name} has {count} checkers instead of 15"))
}

/// White counts as the board does; the other way round the same step leads back.
fn place_of(rules: &Rules, player: usize, point: u8) -> u8 {
    if player == 0 { point } else { rules.game.opponent_place(point) }
}

/// A plain decimal number within limits, without sign or leading zero.
fn number(text: &str, low: u8, high: u8) -> Result<u8, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    match text.parse::<u8>() {
        Ok(value) if plain && (low..=high).contains(&value) => Ok(value),
        _ => Err(format!("a number from {low} to {high} is needed, not {text:?}")),
    }
}

/// Prints a position in its one canonical spelling.
pub(super) fn print(rules: &Rules, state: &State) -> String {
    let mut tokens: Vec<String> = Vec::new();
    let mut empty = 0;
    for point in 1..=24 {
        let token = print_point(rules, &state.board, point);
        if token.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            tokens.push(empty.to_string());
            empty = 0;
        }
        tokens.push(token);
    }
    if empty > 0 {
        tokens.push(empty.to_string());
    }
    let count = |player, place| state.board.count_at(player, place);
    let dice = state.dice.map_or_else(|| "-".to_owned(), |[high, low]| format!("{high}{low}"));
    format!(
        "{} {}/{} {}/{} {} {dice}",
        tokens.join(","),
        count(0, BAR),
        count(0, OFF),
        count(1, BAR),
        count(1, OFF),
        COLOURS[state.mover],
    )
}

/// `w2`, `w2+b`, or nothing for an empty point.
fn print_point(rules: &Rules, board: &Board, point: u8) -> String {
    let (mut on_top, mut below) = (String::new(), String::new());
    for (player, colour) in COLOURS.into_iter().enumerate() {
        let place = place_of(rules, player, point);
        let free = board.checkers[player].iter().filter(|c| c.place == place && !c.pinned).count();
        if free > 0 {
            on_top = format!("{colour}{free}");
        }
        if board.checkers[player].iter().any(|c| c.place == place && c.pinned) {
            below = format!("+{colour}");
        }
    }
    on_top + &below
}
