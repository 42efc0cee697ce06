use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::Answer;
use super::body::{tagged, takes_gzip};
use crate::app::Shared;
use crate::faults;
use crate::files::File;

/// Addresses that show the page; which part of it, the page itself decides.
pub(super) const PAGES: &[&str] =
    &["/", "/g/{id}", "/lobby", "/rules", "/rules/{game}", "/verify", "/settings", "/about"];

/// Files that must be at the root.
pub(super) const ROOT_FILES: &[&str] =
    &["/sw.js", "/manifest.webmanifest", "/favicon.ico", "/favicon.svg", "/robots.txt"];

/// Fills in the body, compressed if the client takes that.
fn serve(file: File, headers: &HeaderMap, tag: Option<&str>) -> Response {
    let (body, is_gzip) = match file.gzip {
        Some(gzip) if takes_gzip(headers) => (Body::from(gzip), true),
        _ => (Body::from(file.bytes.into_owned()), false),
    };
    let mut response = match tag {
        Some(tag) => tagged(headers, file.kind, tag, body),
        None => super::body::with_kind(StatusCode::OK, file.kind, body),
    };
    let out = response.headers_mut();
    if is_gzip {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// The page.
pub(super) async fn index(State(app): State<Shared>, headers: HeaderMap) -> Answer {
    let file = app.files.get("index.html").ok_or(faults::NOT_FOUND)?;
    Ok(serve(file, &headers, app.files.hash()))
}

/// A file at the root.
pub(super) async fn root_file(State(app): State<Shared>, uri: Uri, headers: HeaderMap) -> Answer {
    let file = app.files.get(uri.path().trim_start_matches('/')).ok_or(faults::NOT_FOUND)?;
    Ok(serve(file, &headers, app.files.hash()))
}

/// A file under the hash of all of them.
pub(super) async fn asset(
    State(app): State<Shared>,
    Path((hash, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    let file = app.files.get(&path).ok_or(faults::NOT_FOUND)?;
    let mut response = serve(file, &headers, app.files.hash());
    // An old page asks under an old hash: it gets what there is, but may not keep it.
    if app.files.hash() == Some(hash.as_str()) {
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(header::CACHE_CONTROL, forever);
    }
    Ok(response.into_response())
}
