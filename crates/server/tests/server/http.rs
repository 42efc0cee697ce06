//! Routes, their answers and their refusals.

use std::time::Duration;

use super::common::{TestServer, config, get, text};
use agon_server::{Config, POLICY, ROUTES, RateLimit, ServerLimits};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::{Value, json};

fn people() -> Value {
    json!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "open"}})
}

#[tokio::test]
async fn the_catalogue_has_every_game_with_options_bots_and_a_board() {
    let server = TestServer::start(config());
    let catalogue = server.get_ok("/api/catalogue").await;
    let games = catalogue["games"].as_array().expect("games");
    assert_eq!(games.len(), agon_games::entries().len());
    for game in games {
        let name = &game["name"];
        assert!(game["board"]["kind"].is_string(), "{name}");
        assert!(!game["bots"].as_array().expect("bots").is_empty(), "{name}");
        assert!(game["example"].as_str().is_some_and(|example| !example.is_empty()), "{name}");
    }
    assert_eq!(catalogue["languages"].as_array().map(Vec::len), Some(5));
    server.stop().await;
}

#[tokio::test]
async fn texts_of_every_language_are_served_and_an_unknown_one_is_not() {
    let server = TestServer::start(config());
    for tag in ["en", "sr", "sr-Cyrl", "el", "he"] {
        let answer = server.get_ok(&format!("/api/i18n/{tag}")).await;
        assert!(answer["texts"].as_object().is_some_and(|texts| texts.len() > 50), "{tag}");
        assert_eq!(answer["rtl"], tag == "he");
    }
    assert_eq!(server.get("/api/i18n/en?part=none").await.0, StatusCode::NOT_FOUND);
    let (status, answer) = server.get("/api/i18n/xx").await;
    assert_eq!((status, answer["error"]["code"].as_str()), (StatusCode::NOT_FOUND, Some("unknown-language")));
    let rules = server.get_ok("/api/rules/domineering?lang=he").await;
    assert!(text(&rules).contains(|letter: char| ('א'..='ת').contains(&letter)), "{}", text(&rules));
    let english = server.get("/api/rules/domineering?lang=en").await.1;
    assert_eq!(server.get("/api/rules/domineering?lang=xx-YY").await.1, english);
    assert_eq!(server.get("/api/rules/domineering").await.1, english);
    assert_eq!(server.get("/api/rules/chess").await.0, StatusCode::NOT_FOUND);
    let request = Request::get("/api/rules/domineering").header(header::ACCEPT, "text/html").body(Body::empty());
    let (_, headers, html) = server.request(request.expect("a request")).await;
    assert_eq!([&headers["content-type"], &headers["vary"]], ["text/html; charset=utf-8", "accept, accept-encoding"]);
    assert!(html.starts_with("<h1>Domineering</h1>"), "{html}");
    server.stop().await;
}

