//! HTTP: the router, what guards it, and the handlers.
//!
//! In reading order:
//! - `guard`: the middleware before every route: rate limits, origin check, security headers;
//! - `limits`: token buckets and connection counts per client address;
//! - `extract`, `body`: request parameters and bodies, and the responses built from them;
//! - `failure`: a fault as an HTTP response;
//! - `files`: the embedded web page and rules;
//! - `routes`: the handlers.

pub(crate) mod body;
pub(crate) mod extract;
pub(crate) mod failure;
pub(crate) mod files;
pub(crate) mod guard;
pub(crate) mod limits;
pub(crate) mod routes;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::app::SharedApp;
use crate::faults;
use crate::http::failure::HttpError;
use crate::live::upgrade;
use routes::{analysis, arenas, catalogue, games, operation, pages, records};

/// The result of a handler.
pub(crate) type HandlerResult = Result<Response, HttpError>;

/// All routes of the API with their methods, for tests.
pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/health"),
    ("GET", "/ready"),
    ("GET", "/metrics"),
    ("GET", "/api/openapi.json"),
    ("GET", "/api/catalogue"),
    ("GET", "/api/i18n"),
    ("GET", "/api/i18n/{lang}"),
    ("GET", "/api/rules/{game}"),
    ("GET", "/api/dice"),
    ("GET", "/api/lobby"),
    ("GET", "/api/arenas"),
    ("GET", "/api/arenas/{name}"),
    ("GET", "/api/arenas/{name}/{pairing}/games"),
    ("GET", "/api/arenas/{name}/{pairing}/games/{number}"),
    ("POST", "/api/games"),
    ("GET", "/api/games/{id}"),
    ("POST", "/api/games/{id}/join"),
    ("GET", "/api/games/{id}/plies/{n}"),
    ("GET", "/api/games/{id}/record"),
    ("GET", "/api/games/{id}/analysis"),
    ("POST", "/api/games/{id}/analysis"),
    ("GET", "/api/games/{id}/live"),
    ("POST", "/api/import"),
    ("POST", "/api/preview"),
    ("POST", "/api/verify"),
];

/// The router of the whole server.
pub fn router(app: SharedApp) -> Router {
    let mut router = Router::new()
        .route("/health", get(operation::health))
        .route("/ready", get(operation::ready))
        .route("/metrics", get(operation::metrics))
        .route("/api/openapi.json", get(operation::openapi))
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/i18n", get(catalogue::languages))
        .route("/api/i18n/{lang}", get(catalogue::texts))
        .route("/api/rules/{game}", get(catalogue::rules))
        .route("/api/dice", get(catalogue::dice))
        .route("/api/lobby", get(games::lobby))
        .route("/api/arenas", get(arenas::list))
        .route("/api/arenas/{name}", get(arenas::show))
        .route("/api/arenas/{name}/{pairing}/games", get(arenas::games))
        .route("/api/arenas/{name}/{pairing}/games/{number}", get(arenas::record))
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/plies/{n}", get(games::ply))
        .route("/api/games/{id}/record", get(records::record))
        .route("/api/games/{id}/analysis", get(analysis::show).post(analysis::create))
        .route("/api/games/{id}/live", get(upgrade::live))
        .route("/api/import", post(records::import))
        .route("/api/preview", post(records::preview))
        .route("/api/verify", post(records::verify))
        .route("/a/{hash}/{*path}", get(pages::asset));
    for (path, page) in pages::PAGES {
        let index = async |State(app): State<SharedApp>, headers: HeaderMap| pages::index(page, &app, &headers);
        router = router.route(path, get(index));
    }
    for file in pages::ROOT_FILES {
        router = router.route(file, get(pages::root_file));
    }
    router
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Answers an unknown address: browsers get a page, programs a fault.
async fn not_found(State(app): State<SharedApp>, method: Method, headers: HeaderMap) -> Response {
    if method == Method::GET && body::wants_page(&headers) {
        pages::missing(&app, &headers)
    } else {
        HttpError::from(faults::NOT_FOUND).into_response()
    }
}

async fn wrong_method(request: Request) -> HttpError {
    faults::WRONG_METHOD.with("method", request.method().as_str()).into()
}

/// A response with a JSON body.
pub(crate) fn json(status: StatusCode, body: String) -> Response {
    body::with_type(status, "application/json", body)
}
