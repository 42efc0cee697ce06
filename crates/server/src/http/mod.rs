//! HTTP: the router, what guards it, and the handlers.
//!
//! In reading order:
//! - `guard`: the middleware before every route: rate limits, origin check, security headers;
//! - `limits`: token buckets and connection counts per client address;
//! - `extract`, `body`: request parameters and bodies, and the responses built from them;
//! - `failure`: a fault as an HTTP response;
//! - `files`, `markdown`, `figure`: the embedded web page, and the rules as HTML with their pictures;
//! - `routes`: the handlers.

pub(crate) mod body;
pub(crate) mod extract;
pub(crate) mod failure;
mod figure;
pub(crate) mod files;
pub(crate) mod guard;
pub(crate) mod limits;
pub(crate) mod markdown;
pub(crate) mod routes;

use agon_wire::to_json;
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
use serde::Serialize;

use routes::{analysis, arenas, catalogue, games, operation, pages, records};

/// The result of a handler.
pub(crate) type HandlerResult = Result<Response, HttpError>;

/// Defines the routes of the API, and lists their methods and paths for tests.
macro_rules! api {
    ($($method:ident $path:literal => $handler:path,)*) => {
        /// The methods and paths of the API.
        pub const ROUTES: &[(&str, &str)] = &[$((stringify!($method), $path)),*];

        fn api() -> Router<SharedApp> {
            Router::new()$(.route($path, $method($handler)))*
        }
    };
}

// The description of these operations is made by `tests/describe`.
api! {
    get "/health" => operation::health,
    get "/ready" => operation::ready,
    get "/metrics" => operation::metrics,
    get "/api/openapi.json" => operation::openapi,
    get "/api/catalogue" => catalogue::catalogue,
    get "/api/i18n" => catalogue::languages,
    get "/api/i18n/{lang}" => catalogue::texts,
    get "/api/rules/{game}" => catalogue::rules,
    get "/api/dice" => catalogue::dice,
    get "/api/lobby" => games::lobby,
    get "/api/arenas" => arenas::list,
    get "/api/arenas/{name}" => arenas::show,
    get "/api/arenas/{name}/{pairing}/games" => arenas::games,
    get "/api/arenas/{name}/{pairing}/games/{number}" => arenas::record,
    post "/api/games" => games::create,
    get "/api/games/{id}" => games::show,
    post "/api/games/{id}/join" => games::join,
    get "/api/games/{id}/plies/{n}" => games::ply,
    get "/api/games/{id}/record" => records::record,
    get "/api/games/{id}/analysis" => analysis::show,
    post "/api/games/{id}/analysis" => analysis::create,
    get "/api/games/{id}/live" => upgrade::live,
    post "/api/import" => records::import,
    post "/api/preview" => records::preview,
    post "/api/verify" => records::verify,
}

/// The router of the whole server.
pub fn router(app: SharedApp) -> Router {
    let mut router = api().route("/a/{hash}/{*path}", get(pages::asset));
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
pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Response {
    body::with_type(status, "application/json", to_json(body))
}
