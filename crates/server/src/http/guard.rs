//! The middleware before every route: rate limits, the origin check, and security headers.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::SharedApp;
use crate::config::Config;
use crate::faults;
use crate::http::failure::HttpError;
use crate::http::limits::{AddressKey, Kind};
use crate::serve::ConnectionGuard;

/// The connection of a request; the listener adds it to each request.
#[derive(Clone)]
pub(crate) struct Peer {
    /// The address of the peer, which may be a proxy.
    pub(crate) address: IpAddr,
    /// Counts the connection as open for as long as it is held.
    pub(crate) guard: Option<Arc<ConnectionGuard>>,
}

/// The client's address behind trusted proxies, for rate limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub AddressKey);

/// The content security policy: nothing from other sites, no inline scripts, no frames.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
    trusted-types agon";

/// Headers of every response: no content sniffing, no use by other sites.
const COMMON_HEADERS: &[(&str, &str)] =
    &[("x-content-type-options", "nosniff"), ("cross-origin-resource-policy", "same-origin")];

/// Headers that matter only when a browser opens the response as a page or a worker.
const PAGE_HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
    ("x-frame-options", "DENY"),
];

/// Marks a response that is never opened as a page and needs no [`PAGE_HEADERS`].
#[derive(Clone, Copy)]
pub(crate) struct NotAPage;

/// The client's address: the connection's, or the one that the first trusted proxy saw.
pub(crate) fn client_address(peer: IpAddr, headers: &HeaderMap, trusted_proxies: usize) -> IpAddr {
    if trusted_proxies == 0 {
        return peer;
    }
    let hops: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    // Each proxy appends the address it saw, so the client's stands before those of the trusted proxies.
    let client = hops.len().checked_sub(trusted_proxies).and_then(|index| hops[index].parse().ok());
    client.unwrap_or(peer)
}

/// Whether the `Origin` of a request is that of the site.
pub(crate) fn is_own_origin(config: &Config, headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let (Some(origin), None) = (origins.next(), origins.next()) else { return false };
    let Ok(origin) = origin.to_str() else { return false };
    if !config.origins.is_empty() {
        return config.origins.iter().any(|own| own.trim_end_matches('/') == origin);
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host.filter(|host| !host.is_empty()) else { return false };
    if is_local(config) && !is_local_host(host) {
        // DNS rebinding: another name that resolves to this machine is another site.
        return false;
    }
    // Browsers serialise origins in one way only, so comparing texts suffices.
    ["http://", "https://"].into_iter().any(|scheme| origin.strip_prefix(scheme) == Some(host))
}

fn is_local(config: &Config) -> bool {
    config.listen.ip().is_loopback() && config.trusted_proxies == 0
}

fn is_local_host(host: &str) -> bool {
    let name = if host.starts_with('[') {
        host.split_inclusive(']').next().unwrap_or(host)
    } else {
        host.split(':').next().unwrap_or(host)
    };
    name == "localhost" || name.starts_with("127.") || name == "[::1]"
}

/// Checks the rate limits and the origin of a request, and adds the headers of the response.
pub(crate) async fn guard(State(app): State<SharedApp>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map_or(Ipv4Addr::LOCALHOST.into(), |peer| peer.address);
    let address = AddressKey::from(client_address(peer, request.headers(), app.config.trusted_proxies));
    request.extensions_mut().insert(ClientAddress(address));
    let mut response = match refusal(&app, address, &request) {
        Some(failure) => failure.into_response(),
        None => next.run(request).await,
    };
    app.metrics.request(response.status().as_u16());
    let for_pages = if response.extensions().get::<NotAPage>().is_some() { &[] } else { PAGE_HEADERS };
    let headers = response.headers_mut();
    for (name, value) in COMMON_HEADERS.iter().chain(for_pages) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if app.config.hsts {
        let value = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn refusal(app: &SharedApp, address: AddressKey, request: &Request) -> Option<HttpError> {
    let path = request.uri().path();
    let kind = if path.starts_with("/a/") { Kind::File } else { Kind::Request };
    if !matches!(path, "/health" | "/ready")
        && let Err(seconds) = app.address_limits.take(address, kind)
    {
        app.metrics.limited.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        return Some(HttpError::too_many(seconds));
    }
    let headers = request.headers();
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_upgrade = headers.contains_key(header::UPGRADE);
    // A program that is no browser sends no origin and may post, since it has only tokens of its own. A WebSocket
    // always needs an origin, since browsers let any page open one.
    let is_foreign = if is_upgrade {
        !is_own_origin(&app.config, headers)
    } else if is_safe {
        false
    } else {
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let is_cross_site = site.is_some_and(|site| site != b"same-origin" && site != b"none");
        is_cross_site || (headers.contains_key(header::ORIGIN) && !is_own_origin(&app.config, headers))
    };
    is_foreign.then(|| faults::FOREIGN_ORIGIN.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_the_own_origin_is_own() {
        let config = Config::default();
        let own = |origin, host| is_own_origin(&config, &headers(&[("origin", origin), ("host", host)]));
        assert!(own("http://127.0.0.1:8080", "127.0.0.1:8080"));
        assert!(own("http://localhost:8080", "localhost:8080"));
        assert!(own("http://[::1]:8080", "[::1]:8080"));
        for (origin, host) in [
            ("http://evil.example", "127.0.0.1:8080"),
            ("http://127.0.0.1:8081", "127.0.0.1:8080"),
            ("http://127.0.0.1", "127.0.0.1:8080"),
            ("HTTP://LOCALHOST:8080", "localhost:8080"),
            ("null", "localhost:8080"),
            ("", "localhost:8080"),
            ("file://localhost:8080", "localhost:8080"),
            ("http://localhost:8080.evil.example", "localhost:8080"),
            ("http://evil@localhost:8080", "localhost:8080"),
            ("http://localhost:8080/x", "localhost:8080"),
            // DNS rebinding: another name for this machine.
            ("http://evil.example:8080", "evil.example:8080"),
        ] {
            assert!(!own(origin, host), "{origin} {host}");
        }
        assert!(!is_own_origin(&config, &headers(&[("host", "localhost:8080")])));
        let twice = [("origin", "http://localhost:1"), ("origin", "http://evil"), ("host", "localhost:1")];
        assert!(!is_own_origin(&config, &headers(&twice)));
    }

    #[test]
    fn configured_origins_are_exact() {
        let config = Config { origins: vec!["https://agon.example/".to_owned()], ..Config::default() };
        let own = |origin| is_own_origin(&config, &headers(&[("origin", origin), ("host", "x")]));
        assert!(own("https://agon.example"));
        assert!(!own("http://agon.example") && !own("https://agon.example:444") && !own("https://AGON.example"));
    }

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        let peer: IpAddr = [10, 0, 0, 1].into();
        let forged = headers(&[("x-forwarded-for", "1.1.1.1, 2.2.2.2"), ("x-forwarded-for", "3.3.3.3")]);
        assert_eq!(client_address(peer, &forged, 0), peer);
        assert_eq!(client_address(peer, &forged, 1), IpAddr::from([3, 3, 3, 3]));
        assert_eq!(client_address(peer, &forged, 2), IpAddr::from([2, 2, 2, 2]));
        assert_eq!(client_address(peer, &forged, 9), peer);
        assert_eq!(client_address(peer, &headers(&[("x-forwarded-for", "nonsense")]), 1), peer);
    }
}
