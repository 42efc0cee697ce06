//! Moves as people write them: `24/18,13/11`, `13/7(2)`, `24/18*/13`, `bar/22 6/off`, `pass`.

use agon_core::{Fault, Position as _, faults};

use crate::faults as tavli;
use crate::steps::{Begun, Legal};
use crate::turns::Line;
use crate::{Ending, OUTSIDE, Place, Position, Step, Turn, Variant};

/// Most steps a turn can have.
const MOST_STEPS: usize = 4;

/// Reads a turn and checks it.
pub(crate) fn parse_move<V: Variant>(position: &Position<V>, text: &str) -> Result<Turn, Fault> {
    if position.outcome().is_some() {
        return Err(faults::GAME_OVER.fault());
    }
    let word = text.trim();
    let Some(begun) = Begun::new(position) else { return Err(faults::ROLL_DUE.with("word", word)) };
    let legal = Legal::of(position);
    let must_pass = legal.steps() == 0;
    if word.eq_ignore_ascii_case("pass") {
        return if must_pass {
            Ok(Turn::PASS)
        } else {
            Err(with_example(tavli::CAN_MOVE.fault(), position, &legal))
        };
    }
    let walks = read_walks(word, position)?;
    if must_pass && !V::HAS_ENDINGS {
        return Err(with_example(tavli::MUST_PASS.fault(), position, &legal));
    }
    let mut fitting = Fitting { ends: Vec::new() };
    fitting.search(&begun, &mut walks.clone());
    let mut turns = fitting.ends.iter().filter_map(|line| legal.find(line));
    match (turns.next(), turns.next()) {
        (Some(turn), None) => Ok(turn),
        (Some(first), Some(second)) => {
            Err(tavli::AMBIGUOUS.with("word", word).with("first", first).with("second", second))
        }
        (None, _) => Err(Refusal { position, legal: &legal, word }.reason(begun, walks)),
    }
}

/// Part of a turn as it is written: a checker going from one place to another, by one die or more.
type Walk = Step;

/// Splits a turn into walks; a number in parentheses repeats them.
fn read_walks<V: Variant>(word: &str, position: &Position<V>) -> Result<Vec<Walk>, Fault> {
    let mut walks = Vec::new();
    let nonsense = || {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let example = moves.first().map(ToString::to_string).unwrap_or_default();
        faults::NOT_A_MOVE.with("word", word).with("example", example)
    };
    let too_many = || {
        let dice = position.dice().map(|dice| dice.to_string()).unwrap_or_default();
        tavli::TOO_MANY_STEPS.with("word", word).with("dice", dice)
    };
    for part in word.split([',', ' ', '\t', ';']).filter(|part| !part.is_empty()) {
        let (way, times) = read_times(part).ok_or_else(nonsense)?;
        let stops = way.split('/').map(read_place).collect::<Option<Vec<_>>>().ok_or_else(nonsense)?;
        let steps: Vec<Walk> = stops.windows(2).map(|pair| Walk { from: pair[0], to: pair[1] }).collect();
        if steps.is_empty() || steps.iter().any(|step| step.from >= step.to) {
            return Err(nonsense());
        }
        if walks.len() + steps.len() * times > MOST_STEPS {
            return Err(too_many());
        }
        for _ in 0..times {
            walks.extend_from_slice(&steps);
        }
    }
    if walks.is_empty() { Err(nonsense()) } else { Ok(walks) }
}

/// `13/7(2)` is `13/7` twice.
fn read_times(part: &str) -> Option<(&str, usize)> {
    match part.split_once('(') {
        None => Some((part, 1)),
        Some((way, times)) => {
            let times = times.trim_end_matches('*').strip_suffix(')')?.parse().ok()?;
            (1..=MOST_STEPS).contains(&times).then_some((way, times))
        }
    }
}

