use std::time::{Duration, Instant};

use agon_core::view::GridView;
use agon_core::{AnyTable, BoardView, Fault, Player};
use agon_search::{Engine, SearchRequest, Thought};
use agon_ugi::Program;
use agon_ugi::faults::ENGINE_REFUSES;

use super::external::ExternalEngine;

/// A program that speaks QTP, a text protocol for one game: `playmove`, `playwall`, `genmove`.
///
/// Its first player is black, who starts at the top: rows are counted from the opposite side.
pub(crate) struct Qtp {
    external: ExternalEngine,
    notation: WallNotation,
    /// Whether it has the command `level DEPTH MS`, which sets the time of some programs.
    has_level: bool,
    /// The plies on its board; `None` if the board has to be set up again.
    played: Option<Vec<String>>,
}

/// The notation of walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WallNotation {
    /// As in the protocol: the square above and to the left, then the direction.
    Square,
    /// As in game records: the square below and to the left, followed by `h` or `v`.
    Algebraic,
}

impl Qtp {
    /// Starts a program; the option `walls=algebraic` is for programs that use the algebraic notation.
    pub(crate) fn spawn(
        name: &str,
        command: &str,
        options: &[(String, String)],
        grace: Duration,
    ) -> Result<Self, Fault> {
        let algebraic = options.iter().any(|(name, value)| name == "walls" && value == "algebraic");
        let notation = if algebraic { WallNotation::Algebraic } else { WallNotation::Square };
        let program = Program::spawn(name, command, "quit")?;
        let external = ExternalEngine::new(program, grace);
        let mut qtp = Self { external, notation, has_level: false, played: None };
        qtp.introduce()?;
        Ok(qtp)
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.external.name = self.ask("name")?;
        self.external.program.send("list_commands")?;
        self.answer()?;
        // The list ends with an empty line.
        loop {
            match self.external.receive()?.as_str() {
                "" => {
                    self.external.program.introduced();
                    return Ok(());
                }
                "level" => self.has_level = true,
                _ => {}
            }
        }
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.external.program.process_id()
    }

    /// Sends a command and returns its answer; a refusal is a fault.
    fn ask(&mut self, command: &str) -> Result<String, Fault> {
        self.external.program.send(command)?;
        self.answer().map_err(|fault| {
            let reason = fault.arg("reason").filter(|_| fault.kind == ENGINE_REFUSES);
            reason.map(|reason| self.external.program.refuses(format!("{command}: {reason}"))).unwrap_or(fault)
        })
    }

    fn answer(&mut self) -> Result<String, Fault> {
        loop {
            let line = self.external.receive()?;
            if let Some(answer) = line.strip_prefix('=') {
                return Ok(answer.trim().to_owned());
            }
            if let Some(reason) = line.strip_prefix('?') {
                return Err(self.external.program.refuses(reason.trim()));
            }
        }
    }

    /// Brings the program's board to the position of the table.
    fn synchronize(&mut self, table: &dyn AnyTable, size: u8) -> Result<(), Fault> {
        if table.is_from_position() {
            return Err(self.external.program.failed("QTP can begin from the start only"));
        }
        let plies = table.plies();
        let known = match self.played.take() {
            Some(played) if plies.starts_with(&played) => played.len(),
            _ => {
                self.external.program.begin_task();
                self.ask(&format!("boardsize {size}"))?;
                self.ask("clear_board")?;
                self.ask(&format!("walls {}", walls(table)))?;
                0
            }
        };
        for (index, ply) in plies.iter().enumerate().skip(known) {
            let colour = colour(if index % 2 == 0 { Player::P1 } else { Player::P2 });
            let command = self.notation.command(colour, ply, size);
            self.ask(&command.ok_or_else(|| self.external.program.failed(format!("{ply} cannot be sent")))?)?;
        }
        self.played = Some(plies.to_vec());
        Ok(())
    }
}

/// The name of the protocol in what a game says of itself.
const PROTOCOL: &str = "qtp";

/// Why a game cannot be played.
fn unknown_game() -> String {
    let games = agon_games::entries().iter().map(|entry| entry.info);
    let names: Vec<&str> = games.filter(|info| info.protocols.contains(&PROTOCOL)).map(|info| info.name).collect();
    format!("QTP is for {} only", names.join(", "))
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::P1 => "black",
        Player::P2 => "white",
    }
}

