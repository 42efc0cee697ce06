use std::collections::HashSet;
use std::fmt;

use agon_core::rng::mix;
use agon_core::{AnyTable, Fault, Rng};
use agon_engines::{EngineSpec, build};
use agon_search::{Engine, Limits, Score, SearchRequest, Stop};

use crate::faults;

/// Where a pair of games begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position it begins from, unless it is the start of the game.
    pub position: Option<String>,
    /// Turns and rolls played before the players take over.
    pub plies: Vec<String>,
}

impl Opening {
    /// Puts the opening on a table.
    pub fn set_up(&self, table: &mut dyn AnyTable) -> Result<(), Fault> {
        match &self.position {
            Some(position) => table.set_position(position)?,
            None => table.restart(),
        }
        for ply in &self.plies {
            table.play(ply)?;
        }
        Ok(())
    }
}

/// The source of a match's openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// This number of random turns, balanced according to a quick search.
    Random(usize),
    /// A list, played in order and repeated from its beginning.
    Listed(Vec<Opening>),
}

/// Where the games of a match begin.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(0) => f.write_str("the start"),
            Self::Random(turns) => write!(f, "openings of {turns} random turns"),
            Self::Listed(openings) => write!(f, "{} listed openings", openings.len()),
        }
    }
}

impl Openings {
    /// Reads a list with one opening per line: turns, or a position, or a position and turns after a bar.
    /// `#` begins a comment.
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
            Self::Random(turns) => balanced_opening(table, *turns, SEARCH_NODES, mix(seed ^ mix(pair as u64 + 1))),
            Self::Listed(openings) => Ok(openings[pair % openings.len()].clone()),
        }
    }
}

fn read_line(line: &str, table: &mut dyn AnyTable) -> Result<Opening, Fault> {
    let plies = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    if let Some((position, turns)) = line.split_once('|') {
        let opening = Opening { position: Some(position.trim().to_owned()), plies: plies(turns) };
        return opening.set_up(table).map(|()| opening);
    }
    let opening = Opening { position: None, plies: plies(line) };
    match opening.set_up(table) {
        Ok(()) => Ok(opening),
        // The line may be a position. If it is neither, the fault of the turns is reported.
        Err(fault) => match table.set_position(line) {
            Ok(()) => Ok(Opening { position: Some(line.to_owned()), plies: Vec::new() }),
            Err(_) => Err(fault),
        },
    }
}

/// Number of random openings compared; the most balanced is taken.
const CANDIDATES: usize = 12;
/// Nodes of the quick search.
const SEARCH_NODES: u64 = 2_000;
/// An advantage below this, in hundredths, is balanced enough.
const MAX_ADVANTAGE: i32 = 20;

/// Random turns after which neither side has an advantage, according to a search of `nodes` nodes.
pub fn balanced_opening(table: &dyn AnyTable, turns: usize, nodes: u64, seed: u64) -> Result<Opening, Fault> {
    let mut rng = Rng::new(seed);
    let mut engine = build(table, &EngineSpec::default())?;
    let mut best: Option<(i32, Opening)> = None;
    for _ in 0..CANDIDATES {
        let Some(table) = random_turns(table, turns, &mut rng)? else { continue };
        let advantage = advantage(&*table, nodes, &mut *engine)?;
        if best.as_ref().is_none_or(|(least, _)| advantage < *least) {
            best = Some((advantage, Opening { position: None, plies: table.plies().to_vec() }));
        }
        if advantage <= MAX_ADVANTAGE {
            break;
        }
    }
    // Games too short for random turns begin at the start.
    Ok(best.map(|(_, opening)| opening).unwrap_or_default())
}

/// A table after a number of random turns; `None` if the game ends first.
fn random_turns(table: &dyn AnyTable, turns: usize, rng: &mut Rng) -> Result<Option<Box<dyn AnyTable>>, Fault> {
    let mut table = table.clone_box();
    table.restart();
    for _ in 0..turns {
        while table.roll(rng).is_some() {}
        match random_turn(&*table, rng)? {
            Some(turn) => table.play(&turn)?,
            None => return Ok(None),
        };
    }
    Ok(table.outcome().is_none().then_some(table))
}

/// A random turn. Moving a piece and placing something are equally likely: on a board with walls nearly all turns place
/// one.
fn random_turn(table: &dyn AnyTable, rng: &mut Rng) -> Result<Option<String>, Fault> {
    let steps = table.steps(&[])?.next;
    let moves: HashSet<&str> =
        steps.iter().filter(|step| step.places.from.is_some()).map(|step| step.notation.as_str()).collect();
    let (moved, placed): (Vec<String>, Vec<String>) =
        table.legal().into_iter().partition(|turn| moves.contains(turn.as_str()));
    let from = if placed.is_empty() || (!moved.is_empty() && rng.below(2) == 0) { moved } else { placed };
    Ok(rng.choose(&from).cloned())
}

/// The advantage of either side in hundredths; the largest number if the outcome is proven.
fn advantage(table: &dyn AnyTable, nodes: u64, engine: &mut dyn Engine) -> Result<i32, Fault> {
    engine.new_game();
    let thought = engine.think(SearchRequest::quiet(table, &Limits::nodes(nodes), &Stop::new()))?;
    Ok(match thought.line.map(|line| line.score) {
        Some(Score::Cp(cp)) => cp.abs(),
        Some(Score::Win(_) | Score::Loss(_)) => i32::MAX,
        None => 0,
    })
}
