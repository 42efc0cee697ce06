use std::fmt;
use std::time::Duration;

use agon_search::{Line, Score};

/// A line from the engine to the runner that a runner has to understand.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `id name N`
    Name(String),
    /// `info ... pv ...`
    Info(Line),
    /// `bestmove W`
    BestMove(String),
    /// `response ...`
    Response(String),
    /// `error TEXT`
    Error(String),
    /// Any other line; to be ignored, as later versions may add commands.
    Other(String),
}

impl Answer {
    /// Parses a line; unknown ones become [`Answer::Other`].
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match first {
            "ugiok" => Self::UgiOk,
            "readyok" => Self::ReadyOk,
            "id" if rest.starts_with("name ") => Self::Name(rest[5..].trim().to_owned()),
            "info" => parse_info(rest).map_or_else(|| Self::Other(line.to_owned()), Self::Info),
            "bestmove" if !rest.is_empty() => {
                Self::BestMove(rest.split_whitespace().next().unwrap_or_default().to_owned())
            }
            "response" => Self::Response(rest.to_owned()),
            "error" => Self::Error(rest.to_owned()),
            _ => Self::Other(line.to_owned()),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Info(line) => write_info(f, line),
            Self::BestMove(turn) => write!(f, "bestmove {turn}"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::Error(text) => write!(f, "error {text}"),
            Self::Other(line) => f.write_str(line),
        }
    }
}

fn write_info(f: &mut fmt::Formatter<'_>, line: &Line) -> fmt::Result {
    write!(f, "info depth {} multipv {} score ", line.depth, line.multi_pv)?;
    match line.score {
        Score::Cp(cp) => write!(f, "cp {cp}")?,
        Score::Win(turns) => write!(f, "win {turns}")?,
        Score::Loss(turns) => write!(f, "loss {turns}")?,
    }
    if let Some(equity) = line.equity {
        write!(f, " eq {equity:.3}")?;
    }
    if let Some([win, draw, loss]) = line.wdl {
        write!(f, " wdl {win} {draw} {loss}")?;
    }
    let millis = line.time.as_millis() as u64;
    let nps = (line.nodes as f64 / line.time.as_secs_f64().max(1e-6)) as u64;
    write!(f, " nodes {} nps {nps} time {millis}", line.nodes)?;
    if line.pv.is_empty() { Ok(()) } else { write!(f, " pv {}", line.pv.join(" ")) }
}

/// Parses an info line with a score; other info lines are not lines of play.
fn parse_info(text: &str) -> Option<Line> {
    let mut line = Line { multi_pv: 1, ..Line::default() };
    let mut scored = false;
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => line.depth = words.next()?.parse().ok()?,
            "multipv" => line.multi_pv = words.next()?.parse().ok()?,
            "score" => {
                let (kind, value) = (words.next()?, words.next()?);
                line.score = match kind {
                    "cp" => Score::Cp(value.parse().ok()?),
                    "win" => Score::Win(value.parse().ok()?),
                    "loss" => Score::Loss(value.parse().ok()?),
                    _ => return None,
                };
                scored = true;
            }
            "eq" => line.equity = Some(words.next()?.parse().ok()?),
            "wdl" => {
                let mut next = || words.next()?.parse().ok();
                line.wdl = Some([next()?, next()?, next()?]);
            }
            "nodes" => line.nodes = words.next()?.parse().ok()?,
            "time" => line.time = Duration::from_millis(words.next()?.parse().ok()?),
            "pv" => line.pv = words.by_ref().map(str::to_owned).collect(),
            "string" => return None,
            // A key of another dialect; its value is ignored in the next round.
            _ => {}
        }
    }
    scored.then_some(line)
}
