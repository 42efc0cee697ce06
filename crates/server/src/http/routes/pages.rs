//! The web page and its assets.

use std::borrow::Cow;
use std::sync::OnceLock;

use agon_i18n::Language;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;

use crate::app::SharedApp;
use crate::faults;
use crate::http::HandlerResult;
use crate::http::body::{CompressedText, accepts_encoding, set_encoding, tagged, with_type};
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

/// The variants of the page.
const VARIANTS: [&str; 3] = ["start", "game", "other"];

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

/// The first known language that a client accepts, by weight.
fn accepted_language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let weighed = accepted.split(',').filter_map(|one| {
        let (tag, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        Some((Language::parse(tag.trim())?, weight)).filter(|(_, weight)| *weight > 0.0)
    });
    // Of equal weights the first counts.
    let best = weighed.reduce(|best, one| if one.1 > best.1 { one } else { best });
    best.map_or(Language::English, |(language, _)| language)
}

/// The page, in the language of the client as far as the server writes it. The script may know a better one.
pub(crate) fn index(page: &str, app: &SharedApp, headers: &HeaderMap) -> Response {
    static ALL: [[OnceLock<CompressedText>; Language::ALL.len()]; VARIANTS.len()] =
        [const { [const { OnceLock::new() }; Language::ALL.len()] }; VARIANTS.len()];
    let language = accepted_language(headers);
    let new = || CompressedText::new("text/html; charset=utf-8", app.files.page(page, language));
    let variant = VARIANTS.iter().position(|variant| *variant == page);
    let mut response = match variant.filter(|_| app.files.hash().is_some()) {
        Some(variant) => ALL[variant][language as usize].get_or_init(new).respond(headers),
        None => new().respond(headers),
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    response
}

/// The page for an unknown address.
pub(crate) fn missing(app: &SharedApp, headers: &HeaderMap) -> Response {
    let page = app.files.page("other", accepted_language(headers));
    let mut response = with_type(StatusCode::NOT_FOUND, "text/html; charset=utf-8", page);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-language"));
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
    // The page that the service worker keeps.
    if let Some(page) = path.strip_prefix("index/").and_then(|name| name.strip_suffix(".html")) {
        return Ok(index(page, &app, &headers));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_best_known_one() {
        let language = |accepted: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
            accepted_language(&headers).tag()
        };
        assert_eq!(language("el-GR,el;q=0.9,en;q=0.8"), "el");
        assert_eq!(language("en;q=0.5, he;q=0.9"), "he");
        assert_eq!(language("fr-FR,fr;q=0.9,sr-Cyrl-RS;q=0.8,en;q=0.7"), "sr-Cyrl");
        assert_eq!(language("el;q=0,sr-RS"), "sr");
        assert_eq!([language(""), language("*"), language("fr"), language("he;q=x")], ["en"; 4]);
        assert_eq!(accepted_language(&HeaderMap::new()), Language::English);
    }

    #[test]
    fn variants_are_those_of_the_addresses() {
        assert!(PAGES.iter().all(|(_, variant)| VARIANTS.contains(variant)));
    }
}
