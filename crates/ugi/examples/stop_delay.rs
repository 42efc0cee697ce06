//! How long a program takes from `stop` to `bestmove`.
//!
//! `cargo run --release -p agon-ugi --example stop_delay -- [COMMAND] [THINK_MS]`: the worst of every game, over all
//! levels and some positions of random games. COMMAND is `agon ugi` if not given, `THINK_MS` (50) how
//! long it may think before it is stopped. It is asked whether it is ready before. Processor time tells on a busy
//! machine what the clock cannot.

use std::error::Error;
use std::time::{Duration, Instant};

use agon_core::{AnyTable, Rng};
use agon_ugi::Program;

/// Every registered game, and the boards and kinds that take longest.
const OTHERS: [&str; 5] = [
    "quoridor:size=15",
    "blockade:turn=swift",
    "blockade:rows=22,cols=28,walls=18",
    "domineering:rows=9,cols=9",
    "domineering:rows=16,cols=16",
];
/// Random turns before the position, of which each game has as many as are here.
const TURNS: [usize; 2] = [0, 12];
const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;
/// Longer than this nobody waits.
const PATIENCE: Duration = Duration::from_mins(1);

/// The time between two moments, by the clock and of the processor.
#[derive(Clone, Copy, Default)]
struct Delay {
    wall: Duration,
    cpu: Option<Duration>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_else(|| "agon ugi".to_owned());
    let think = arguments.next().map_or(Ok(50), |text| text.parse())?;
    let registered = agon_games::entries().iter().map(|entry| entry.info.name);
    println!("{:<36} {:>8} {:>9}  worst at", "game", "clock ms", "CPU ms");
    for spec in registered.chain(OTHERS) {
        let mut worst = (Delay::default(), String::new());
        for turns in TURNS {
            let table = after(spec, turns)?;
            let mut program = Program::spawn(&command, "quit")?;
            program.send(format_args!("setoption name UGI_Variant value {spec}"))?;
            for level in LEVELS {
                let delay = stopped(&mut program, &*table, level, Duration::from_millis(think))?;
                if (delay.cpu, delay.wall) > (worst.0.cpu, worst.0.wall) {
                    worst = (delay, format!("level {level} after {turns} turns"));
                }
            }
        }
        let (Delay { wall, cpu }, place) = worst;
        let cpu = cpu.map_or("-".to_owned(), |cpu| cpu.as_millis().to_string());
        println!("{spec:<36} {:>8.1} {cpu:>9}  {place}", 1e3 * wall.as_secs_f64());
    }
    Ok(())
}

/// A game after some random turns, or its start if it ends before that.
fn after(spec: &str, turns: usize) -> Result<Box<dyn AnyTable>, Box<dyn Error>> {
    let mut rng = Rng::new(turns as u64);
    let mut table = agon_games::open(spec)?;
    for left in (0..=turns).rev() {
        while table.roll(&mut rng).is_some() {}
        if left > 0 {
            let Some(word) = rng.choose(&table.legal()).cloned() else { break };
            table.play(&word)?;
        }
    }
    if table.actor().player().is_some() { Ok(table) } else { after(spec, 0) }
}

fn stopped(
    program: &mut Program,
    table: &dyn AnyTable,
    level: u8,
    think: Duration,
) -> Result<Delay, Box<dyn Error>> {
    let words = table.plies().join(" ");
    let moves = if words.is_empty() { String::new() } else { format!(" moves {words}") };
    program.send(format_args!("setoption name Level value {level}"))?;
    program.send(format_args!("position startpos{moves}"))?;
    program.send("isready")?;
    while program.receive(Instant::now() + PATIENCE)? != "readyok" {}
    program.send("go infinite")?;
    // What it says in the meantime is taken off its hands.
    let until = Instant::now() + think;
    while Instant::now() < until {
        program.poll(until.saturating_duration_since(Instant::now()))?;
    }
    let (start, before) = (Instant::now(), processor_time(program.process_id()));
    program.send("stop")?;
    loop {
        let line = program.receive(start + PATIENCE)?;
        if line.starts_with("error") {
            return Err(line.into());
        }
        if line.starts_with("bestmove") {
            let cpu = processor_time(program.process_id());
            let cpu = cpu.zip(before).map(|(after, before)| after.saturating_sub(before));
            return Ok(Delay { wall: start.elapsed(), cpu });
        }
    }
}

/// The kernel counts in hundredths of a second on every common configuration.
const TICK: Duration = Duration::from_millis(10);

/// The time that a process has had the processor, in whole ticks, its ended threads included; `None` where the
/// system does not tell.
fn processor_time(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may hold anything, blanks included.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks: Option<u32> = fields.get(11..13)?.iter().map(|field| field.parse::<u32>().ok()).sum();
    Some(TICK * ticks?)
}