fn grid(table: &dyn AnyTable) -> Option<GridView> {
    match table.view_at(0)? {
        BoardView::Grid(grid) => Some(grid),
        BoardView::Tavli(_) => None,
    }
}

/// Number of walls of a player at the start.
fn walls(table: &dyn AnyTable) -> u8 {
    grid(table).and_then(|grid| grid.stocks.first().map(|stock| stock.left)).unwrap_or(10)
}

impl WallNotation {
    /// The command that plays a turn.
    fn command(self, colour: &str, turn: &str, size: u8) -> Option<String> {
        let (column, rest) = turn.split_at_checked(1)?;
        let (row, direction) = match rest.strip_suffix(['h', 'v']) {
            Some(row) => (row, &rest[row.len()..]),
            None => (rest, ""),
        };
        let row: u8 = row.parse().ok().filter(|row| (1..=size).contains(row))?;
        Some(match (self, direction) {
            (_, "") => format!("playmove {colour} {column}{}", size + 1 - row),
            (Self::Square, direction) => format!("playwall {colour} {column}{} {direction}", size + 1 - row),
            (Self::Algebraic, direction) => format!("playwall {colour} {column}{}{direction}", size - row),
        })
    }

    /// The turn in an answer to `genmove`.
    fn turn(self, answer: &str, size: u8) -> Option<String> {
        let answer = answer.to_ascii_lowercase();
        let mut parts = answer.split_whitespace();
        let (square, mut direction) = (parts.next()?, parts.next().map_or("", |word| word.get(..1).unwrap_or("")));
        let (column, mut row) = square.split_at_checked(1)?;
        if let Some(number) = row.strip_suffix(['h', 'v']) {
            (row, direction) = (number, &row[number.len()..]);
        }
        let row: u8 = row.parse().ok().filter(|row| (1..=size).contains(row))?;
        let ours = if direction.is_empty() || self == Self::Square { size + 1 - row } else { size - row };
        Some(format!("{column}{ours}{direction}"))
    }
}

impl Engine for Qtp {
    fn name(&self) -> String {
        self.external.name.clone()
    }

    fn new_game(&mut self) {
        self.played = None;
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, .. } = request;
        let started = Instant::now();
        self.external.start_deadline(table, limits);
        let speaks = table.info().protocols.contains(&PROTOCOL);
        let size = grid(table).filter(|grid| grid.rows == grid.cols && speaks);
        let size = size.map(|grid| grid.rows).ok_or_else(|| self.external.program.failed(unknown_game()))?;
        self.synchronize(table, size)?;
        if let (true, Some(time)) = (self.has_level, limits.movetime) {
            self.ask(&format!("level {} {}", limits.depth.unwrap_or(64), time.as_millis()))?;
        }
        let player = table.actor().player().unwrap_or(Player::P1);
        let answer = self.ask(&format!("genmove {}", colour(player)))?;
        let turn = self.notation.turn(&answer, size).unwrap_or(answer);
        let thought = self.external.thought(table, &turn, started)?;
        // The program has played the turn on its own board.
        if let Some(played) = &mut self.played {
            played.push(thought.turn.clone());
        }
        Ok(thought)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_from_the_other_side() {
        // Our e3h lies between rows 3 and 4; seen from above that is below their row 7.
        let square = |turn| WallNotation::Square.command("black", turn, 9).expect(turn);
        assert_eq!(square("e2"), "playmove black e8");
        assert_eq!(square("e3h"), "playwall black e7 h");
        assert_eq!(square("a8v"), "playwall black a2 v");
        let algebraic = |turn| WallNotation::Algebraic.command("white", turn, 9).expect(turn);
        assert_eq!(algebraic("e8"), "playmove white e2");
        assert_eq!(algebraic("e3h"), "playwall white e6h");
        for notation in [WallNotation::Square, WallNotation::Algebraic] {
            for turn in ["e2", "e3h", "a8v", "h1h", "i9"] {
                let command = notation.command("black", turn, 9).expect(turn);
                let answer = command.splitn(3, ' ').nth(2).expect("a place");
                assert_eq!(notation.turn(answer, 9).as_deref(), Some(turn));
            }
        }
        assert_eq!(WallNotation::Square.turn("E7 horizontal", 9).as_deref(), Some("e3h"));
        for nonsense in ["", "e", "e0", "e99", "é1"] {
            assert_eq!(WallNotation::Square.turn(nonsense, 9), None, "{nonsense}");
            assert_eq!(WallNotation::Square.command("black", nonsense, 9), None, "{nonsense}");
        }
    }
}
