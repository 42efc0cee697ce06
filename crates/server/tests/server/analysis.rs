//! Reviews of finished games over the network.

use super::common::{TestServer, config, text};
use axum::http::StatusCode;
use serde_json::json;

const FINISHED: &str = "[Agon \"1\"]\n[Game \"portes\"]\n[P1 \"Ada\"]\n[P2 \"Ben\"]\n[Result \"p1 1\"]\n\
    [Termination \"resignation\"]\n\n31: 8/5,6/5 62: 24/18,13/11 64: 24/18,18/14\n";

#[tokio::test]
async fn a_finished_game_is_reviewed_once_and_kept() {
    let server = TestServer::start(config());
    let seats = json!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "human", "name": "Ben"}});
    let made = server.import(FINISHED, &seats).await;
    let path = format!("/api/games/{}/analysis", text(&made["id"]));
    assert_eq!(server.get(&path).await.0, StatusCode::NOT_FOUND);
    let (status, review) = server.post(&path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{review}");
    let turns = review["turns"].as_array().expect("turns");
    assert_eq!(turns.len(), 3);
    assert!(turns.iter().all(|turn| turn["choices"][0]["chances"]["win"].is_array()), "{review}");
    let has_its_steps = |choice: &serde_json::Value| {
        let steps = choice["steps"].as_array().expect("steps");
        steps.iter().map(|step| text(&step["word"])).collect::<Vec<_>>().join(",") == text(&choice["turn"])
    };
    let mut choices = turns.iter().flat_map(|turn| turn["choices"].as_array().expect("choices"));
    assert!(choices.all(has_its_steps), "{review}");
    assert_eq!(review["summary"].as_array().map(Vec::len), Some(2));
    assert_eq!(server.get(&path).await, (StatusCode::OK, review));
    server.stop().await;
}

#[tokio::test]
async fn a_game_in_progress_is_not_reviewed() {
    let server = TestServer::start(config());
    let (id, _) = server.two_people(json!({"game": "domineering"})).await;
    let (status, answer) = server.post(&format!("/api/games/{id}/analysis"), &json!({})).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (StatusCode::BAD_REQUEST, Some("not-over")));
    let (status, _) = server.post("/api/games/nothing/analysis", &json!({})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    server.stop().await;
}
