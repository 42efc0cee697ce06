use std::fmt;
use std::time::Duration;

use agon_search::{Clock, Limits};

/// A line from the runner to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum UgiCommand {
    /// `ugi`: introduce yourself.
    Ugi,
    /// `isready`
    IsReady,
    /// `setoption name N value V`
    SetOption {
        /// The option's name.
        name: String,
        /// Its new value; empty if none was given.
        value: String,
    },
    /// `uginewgame`
    NewGame,
    /// `position (startpos | fen P) [moves ...]`
    Position {
        /// Where the game begins.
        start: StartPosition,
        /// Turns and rolls played since.
        plies: Vec<String>,
    },
    /// `go ...`
    Go(Go),
    /// `stop`
    Stop,
    /// `quit`
    Quit,
    /// `query ...`
    Query(Query),
    /// `d`: draw the board.
    Draw,
    /// `eval`
    Eval,
    /// `bench`
    Bench,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPosition {
    /// At the start of the rule set.
    Start,
    /// From a position string.
    Fen(String),
}

/// The task of a `go` command.
#[derive(Clone, Debug, PartialEq)]
pub enum Go {
    /// Choose a turn within limits.
    Think(Limits),
    /// Count turn sequences.
    Perft(u32),
}

/// The subject of a `query` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// The side that acts next: `p1`, `p2`, `chance`, `none`.
    Actor,
    /// Whether p1 is to move.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// `p1win`, `p2win`, `draw`, `none`.
    Result,
    /// The points of the winner.
    Points,
    /// The position string.
    Fen,
    /// All legal turns, or rolls.
    Legal,
    /// Whether a turn or roll is legal.
    IsLegal(String),
}

const COMMANDS: &str = "ugi, isready, setoption, uginewgame, position, go, stop, query, d, eval, bench, quit";
const LIMITS: [&str; 11] =
    ["movetime", "p1time", "p2time", "p1inc", "p2inc", "depth", "nodes", "trials", "infinite", "searchmoves", "perft"];
const QUERIES: &str = "actor, p1turn, gameover, result, points, fen, legal, islegal W";

impl UgiCommand {
    /// Parses a line; `None` if it is blank.
    ///
    /// # Examples
    ///
    /// ```
    /// use agon_ugi::{UgiCommand, Query};
    /// assert_eq!(UgiCommand::parse("query legal"), Ok(Some(UgiCommand::Query(Query::Legal))));
    /// assert!(UgiCommand::parse("fly").is_err());
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, String> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let command = match first {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "setoption" => set_option(&rest)?,
            "uginewgame" => Self::NewGame,
            "position" => position(&rest)?,
            "go" => Self::Go(go(&rest)?),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "query" => Self::Query(query(&rest)?),
            "d" => Self::Draw,
            "eval" => Self::Eval,
            "bench" => Self::Bench,
            other => return Err(format!("unknown command {}; commands are {COMMANDS}", quote(other))),
        };
        Ok(Some(command))
    }
}

/// Quotes input in an error, shortened and without control characters.
fn quote(word: &str) -> String {
    let short: String = word.chars().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    format!("{short:?}")
}

fn set_option(rest: &[&str]) -> Result<UgiCommand, String> {
    const FORM: &str = "setoption is written: setoption name NAME value VALUE";
    if rest.first() != Some(&"name") {
        return Err(FORM.to_owned());
    }
    let value_at = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let name = rest[1..value_at].join(" ");
    if name.is_empty() {
        return Err(FORM.to_owned());
    }
    let value = rest.get(value_at + 1..).unwrap_or_default().join(" ");
    Ok(UgiCommand::SetOption { name, value })
}

