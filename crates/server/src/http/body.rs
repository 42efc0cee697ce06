//! Request bodies, and the responses built from texts.

use std::io::Write as _;
use std::sync::OnceLock;

use agon_wire::{ObjectOnly, to_json};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Token;
use crate::app::SharedApp;
use crate::faults;
use crate::http::failure::HttpError;

/// Parses a JSON body of limited length that arrives within limited time.
pub(crate) async fn read_json<T: DeserializeOwned>(
    app: &SharedApp,
    request: Request,
    limit: usize,
) -> Result<T, HttpError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        return Err(faults::NOT_JSON.into());
    }
    let bytes = match tokio::time::timeout(app.config.limits.header_time, to_bytes(request.into_body(), limit)).await {
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

/// A response with a content type.
pub(crate) fn with_type(status: StatusCode, content_type: &'static str, body: impl Into<Body>) -> Response {
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static(content_type))], body.into()).into_response()
}

/// A response with an entity tag: the body, or 304 if the client has it already.
pub(crate) fn tagged(headers: &HeaderMap, content_type: &'static str, tag: &str, body: impl Into<Body>) -> Response {
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let mut response =
        if is_known { StatusCode::NOT_MODIFIED.into_response() } else { with_type(StatusCode::OK, content_type, body) };
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Whether a client prefers HTML, as a browser that opens a page does.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut kinds = accepted.flat_map(|value| value.split(',')).filter_map(|kind| kind.split(';').next());
    kinds.any(|kind| kind.trim().eq_ignore_ascii_case("text/html"))
}

/// Whether a client accepts a content encoding.
pub(crate) fn accepts_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|one| {
            let mut parts = one.split(';').map(str::trim);
            parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding))
                && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
        })
    })
}

/// Sets the headers for the content encoding of a response, which depends on the client.
pub(crate) fn set_encoding(response: &mut Response, encoding: Option<&'static str>) {
    let headers = response.headers_mut();
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
}

type Compress = fn(&[u8]) -> Vec<u8>;

/// The content encodings of texts, best first.
const ENCODINGS: [(&str, Compress); 2] = [("br", brotli), ("gzip", gzip)];

fn brotli(text: &[u8]) -> Vec<u8> {
    let best = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 18, ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &text[..], &mut out, &best).map_or_else(|_| Vec::new(), |_| out)
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(text).and_then(|()| gzip.finish()).unwrap_or_default()
}

/// A text that is sent to many clients, and compressed once in each encoding that one accepts.
pub(crate) struct CompressedText {
    content_type: &'static str,
    text: Bytes,
    compressed: [OnceLock<Bytes>; ENCODINGS.len()],
    tag: String,
}

impl CompressedText {
    /// A JSON text.
    pub(crate) fn json(body: &impl Serialize) -> Self {
        Self::new("application/json", to_json(body))
    }

    /// A text of a type.
    pub(crate) fn new(content_type: &'static str, text: String) -> Self {
        Self { content_type, tag: tag_of(&text), compressed: Default::default(), text: text.into() }
    }

    /// The response to a request. A text that cannot be compressed is sent as it is.
    pub(crate) fn respond(&self, headers: &HeaderMap) -> Response {
        let accepted = ENCODINGS.iter().zip(&self.compressed).find(|((name, _), _)| accepts_encoding(headers, name));
        let compressed = accepted.map(|((name, encode), cell)| (*name, cell.get_or_init(|| encode(&self.text).into())));
        let compressed = compressed.filter(|(_, bytes)| !bytes.is_empty());
        let body = compressed.map_or(&self.text, |(_, bytes)| bytes).clone();
        let mut response = tagged(headers, self.content_type, &self.tag, body);
        set_encoding(&mut response, compressed.map(|(name, _)| name));
        response
    }
}

/// The entity tag of a text.
pub(crate) fn tag_of(text: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
