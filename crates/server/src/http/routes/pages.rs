use std::borrow::Cow;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;

use crate::app::SharedApp;
use crate::faults;
use crate::http::Answer;
use crate::http::body::{tagged, takes, tell_packing, with_kind};
use crate::http::extract::PathParams;
use crate::http::files::File;
use crate::http::guard::NotAPage;

/// Kinds of files that a browser never opens as a page of their own.
const INERT: &[&str] = &["text/javascript", "text/css"];

/// AddressLimits that show the page, and the kind that says which scripts are needed first. What is
/// shown, the page itself decides.
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

/// WebFiles that must be at the root.
pub(crate) const ROOT_FILES: &[&str] =
    &["/sw.js", "/manifest.webmanifest", "/favicon.ico", "/favicon.svg", "/robots.txt"];

/// Fills in the body, compressed as the client takes it.
fn serve(file: File, headers: &HeaderMap, tag: Option<&str>) -> Response {
    let packed = file.packed.into_iter().find(|(way, bytes)| !bytes.is_empty() && takes(headers, way));
    let body = match packed {
        Some((_, bytes)) => Body::from(bytes),
        None => match file.bytes {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        },
    };
    let mut response = match tag {
        Some(tag) => tagged(headers, file.kind, tag, body),
        None => with_kind(StatusCode::OK, file.kind, body),
    };
    tell_packing(&mut response, packed.map(|(way, _)| way));
    response
}

/// The page, for a kind of address.
pub(crate) fn index(page: &str, app: &SharedApp, headers: &HeaderMap) -> Response {
    let tag = app.files.hash().map(|hash| format!("{hash}-{page}"));
    serve(app.files.page(page), headers, tag.as_deref())
}

/// The page, for an address that shows nothing.
pub(crate) fn missing(app: &SharedApp, headers: &HeaderMap) -> Response {
    let mut response = serve(app.files.page("other"), headers, None);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-encoding"));
    response
}

/// A file at the root.
pub(crate) async fn root_file(State(app): State<SharedApp>, uri: Uri, headers: HeaderMap) -> Answer {
    let file = app.files.get(uri.path().trim_start_matches('/')).ok_or(faults::NOT_FOUND)?;
    Ok(serve(file, &headers, app.files.hash()))
}

/// A file under the hash of all of them.
pub(crate) async fn asset(
    State(app): State<SharedApp>,
    PathParams((hash, path)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    let file = app.files.get(&path).ok_or(faults::NOT_FOUND)?;
    let is_inert = INERT.iter().any(|kind| file.kind.starts_with(kind));
    let mut response = serve(file, &headers, None);
    if is_inert {
        response.extensions_mut().insert(NotAPage);
    }
    // An old page asks under an old hash: it gets what there is, but may not keep it.
    let is_current = app.files.hash() == Some(hash.as_str());
    let kept = if is_current { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    Ok(response)
}