#[tokio::test]
async fn what_the_start_page_loads_is_compressed() {
    let server = TestServer::start(config());
    for path in [
        "/",
        "/g/unknown",
        "/api/catalogue",
        "/api/i18n/en",
        "/api/i18n/el?part=page",
        "/api/i18n/he?part=faults",
        "/api/rules/portes?lang=el",
    ] {
        let mut sizes = Vec::new();
        for (accepted, encoding) in [("gzip, br", Some("br")), ("gzip, br;q=0", Some("gzip")), ("gzip;q=0", None)] {
            let request = Request::get(path).header(header::ACCEPT_ENCODING, accepted).body(Body::empty());
            let (status, headers, body) = server.request(request.expect("a request")).await;
            assert_eq!(status, StatusCode::OK);
            assert_eq!(headers.get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok()), encoding, "{path}");
            sizes.push(body.len());
        }
        // Lossy texts of compressed bytes are longer than these.
        assert!(sizes[0] < sizes[2] && sizes[1] < sizes[2] || path.starts_with("/g"), "{path}: {sizes:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn wrong_setups_are_refused_with_the_reason() {
    let server = TestServer::start(config());
    let bot = json!({"kind": "bot"});
    let limited = |bot: &str, limit: &str, value: u32| json!({"kind": "bot", "bot": bot, limit: value});
    for (body, code) in [
        (json!({"game": "chess", "seats": people()}), "unknown-game"),
        (json!({"game": "domineering:rows=99", "seats": people()}), "option-value"),
        (json!({"game": "domineering", "seats": people(), "position": "nonsense"}), ""),
        (json!({"game": "domineering"}), "bad-message"),
        (json!({"game": "domineering", "seats": {"p1": bot}}), "bad-message"),
        (json!({"game": "domineering", "seats": people(), "extra": 1}), "bad-message"),
        (json!({"game": "domineering", "seats": {"p1": bot, "p2": {"kind": "bot", "level": 11}}}), "level-range"),
        (json!({"game": "domineering", "seats": {"p1": bot, "p2": {"kind": "bot", "bot": "hal"}}}), "unknown-bot"),
        (json!({"game": "domineering", "seats": {"p1": bot, "p2": limited("minimax", "depth", 0)}}), "bad-setup"),
        (json!({"game": "domineering", "seats": {"p1": bot, "p2": limited("minimax", "depth", 31)}}), "bad-setup"),
        (
            json!({"game": "domineering", "seats": {"p1": bot, "p2": limited("minimax", "movetime_ms", 41)}}),
            "bad-setup",
        ),
        (json!({"game": "domineering", "seats": {"p1": bot, "p2": limited("random", "depth", 2)}}), "no-bot-limit"),
        (
            json!({"game": "domineering", "seats": {"p1": bot, "p2": {"kind": "bot", "level": 5, "depth": 2}}}),
            "no-bot-limit",
        ),
        (json!({"game": "domineering", "seats": {"p1": {"kind": "ghost"}, "p2": bot}}), "bad-message"),
        (json!({"game": "domineering", "seats": {"p1": {"kind": "open", "token": "x"}, "p2": bot}}), "bad-message"),
        (json!({"game": "domineering", "seats": people(), "clock": {"initial_ms": 1}}), "bad-setup"),
        (json!({"game": "domineering", "seats": people(), "clock": {"initial_ms": -1}}), "bad-message"),
        (json!({"game": "domineering", "seats": people(), "clock": {"initial_ms": 1e300}}), "bad-message"),
        (json!({"game": "domineering", "seats": people(), "pace_ms": 10_001}), "bad-setup"),
        (json!([1, 2]), "bad-message"),
        // An array of the fields' values is not an object.
        (json!(["domineering", null, null, people()]), "bad-message"),
        (json!({"game": "domineering", "seats": [{"kind": "open"}, {"kind": "open"}]}), "bad-message"),
        (json!({"game": "domineering", "seats": {"p1": ["human", "Ada"], "p2": bot}}), "bad-message"),
        (json!({"game": "domineering", "seats": people(), "clock": [300_000, 0]}), "bad-message"),
        (json!({"game": "quoridor:size=5", "options": {"size": 5}, "seats": people()}), "option-twice"),
        (json!({"game": "quoridor", "options": {"colour": "red"}, "seats": people()}), "unknown-option"),
        (json!({"game": "quoridor", "options": {"size": 99}, "seats": people()}), "option-value"),
        (json!({"game": "quoridor", "options": {"size": "5,walls=3"}, "seats": people()}), "option-syntax"),
        (json!({"game": "quoridor", "options": [["size", 5]], "seats": people()}), "bad-message"),
        (json!({"game": "quoridor", "options": {"size": true}, "seats": people()}), "bad-message"),
        (json!("x"), "bad-message"),
    ] {
        let (status, answer) = server.post("/api/games", &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body} {answer}");
        assert!(answer["error"]["code"].as_str().is_some_and(|found| found.starts_with(code)), "{body} {answer}");
        assert!(answer["error"]["text"].as_str().is_some_and(|text| text.len() > 10));
    }
    let metrics = text(&server.get("/metrics").await.1);
    assert!(metrics.contains("agon_games_created_total 0"), "nothing was made");
    server.stop().await;
}

#[tokio::test]
async fn malformed_bodies_are_refused() {
    let server = TestServer::start(config());
    let post = |kind: Option<&'static str>, body: Body| {
        let mut request = Request::post("/api/games");
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        request.body(body).expect("a request")
    };
    let deep = format!("{{\"game\":{}1{}}}", "[".repeat(2000), "]".repeat(2000));
    let good = json!({"game": "domineering", "seats": people()}).to_string();
    let long = format!("{{\"game\":\"{}\"}}", "x".repeat(5000));
    let twice = r#"{"game":"domineering","game":"domineering"}"#;
    let form = "application/x-www-form-urlencoded";
    for (request, status) in [
        (post(None, Body::from(good.clone())), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (post(Some("text/plain"), Body::from(good.clone())), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (post(Some(form), Body::from("game=domineering")), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (post(Some("application/json"), Body::from("")), StatusCode::BAD_REQUEST),
        (post(Some("application/json"), Body::from("{")), StatusCode::BAD_REQUEST),
        (post(Some("application/json"), Body::from(vec![0xff, 0xfe])), StatusCode::BAD_REQUEST),
        (post(Some("application/json"), Body::from(deep)), StatusCode::BAD_REQUEST),
        (post(Some("application/json"), Body::from(twice)), StatusCode::BAD_REQUEST),
        (post(Some("application/json"), Body::from(long)), StatusCode::PAYLOAD_TOO_LARGE),
        (post(Some("application/json; charset=utf-8"), Body::from(good)), StatusCode::CREATED),
    ] {
        let (found, _, body) = server.request(request).await;
        assert_eq!(found, status, "{body}");
    }
    server.stop().await;
}

#[tokio::test]
async fn seats_are_taken_once_and_invitations_need_their_key() {
    let server = TestServer::start(config());
    let made = server.create(json!({"game": "domineering", "seats": people()})).await;
    let join = format!("/api/games/{}/join", text(&made["id"]));
    let (status, first) = server.post(&join, &json!({})).await;
    assert_eq!((status, first["seat"].as_str()), (StatusCode::OK, Some("p2")));
    let (status, second) = server.post(&join, &json!({})).await;
    assert_eq!((status, second["error"]["code"].as_str()), (StatusCode::CONFLICT, Some("seat-taken")));

    let seats = json!({"p1": {"kind": "invite"}, "p2": {"kind": "human"}});
    let made = server.create(json!({"game": "domineering", "seats": seats})).await;
    let join = format!("/api/games/{}/join", text(&made["id"]));
    for wrong in [json!({}), json!({"key": "x"}), json!({"key": made["tokens"]["p2"]})] {
        assert_eq!(server.post(&join, &wrong).await.0, StatusCode::FORBIDDEN, "{wrong}");
    }
    let key = json!({"key": made["invites"]["p1"]});
    let other_seat = json!({"seat": "p2", "key": made["invites"]["p1"]});
    // A key opens its own seat, once.
    for (body, status) in [(&other_seat, StatusCode::CONFLICT), (&key, StatusCode::OK), (&key, StatusCode::CONFLICT)] {
        assert_eq!(server.post(&join, body).await.0, status, "{body}");
    }
    server.stop().await;
}

#[tokio::test]
async fn unknown_games_are_not_found_and_leave_nothing_behind() {
    let server = TestServer::start(config());
    let unknown = agon_server::GameId::random().to_string();
    for id in [unknown.as_str(), "x", "%00", "..", "AAAA", "%2e%2e%2f"] {
        for path in ["", "/record", "/plies/0", "/live"] {
            let (status, answer) = server.get(&format!("/api/games/{id}{path}")).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{id}{path} {answer}");
        }
        let (status, _) = server.post(&format!("/api/games/{id}/join"), &json!({})).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    let metrics = text(&server.get("/metrics").await.1);
    assert!(metrics.contains("agon_appends_total 0") && metrics.contains("agon_rooms 0"), "{metrics}");
    server.stop().await;
}

#[tokio::test]
async fn every_response_of_every_route_has_the_headers() {
    let server = TestServer::start(Config { hsts: true, ..config() });
    let made = server.create(json!({"game": "domineering", "seats": people()})).await;
    let id = text(&made["id"]);
    let fill = |path: &str| {
        path.replace("{id}", &id).replace("{n}", "0").replace("{lang}", "en").replace("{game}", "domineering")
    };
    let more = [("GET", "/"), ("GET", "/g/x"), ("GET", "/nothing"), ("DELETE", "/api/games"), ("GET", "/a/x/y.js")];
    for (method, path) in ROUTES.iter().chain(&more) {
        let request = Request::builder()
            .method(Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method"))
            .uri(fill(path))
            .body(Body::empty())
            .expect("a request");
        let (status, headers, _) = server.request(request).await;
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("missing");
        assert_eq!(header("content-security-policy"), POLICY, "{method} {path} {status}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(header("x-frame-options"), "DENY");
        assert!(header("strict-transport-security").starts_with("max-age="));
        assert_ne!(header("cache-control"), "missing");
        assert!(headers.get("set-cookie").is_none());
        assert!(status != StatusCode::INTERNAL_SERVER_ERROR, "{path}");
    }
    assert!(!POLICY.contains("unsafe"));
    // Scripts and styles are not pages: they carry the headers that matter for them, and few others.
    let (_, _, page) = server.request(get("/")).await;
    for path in page.split('"').filter(|part| part.starts_with("/a/")) {
        let (status, headers, _) = server.request(get(path)).await;
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("missing");
        assert_eq!((status, header("x-content-type-options")), (StatusCode::OK, "nosniff"), "{path}");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert!(header("strict-transport-security").starts_with("max-age="));
        assert!(header("cache-control").ends_with("immutable"), "{path}");
        assert!(headers.len() <= 8, "{headers:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn options_may_be_given_beside_the_spec() {
    let server = TestServer::start(config());
    for (game, options, spec) in [
        ("quoridor", json!({"size": 5}), "quoridor:size=5"),
        ("quoridor:walls=3", json!({"size": "5"}), "quoridor:size=5,walls=3"),
        ("quoridor", json!({}), "quoridor"),
        ("quoridor", Value::Null, "quoridor"),
    ] {
        let made = server.create(json!({"game": game, "options": options, "seats": people()})).await;
        let (_, state) = server.get(&format!("/api/games/{}", text(&made["id"]))).await;
        assert_eq!(state["spec"], spec);
    }
    server.stop().await;
}

#[tokio::test]
async fn malformed_addresses_are_refused_in_json() {
    let server = TestServer::start(config());
    for path in [
        "/api/games/%ff",
        "/api/games/%ff/record",
        "/api/games/%ff/plies/1",
        "/api/games/%ff/analysis",
        "/api/games/%ff/live",
        "/api/rules/%ff",
        "/api/i18n/%ff",
        "/api/arenas/%ff",
        "/api/arenas/a/%ff/games",
        "/api/rules/quoridor?lang=el&lang=en",
        "/a/x/%ff",
    ] {
        let (status, headers, body) = server.request(get(path)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {body}");
        assert_eq!(headers[header::CONTENT_TYPE], "application/json", "{path}");
        let error = serde_json::from_str::<Value>(&body).expect("JSON")["error"].clone();
        assert_eq!(error["code"], "bad-message", "{path}: {error}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_tag_of_a_record_is_reported_with_its_position() {
    let server = TestServer::start(config());
    let game = |game: &str, result: &str| format!("[Agon \"1\"]\n[Game \"{game}\"]\n[Result \"{result}\"]\n\na1\n");
    let small = "domineering:rows=2,cols=2";
    for (record, line) in [
        (game("chess", "*"), "2"),
        (game("domineering:rows=99", "*"), "2"),
        (game(small, "white"), "3"),
        (game(small, "p2 1"), "3"),
    ] {
        let (status, answer) = server.post("/api/import", &json!({"record": record, "seats": people()})).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
        let (_, verdict) = server.post("/api/verify", &json!({"record": record})).await;
        for error in [&answer["error"], &verdict["faults"][0]] {
            assert_eq!(error["code"], "record-wrong", "{error}");
            assert_eq!((&error["args"]["line"], &error["args"]["column"]), (&json!(line), &json!("1")), "{error}");
        }
    }
    let record = game(small, "*").replace("a1\n", &"a1 ".repeat(4001));
    let (_, answer) = server.post("/api/import", &json!({"record": record, "seats": people()})).await;
    assert_eq!(answer["error"]["args"]["line"], "5", "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn tokens_open_their_own_game_only() {
    let server = TestServer::start(config());
    let made = server.create(json!({"game": "domineering", "seats": people()})).await;
    let other = server.create(json!({"game": "domineering", "seats": people()})).await;
    let id = text(&made["id"]);
    let ask = |token: Option<String>| {
        let mut request = Request::get(format!("/api/games/{id}"));
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        server.request(request.body(Body::empty()).expect("a request"))
    };
    for (token, you) in [(None, json!([])), (Some(format!("Bearer {}", text(&made["tokens"]["p1"]))), json!(["p1"]))] {
        let (status, _, body) = ask(token).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(serde_json::from_str::<Value>(&body).expect("JSON")["you"], you);
    }
    for wrong in [
        format!("Bearer {}", text(&other["tokens"]["p1"])),
        "Bearer ".to_owned(),
        "Bearer AAAAAAAAAAAAAAAAAAAAAA".to_owned(),
        format!("Basic {}", text(&made["tokens"]["p1"])),
    ] {
        assert_eq!(ask(Some(wrong.clone())).await.0, StatusCode::UNAUTHORIZED, "{wrong}");
    }
    server.stop().await;
}

#[tokio::test]
async fn posts_from_other_sites_are_refused() {
    let server = TestServer::start(config());
    let body = json!({"game": "domineering", "seats": people()}).to_string();
    for (name, value, status) in [
        ("origin", "http://evil.example", StatusCode::FORBIDDEN),
        ("origin", "null", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "cross-site", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "same-site", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "same-origin", StatusCode::CREATED),
        ("origin", "http://localhost:8080", StatusCode::CREATED),
    ] {
        let request = Request::post("/api/games")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::HOST, "localhost:8080")
            .header(name, value)
            .body(Body::from(body.clone()))
            .expect("a request");
        assert_eq!(server.request(request).await.0, status, "{name}: {value}");
    }
    server.stop().await;
}

#[tokio::test]
async fn paths_reach_nothing_but_existing_files_and_pages() {
    let server = TestServer::start(config());
    for path in [
        "/a/x/../../Cargo.toml",
        "/a/x/..%2f..%2fCargo.toml",
        "/a/x/%2e%2e/%2e%2e/etc/passwd",
        "/a/x//etc/passwd",
        "/a/x/%00",
        "/a/x/..\\..\\Cargo.toml".replace('\\', "%5c").as_str(),
        "/../etc/passwd",
        "/.git/config",
        "/api",
        "/api/",
        "/api/games/",
        "/index.html",
    ] {
        let (status, _) = server.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/", "/g/anything", "/lobby", "/rules", "/rules/portes", "/verify", "/settings", "/about"] {
        server.get_ok(path).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn an_unknown_address_is_a_page_for_browsers_and_a_fault_for_programs() {
    let server = TestServer::start(config());
    let ask = |method: &str, accept: &str| {
        Request::builder()
            .method(method)
            .uri("/no/such/page")
            .header(header::ACCEPT, accept)
            .body(Body::empty())
            .expect("a request")
    };
    let kind = |headers: &HeaderMap| headers[header::CONTENT_TYPE].to_str().unwrap_or_default().to_owned();
    let (status, headers, page) = server.request(ask("GET", "text/html,application/xhtml+xml,*/*;q=0.8")).await;
    assert_eq!((status, kind(&headers).as_str()), (StatusCode::NOT_FOUND, "text/html; charset=utf-8"));
    assert!(page.contains("<div id=\"app\" "), "{page}");
    for (method, accept) in [("GET", "application/json"), ("GET", "*/*"), ("POST", "text/html")] {
        let (status, headers, _) = server.request(ask(method, accept)).await;
        assert_eq!((status, kind(&headers).as_str()), (StatusCode::NOT_FOUND, "application/json"), "{method} {accept}");
    }
    server.stop().await;
}

#[tokio::test]
async fn too_many_requests_are_refused_with_a_retry_time() {
    let limits = ServerLimits {
        requests: RateLimit::new(20.0, 0.01),
        creates: RateLimit::new(2.0, 0.01),
        imports: RateLimit::new(1.0, 0.01),
        ..ServerLimits::default()
    };
    let server = TestServer::start(Config { limits, ..config() });
    let body = json!({"game": "domineering", "seats": people()});
    for status in [StatusCode::CREATED, StatusCode::CREATED, StatusCode::TOO_MANY_REQUESTS] {
        assert_eq!(server.post("/api/games", &body).await.0, status);
    }
    // A forged address makes no difference.
    let request = Request::post("/api/games")
        .header(header::CONTENT_TYPE, "application/json")
        .header("x-forwarded-for", "9.9.9.9")
        .body(Body::from(body.to_string()))
        .expect("a request");
    let (status, headers, _) = server.request(request).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(headers.contains_key(header::RETRY_AFTER));
    let mut last = StatusCode::OK;
    for _ in 0..30 {
        last = server.get("/api/lobby").await.0;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(server.get("/health").await.0, StatusCode::OK, "operators are never refused");
    server.stop().await;
}

#[tokio::test]
async fn records_come_in_and_go_out() {
    let server = TestServer::start(config());
    let record = "[Agon \"1\"]\n[Game \"domineering:rows=4,cols=4\"]\n[Result \"*\"]\n\na1 c1 a3";
    let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "human"}});
    let made = server.import(record, &seats).await;
    let id = text(&made["id"]);
    let (_, state) = server.get(&format!("/api/games/{id}")).await;
    assert_eq!((&state["words"], state["turn"].as_str()), (&json!(["a1", "c1", "a3"]), Some("p2")));
    assert_eq!(state["by"], json!(["p1", "p2", "p1"]));
    let (_, out) = server.get(&format!("/api/games/{id}/record")).await;
    assert!(text(&out).contains("a1 c1 a3"), "{out}");
    let (_, out) = server.get(&format!("/api/games/{id}/record?format=json")).await;
    assert_eq!(out["words"][2]["word"], "a3");

    let finished = record.replace("[Result \"*\"]", "[Result \"p2 1\"]\n[Termination \"resign\"]");
    let made = server.import(&finished, &seats).await;
    let (_, state) = server.get(&format!("/api/games/{}", text(&made["id"]))).await;
    assert_eq!(state["result"], json!({"winner": "p2", "points": 1, "reason": "record"}));
    let (_, out) = server.get(&format!("/api/games/{}/record", text(&made["id"]))).await;
    assert!(text(&out).contains("p2 1"), "{out}");

    for (wrong, part) in [
        (record.replace("a3", "a1"), "ply 3"),
        (record.replace("domineering", "chess"), "chess"),
        (String::new(), "empty"),
        ("[Agon \"1\"".to_owned(), "must end"),
    ] {
        let (status, answer) = server.post("/api/import", &json!({"record": wrong, "seats": seats})).await;
        assert_eq!((status, answer["error"]["code"].as_str()), (StatusCode::BAD_REQUEST, Some("record-wrong")));
        assert!(answer["error"]["text"].as_str().is_some_and(|text| text.contains(part)), "{answer}");
    }
    let (_, report) = server.post("/api/verify", &json!({"record": record.replace("a3", "a1")})).await;
    assert_eq!((&report["legal"], report["faults"].as_array().map(Vec::len)), (&json!(false), Some(1)));
    server.stop().await;
}

#[tokio::test]
async fn a_position_is_previewed_or_refused() {
    let server = TestServer::start(config());
    let (status, answer) =
        server.post("/api/preview", &json!({"game": "domineering", "position": "8/8/8/8/8/8/8/8 v"})).await;
    assert_eq!((status, answer["turn"].as_str()), (StatusCode::OK, Some("p1")));
    assert_eq!(answer["board"]["rows"], 8);
    let wrong = json!({"game": "domineering", "position": "9/9"});
    assert_eq!(server.post("/api/preview", &wrong).await.0, StatusCode::BAD_REQUEST);
    server.stop().await;
}

#[tokio::test]
async fn a_record_is_previewed_with_the_players_it_names() {
    let server = TestServer::start(config());
    let record = |p1: &str, p2: &str, result: &str| {
        let tags = format!("[P1 \"{p1}\"]\n[P2 \"{p2}\"]\n[Result \"{result}\"]\n[Termination \"resign\"]");
        json!({"record": format!("[Agon \"1\"]\n[Game \"domineering:rows=4,cols=4\"]\n{tags}\n\na1 c1 a3")})
    };
    let (status, shown) = server.post("/api/preview", &record("Ada", "level:3", "*")).await;
    assert_eq!((status, shown["turn"].as_str()), (StatusCode::OK, Some("p2")), "{shown}");
    assert_eq!((shown["record"]["words"].as_u64(), &shown["result"]), (Some(3), &Value::Null));
    let seats = &shown["record"]["seats"];
    assert_eq!(seats["p1"], json!({"kind": "human", "name": "Ada"}));
    assert_eq!((seats["p2"]["kind"].as_str(), seats["p2"]["level"].as_u64()), (Some("bot"), Some(3)));
    // The seats can be sent back as they are, also those of a bot with limits.
    let limited = record("bot:minimax@depth=2,movetime=30", "bot:hal", "*");
    let (_, shown) = server.post("/api/preview", &limited).await;
    let made = server.import(limited["record"].as_str().expect("a text"), &shown["record"]["seats"]).await;
    let state = server.get_ok(&format!("/api/games/{}", text(&made["id"]))).await;
    let bot = &state["seats"]["p1"];
    assert_eq!(
        (bot["bot"].as_str(), bot["depth"].as_u64(), bot["movetime_ms"].as_u64()),
        (Some("minimax"), Some(2), Some(30))
    );
    assert_eq!(state["seats"]["p2"]["name"], "bot:hal", "an unknown bot is a name");
    let (_, out) = server.get(&format!("/api/games/{}/record", text(&made["id"]))).await;
    assert!(text(&out).contains("bot:minimax@depth=2,movetime=30"), "{out}");
    // The names of players are read as everywhere; a level keeps its own limits.
    let (_, shown) = server.post("/api/preview", &record("level:5@depth=3", "Bot:Random@depth=3", "*")).await;
    let [p1, p2] = ["p1", "p2"].map(|seat| shown["record"]["seats"][seat].clone());
    assert_eq!(p1, json!({"kind": "bot", "level": 5, "bot": null}));
    assert_eq!(p2, json!({"kind": "bot", "level": null, "bot": "random"}));
    let (_, shown) = server.post("/api/preview", &record("Ada", "Bo", "p2 1")).await;
    assert_eq!(shown["result"], json!({"winner": "p2", "points": 1, "reason": "record"}));
    let (status, answer) = server.post("/api/preview", &json!({"record": "[Agon"})).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (StatusCode::BAD_REQUEST, Some("record-wrong")));
    server.stop().await;
}

#[tokio::test]
async fn unchanged_responses_are_not_sent_again() {
    let server = TestServer::start(config());
    for path in ["/", "/api/catalogue", "/api/i18n/en", "/api/lobby", "/api/openapi.json"] {
        let (_, headers, _) = server.request(get(path)).await;
        let tag = headers.get(header::ETAG).expect("a tag").clone();
        let request = Request::get(path).header(header::IF_NONE_MATCH, tag).body(Body::empty()).expect("a request");
        let (status, _, body) = server.request(request).await;
        assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_stopping_server_is_not_ready_but_healthy() {
    let server = TestServer::start(config());
    assert_eq!(server.get("/ready").await.0, StatusCode::OK);
    server.app.stop();
    assert_eq!(server.get("/ready").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(server.get("/health").await.0, StatusCode::OK);
    tokio::time::sleep(Duration::ZERO).await;
    server.stop().await;
}
