use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::app::SharedApp;
use crate::faults;
use crate::http::Answer;
use crate::http::body::{tag_of, tagged, with_kind};

const OPENAPI: &str = include_str!("../openapi.json");

/// The process answers.
pub(crate) async fn health() -> Response {
    with_kind(StatusCode::OK, "text/plain; charset=utf-8", "ok\n")
}

/// The database answers and the server is not stopping.
pub(crate) async fn ready(State(app): State<SharedApp>) -> Answer {
    if app.is_stopping() {
        return Err(faults::SERVER_FULL.into());
    }
    let store = Arc::clone(&app.store);
    match tokio::task::spawn_blocking(move || store.counts()).await {
        Ok(Ok(_)) => Ok(with_kind(StatusCode::OK, "text/plain; charset=utf-8", "ready\n")),
        _ => Err(faults::NOT_STORED.into()),
    }
}

/// Numbers for operators.
pub(crate) async fn metrics(State(app): State<SharedApp>) -> Response {
    with_kind(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", app.metrics.text())
}

/// The description of the interface.
pub(crate) async fn openapi(headers: HeaderMap) -> Response {
    tagged(&headers, "application/json", &tag_of(OPENAPI), OPENAPI)
}
