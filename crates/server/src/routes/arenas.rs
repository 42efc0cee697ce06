use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::body::with_kind;
use super::{Answer, json};
use crate::address::{Path, Query};
use crate::app::{App, Shared};
use crate::faults;

/// Reads files apart from the threads that serve.
async fn read<T: Send + 'static>(
    app: Shared,
    what: impl FnOnce(&App) -> Option<T> + Send + 'static,
) -> Result<T, crate::failure::Failure> {
    let found = tokio::task::spawn_blocking(move || what(&Arc::clone(&app))).await;
    Ok(found.ok().flatten().ok_or(faults::NOT_FOUND)?)
}

/// Every tournament.
pub(super) async fn list(State(app): State<Shared>) -> Answer {
    let list = read(app, |app| Some(app.arenas.list())).await?;
    Ok(json(StatusCode::OK, json!({"arenas": list}).to_string()))
}

/// One tournament: standings and pairings.
pub(super) async fn show(State(app): State<Shared>, Path(name): Path<String>) -> Answer {
    let all = read(app, move |app| app.arenas.standings(&name)).await?;
    Ok(json(StatusCode::OK, all.to_string()))
}

#[derive(Debug, Deserialize)]
pub(super) struct From {
    from: Option<String>,
}

/// A page of the games of a pairing.
pub(super) async fn games(
    State(app): State<Shared>,
    Path((name, pairing)): Path<(String, String)>,
    Query(From { from }): Query<From>,
) -> Answer {
    let from = from.as_deref().unwrap_or("0");
    let from = from.parse().map_err(|_| {
        faults::BAD_MESSAGE.with("reason", format!("from={from}: write a number, such as from=100"))
    })?;
    let games = read(app, move |app| app.arenas.games(&name, &pairing, from)).await?;
    Ok(json(StatusCode::OK, games.to_string()))
}

/// The record of one game.
pub(super) async fn record(
    State(app): State<Shared>,
    Path((name, pairing, number)): Path<(String, String, String)>,
) -> Answer {
    let number = number.parse().map_err(|_| faults::NOT_FOUND)?;
    let record = read(app, move |app| app.arenas.record(&name, &pairing, number)).await?;
    Ok(with_kind(StatusCode::OK, "text/plain; charset=utf-8", record))
}
