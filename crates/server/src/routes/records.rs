use agon_core::AnyTable;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{LARGE, SMALL, read, with_kind};
use super::games::{make, room};
use super::wish::{ImportOwn, ImportRequest, Wish};
use super::{Answer, json};
use crate::address::{Path, Query};
use crate::app::Shared;
use crate::failure::Failure;
use crate::limits::Deed;
use crate::record as records;
use crate::security::Client;

#[derive(Debug, Deserialize)]
pub(super) struct Format {
    format: Option<String>,
}

/// A game as a record.
pub(super) async fn record(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Query(format): Query<Format>,
) -> Answer {
    let room = room(&app, &id).await?;
    let record = records::record_of(&room.core().await.state);
    if format.format.as_deref() == Some("json") {
        return Ok(json(StatusCode::OK, agon_games::record_to_json(&record).to_string()));
    }
    let mut response = with_kind(StatusCode::OK, "text/plain; charset=utf-8", record.to_string());
    let name = format!("attachment; filename=\"agon-{}.agon\"", &id[..8]);
    if let Ok(name) = HeaderValue::from_str(&name) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// Makes a game of a record.
pub(super) async fn import(
    State(app): State<Shared>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Answer {
    let body: ImportRequest = read(&app, request, LARGE).await?;
    let (ImportOwn { record }, terms) = body.split();
    let (record, table) = tokio::task::spawn_blocking(move || records::read(&record))
        .await
        .map_err(|_| Failure::from(crate::faults::NOT_STORED))??;
    let result = record.tag("Result").filter(|result| *result != "*" && table.outcome().is_none());
    let result = result.map(str::to_owned);
    make(app, client, Wish { table, result, terms }, Deed::Import).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PreviewRequest {
    game: String,
    #[serde(default)]
    position: Option<String>,
}

/// The picture of a position.
pub(super) async fn preview(State(app): State<Shared>, request: Request) -> Answer {
    let PreviewRequest { game, position } = read(&app, request, SMALL).await?;
    let table = agon_games::open_at(&game, position.as_deref().unwrap_or("startpos"))?;
    let result = table
        .outcome()
        .map(|outcome| json!({"winner": outcome.winner(), "points": outcome.points(), "reason": "board"}));
    let answer = json!({
        "spec": table.spec(), "position": table.position(), "turn": table.actor().name(),
        "board": table.view(&[])?, "paths": table.paths(), "result": result,
    });
    Ok(json(StatusCode::OK, answer.to_string()))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyRequest {
    record: String,
}

/// Checks a record: legality, result, dice.
pub(super) async fn verify(
    State(app): State<Shared>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Answer {
    let VerifyRequest { record } = read(&app, request, LARGE).await?;
    app.addresses.take(client.0, Deed::Import).map_err(Failure::too_many)?;
    let answer = tokio::task::spawn_blocking(move || check(&record)).await;
    let answer = answer.map_err(|_| Failure::from(crate::faults::NOT_STORED))??;
    Ok(json(StatusCode::OK, answer.to_string()))
}

fn check(text: &str) -> Result<Value, agon_core::Fault> {
    let record = records::first(text)?;
    let mut faults = Vec::new();
    let replayed = agon_games::replay(&record);
    if let Err(error) = &replayed {
        faults.push(crate::wire::fault_json(&records::wrong(error)));
    }
    let dice = match agon_dice::verify_dice(&record) {
        Ok(None) => Value::Null,
        Ok(Some(report)) => json!({
            "checked": report.checked, "commit": report.commit,
            "p1": report.parts[0], "p2": report.parts[1],
            "wrong": report.wrong, "right": report.is_right(),
        }),
        Err(fault) => {
            faults.push(crate::wire::fault_json(&fault));
            Value::Null
        }
    };
    let outcome = replayed.as_ref().ok().and_then(|table| AnyTable::outcome(&**table));
    Ok(json!({
        "game": record.spec(), "words": record.words.len(), "legal": replayed.is_ok(),
        "result": record.tag("Result").map_or_else(|| outcome.map(|outcome| outcome.to_string()), |result| Some(result.to_owned())),
        "dice": dice, "faults": faults,
    }))
}
