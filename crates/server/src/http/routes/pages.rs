//! The web page and its assets.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;

use crate::app::SharedApp;
use crate::faults;
use crate::http::HandlerResult;
use crate::http::body::{accepts_encoding, set_encoding, tagged, with_type};
use crate::http::extract::PathParams;
use crate::http::files::WebFile;
use crate::http::guard::NotAPage;

/// The media types that a browser never opens as a page.
const SUBRESOURCE_TYPES: &[&str] = &["text/javascript", "text/css"];

/// The addresses that serve the page, and the variant of the page, which decides what scripts are preloaded. The
/// page itself decides what it shows.
pub(crate) const PAGES: &[(&str, &str)] = &[
    ("/", "start"),
    ("/g/{id}", "game"),
    ("/lobby", "other"),
    ("/arena", "other"),
    ("/arena/{name}", "other"),
    ("/rules", "other"),
    ("/rules/{game}", "other"),
    ("/verify", "other"),
    ("/settings", "other"),
    ("/about", "other"),
];

/// The files served at the root.
pub(crate) const ROOT_FILES: &[&str] =
    &["/sw.js", "/manifest.webmanifest", "/favicon.ico", "/favicon.svg", "/robots.txt"];

/// The response for a file, compressed if the client accepts it.
fn file_response(file: WebFile, headers: &HeaderMap, tag: Option<&str>) -> Response {
    let compressed =
        file.compressed.into_iter().find(|(encoding, bytes)| !bytes.is_empty() && accepts_encoding(headers, encoding));
    let body = match compressed {
        Some((_, bytes)) => Body::from(bytes),
        None => match file.bytes {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        },
    };
    let mut response = match tag {
        Some(tag) => tagged(headers, file.content_type, tag, body),
        None => with_type(StatusCode::OK, file.content_type, body),
    };
    set_encoding(&mut response, compressed.map(|(encoding, _)| encoding));
    response
}

/// The page.
pub(crate) fn index(page: &str, app: &SharedApp, headers: &HeaderMap) -> Response {
    let tag = app.files.hash().map(|hash| format!("{hash}-{page}"));
    file_response(app.files.page(page), headers, tag.as_deref())
}

/// The page for an unknown address.
pub(crate) fn missing(app: &SharedApp, headers: &HeaderMap) -> Response {
    let mut response = file_response(app.files.page("other"), headers, None);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-encoding"));
    response
}

/// A file at the root.
pub(crate) async fn root_file(State(app): State<SharedApp>, uri: Uri, headers: HeaderMap) -> HandlerResult {
    let file = app.files.get(uri.path().trim_start_matches('/')).ok_or(faults::NOT_FOUND)?;
    Ok(file_response(file, &headers, app.files.hash()))
}

/// A file under the hash of all files.
pub(crate) async fn asset(
    State(app): State<SharedApp>,
    PathParams((hash, path)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> HandlerResult {
    let file = app.files.get(&path).ok_or(faults::NOT_FOUND)?;
    let is_subresource = SUBRESOURCE_TYPES.iter().any(|kind| file.content_type.starts_with(kind));
    let mut response = file_response(file, &headers, None);
    if is_subresource {
        response.extensions_mut().insert(NotAPage);
    }
    // A page of an older build asks under an older hash: it gets the current file but may not cache it.
    let is_current = app.files.hash() == Some(hash.as_str());
    let cache_control = if is_current { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
    Ok(response)
}
