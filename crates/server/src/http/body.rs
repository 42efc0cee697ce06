use std::io::Write as _;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;

use crate::Token;
use crate::app::SharedApp;
use crate::faults;
use crate::http::failure::HttpError;
use crate::wire::ObjectOnly;

/// Longest ordinary body.
pub(crate) const SMALL: usize = 4096;
/// Longest body with a record in it.
pub(crate) const LARGE: usize = 256 * 1024;

/// Reads a JSON body of limited length within limited time.
pub(crate) async fn read<T: DeserializeOwned>(
    app: &SharedApp,
    request: Request,
    limit: usize,
) -> Result<T, HttpError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        return Err(faults::NOT_JSON.into());
    }
    let bytes =
        match tokio::time::timeout(app.config.limits.header_time, to_bytes(request.into_body(), limit)).await
        {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(_)) => return Err(faults::TOO_LONG.with("limit", limit).into()),
            Err(_) => return Err(faults::TOO_SLOW.into()),
        };
    let body = serde_json::from_slice(&bytes).map_err(|error| faults::BAD_MESSAGE.with("reason", error))?;
    let ObjectOnly(body) = body;
    Ok(body)
}

/// The token of the `Authorization` header, if there is one.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Option<Token>, HttpError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
    token.map(|token| Some(Token::new(token))).ok_or_else(|| faults::BAD_TOKEN.into())
}

pub(crate) fn with_kind(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response {
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body.into()).into_response()
}

/// A text that changes rarely: sent once, then only confirmed.
pub(crate) fn tagged(headers: &HeaderMap, kind: &'static str, tag: &str, body: impl Into<Body>) -> Response {
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known =
        known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        with_kind(StatusCode::OK, kind, body)
    };
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Whether a client asks for something to show to people, as a browser does that opens an address.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut kinds = accepted.flat_map(|value| value.split(',')).filter_map(|kind| kind.split(';').next());
    kinds.any(|kind| kind.trim().eq_ignore_ascii_case("text/html"))
}

/// Whether a client reads bodies compressed in a way.
pub(crate) fn takes(headers: &HeaderMap, way: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|one| {
            let mut parts = one.split(';').map(str::trim);
            parts.next().is_some_and(|name| name.eq_ignore_ascii_case(way))
                && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
        })
    })
}

/// Says how a body is compressed, if it is, and that this depends on the client.
pub(crate) fn tell_packing(response: &mut Response, way: Option<&'static str>) {
    let headers = response.headers_mut();
    if let Some(way) = way {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(way));
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
}

/// A text made once, compressed once, and sent to everybody.
pub(crate) struct CompressedText {
    kind: &'static str,
    text: Bytes,
    gzip: Bytes,
    tag: String,
}

impl CompressedText {
    /// A JSON text.
    pub(crate) fn json(text: String) -> Self {
        Self::new("application/json", text)
    }

    /// Compresses a text; one that cannot be is sent as it is.
    pub(crate) fn new(kind: &'static str, text: String) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let packed = gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish());
        Self { kind, tag: tag_of(&text), gzip: packed.unwrap_or_default().into(), text: text.into() }
    }

    /// The answer to a request.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let is_gzip = takes(headers, "gzip") && !self.gzip.is_empty();
        let body = if is_gzip { self.gzip.clone() } else { self.text.clone() };
        let mut response = tagged(headers, self.kind, &self.tag, body);
        tell_packing(&mut response, is_gzip.then_some("gzip"));
        response
    }
}

/// A tag for a text.
pub(crate) fn tag_of(text: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
