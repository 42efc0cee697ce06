//! For operators: health, metrics, and the description of the API.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::app::SharedApp;
use crate::faults;
use crate::http::HandlerResult;
use crate::http::body::{CompressedText, with_type};

/// Answers that the process runs.
pub(crate) async fn health() -> Response {
    with_type(StatusCode::OK, "text/plain; charset=utf-8", "ok\n")
}

/// Answers whether the database is readable and the server is not stopping.
pub(crate) async fn ready(State(app): State<SharedApp>) -> HandlerResult {
    if app.is_stopping() {
        return Err(faults::SERVER_FULL.into());
    }
    let store = Arc::clone(&app.store);
    match tokio::task::spawn_blocking(move || store.counts()).await {
        Ok(Ok(_)) => Ok(with_type(StatusCode::OK, "text/plain; charset=utf-8", "ready\n")),
        _ => Err(faults::NOT_STORED.into()),
    }
}

/// The metrics.
pub(crate) async fn metrics(State(app): State<SharedApp>) -> Response {
    with_type(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", app.metrics.text())
}

/// The description of the API, which `cargo xtask generate` writes.
pub(crate) async fn openapi(headers: HeaderMap) -> Response {
    static TEXT: LazyLock<CompressedText> =
        LazyLock::new(|| CompressedText::new("application/json", include_str!("../openapi.json").to_owned()));
    TEXT.respond(&headers)
}
