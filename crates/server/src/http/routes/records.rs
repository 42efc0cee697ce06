//! Records and positions: export, import, verify, preview.

use agon_core::AnyTable;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::{create_game, find_room};
use super::new_game::{ImportRequest, NewGame};
use crate::app::SharedApp;
use crate::game::record as records;
use crate::http::body::{MAX_BODY_LEN, MAX_RECORD_BODY_LEN, read_json, with_type};
use crate::http::extract::{PathParams, QueryParams};
use crate::http::failure::HttpError;
use crate::http::guard::ClientAddress;
use crate::http::limits::Kind;
use crate::http::{HandlerResult, json};

#[derive(Debug, Deserialize)]
pub(crate) struct RecordQuery {
    format: Option<String>,
}

/// The record of a game.
pub(crate) async fn record(
    State(app): State<SharedApp>,
    PathParams(id): PathParams<String>,
    QueryParams(query): QueryParams<RecordQuery>,
) -> HandlerResult {
    let room = find_room(&app, &id).await?;
    let record = records::record_of(&room.core().await.state);
    if query.format.as_deref() == Some("json") {
        return Ok(json(StatusCode::OK, agon_games::record_to_json(&record).to_string()));
    }
    let mut response = with_type(StatusCode::OK, "text/plain; charset=utf-8", record.to_string());
    let name = format!("attachment; filename=\"agon-{}.agon\"", &id[..8]);
    if let Ok(name) = HeaderValue::from_str(&name) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// Creates a game from a record.
pub(crate) async fn import(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
) -> HandlerResult {
    let body: ImportRequest = read_json(&app, request, MAX_RECORD_BODY_LEN).await?;
    let ((record,), settings) = body.split();
    let (record, table) = tokio::task::spawn_blocking(move || records::read(&record))
        .await
        .map_err(|_| HttpError::from(crate::faults::NOT_STORED))??;
    let result = record.tag("Result").filter(|result| *result != "*" && table.outcome().is_none());
    let result = result.map(str::to_owned);
    create_game(app, client, NewGame { table, result, settings }, Kind::Import).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PreviewRequest {
    game: String,
    #[serde(default)]
    position: Option<String>,
}

/// The board of a position.
pub(crate) async fn preview(State(app): State<SharedApp>, request: Request) -> HandlerResult {
    let PreviewRequest { game, position } = read_json(&app, request, MAX_BODY_LEN).await?;
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

/// Verifies a record: legality, result, dice.
pub(crate) async fn verify(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
) -> HandlerResult {
    let VerifyRequest { record } = read_json(&app, request, MAX_RECORD_BODY_LEN).await?;
    app.address_limits.take(client.0, Kind::Import).map_err(HttpError::too_many)?;
    let answer = tokio::task::spawn_blocking(move || check(&record)).await;
    let answer = answer.map_err(|_| HttpError::from(crate::faults::NOT_STORED))??;
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
        "game": record.spec(), "words": record.plies.len(), "legal": replayed.is_ok(),
        "result": record.tag("Result").map_or_else(|| outcome.map(|outcome| outcome.to_string()), |result| Some(result.to_owned())),
        "dice": dice, "faults": faults,
    }))
}
