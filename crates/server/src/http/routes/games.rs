//! Games: create, join, show; the lobby.

use std::sync::Arc;

use agon_wire::limits::MAX_BODY_LEN;
use agon_wire::{CreateRequest, Created, JoinRequest, Joined};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::new_game::NewGame;
use crate::app::SharedApp;
use crate::game::clean_text::clean_name;
use crate::game::view::moment;
use crate::http::body::{bearer, read_json, tag_of, tagged, with_type};
use crate::http::extract::PathParams;
use crate::http::failure::HttpError;
use crate::http::guard::ClientAddress;
use crate::http::limits::Kind;
use crate::http::{HandlerResult, json};
use crate::rooms::room::Room;
use crate::{GameId, Token, faults};

/// Creates a game of a spec.
pub(crate) async fn create(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
) -> HandlerResult {
    let body: CreateRequest = read_json(&app, request, MAX_BODY_LEN).await?;
    let ((game, options, position), settings) = body.split();
    let game = options.map_or(Ok(game.clone()), |options| options.add_to(&game))?;
    let table = agon_games::open_at(&game, position.as_deref().unwrap_or("startpos"))?;
    create_game(app, client, NewGame { table, result: None, settings }, Kind::Create).await
}

/// Checks and stores a new game. The response has the tokens of its seats.
pub(crate) async fn create_game(app: SharedApp, client: ClientAddress, game: NewGame, kind: Kind) -> HandlerResult {
    app.address_limits.take(client.0, kind).map_err(HttpError::too_many)?;
    let (setup, tokens, invites) = game.setup(app.config.limits.think)?;
    // In a separate task, so that a client that disconnects does not leave a game half created.
    let room = tokio::spawn(async move { app.create(setup, Some(client.0)).await });
    let room = room.await.map_err(|_| HttpError::from(faults::NOT_STORED))??;
    let id = room.id.to_string();
    let seq = room.core().await?.state.seq;
    Ok(json(StatusCode::CREATED, &Created { tokens, invites, url: format!("/g/{id}"), id, seq }))
}

/// The room of a game id in a path.
pub(crate) async fn find_room(app: &SharedApp, id: &str) -> Result<Arc<Room>, HttpError> {
    let id = GameId::parse(id).ok_or(faults::NOT_FOUND)?;
    Ok(app.room(id).await?.ok_or(faults::NOT_FOUND)?)
}

/// The state of a game.
pub(crate) async fn show(
    State(app): State<SharedApp>,
    PathParams(id): PathParams<String>,
    headers: HeaderMap,
) -> HandlerResult {
    let room = find_room(&app, &id).await?;
    let token = bearer(&headers)?;
    Ok(with_type(StatusCode::OK, "application/json", room.snapshot(&app, token.as_ref()).await?))
}

/// Gives a free seat to the client.
pub(crate) async fn join(
    State(app): State<SharedApp>,
    PathParams(id): PathParams<String>,
    request: Request,
) -> HandlerResult {
    let room = find_room(&app, &id).await?;
    let JoinRequest { name, seat, key } = read_json(&app, request, MAX_BODY_LEN).await?;
    let key = key.map(|key| Token::new(&key));
    // In a separate task, so that a client that disconnects does not leave a seat half taken.
    let task = tokio::spawn(async move { room.join(&app, seat, clean_name(&name), key.as_ref()).await });
    let (seat, token, seq) = task.await.map_err(|_| HttpError::from(faults::NOT_STORED))??;
    Ok(json(StatusCode::OK, &Joined { seat, token: token.reveal().to_owned(), seq }))
}

/// The board after an earlier ply.
pub(crate) async fn ply(
    State(app): State<SharedApp>,
    PathParams((id, ply)): PathParams<(String, String)>,
) -> HandlerResult {
    let room = find_room(&app, &id).await?;
    let core = room.core().await?;
    let plies = core.state.ply();
    let found = ply.parse::<usize>().ok().filter(|ply| *ply <= plies);
    let found = found.ok_or_else(|| faults::NO_SUCH_PLY.with("ply", &ply).with("plies", plies))?;
    Ok(json(StatusCode::OK, &moment(&core.state, found)))
}

/// Public games to join and to watch.
pub(crate) async fn lobby(State(app): State<SharedApp>, headers: HeaderMap) -> Response {
    let text = app.lobby();
    tagged(&headers, "application/json", &tag_of(&text), text.as_bytes().to_vec())
}
