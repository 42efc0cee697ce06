use agon_core::AnyTable;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::{make, room};
use super::new_game::{ImportFields, ImportRequest, NewGame};
use crate::app::SharedApp;
use crate::game::record as records;
use crate::http::body::{LARGE, SMALL, read, with_kind};
use crate::http::extract::{PathParams, QueryParams};
use crate::http::failure::HttpError;
use crate::http::guard::ClientAddress;
use crate::http::limits::Kind;
use crate::http::{Answer, json};

#[derive(Debug, Deserialize)]
pub(crate) struct RecordQuery {
    format: Option<String>,
}

/// A game as a record.
pub(crate) async fn record(
    State(app): State<SharedApp>,
    PathParams(id): PathParams<String>,
    QueryParams(query): QueryParams<RecordQuery>,
) -> Answer {
    let room = room(&app, &id).await?;
    let record = records::record_of(&room.core().await.state);
    if query.format.as_deref() == Some("json") {
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
pub(crate) async fn import(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
) -> Answer {
    let body: ImportRequest = read(&app, request, LARGE).await?;
    let (ImportFields { record }, terms) = body.split();
    let (record, table) = tokio::task::spawn_blocking(move || records::read(&record))
        .await
        .map_err(|_| HttpError::from(crate::faults::NOT_STORED))??;
    let result = record.tag("Result").filter(|result| *result != "*" && table.outcome().is_none());
    let result = result.map(str::to_owned);
    make(app, client, NewGame { table, result, terms }, Kind::Import).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PreviewRequest {
    game: String,
    #[serde(default)]
    position: Option<String>,
}

/// The picture of a position.
pub(crate) async fn preview(State(app): State<SharedApp>, request: Request) -> Answer {
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
pub(crate) async fn verify(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
) -> Answer {
    let VerifyRequest { record } = read(&app, request, LARGE).await?;
    app.addresses.take(client.0, Kind::Import).map_err(HttpError::too_many)?;
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