fn position(rest: &[&str]) -> Result<UgiCommand, String> {
    const FORM: &str = "position is written: position (startpos | fen POSITION) [moves W W ...]";
    let moves_at = rest.iter().position(|word| *word == "moves");
    let (head, plies) = match moves_at {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    let start = match head {
        ["startpos"] => StartPosition::Start,
        ["fen", fields @ ..] if !fields.is_empty() => StartPosition::Fen(fields.join(" ")),
        _ => return Err(FORM.to_owned()),
    };
    Ok(UgiCommand::Position { start, plies: plies.iter().map(|ply| (*ply).to_owned()).collect() })
}

fn query(rest: &[&str]) -> Result<Query, String> {
    match rest {
        ["actor"] => Ok(Query::Actor),
        ["p1turn"] => Ok(Query::P1Turn),
        ["gameover"] => Ok(Query::GameOver),
        ["result"] => Ok(Query::Result),
        ["points"] => Ok(Query::Points),
        ["fen"] => Ok(Query::Fen),
        ["legal"] => Ok(Query::Legal),
        ["islegal", words @ ..] if !words.is_empty() => Ok(Query::IsLegal(words.join(" "))),
        _ => Err(format!("unknown query {}; queries are {QUERIES}", quote(&rest.join(" ")))),
    }
}

fn go(rest: &[&str]) -> Result<Go, String> {
    let mut limits = Limits { multi_pv: 1, ..Limits::default() };
    let mut words = rest.iter().peekable();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            limits.infinite = true;
            continue;
        }
        if word == "searchmoves" {
            while let Some(word) = words.next_if(|word| !LIMITS.contains(word)) {
                limits.search_moves.push((*word).to_owned());
            }
            if limits.search_moves.is_empty() {
                return Err("searchmoves needs at least one move".to_owned());
            }
            continue;
        }
        let mut number = || -> Result<u64, String> {
            let given = words.next().ok_or_else(|| format!("{word} needs a number"))?;
            given.parse().map_err(|_| format!("{word} needs a number, not {}", quote(given)))
        };
        let clock = limits.clock;
        match word {
            "perft" => return perft_depth(number()?).map(Go::Perft),
            "movetime" => limits.movetime = Some(Duration::from_millis(number()?)),
            "depth" => limits.depth = Some(number()?.min(u64::from(u32::MAX)) as u32),
            "nodes" => limits.nodes = Some(number()?),
            "trials" => limits.trials = Some(number()?),
            "p1time" => limits.clock = Some(with_clock(clock, |c| &mut c.left[0], number()?)),
            "p2time" => limits.clock = Some(with_clock(clock, |c| &mut c.left[1], number()?)),
            "p1inc" => limits.clock = Some(with_clock(clock, |c| &mut c.increment[0], number()?)),
            "p2inc" => limits.clock = Some(with_clock(clock, |c| &mut c.increment[1], number()?)),
            other => {
                return Err(format!("unknown limit {}; limits are {}", quote(other), LIMITS.join(", ")));
            }
        }
    }
    Ok(Go::Think(limits))
}

fn perft_depth(depth: u64) -> Result<u32, String> {
    if depth <= 20 { Ok(depth as u32) } else { Err(format!("perft depth {depth} is too deep; 0 to 20")) }
}

fn with_clock(clock: Option<Clock>, field: impl Fn(&mut Clock) -> &mut Duration, millis: u64) -> Clock {
    let mut clock = clock.unwrap_or_default();
    *field(&mut clock) = Duration::from_millis(millis);
    clock
}

impl fmt::Display for UgiCommand {
    /// Writes the line that [`UgiCommand::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::Position { start, plies } => {
                match start {
                    StartPosition::Start => f.write_str("position startpos")?,
                    StartPosition::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if plies.is_empty() { Ok(()) } else { write!(f, " moves {}", plies.join(" ")) }
            }
            Self::Go(Go::Perft(depth)) => write!(f, "go perft {depth}"),
            Self::Go(Go::Think(limits)) => write_limits(f, limits),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
            Self::Query(query) => write!(f, "query {query}"),
            Self::Draw => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench => f.write_str("bench"),
        }
    }
}

fn write_limits(f: &mut fmt::Formatter<'_>, limits: &Limits) -> fmt::Result {
    f.write_str("go")?;
    if let Some(time) = limits.movetime {
        write!(f, " movetime {}", time.as_millis())?;
    }
    if let Some(Clock { left, increment }) = limits.clock {
        write!(f, " p1time {} p2time {}", left[0].as_millis(), left[1].as_millis())?;
        write!(f, " p1inc {} p2inc {}", increment[0].as_millis(), increment[1].as_millis())?;
    }
    for (name, limit) in [("depth", limits.depth.map(u64::from)), ("nodes", limits.nodes), ("trials", limits.trials)] {
        if let Some(limit) = limit {
            write!(f, " {name} {limit}")?;
        }
    }
    if limits.infinite {
        f.write_str(" infinite")?;
    }
    if !limits.search_moves.is_empty() {
        write!(f, " searchmoves {}", limits.search_moves.join(" "))?;
    }
    Ok(())
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Actor => f.write_str("actor"),
            Self::P1Turn => f.write_str("p1turn"),
            Self::GameOver => f.write_str("gameover"),
            Self::Result => f.write_str("result"),
            Self::Points => f.write_str("points"),
            Self::Fen => f.write_str("fen"),
            Self::Legal => f.write_str("legal"),
            Self::IsLegal(word) => write!(f, "islegal {word}"),
        }
    }
}
