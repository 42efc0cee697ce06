//! Moves as people write them: `24/18,13/11`, `13/7(2)`, `24/18*/13`, `bar/22 6/off`, `pass`.

use agon_core::record::PASS;
use agon_core::{Fault, Position as _, faults};

use super::movegen::PartialTurn;
use super::steps::{LegalTurns, TurnBuilder};
use crate::faults as tavli;
use crate::{OUTSIDE, Place, Position, Step, Turn, TurnEnd, Variant};

/// The most steps a turn can have.
const MAX_STEPS: usize = 4;

/// Reads a turn and checks it.
pub(crate) fn parse_move<V: Variant>(position: &Position<V>, text: &str) -> Result<Turn, Fault> {
    if position.outcome().is_some() {
        return Err(faults::GAME_OVER.fault());
    }
    let notation = text.trim();
    let Some(builder) = TurnBuilder::new(position) else {
        return Err(faults::ROLL_DUE.with("word", notation));
    };
    let legal = LegalTurns::of(&builder.generator);
    let must_pass = legal.steps() == 0;
    if notation.eq_ignore_ascii_case(PASS) {
        return if must_pass { Ok(Turn::PASS) } else { Err(with_example(tavli::CAN_MOVE.fault(), position, &legal)) };
    }
    let written = read_moves(notation, position)?;
    if must_pass && !V::RESTRICTS_TURN_END {
        return Err(with_example(tavli::MUST_PASS.fault(), position, &legal));
    }
    let mut matcher = MoveMatcher { ends: Vec::new() };
    matcher.search(&builder, &mut written.clone());
    let mut turns = matcher.ends.iter().filter_map(|partial| legal.find(partial));
    match (turns.next(), turns.next()) {
        (Some(turn), None) => Ok(turn),
        (Some(first), Some(second)) => {
            Err(tavli::AMBIGUOUS.with("word", notation).with("first", first).with("second", second))
        }
        (None, _) => Err(Refusal { position, legal: &legal, notation }.reason(builder, written)),
    }
}

/// A part of a turn as written, such as `24/13`: one checker moved by one die or several.
type WrittenMove = Step;

/// Splits the notation of a turn into its parts; a number in parentheses repeats a part.
fn read_moves<V: Variant>(notation: &str, position: &Position<V>) -> Result<Vec<WrittenMove>, Fault> {
    let mut written = Vec::new();
    let nonsense = || {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let example = moves.first().map(ToString::to_string).unwrap_or_default();
        faults::NOT_A_MOVE.with("word", notation).with("example", example)
    };
    let too_many = || {
        let dice = position.dice().map(|dice| dice.to_string()).unwrap_or_default();
        tavli::TOO_MANY_STEPS.with("word", notation).with("dice", dice)
    };
    for part in notation.split([',', ' ', '\t', ';']).filter(|part| !part.is_empty()) {
        let (way, times) = read_times(part).ok_or_else(nonsense)?;
        let stops = way.split('/').map(|stop| read_place(position, stop));
        let stops = stops.collect::<Option<Vec<_>>>().ok_or_else(nonsense)?;
        let steps: Vec<WrittenMove> = stops.windows(2).map(|pair| WrittenMove { from: pair[0], to: pair[1] }).collect();
        if steps.is_empty() || steps.iter().any(|step| step.from >= step.to) {
            return Err(nonsense());
        }
        if written.len() + steps.len() * times > MAX_STEPS {
            return Err(too_many());
        }
        for _ in 0..times {
            written.extend_from_slice(&steps);
        }
    }
    if written.is_empty() { Err(nonsense()) } else { Ok(written) }
}

/// `13/7(2)` is `13/7` twice.
fn read_times(part: &str) -> Option<(&str, usize)> {
    match part.split_once('(') {
        None => Some((part, 1)),
        Some((way, times)) => {
            let times = times.trim_end_matches('*').strip_suffix(')')?.parse().ok()?;
            (1..=MAX_STEPS).contains(&times).then_some((way, times))
        }
    }
}

/// Whether a text is a step in any accepted notation: `24/18*`, `P1/P7`.
pub(crate) fn is_step_text<V: Variant>(position: &Position<V>, step: Step, text: &str) -> bool {
    let places = text.trim().split_once('/');
    places.is_some_and(|(from, to)| {
        read_place(position, from) == Some(step.from) && read_place(position, to) == Some(step.to)
    })
}

/// Reads a place, with or without a hit mark: the mover's pips, `bar` or 25, `off` or 0, or `P1` to `P24`, the number of
/// the point on the board.
fn read_place<V: Variant>(position: &Position<V>, text: &str) -> Option<Place> {
    let text = text.trim_end_matches('*');
    if let Some(number) = text.strip_prefix(['P', 'p']) {
        let point: u8 = number.parse().ok().filter(|point| (1..=24).contains(point))?;
        // The conversion is its own inverse.
        return Some(Place::new(Position::<V>::board_point(position.mover(), point)));
    }
    if text.eq_ignore_ascii_case("bar") {
        return Some(Place::BAR);
    }
    if text.eq_ignore_ascii_case("off") {
        return Some(Place::OFF);
    }
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let pips: u8 = digits.then(|| text.parse().ok()).flatten()?;
    (pips <= 25).then(|| Place::new(25 - pips))
}

