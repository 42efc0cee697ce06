//! Runs the crash test with ten kills; `--cycles` runs more.

use std::process::Command;

#[test]
fn ten_kills_lose_no_acknowledged_turn_and_play_none_twice() {
    let program = env!("CARGO_BIN_EXE_crash");
    let output = Command::new(program).args(["--cycles", "10"]).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text} {}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("10 kills") && text.contains("0 lost, 0 played twice"), "{text}");
}

#[test]
fn kills_of_two_servers_on_one_database_lose_no_turn() {
    let program = env!("CARGO_BIN_EXE_crash");
    let output = Command::new(program).args(["--cycles", "4", "--postgres"]).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text} {}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("4 kills") && text.contains("0 lost, 0 played twice"), "{text}");
}
