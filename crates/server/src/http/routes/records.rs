//! Records and positions: export, import, verify, preview.

use agon_core::{AnyTable, Record};
use agon_wire::limits::MAX_RECORD_BODY_LEN;
use agon_wire::{
    DiceCheck, EndReason, GameResult, ImportRequest, ObjectOnly, Preview, PreviewRequest, RecordBody, RecordInfo,
    SeatRequests, Verification, VerifyRequest,
};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use serde::Deserialize;

use super::games::{create_game, find_room};
use super::new_game::NewGame;
use crate::app::SharedApp;
use crate::game::record as records;
use crate::http::body::{read_json, with_type};
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
    let record = records::record_of(&room.core().await?.state);
    if query.format.as_deref() == Some("json") {
        return Ok(json(StatusCode::OK, &RecordBody::from(&record)));
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
    let (record, table) = replayed(record).await?;
    let result = record.tag("Result").filter(|result| *result != "*" && table.outcome().is_none());
    let result = result.map(str::to_owned);
    create_game(app, client, NewGame { table, result, settings }, Kind::Import).await
}

/// The board of a position, or at the end of a record.
pub(crate) async fn preview(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
) -> HandlerResult {
    let PreviewRequest { game, position, record } = read_json(&app, request, MAX_RECORD_BODY_LEN).await?;
    if let Some(text) = record {
        app.address_limits.take(client.0, Kind::Import).map_err(HttpError::too_many)?;
        let (record, table) = replayed(text).await?;
        let result = record.tag("Result").filter(|result| *result != "*").map(records::ending);
        let seat = |tag| records::seat_named(table.info().name, record.tag(tag).unwrap_or_default());
        let [p1, p2] = ["P1", "P2"].map(|tag| ObjectOnly(seat(tag)));
        let info = RecordInfo { seats: SeatRequests { p1, p2 }, plies: record.plies.len() };
        return shown(&*table, board_result(&*table).or(result), Some(info));
    }
    let table = agon_games::open_at(&game, position.as_deref().unwrap_or("startpos"))?;
    shown(&*table, board_result(&*table), None)
}

/// Parses and replays a record on a thread that may block.
async fn replayed(record: String) -> Result<(Record, Box<dyn AnyTable>), HttpError> {
    let replayed = tokio::task::spawn_blocking(move || records::read(&record)).await;
    Ok(replayed.map_err(|_| HttpError::from(crate::faults::NOT_STORED))??)
}

fn board_result(table: &dyn AnyTable) -> Option<GameResult> {
    let outcome = table.outcome()?;
    Some(GameResult { winner: outcome.winner(), points: outcome.points(), reason: EndReason::Board })
}

fn shown(table: &dyn AnyTable, result: Option<GameResult>, record: Option<RecordInfo>) -> HandlerResult {
    let preview = Preview {
        spec: table.spec(),
        position: table.position(),
        turn: table.actor().into(),
        board: table.view(&[])?,
        paths: table.paths(),
        result,
        record,
    };
    Ok(json(StatusCode::OK, &preview))
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
    Ok(json(StatusCode::OK, &answer))
}

fn check(text: &str) -> Result<Verification<'static>, agon_core::Fault> {
    let record = records::first(text)?;
    let mut faults = Vec::new();
    let replayed = agon_games::replay(&record);
    if let Err(error) = &replayed {
        faults.push((&records::wrong(error)).into());
    }
    // A record whose game cannot be set up has its fault already.
    let start = agon_games::start_of(&record).ok();
    let dice = match start.and_then(|start| agon_dice::verify_dice(&record, &*start).transpose()) {
        None => None,
        Some(Ok(report)) => Some(DiceCheck {
            checked: report.checked,
            commit: report.commit,
            p1: report.parts[0],
            p2: report.parts[1],
            right: report.is_right(),
            wrong: report.wrong,
        }),
        Some(Err(fault)) => {
            faults.push((&fault).into());
            None
        }
    };
    let outcome = replayed.as_ref().ok().and_then(|table| AnyTable::outcome(&**table));
    Ok(Verification {
        game: record.spec().to_owned().into(),
        plies: record.plies.len(),
        legal: replayed.is_ok(),
        result: record.tag("Result").map(str::to_owned).or_else(|| outcome.map(|outcome| outcome.to_string())),
        dice,
        faults,
    })
}
