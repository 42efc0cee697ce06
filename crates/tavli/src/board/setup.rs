//! Position strings: `w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w -`.

use std::fmt::Write as _;

use agon_core::{Fault, Player, Position as _, faults};

use crate::faults as tavli;
use crate::{BlotRule, Dice, Place, Position, Rules, Side, Variant};

/// The letter of a player in position strings.
pub(crate) const fn letter(player: Player) -> char {
    match player {
        Player::P1 => 'w',
        Player::P2 => 'b',
    }
}

const fn colour(player: Player) -> &'static str {
    match player {
        Player::P1 => "White",
        Player::P2 => "Black",
    }
}

/// Writes a position.
pub(crate) fn text<V: Variant>(position: &Position<V>) -> String {
    let mut out = String::with_capacity(64);
    let mut empty = 0;
    for point in 1..=24 {
        match point_text(position, point) {
            None => empty += 1,
            Some(text) => {
                push_empty(&mut out, &mut empty);
                separate(&mut out);
                out.push_str(&text);
            }
        }
    }
    push_empty(&mut out, &mut empty);
    for player in Player::ALL {
        let side = position.side(player);
        let _ = write!(out, " {}/{}", side.bar(), side.off());
    }
    let _ = write!(out, " {} ", letter(position.mover()));
    match position.dice() {
        Some(dice) => drop(write!(out, "{dice}")),
        None => out.push('-'),
    }
    out
}

fn separate(out: &mut String) {
    if !out.is_empty() {
        out.push(',');
    }
}

fn push_empty(out: &mut String, empty: &mut u8) {
    if *empty > 0 {
        separate(out);
        let _ = write!(out, "{empty}");
        *empty = 0;
    }
}

/// The contents of a point of the board: `w3`, `w2+b`; `None` if it is empty.
fn point_text<V: Variant>(position: &Position<V>, point: u8) -> Option<String> {
    let (owner, count, pinned) = holder(position, point)?;
    let pin = if pinned { format!("+{}", letter(owner.opponent())) } else { String::new() };
    Some(format!("{}{count}{pin}", letter(owner)))
}

/// The owner of a point of the board, the number of checkers, and whether an enemy checker is pinned there.
pub(crate) fn holder<V: Variant>(position: &Position<V>, point: u8) -> Option<(Player, u8, bool)> {
    let places = Player::ALL.map(|player| Place::new(Position::<V>::board_point(player, point)));
    let counts = Player::ALL.map(|player| position.side(player).count(places[player.index()]));
    let below = |player: Player| position.side(player).pinned() & (1 << places[player.index()].number()) != 0;
    match counts {
        [0, 0] => None,
        [white, 0] => Some((Player::P1, white, false)),
        [0, black] => Some((Player::P2, black, false)),
        [white, _] if below(Player::P2) => Some((Player::P1, white, true)),
        [_, black] => Some((Player::P2, black, true)),
    }
}

/// A parsed position string, not yet validated.
struct Setup {
    /// Points in the board's numbering: owner, number, and whether an enemy checker is pinned there.
    points: Vec<(u8, Player, u8, bool)>,
    bar: [u8; 2],
    off: [u8; 2],
    mover: Player,
    dice: Option<Dice>,
}

