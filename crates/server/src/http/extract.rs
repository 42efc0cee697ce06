//! Extractors whose rejections are faults in JSON, like all other errors.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::faults;
use crate::http::failure::HttpError;

/// The parameters of the path.
#[derive(Debug)]
pub(crate) struct PathParams<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParams<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let found = axum::extract::Path::from_request_parts(parts, state).await;
        found.map(|path| Self(path.0)).map_err(|error| rejection(&error.body_text()))
    }
}

/// The parameters of the query string.
#[derive(Debug)]
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let found = axum::extract::Query::from_request_parts(parts, state).await;
        found.map(|query| Self(query.0)).map_err(|error| rejection(&error.body_text()))
    }
}

fn rejection(reason: &str) -> HttpError {
    faults::BAD_MESSAGE.with("reason", reason).into()
}
