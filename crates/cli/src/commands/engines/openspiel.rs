//! `OpenSpiel`'s games from Python, measured on the positions of ours.

use std::io::Write;
use std::process::Command;

use agon_core::{GameInfo, OpenSpielGame};
use anyhow::{Context, bail};
use serde_json::{Map, Value};

use super::bench::BenchArgs;

/// Measures the games that `OpenSpiel` has too and compares it with our rates.
pub(crate) fn compare(args: &BenchArgs, ours: &Value, out: &mut dyn Write) -> anyhow::Result<Value> {
    let mut all = Map::new();
    let shared = agon_games::entries().iter().filter_map(|entry| Some((entry.info, entry.info.openspiel.as_ref()?)));
    for (info, game) in shared {
        let theirs = measure(info, game, args.seconds)?;
        if !args.json {
            writeln!(out, "OpenSpiel from Python, clone and legal_actions, positions/s")?;
            for (key, name) in game.cases {
                let rate = theirs.get(*key).and_then(Value::as_f64).unwrap_or(f64::NAN);
                writeln!(out, "{name:<18} {rate:>11.0}  ratio {:>7.1}", rate_of(ours, name) / rate)?;
            }
        }
        all.extend(theirs);
    }
    Ok(all.into())
}

fn rate_of(lists: &Value, name: &str) -> f64 {
    let found = lists.as_array().into_iter().flatten().find(|case| case["name"] == name);
    found.and_then(|case| case["lists_per_second"].as_f64()).unwrap_or(f64::NAN)
}

fn measure(info: &GameInfo, game: &OpenSpielGame, seconds: f64) -> anyhow::Result<Map<String, Value>> {
    let script = format!("{}{OPENSPIEL}", game.notation);
    let mut python = Command::new("python3");
    python.args(["-c", &script, &seconds.to_string(), game.name]);
    for (key, name) in game.cases {
        let case = info.movegen_cases.iter().find(|case| case.name == *name);
        python.args([*key, case.map_or("", |case| case.plies)]);
    }
    let output = python.output().context("cannot start python3")?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        let last = error.lines().last().unwrap_or_default();
        bail!("python3 could not run OpenSpiel ({last}); install it with: pip install open_spiel");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().last().unwrap_or_default();
    serde_json::from_str(line).context("OpenSpiel's figures")
}

/// Measures a game; the function `theirs` stands before it. Its arguments are the time, the game, and a name and the
/// turns of each position.
const OPENSPIEL: &str = r"
import json, random, sys, time
import pyspiel
seconds, name = float(sys.argv[1]), sys.argv[2]
def rate(words):
    state = pyspiel.load_game(name).new_initial_state()
    for word in words:
        state.apply_action(state.string_to_action(state.current_player(), theirs(word)))
    rng, states = random.Random(1), []
    while len(states) < 32:
        s = state.clone()
        for _ in range(2):
            s.apply_action(rng.choice(s.legal_actions()))
        if not s.is_terminal():
            states.append(s)
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for s in states:
            s.clone().legal_actions()
        count += len(states)
    return count / (time.process_time() - start)
print(json.dumps({key: rate(turns.split()) for key, turns in zip(sys.argv[3::2], sys.argv[4::2])}))
";
