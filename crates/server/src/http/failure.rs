//! A fault as an HTTP response.

use agon_core::{Fault, FaultKind};
use agon_wire::{ErrorBody, to_json};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::faults;

/// The response to a request that failed.
#[derive(Debug)]
pub(crate) struct HttpError {
    /// The fault.
    pub fault: Fault,
    /// After how many seconds to try again.
    pub retry_after: Option<u32>,
}

impl HttpError {
    /// Too many requests.
    pub(crate) fn too_many(seconds: u32) -> Self {
        Self { fault: faults::TOO_MANY.with("seconds", seconds), retry_after: Some(seconds) }
    }
}

impl From<Fault> for HttpError {
    fn from(fault: Fault) -> Self {
        Self { fault, retry_after: None }
    }
}

impl From<FaultKind> for HttpError {
    fn from(kind: FaultKind) -> Self {
        kind.fault().into()
    }
}

fn status(kind: &FaultKind) -> StatusCode {
    let is = |known: FaultKind| *kind == known;
    if is(faults::NOT_FOUND) || is(faults::NO_SUCH_PLY) || is(faults::UNKNOWN_LANGUAGE) {
        StatusCode::NOT_FOUND
    } else if is(faults::BAD_TOKEN) {
        StatusCode::UNAUTHORIZED
    } else if is(faults::FOREIGN_ORIGIN) || is(faults::BAD_INVITATION) || is(faults::NO_SEAT) {
        StatusCode::FORBIDDEN
    } else if is(faults::WRONG_METHOD) {
        StatusCode::METHOD_NOT_ALLOWED
    } else if is(faults::SEAT_TAKEN) || is(faults::STALE) || is(agon_core::faults::GAME_OVER) {
        StatusCode::CONFLICT
    } else if is(faults::TOO_LONG) {
        StatusCode::PAYLOAD_TOO_LARGE
    } else if is(faults::NOT_JSON) {
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    } else if is(faults::TOO_SLOW) {
        StatusCode::REQUEST_TIMEOUT
    } else if is(faults::TOO_MANY) {
        StatusCode::TOO_MANY_REQUESTS
    } else if is(faults::SERVER_FULL) || is(faults::NOT_STORED) || is(faults::BOTS_BUSY) {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::BAD_REQUEST
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let body = to_json(&ErrorBody { error: (&self.fault).into() });
        let content_type = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (status(&self.fault.kind), content_type, body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
