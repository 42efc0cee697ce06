use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use agon_core::{AnyTable, Fault, Outcome, PerftPlan, Player};
use agon_games::draw::{self, TextStyle};
use agon_search::{Engine, EngineSpec, Limits, SearchRequest, Stop, Thought};

use crate::faults::NET_FILE;
use crate::queue::CommandQueue;
use crate::{Answer, Go, Host, Query, StartPosition, UgiCommand};

/// The value of an option that names no file.
const NO_FILE: &str = "<empty>";

/// A line that waits to be carried out.
pub(crate) struct QueuedCommand {
    pub(crate) action: Action,
    /// Length of the line.
    pub(crate) bytes: usize,
}

pub(crate) enum Action {
    Run(UgiCommand),
    Search(Go, Stop),
    /// Refuse an invalid line with this error.
    Refuse(String),
}

/// The state of one connection: carries out commands in order.
pub(crate) struct EngineSession<'a, W> {
    host: &'a dyn Host,
    output: &'a Mutex<W>,
    queue: &'a CommandQueue,
    table: Box<dyn AnyTable>,
    settings: EngineSpec,
    multi_pv: usize,
    engine: Option<Box<dyn Engine>>,
}

pub(crate) fn say<W: Write>(output: &Mutex<W>, lines: &[impl std::fmt::Display]) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

impl<'a, W: Write + Send> EngineSession<'a, W> {
    pub(crate) fn new(
        host: &'a dyn Host,
        output: &'a Mutex<W>,
        queue: &'a CommandQueue,
        table: Box<dyn AnyTable>,
    ) -> Self {
        Self { host, output, queue, table, settings: EngineSpec::default(), multi_pv: 1, engine: None }
    }

    /// Carries out commands until the reader ends.
    pub(crate) fn work(&mut self, commands: &Receiver<QueuedCommand>) -> io::Result<()> {
        for QueuedCommand { action, bytes } in commands {
            match action {
                Action::Run(command) => self.run(command)?,
                Action::Search(go, stop) => {
                    let answered = self.search(go, &stop);
                    self.queue.search_answered();
                    answered?;
                }
                Action::Refuse(error) => self.error(&error)?,
            }
            self.queue.remove(bytes);
        }
        Ok(())
    }

    fn answer(&self, answer: Answer) -> io::Result<()> {
        say(self.output, &[answer])
    }

    fn error(&self, text: &str) -> io::Result<()> {
        self.answer(Answer::Error(text.to_owned()))
    }

    fn run(&mut self, command: UgiCommand) -> io::Result<()> {
        match command {
            UgiCommand::Ugi => self.introduce(),
            UgiCommand::SetOption { name, value } => self.set_option(&name, &value).or_else(|error| self.error(&error)),
            UgiCommand::NewGame => {
                self.table.restart();
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
                Ok(())
            }
            UgiCommand::Position { start, plies } => {
                self.set_position(&start, &plies).or_else(|error| self.error(&error))
            }
            UgiCommand::IsReady => {
                self.prepare_engine();
                self.answer(Answer::ReadyOk)
            }
            UgiCommand::Query(query) => self.answer(Answer::Response(self.query(&query))),
            UgiCommand::Draw => self.draw(),
            UgiCommand::Eval => self.evaluate(),
            UgiCommand::Bench => say(self.output, &self.host.bench()),
            // The reader handles these.
            UgiCommand::Go(_) | UgiCommand::Stop | UgiCommand::Quit => Ok(()),
        }
    }

    fn search(&mut self, go: Go, stop: &Stop) -> io::Result<()> {
        match go {
            Go::Perft(depth) => self.perft(depth, stop),
            Go::Think(limits) => self.think(limits, stop),
        }
    }

