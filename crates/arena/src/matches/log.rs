use std::time::Duration;

use agon_core::{Fault, Outcome, ProgramTrace, Record, RecordPly};
use agon_ugi::faults::{ENGINE_ILLEGAL, ENGINE_SILENT};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// Decided on the board.
    Board,
    /// Drawn by the third occurrence of a position.
    Repetition,
    /// Drawn by the limit of turns.
    TurnLimit,
    /// A player crashed or sent an invalid answer; it loses.
    Crash,
    /// A player exceeded its time or stopped answering; it loses.
    TimeOut,
    /// A player chose an illegal turn; it loses.
    Illegal,
}

impl Termination {
    /// All terminations, in the order of reports.
    pub const ALL: [Self; 6] =
        [Self::Board, Self::Repetition, Self::TurnLimit, Self::Crash, Self::TimeOut, Self::Illegal];

    /// The termination caused by a fault of an engine.
    pub(crate) fn of_fault(fault: &Fault) -> Self {
        if fault.kind == ENGINE_ILLEGAL {
            Self::Illegal
        } else if fault.kind == ENGINE_SILENT {
            Self::TimeOut
        } else {
            Self::Crash
        }
    }

    /// Whether the loser lost by a failure of its program.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Crash | Self::TimeOut | Self::Illegal)
    }

    /// The name in reports and in the record's `Termination` tag.
    pub fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Repetition => "repetition",
            Self::TurnLimit => "turn limit",
            Self::Crash => "crash",
            Self::TimeOut => "time-out",
            Self::Illegal => "illegal turn",
        }
    }
}

/// Time and nodes that a side used in a game or in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideUsage {
    /// Turns chosen.
    pub turns: u64,
    /// Wall time in milliseconds.
    pub wall_ms: f64,
    /// Processor time in milliseconds, if known.
    pub cpu_ms: Option<f64>,
    /// Wall time of the longest turn, in milliseconds.
    pub longest_ms: f64,
    /// Nodes visited, as reported by the engine.
    pub nodes: u64,
}

impl SideUsage {
    pub(crate) fn add_turn(&mut self, wall: Duration, cpu: Option<Duration>, nodes: u64) {
        let millis = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let turn = Self { turns: 1, wall_ms: millis(wall), cpu_ms: cpu.map(millis), longest_ms: millis(wall), nodes };
        self.absorb(&turn);
    }

    /// Adds the usage of another game.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.cpu_ms = match (self.turns, other.turns) {
            (0, _) => other.cpu_ms,
            (_, 0) => self.cpu_ms,
            _ => self.cpu_ms.zip(other.cpu_ms).map(|(own, new)| own + new),
        };
        self.turns += other.turns;
        self.wall_ms += other.wall_ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.nodes += other.nodes;
    }

    /// Processor time per turn in milliseconds.
    pub fn cpu_per_turn(&self) -> Option<f64> {
        self.cpu_ms.map(|cpu| cpu / self.turns.max(1) as f64)
    }

    /// Processor time per turn for tables: milliseconds, or `-` if unknown.
    pub(crate) fn cpu_text(&self) -> String {
        self.cpu_per_turn().map_or("-".to_owned(), |cpu| format!("{cpu:.2}"))
    }

    /// Wall time per turn in milliseconds.
    pub fn wall_per_turn(&self) -> f64 {
        self.wall_ms / self.turns.max(1) as f64
    }
}

/// A finished game: a line of `games.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLog {
    /// Number in the match, from 0; games 2n and 2n+1 form a pair.
    pub game: usize,
    /// The side that played as p1: 0 for A, 1 for B.
    pub first: usize,
    /// The result by seat, as written in records: `p1 2`.
    pub result: String,
    /// How it ended.
    #[serde(rename = "end")]
    pub termination: Termination,
    /// What went wrong, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The last lines of standard error of the program that lost by a failure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// A shell command that brings this program to the point where it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
    /// Usage of A and B.
    pub sides: [SideUsage; 2],
    /// Where it began, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How many of the plies belong to the opening.
    pub opening: usize,
    /// Turns and rolls.
    #[serde(rename = "words")]
    pub plies: Vec<String>,
}

impl GameLog {
    /// Adds what a failed program left behind.
    pub(crate) fn traced(mut self, trace: Option<Box<ProgramTrace>>) -> Self {
        let ProgramTrace { stderr, repeat } = trace.map(|trace| *trace).unwrap_or_default();
        (self.stderr, self.repeat) = (stderr, repeat);
        self
    }

    /// Turns a log by seat into a log by side of the match.
    pub(crate) fn seated(mut self, game: usize, first: usize) -> Self {
        self.game = game;
        self.first = first;
        if first == 1 {
            self.sides.swap(0, 1);
        }
        self
    }

    /// The outcome by seat.
    pub fn outcome(&self) -> Outcome {
        Outcome::parse(&self.result).unwrap_or(Outcome::Draw)
    }

    /// Points of A: positive if A won, negative if B did.
    pub fn points(&self) -> i32 {
        let outcome = self.outcome();
        let points = i32::from(outcome.points());
        match outcome.winner() {
            None => 0,
            Some(winner) if winner.index() == self.first => points,
            Some(_) => -points,
        }
    }

    /// Half points of A: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        (self.points().signum() + 1) as usize
    }

    /// The record of the game.
    pub fn record(&self, spec: &str, names: [&str; 2]) -> Record {
        let mut record = Record::new(spec);
        record.set("P1", names[self.first]);
        record.set("P2", names[1 - self.first]);
        record.set("Round", (self.game + 1).to_string());
        record.set("Result", &self.result);
        if let Some(position) = &self.position {
            record.set("Position", position);
        }
        if !matches!(self.termination, Termination::Board | Termination::Repetition) {
            let note = self.note.as_ref().map(|note| format!(", {note}")).unwrap_or_default();
            record.set("Termination", format!("{}{note}", self.termination.name()));
        }
        record.plies = self.plies.iter().map(RecordPly::new).collect();
        if let Some(ply) = self.opening.checked_sub(1).and_then(|last| record.plies.get_mut(last)) {
            ply.comment = Some("opening".to_owned());
        }
        record
    }
}
