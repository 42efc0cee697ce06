//! Ten kills under load are part of the usual tests; more are a matter of `--cycles`.

use std::process::Command;

#[test]
fn ten_kills_lose_no_acknowledged_turn_and_play_none_twice() {
    let program = env!("CARGO_BIN_EXE_crash");
    let output = Command::new(program).args(["--cycles", "10"]).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said} {}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("10 kills") && said.contains("0 lost, 0 played twice"), "{said}");
}
