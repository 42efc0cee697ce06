//! Clocks as both players see them run and run out.

use super::common::{TestClient, TestServer, config, on_disk, text, two_seats};
use agon_server::{ClockSetup, GameSetup, Token};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_from_the_second_turn() {
    let server = TestServer::start(config());
    let clock = json!({"initial_ms": 10_000, "increment_ms": 0});
    let (id, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering", "clock": clock})).await;
    assert!(one.state["clock"]["running"].is_null());
    one.play("a1").await;
    assert!(one.state["clock"]["running"].is_null(), "the second player has not moved yet");
    two.until_state("a turn", |state| state["ply"] == 1).await;
    two.play("c1").await;
    assert_eq!(two.state["clock"]["running"], "p1");
    assert_eq!(two.state["clock"]["left_ms"][1], 10_000);
    let (_, record) = server.get(&format!("/api/games/{id}/record")).await;
    assert!(text(&record).contains("[%clk 10.0]"), "{record}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_out_ends_the_game_for_both_and_in_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(on_disk(folder.path()));
    let tokens = [Token::random(), Token::random()];
    // The clock is shorter than clients may ask for, so that the test need not wait.
    let clock = Some(ClockSetup { initial_ms: 200, increment_ms: 0 });
    let setup = GameSetup { clock, ..two_seats("domineering", [&tokens[0], &tokens[1]]) };
    let id = server.app.create(setup, None).await.expect("a game").id.to_string();
    let mut one = server.connect_as(&id, &[tokens[0].reveal()]).await;
    let mut two = server.connect_as(&id, &[tokens[1].reveal()]).await;
    // The first turns cost no time. Then the first player's clock runs, and nobody moves any more.
    one.play("a1").await;
    two.until_state("a turn", |state| state["ply"] == 1).await;
    let answer = two.play("c1").await;
    assert_eq!((&answer["clock"]["running"], &answer["result"]), (&json!("p1"), &Value::Null), "{answer}");

    let lost = json!({"winner": "p2", "points": 1, "reason": "time"});
    for client in [&mut one, &mut two] {
        client.until_state("the end", |state| state["status"] == "over").await;
        assert_eq!(client.state["result"], lost);
        assert_eq!(client.state["clock"]["left_ms"], json!([0, 200]));
        assert_eq!((&client.state["turn"], &client.state["ply"]), (&json!("none"), &json!(2)));
    }
    assert_eq!(TestClient::code(&one.play("a3").await), "game-over");
    let written = server.get(&format!("/api/games/{id}/record")).await.1;
    server.stop().await;

    // The end is in the log, not only in memory.
    let server = TestServer::start(on_disk(folder.path()));
    assert_eq!(server.connect_as(&id, &[]).await.state["result"], lost);
    let record = server.get(&format!("/api/games/{id}/record")).await.1;
    assert_eq!(record, written);
    for tag in ["[Result \"p2 1\"]", "[Termination \"time\"]"] {
        assert!(text(&record).lines().any(|line| line == tag), "{tag} is missing: {record}");
    }
    let (_, report) = server.post("/api/verify", &json!({"record": record})).await;
    assert_eq!(report["legal"], true, "{report}");
    server.stop().await;
}
