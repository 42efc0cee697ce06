use std::collections::HashSet;

use agon_core::rng::mix;
use agon_core::{AnyTable, Fault, Rng};
use agon_engines::{Settings, build};
use agon_search::{Engine, Limits, Score, Stop};

use crate::faults;

/// Where a pair of games begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position it begins from, if not the start.
    pub position: Option<String>,
    /// The turns (and rolls) played before the players take over.
    pub words: Vec<String>,
}

impl Opening {
    /// Puts the opening on a table.
    pub fn set_up(&self, table: &mut dyn AnyTable) -> Result<(), Fault> {
        match &self.position {
            Some(position) => table.set_position(position)?,
            None => table.restart(),
        }
        for word in &self.words {
            table.play(word)?;
        }
        Ok(())
    }
}

/// Where the openings of a match come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Book {
    /// So many random turns, balanced as far as a quick search can tell.
    Random(usize),
    /// From a list, in order, and again from its beginning.
    Listed(Vec<Opening>),
}

impl Book {
    /// The customary openings of a game: random turns where there are no dice, none with dice.
    pub fn customary(table: &dyn AnyTable) -> Self {
        Self::Random(match table.info().name {
            // Two turns of Blockade set four pawns and walls.
            "blockade" => 2,
            "quoridor" | "domineering" => 4,
            _ => 0,
        })
    }

    /// Reads a list: one opening a line; `#` begins a comment. A line holds turns, or a position, or
    /// a position and turns after a bar.
    pub fn parse(text: &str, table: &dyn AnyTable) -> Result<Self, Fault> {
        let mut openings = Vec::new();
        let mut table = table.clone_box();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split_once('#').map_or(line, |(line, _)| line).trim();
            if !line.is_empty() {
                let opening = read_line(line, &mut *table)
                    .map_err(|fault| faults::OPENING_LINE.with("line", number).with("reason", fault))?;
                openings.push(opening);
            }
        }
        if openings.is_empty() { Err(faults::NO_OPENINGS.fault()) } else { Ok(Self::Listed(openings)) }
    }

    /// The opening of a pair of games.
    pub fn opening(&self, table: &dyn AnyTable, seed: u64, pair: usize) -> Result<Opening, Fault> {
        match self {
            Self::Random(0) => Ok(Opening::default()),
            Self::Random(turns) => balanced(table, *turns, NODES, mix(seed ^ mix(pair as u64 + 1))),
            Self::Listed(openings) => Ok(openings[pair % openings.len()].clone()),
        }
    }
}

fn read_line(line: &str, table: &mut dyn AnyTable) -> Result<Opening, Fault> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    if let Some((position, turns)) = line.split_once('|') {
        let opening = Opening { position: Some(position.trim().to_owned()), words: words(turns) };
        return opening.set_up(table).map(|()| opening);
    }
    let opening = Opening { position: None, words: words(line) };
    match opening.set_up(table) {
        Ok(()) => Ok(opening),
        // What is no list of turns may be a position; if it is not, the first reason is told.
        Err(fault) => match table.set_position(line) {
            Ok(()) => Ok(Opening { position: Some(line.to_owned()), words: Vec::new() }),
            Err(_) => Err(fault),
        },
    }
}

/// How many random openings are looked at; the most balanced is taken.
const CANDIDATES: usize = 12;
/// How far a quick search looks.
const NODES: u64 = 2_000;
/// In hundredths: nearer to even than this is good enough.
const EVEN: i32 = 20;

/// Random turns that leave both sides about the same chances, as far as a search of so many nodes
/// can tell.
pub fn balanced(table: &dyn AnyTable, turns: usize, nodes: u64, seed: u64) -> Result<Opening, Fault> {
    let mut rng = Rng::new(seed);
    let mut judge = build(table, &Settings::default())?;
    let mut best: Option<(i32, Opening)> = None;
    for _ in 0..CANDIDATES {
        let Some(table) = random_turns(table, turns, &mut rng)? else { continue };
        let lead = lead(&*table, nodes, &mut *judge)?;
        if best.as_ref().is_none_or(|(least, _)| lead < *least) {
            best = Some((lead, Opening { position: None, words: table.words().to_vec() }));
        }
        if lead <= EVEN {
            break;
        }
    }
    // Games so short that every try ended are played from the start.
    Ok(best.map(|(_, opening)| opening).unwrap_or_default())
}

/// A table after so many random turns, unless the game ended on the way.
fn random_turns(
    table: &dyn AnyTable,
    turns: usize,
    rng: &mut Rng,
) -> Result<Option<Box<dyn AnyTable>>, Fault> {
    let mut table = table.clone_box();
    table.restart();
    for _ in 0..turns {
        while table.roll(rng).is_some() {}
        match random_turn(&*table, rng)? {
            Some(word) => table.play(&word)?,
            None => return Ok(None),
        };
    }
    Ok(table.outcome().is_none().then_some(table))
}

/// A random turn; where a piece can be moved or something placed, either is equally likely: of the
/// turns of Quoridor all but a few place a wall.
fn random_turn(table: &dyn AnyTable, rng: &mut Rng) -> Result<Option<String>, Fault> {
    let steps = table.steps(&[])?.next;
    let moves: HashSet<&str> =
        steps.iter().filter(|step| step.places.from.is_some()).map(|step| step.word.as_str()).collect();
    let (moved, placed): (Vec<String>, Vec<String>) =
        table.legal().into_iter().partition(|word| moves.contains(word.as_str()));
    let from = if placed.is_empty() || (!moved.is_empty() && rng.below(2) == 0) { moved } else { placed };
    Ok(rng.choose(&from).cloned())
}

/// By how much one side is ahead, in hundredths; proven ends are the largest of all.
fn lead(table: &dyn AnyTable, nodes: u64, judge: &mut dyn Engine) -> Result<i32, Fault> {
    judge.new_game();
    let thought = judge.think(table, &Limits::nodes(nodes), &Stop::new(), &mut |_| {})?;
    Ok(match thought.line.map(|line| line.score) {
        Some(Score::Cp(cp)) => cp.abs(),
        Some(Score::Win(_) | Score::Loss(_)) => i32::MAX,
        None => 0,
    })
}
