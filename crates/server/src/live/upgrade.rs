//! The handshake that upgrades an HTTP request to a WebSocket.

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::app::SharedApp;
use crate::http::extract::PathParams;
use crate::http::failure::HttpError;
use crate::http::guard::{ClientAddress, Peer};
use crate::live::connection::{Connection, serve};
use crate::live::frames::accept_key;
use crate::{GameId, faults};

/// Upgrades a request to the WebSocket of a game.
pub(crate) async fn live(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    PathParams(id): PathParams<String>,
    mut request: Request,
) -> Result<Response, HttpError> {
    if app.is_stopping() {
        return Err(faults::SERVER_FULL.into());
    }
    let id = GameId::parse(&id).ok_or(faults::NOT_FOUND)?;
    let room = app.room(id).await?.ok_or(faults::NOT_FOUND)?;
    let accept = check_handshake(request.headers())?;
    let upgrade = hyper::upgrade::on(&mut request);
    // A socket counts as a connection for as long as it is open.
    let guard = request.extensions().get::<Peer>().and_then(|peer| peer.guard.clone());
    tokio::spawn(async move {
        let _guard = guard;
        let Ok(upgraded) = upgrade.await else { return };
        let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else { return };
        let connection = Connection::new(parts.io.into_inner(), &parts.read_buf);
        // The buffer of the request would otherwise live as long as the socket.
        drop(parts.read_buf);
        Box::pin(serve(app, room, client, connection)).await;
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    Ok(response)
}

/// Checks the headers of a handshake and returns the answer to its key.
fn check_handshake(headers: &HeaderMap) -> Result<HeaderValue, HttpError> {
    let has = |name: header::HeaderName, token: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|part| part.trim().eq_ignore_ascii_case(token))
    };
    let wrong = |reason: &str| HttpError::from(faults::BAD_MESSAGE.with("reason", reason));
    if !has(header::CONNECTION, "upgrade") || !has(header::UPGRADE, "websocket") {
        return Err(wrong("a WebSocket handshake is required"));
    }
    if !has(header::SEC_WEBSOCKET_VERSION, "13") {
        return Err(wrong("version 13 of the WebSocket protocol is required"));
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|key| key.len() == 24);
    let key = key.ok_or_else(|| wrong("the key of the handshake is missing"))?;
    HeaderValue::from_str(&accept_key(key.as_bytes())).map_err(|_| wrong("the key cannot be answered"))
}