/// Finds every position that the written parts can lead to, in any order and by any path.
struct MoveMatcher {
    ends: Vec<PartialTurn>,
}

impl MoveMatcher {
    fn search<V: Variant>(&mut self, builder: &TurnBuilder<'_, V>, written: &mut [WrittenMove]) {
        if written.iter().all(|part| part.from == part.to) {
            if !self.ends.iter().any(|end| end.key() == builder.partial.key()) {
                self.ends.push(builder.partial);
            }
            return;
        }
        for index in 0..written.len() {
            let part = written[index];
            if part.from == part.to || written[..index].contains(&part) {
                continue;
            }
            for step in builder.steps() {
                if step.from == part.from && step.to <= part.to {
                    let Some(next) = builder.next(step) else { continue };
                    written[index].from = step.to;
                    self.search(&next, written);
                    written[index] = part;
                }
            }
        }
    }
}

fn with_example<V: Variant>(fault: Fault, position: &Position<V>, legal: &LegalTurns) -> Fault {
    let dice = position.dice().map(|dice| dice.to_string()).unwrap_or_default();
    let example = legal.turns.first().map(ToString::to_string).unwrap_or_default();
    fault.with("dice", dice).with("example", example)
}

/// Explains why a turn is not legal although it can be parsed.
struct Refusal<'a, V: Variant> {
    position: &'a Position<V>,
    legal: &'a LegalTurns,
    notation: &'a str,
}

impl<V: Variant> Refusal<'_, V> {
    fn reason(&self, builder: TurnBuilder<'_, V>, mut written: Vec<WrittenMove>) -> Fault {
        written.sort_unstable();
        let mut builder = builder;
        let steps = written.len();
        // Where the order matters the runner goes first; a part that cannot be played yet is put off.
        while !written.is_empty() {
            let ready = written.iter().position(|part| builder.die_for(*part).is_some());
            let Some(index) = ready else { return self.obstacle(&builder, written[0]) };
            let Some(next) = builder.next(written.remove(index)) else { break };
            builder = next;
        }
        let needed = self.legal.steps();
        let fault = if steps < needed {
            tavli::TOO_SHORT.with("word", self.notation).with("played", steps).with("needed", needed)
        } else if builder.generator.end(&builder.partial) == TurnEnd::Allowed {
            tavli::LARGER_DIE.with("word", self.notation)
        } else {
            V::BAD_END.with("word", self.notation)
        };
        with_example(fault, self.position, self.legal)
    }

    /// Returns why a part cannot be played.
    fn obstacle(&self, builder: &TurnBuilder<'_, V>, part: WrittenMove) -> Fault {
        let own = &builder.partial.own;
        let at = 1 << part.from.number();
        let kind = if own.occupied() & 1 != 0 && part.from != Place::BAR {
            tavli::BAR_FIRST
        } else if own.occupied() & at == 0 {
            tavli::NO_CHECKER
        } else if own.pinned() & at != 0 {
            tavli::PINNED
        } else if builder.generator.allowed(own).places() & at == 0 {
            V::HELD_BACK
        } else if part.to == Place::OFF && own.occupied() & OUTSIDE != 0 {
            tavli::NOT_HOME
        } else if part.to == Place::OFF && !V::may_bear_off(self.position.rules(), own) {
            tavli::BEAROFF_PINNED
        } else {
            Self::distance_obstacle(builder, part)
        };
        let place = if kind == tavli::BLOCKED { part.to } else { part.from };
        let fault = kind.with("word", self.notation).with("step", part).with("place", place);
        with_example(fault, self.position, self.legal)
    }

    fn distance_obstacle(builder: &TurnBuilder<'_, V>, part: WrittenMove) -> agon_core::FaultKind {
        let fits = |die: &u8| *die == part.distance() || (part.to == Place::OFF && *die > part.distance());
        let sums = |left: &[u8]| match *left {
            [one, two] if one != two => one + two == part.distance(),
            [die, ..] => part.distance().is_multiple_of(die) && usize::from(part.distance() / die) <= left.len(),
            [] => false,
        };
        if builder.left.iter().any(fits) {
            if part.to == Place::OFF {
                if builder.left.contains(&part.distance()) { tavli::HELD } else { tavli::FURTHER_BACK }
            } else if builder.generator.blocked() & (1 << part.to.number()) != 0 {
                tavli::BLOCKED
            } else {
                tavli::HELD
            }
        } else if sums(&builder.left) {
            tavli::NO_WAY
        } else {
            tavli::WRONG_DICE
        }
    }
}
