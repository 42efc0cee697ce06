//! Parts of a request's address, refused as everything else is: with an error in JSON.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::faults;

/// The variable parts of the path.
#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let found = axum::extract::Path::from_request_parts(parts, state).await;
        found.map(|path| Self(path.0)).map_err(|refusal| unreadable(&refusal.body_text()))
    }
}

/// What stands after the question mark.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let found = axum::extract::Query::from_request_parts(parts, state).await;
        found.map(|query| Self(query.0)).map_err(|refusal| unreadable(&refusal.body_text()))
    }
}

fn unreadable(reason: &str) -> Failure {
    faults::BAD_MESSAGE.with("reason", reason).into()
}