/// A place counted in pips, `bar` or 25, `off` or 0, with or without a hit mark.
fn read_place(text: &str) -> Option<Place> {
    let text = text.trim_end_matches('*');
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

/// Finds every position that the walks can lead to, in any order and with any way between.
struct Fitting {
    ends: Vec<Line>,
}

impl Fitting {
    fn search<V: Variant>(&mut self, begun: &Begun<'_, V>, walks: &mut [Walk]) {
        if walks.iter().all(|walk| walk.from == walk.to) {
            if !self.ends.iter().any(|end| end.key() == begun.line.key()) {
                self.ends.push(begun.line);
            }
            return;
        }
        for index in 0..walks.len() {
            let walk = walks[index];
            if walk.from == walk.to || walks[..index].contains(&walk) {
                continue;
            }
            for step in begun.steps() {
                if step.from == walk.from && step.to <= walk.to {
                    let Some(next) = begun.next(step) else { continue };
                    walks[index].from = step.to;
                    self.search(&next, walks);
                    walks[index] = walk;
                }
            }
        }
    }
}

fn with_example<V: Variant>(fault: Fault, position: &Position<V>, legal: &Legal) -> Fault {
    let dice = position.dice().map(|dice| dice.to_string()).unwrap_or_default();
    let example = legal.turns.first().map(ToString::to_string).unwrap_or_default();
    fault.with("dice", dice).with("example", example)
}

/// Why a turn that can be read is not legal.
struct Refusal<'a, V: Variant> {
    position: &'a Position<V>,
    legal: &'a Legal,
    word: &'a str,
}

impl<V: Variant> Refusal<'_, V> {
    fn reason(&self, begun: Begun<'_, V>, mut walks: Vec<Walk>) -> Fault {
        walks.sort_unstable();
        let mut begun = begun;
        let steps = walks.len();
        // Where an order matters the runner goes first; a walk that cannot be made yet is put off.
        while !walks.is_empty() {
            let ready = walks.iter().position(|walk| begun.die_for(*walk).is_some());
            let Some(index) = ready else { return self.hindrance(&begun, walks[0]) };
            let Some(next) = begun.next(walks.remove(index)) else { break };
            begun = next;
        }
        let needed = self.legal.steps();
        let fault = if steps < needed {
            tavli::TOO_SHORT.with("word", self.word).with("played", steps).with("needed", needed)
        } else if V::ending(self.position.rules(), &begun.line.own, self.position.other()) == Ending::Allowed
        {
            tavli::LARGER_DIE.with("word", self.word)
        } else {
            tavli::ENDING.with("word", self.word)
        };
        with_example(fault, self.position, self.legal)
    }

    /// What stands in the way of a walk.
    fn hindrance(&self, begun: &Begun<'_, V>, walk: Walk) -> Fault {
        let own = &begun.line.own;
        let at = 1 << walk.from.number();
        let kind = if own.occupied() & 1 != 0 && walk.from != Place::BAR {
            tavli::BAR_FIRST
        } else if own.occupied() & at == 0 {
            tavli::NO_CHECKER
        } else if own.pinned() & at != 0 {
            tavli::PINNED
        } else if V::may_move(self.position.rules(), own) & at == 0 {
            tavli::RUNNER
        } else if walk.to == Place::OFF && own.occupied() & OUTSIDE != 0 {
            tavli::NOT_HOME
        } else if walk.to == Place::OFF && !V::may_bear_off(self.position.rules(), own) {
            tavli::BEAROFF_PINNED
        } else {
            Self::distance_hindrance(begun, walk)
        };
        let place = if kind == tavli::BLOCKED { walk.to } else { walk.from };
        let fault = kind.with("word", self.word).with("step", walk).with("place", place);
        with_example(fault, self.position, self.legal)
    }

    fn distance_hindrance(begun: &Begun<'_, V>, walk: Walk) -> agon_core::FaultKind {
        let fits = |die: &u8| *die == walk.distance() || (walk.to == Place::OFF && *die > walk.distance());
        let sums = |left: &[u8]| match *left {
            [one, two] if one != two => one + two == walk.distance(),
            [die, ..] => {
                walk.distance().is_multiple_of(die) && usize::from(walk.distance() / die) <= left.len()
            }
            [] => false,
        };
        if begun.left.iter().any(fits) {
            if walk.to == Place::OFF {
                if begun.left.contains(&walk.distance()) { tavli::HELD } else { tavli::FURTHER_BACK }
            } else if begun.search.blocked() & (1 << walk.to.number()) != 0 {
                tavli::BLOCKED
            } else {
                tavli::HELD
            }
        } else if sums(&begun.left) {
            tavli::NO_WAY
        } else {
            tavli::WRONG_DICE
        }
    }
}