    fn introduce(&self) -> io::Result<()> {
        let defaults = EngineSpec::default();
        let mut bots = self.host.bots(self.table.info().name);
        bots.insert(0, "none".to_owned());
        let bots: String = bots.iter().flat_map(|bot| [" var ", bot.as_str()]).collect();
        let lines = [
            Answer::Name(self.host.name()).to_string(),
            format!("id author {}", self.host.author()),
            format!("option name UGI_Variant type string default {}", self.table.spec()),
            "option name Level type spin default 10 min 1 max 10".to_owned(),
            format!("option name Bot type combo default none{bots}"),
            "option name MultiPV type spin default 1 min 1 max 64".to_owned(),
            "option name Threads type spin default 1 min 1 max 64".to_owned(),
            format!("option name Hash type spin default {} min 1 max 65536", defaults.hash_mb),
            format!("option name OwnBook type check default {}", defaults.book),
            format!("option name Seed type spin default {} min 0 max {}", defaults.seed, u64::MAX),
            format!("option name NetFile type string default {NO_FILE}"),
            Answer::UgiOk.to_string(),
        ];
        say(self.output, &lines)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |low: u64, high: u64| match value.parse::<u64>() {
            Ok(number) if (low..=high).contains(&number) => Ok(number),
            _ => Err(format!("{name} takes a number from {low} to {high}, not {value:?}")),
        };
        let mut settings = self.settings.clone();
        match name.to_ascii_lowercase().as_str() {
            "ugi_variant" => {
                self.table = agon_games::open(value).map_err(|fault| fault.to_string())?;
                // A bot of the previous game may not exist in this one.
                settings.bot = None;
            }
            "level" => {
                settings.level = Some(number(1, 10)? as u8);
                settings.bot = None;
            }
            "bot" => {
                let bots = self.host.bots(self.table.info().name);
                settings.bot = match value.to_ascii_lowercase() {
                    none if none.is_empty() || none == "none" => None,
                    bot if bots.contains(&bot) => Some(bot),
                    _ => {
                        return Err(format!("there is no bot {value:?}; bots are none, {}", bots.join(", ")));
                    }
                };
            }
            "multipv" => self.multi_pv = number(1, 64)? as usize,
            "threads" => settings.threads = number(1, 64)? as usize,
            "hash" => settings.hash_mb = number(1, 65536)? as usize,
            "ownbook" => {
                settings.book = match value.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(format!("{name} takes true or false, not {value:?}")),
                };
            }
            "seed" => settings.seed = number(0, u64::MAX)?,
            "netfile" if value.is_empty() || value == NO_FILE => settings.net = None,
            "netfile" => {
                let read = std::fs::read(value).map_err(|error| NET_FILE.with("file", value).with("reason", error));
                settings.net = Some(read.map_err(|fault| fault.to_string())?.into());
                // A file that does not fit the game is refused now, not at the next search.
                self.host.engine(&*self.table, &settings).map_err(|fault| fault.to_string())?;
            }
            _ => {
                return Err(format!(
                    "there is no option {name:?}; options are UGI_Variant, Level, Bot, MultiPV, Threads, Hash, OwnBook, Seed, NetFile"
                ));
            }
        }
        self.settings = settings;
        self.engine = None;
        Ok(())
    }

    /// Sets up a position; the table stays as it is if anything is wrong.
    fn set_position(&mut self, start: &StartPosition, plies: &[String]) -> Result<(), String> {
        let mut table = self.table.clone();
        match start {
            StartPosition::Start => table.restart(),
            StartPosition::Fen(fen) => table.set_position(fen).map_err(|fault| fault.to_string())?,
        }
        for (index, ply) in plies.iter().enumerate() {
            table.play(ply).map_err(|fault| format!("move {}: {fault}", index + 1))?;
        }
        self.table = table;
        Ok(())
    }

    fn perft(&self, depth: u32, stop: &Stop) -> io::Result<()> {
        self.queue.search_started();
        let started = Instant::now();
        let mut total = 1;
        for depth in 1..=depth {
            let plan = PerftPlan { depth, threads: self.settings.threads, table_megabytes: 0 };
            let Some(divisions) = self.table.divide_until(plan, stop.flag()) else {
                return self.error(&format!("perft was stopped before depth {depth} was counted"));
            };
            total = divisions.iter().map(|division| division.count).sum();
            let time = started.elapsed();
            let nps = (total as f64 / time.as_secs_f64().max(1e-6)) as u64;
            say(self.output, &[format!("info depth {depth} nodes {total} nps {nps} time {}", time.as_millis())])?;
        }
        say(self.output, &[format!("nodes {total}")])
    }

    /// Builds the engine during `isready`: it computes its endgame tables then, and a later search can be stopped at
    /// once. A fault is reported at the next `go`.
    fn prepare_engine(&mut self) {
        self.engine = self.take_engine().ok();
    }

    /// The engine for the table; rebuilt after an option changed.
    fn take_engine(&mut self) -> Result<Box<dyn Engine>, String> {
        match self.engine.take() {
            Some(engine) => Ok(engine),
            None => self.host.engine(&*self.table, &self.settings).map_err(|fault| fault.to_string()),
        }
    }

    fn think(&mut self, mut limits: Limits, stop: &Stop) -> io::Result<()> {
        if self.table.actor().player().is_none() {
            let why =
                if self.table.outcome().is_some() { "the game is over" } else { "a roll is due, and the runner rolls" };
            return self.error(&format!("nobody is to move: {why}"));
        }
        for turn in &mut limits.search_moves {
            match self.table.check(turn) {
                Ok(canonical) => *turn = canonical,
                Err(fault) => return self.error(&format!("searchmoves: {fault}")),
            }
        }
        limits.multi_pv = self.multi_pv;
        let mut engine = match self.take_engine() {
            Ok(engine) => engine,
            Err(error) => return self.error(&error),
        };
        self.queue.search_started();
        let (table, output) = (&*self.table, self.output);
        let mut broken = Ok(());
        // On its own thread, so that the session survives a panic of the engine.
        let thought = thread::scope(|scope| {
            let thinking = scope.spawn(|| {
                engine.think(SearchRequest {
                    table,
                    limits: &limits,
                    stop,
                    report: &mut |line| {
                        if broken.is_ok() {
                            broken = say(output, &[Answer::Info(line.clone())]);
                        }
                        if broken.is_err() {
                            // The runner has closed the pipe.
                            stop.set();
                        }
                    },
                })
            });
            thinking.join()
        });
        broken?;
        // An infinite search may end by itself, but must not answer before `stop`.
        if limits.infinite {
            self.queue.await_stop(stop);
        }
        match thought {
            Ok(thought) => {
                self.engine = Some(engine);
                self.answer(final_answer(thought))
            }
            Err(_) => self.error("the engine failed; it is started anew"),
        }
    }

    fn query(&self, query: &Query) -> String {
        let outcome = self.table.outcome();
        match query {
            Query::Actor => self.table.actor().name().to_owned(),
            Query::P1Turn => (self.table.actor().player() == Some(Player::P1)).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win { winner: Player::P1, .. }) => "p1win",
                Some(Outcome::Win { winner: Player::P2, .. }) => "p2win",
            }
            .to_owned(),
            Query::Points => outcome.map_or(0, Outcome::points).to_string(),
            Query::Fen => self.table.position(),
            Query::Legal => self.table.legal().join(" "),
            Query::IsLegal(word) => self.table.check(word).is_ok().to_string(),
        }
    }

    fn draw(&self) -> io::Result<()> {
        match self.table.view(&[]) {
            Ok(view) => {
                let board = draw::text(&view, TextStyle { ascii: true, color: false });
                say(self.output, &[board.trim_end().to_owned(), format!("fen {}", self.table.position())])
            }
            Err(fault) => self.error(&fault.to_string()),
        }
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let mut engine = match self.take_engine() {
            Ok(engine) => engine,
            Err(error) => return self.error(&error),
        };
        let score = engine.evaluate(&*self.table);
        self.engine = Some(engine);
        match score {
            Some(cp) => say(self.output, &[format!("eval cp {cp}")]),
            None => self.error("this engine has no static evaluation of this position"),
        }
    }
}

fn final_answer(thought: Result<Thought, Fault>) -> Answer {
    match thought {
        Ok(thought) => Answer::BestMove(thought.turn),
        Err(fault) => Answer::Error(fault.to_string()),
    }
}