/// Parses and validates a position.
pub(crate) fn parse<V: Variant>(text: &str, rules: Rules<V>) -> Result<Position<V>, Fault> {
    let setup = read::<V>(text)?;
    let mut men: [Vec<(Place, u8)>; 2] = [Vec::new(), Vec::new()];
    let mut pinned = [0; 2];
    for &(point, owner, count, pins) in &setup.points {
        let place = |player| Place::new(Position::<V>::board_point(player, point));
        men[owner.index()].push((place(owner), count));
        if pins {
            let enemy = owner.opponent();
            men[enemy.index()].push((place(enemy), 1));
            pinned[enemy.index()] |= 1 << place(enemy).number();
        }
    }
    for player in Player::ALL {
        let (bar, off) = (setup.bar[player.index()], setup.off[player.index()]);
        if bar > 0 && V::BLOT_RULE != BlotRule::Hit {
            return Err(tavli::NO_BAR.with("colour", colour(player)).with("game", V::INFO.title));
        }
        men[player.index()].extend([(Place::BAR, bar), (Place::OFF, off)]);
        let count: u32 = men[player.index()].iter().map(|(_, count)| u32::from(*count)).sum();
        if count != u32::from(Side::CHECKERS) {
            return Err(tavli::CHECKER_COUNT.with("colour", colour(player)).with("count", count));
        }
    }
    if setup.off == [Side::CHECKERS; 2] {
        return Err(tavli::TWO_WINNERS.fault());
    }
    let mut sides = [Side::set_up(&men[0]), Side::set_up(&men[1])];
    for (side, pinned) in sides.iter_mut().zip(pinned) {
        side.set_pinned(pinned);
    }
    let position = Position::from_parts(sides, setup.mover, setup.dice, rules);
    if setup.dice.is_some() && position.outcome().is_some() {
        return Err(tavli::DICE_AFTER_END.fault());
    }
    Ok(position)
}

fn read<V: Variant>(text: &str) -> Result<Setup, Fault> {
    let lower = text.to_ascii_lowercase();
    let fields: Vec<&str> = lower.split_whitespace().collect();
    let [points, white, black, mover, dice] = fields[..] else {
        let example = self::text(&Position::<V>::start(Rules::default(), Player::P1));
        return Err(faults::POSITION_SYNTAX.with("text", text).with("example", example));
    };
    let (white_bar, white_off) = tray(white)?;
    let (black_bar, black_off) = tray(black)?;
    Ok(Setup {
        points: read_points::<V>(points)?,
        bar: [white_bar, black_bar],
        off: [white_off, black_off],
        mover: parse_letter(mover)?,
        dice: match dice {
            "-" => None,
            _ => Some(Dice::parse(dice).ok_or_else(|| tavli::DICE_SYNTAX.with("text", dice))?),
        },
    })
}

pub(crate) fn parse_letter(text: &str) -> Result<Player, Fault> {
    match text {
        "w" => Ok(Player::P1),
        "b" => Ok(Player::P2),
        _ => Err(tavli::MOVER_SYNTAX.with("text", text)),
    }
}

/// A number without sign; more than two digits cannot be meant.
fn number(text: &str) -> Option<u8> {
    let digits = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

fn tray(text: &str) -> Result<(u8, u8), Fault> {
    text.split_once('/')
        .and_then(|(bar, off)| Some((number(bar)?, number(off)?)))
        .ok_or_else(|| tavli::TRAY_SYNTAX.with("text", text))
}

fn read_points<V: Variant>(text: &str) -> Result<Vec<(u8, Player, u8, bool)>, Fault> {
    let mut points = Vec::new();
    let mut next = 1u32;
    for part in text.split(',') {
        if let Some(empty) = number(part).filter(|empty| *empty > 0) {
            next += u32::from(empty);
            continue;
        }
        let (owner, count, pins) = read_point(part).ok_or_else(|| tavli::POINT_SYNTAX.with("text", part))?;
        if pins && V::BLOT_RULE != BlotRule::Pin {
            return Err(tavli::NO_PINS.with("text", part).with("game", V::INFO.title));
        }
        if next <= 24 {
            points.push((next as u8, owner, count, pins));
        }
        next += 1;
    }
    if next != 25 {
        return Err(tavli::POINT_COUNT.with("count", next - 1));
    }
    Ok(points)
}

fn read_point(text: &str) -> Option<(Player, u8, bool)> {
    let (stack, below) = match text.split_once('+') {
        Some((stack, below)) => (stack, Some(below)),
        None => (text, None),
    };
    let owner = parse_letter(stack.get(..1)?).ok()?;
    let count = if stack.len() == 1 { 1 } else { number(&stack[1..])? };
    let pins = match below {
        None => false,
        Some(below) if parse_letter(below.get(..1)?).ok()? == owner.opponent() => {
            // At most one checker is pinned; `+b1` means the same as `+b`.
            (below.len() == 1 || &below[1..] == "1").then_some(true)?
        }
        Some(_) => return None,
    };
    (count > 0).then_some((owner, count, pins))
}
