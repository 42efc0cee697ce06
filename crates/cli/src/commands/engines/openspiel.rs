//! `OpenSpiel`'s Quoridor from Python, measured on the positions of ours.

use std::io::Write;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use super::bench::BenchArgs;

/// Its figures, and our cases on the same positions.
const CASES: [(&str, &str); 2] = [("start", "quoridor start"), ("middle", "quoridor middle")];

/// Measures `OpenSpiel` and compares it with our rates.
pub(crate) fn compare(args: &BenchArgs, ours: &Value, out: &mut dyn Write) -> anyhow::Result<Value> {
    let theirs = measure(args.seconds)?;
    if !args.json {
        writeln!(out, "OpenSpiel from Python, clone and legal_actions, positions/s")?;
        for (key, name) in CASES {
            let rate = theirs[key].as_f64().unwrap_or(f64::NAN);
            writeln!(out, "{name:<18} {rate:>11.0}  ratio {:>7.1}", rate_of(ours, name) / rate)?;
        }
    }
    Ok(theirs)
}

fn rate_of(lists: &Value, name: &str) -> f64 {
    let found = lists.as_array().into_iter().flatten().find(|case| case["name"] == name);
    found.and_then(|case| case["lists_per_second"].as_f64()).unwrap_or(f64::NAN)
}

fn measure(seconds: f64) -> anyhow::Result<Value> {
    let cases = agon_games::entry("quoridor")?.info.movegen_cases;
    let middle = cases.iter().find(|case| case.name == CASES[1].1).map_or("", |case| case.plies);
    let output = Command::new("python3")
        .args(["-c", OPENSPIEL, &seconds.to_string(), middle])
        .output()
        .context("cannot start python3")?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        let last = error.lines().last().unwrap_or_default();
        bail!("python3 could not run OpenSpiel ({last}); install it with: pip install open_spiel");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().last().unwrap_or_default();
    serde_json::from_str(line).context("OpenSpiel's figures")
}

/// `OpenSpiel` numbers rows from the top: pawn row r is 10-r, wall row r is 9-r.
const OPENSPIEL: &str = r#"
import json, random, sys, time
import pyspiel
seconds, middle = float(sys.argv[1]), sys.argv[2].split()
def theirs(word):
    row = int(word[1])
    return word[0] + str((9 if len(word) == 3 else 10) - row) + word[2:]
def rate(words):
    state = pyspiel.load_game("quoridor").new_initial_state()
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
print(json.dumps({"start": rate([]), "middle": rate(middle)}))
"#;
