//! The description of the API. Every answer and message of all tests is compared with it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::http::{HeaderMap, Method, StatusCode, header};
use jsonschema::Validator;
use serde_json::{Value, json};

use super::common::{TestServer, config, text};
use agon_server::ROUTES;

static DESCRIPTION: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../src/http/openapi.json")).expect("JSON"));

/// The validator of a schema of the description.
fn validator(schema: &Value) -> Arc<Validator> {
    static ALL: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let found = all.entry(schema.to_string()).or_insert_with(|| {
        let mut whole = schema.clone();
        whole["components"] = DESCRIPTION["components"].clone();
        Arc::new(jsonschema::draft202012::new(&whole).expect("a valid schema"))
    });
    Arc::clone(found)
}

fn check(schema: &Value, value: &Value) {
    let faults: Vec<String> =
        validator(schema).iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(faults.is_empty(), "{value} is not {schema}: {faults:#?}");
}

/// The operation of a request, if the description has it.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or(path);
    let fits = |template: &str| {
        let (mut known, mut given) = (template.split('/'), path.split('/'));
        known.by_ref().zip(given.by_ref()).all(|(known, given)| known == given || known.starts_with('{'))
            && template.split('/').count() == path.split('/').count()
    };
    let (_, methods) = DESCRIPTION["paths"].as_object()?.iter().find(|(template, _)| fits(template))?;
    methods.get(method.as_str().to_lowercase())
}

/// Fails if an answer is not as the description says.
pub(super) fn check_answer(method: &Method, path: &str, status: StatusCode, headers: &HeaderMap, body: &str) {
    let Some(operation) = operation(method, path) else { return };
    let mut response = &operation["responses"][status.as_str()];
    assert!(response.is_object(), "{method} {path}: status {status} is not described: {body}");
    if let Some(name) = response["$ref"].as_str() {
        response = DESCRIPTION.pointer(&name[1..]).expect("a component");
    }
    for (name, _) in response["headers"].as_object().into_iter().flatten() {
        assert!(headers.contains_key(name), "{method} {path}: {status} has no header {name}");
    }
    let Some(content) = response["content"].as_object() else { return };
    let media_type = headers[header::CONTENT_TYPE].to_str().expect("a media type").split(';').next();
    let described = media_type.and_then(|media_type| content.get(media_type));
    let described = described.unwrap_or_else(|| panic!("{method} {path}: {media_type:?} is not described"));
    if media_type == Some("application/json") {
        check(&described["schema"], &serde_json::from_str(body).expect("JSON"));
    }
}

/// Fails if a body was accepted that is not as the description says.
pub(super) fn check_body(path: &str, status: StatusCode, body: &Value) {
    let body_of = |operation: &'static Value| operation.pointer("/requestBody/content/application~1json/schema");
    if let (true, Some(schema)) = (status.is_success(), operation(&Method::POST, path).and_then(body_of)) {
        check(schema, body);
    }
}

/// Fails if a message of the server is not as the description says.
pub(super) fn check_message(message: &Value) {
    // Its own schema tells more about a mistake than that of all messages.
    let kinds = DESCRIPTION["components"]["schemas"]["ServerMessage"]["oneOf"].as_array().expect("kinds");
    let kind = kinds.iter().find(|kind| kind["properties"]["t"]["const"] == message["t"]);
    check(kind.unwrap_or_else(|| panic!("{message} is not described")), message);
}

#[test]
fn the_description_has_exactly_the_routes() {
    let described = DESCRIPTION["paths"].as_object().expect("paths").iter().flat_map(|(path, methods)| {
        methods.as_object().expect("methods").keys().map(move |method| (method.as_str(), path.as_str()))
    });
    assert_eq!(described.collect::<Vec<_>>(), ROUTES);
}

#[tokio::test]
async fn the_limits_of_the_description_are_enforced() {
    let server = TestServer::start(config());
    let human = json!({"kind": "human"});
    let body = |field: &str, value: i64| {
        let mut body = json!({"game": "domineering", "seats": {"p1": human, "p2": human}});
        match field {
            "initial_ms" => body["clock"] = json!({"initial_ms": value}),
            "increment_ms" => body["clock"] = json!({"initial_ms": 10_000, "increment_ms": value}),
            "level" => body["seats"]["p2"] = json!({"kind": "bot", "level": value}),
            field => body[field] = value.into(),
        }
        body
    };
    for (field, place) in [
        ("initial_ms", "ClockSetup/properties"),
        ("increment_ms", "ClockSetup/properties"),
        ("level", "SeatRequest/oneOf/3/properties"),
        ("pace_ms", "CreateRequest/properties"),
    ] {
        let schema = DESCRIPTION.pointer(&format!("/components/schemas/{place}/{field}")).expect("a schema");
        let [low, high] = ["minimum", "maximum"].map(|end| schema[end].as_i64().expect("a number"));
        for value in [low, high] {
            assert_eq!(server.post("/api/games", &body(field, value)).await.0, StatusCode::CREATED, "{field} {value}");
        }
        for value in [low - 1, high + 1] {
            let (status, answer) = server.post("/api/games", &body(field, value)).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{field} {value}: {answer}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn names_are_cut_as_the_description_says() {
    let server = TestServer::start(config());
    let name = &DESCRIPTION["components"]["schemas"]["SeatRequest"]["oneOf"][0]["properties"]["name"];
    assert!(name.get("maxLength").is_none(), "a long name is not refused: {name}");
    assert!(text(&name["description"]).contains("first 24 characters"), "{name}");
    let seats = json!({"p1": {"kind": "human", "name": "x".repeat(200)}, "p2": {"kind": "open"}});
    let id = text(&server.create(json!({"game": "domineering", "seats": seats})).await["id"]);
    let (_, state) = server.get(&format!("/api/games/{id}")).await;
    assert_eq!(state["seats"]["p1"]["name"], "x".repeat(24));
    server.stop().await;
}
