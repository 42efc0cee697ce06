use serde_json::{Map, Value, json};

use crate::operations::{Operation, operations};
use crate::schemas::{Schemas, components};

/// The failures by status: the name of the component, and what the status means.
const FAILURES: &[(u16, &str, &str)] = &[
    (400, "BadRequest", "A body or parameter cannot be read, or what it asks for is not possible."),
    (401, "UnknownToken", "The token grants no seat of this game."),
    (403, "Forbidden", "The request comes from another site, or lacks the key of an invitation."),
    (404, "NotFound", "There is nothing at this address."),
    (408, "TooSlow", "The body did not arrive in time."),
    (409, "Conflict", "Not possible now: the seat is taken, the game is over, or it has changed meanwhile."),
    (413, "TooLong", "The body is too long."),
    (415, "NotJson", "The body is not JSON."),
    (429, "TooManyRequests", "Too many requests from one address."),
    (503, "Unavailable", "The server is stopping, full or busy, or its database does not answer. Try again later."),
];

/// The `OpenAPI` description of the HTTP interface.
pub fn openapi() -> String {
    let mut paths = Map::new();
    for operation in operations() {
        let methods = paths.entry(operation.path).or_insert_with(|| json!({}));
        methods[operation.method] = described(&operation);
    }
    let responses = FAILURES.iter().map(|(status, name, meaning)| ((*name).to_owned(), failure(*status, meaning)));
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Agon",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Online play of classic two-player games",
            "description": "docs/api.md says what the fields mean and how the messages of the WebSocket follow each \
                other. Clients that want no boards get states without `board`, `last`, `paths`, `steps` and `ahead`.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": components(),
            "responses": responses.collect::<Map<_, _>>(),
            "securitySchemes": {
                "seat": { "type": "http", "scheme": "bearer", "description": "The token of a seat." },
            },
        },
    });
    // Links between types mean something in Rust only.
    in_lines(&document, 3).replace("[`", "`").replace("`]", "`") + "\n"
}

/// JSON with a line for each entry of objects down to a depth: one for each path and schema, which makes differences
/// readable and the file short.
fn in_lines(value: &Value, depth: usize) -> String {
    match value.as_object() {
        Some(entries) if depth > 0 => {
            let line = |(name, entry): (&String, &Value)| format!("{name:?}: {}", in_lines(entry, depth - 1));
            format!("{{\n{}\n}}", entries.iter().map(line).collect::<Vec<_>>().join(",\n"))
        }
        _ => value.to_string(),
    }
}

/// The response to a request that failed.
fn failure(status: u16, meaning: &str) -> Value {
    let schema = Schemas::new().sent::<agon_wire::ErrorBody>();
    let mut response = json!({ "description": meaning, "content": { "application/json": { "schema": schema } } });
    if status == 429 {
        response["headers"] = json!({
            "Retry-After": {
                "description": "After how many seconds to try again.",
                "schema": { "type": "integer", "minimum": 1 },
            },
        });
    }
    response
}

/// An operation as the description has it.
fn described(operation: &Operation) -> Value {
    let mut schemas = Schemas::new();
    let mut described = json!({ "operationId": operation.id(), "summary": operation.summary });
    let parameters = parameters(operation);
    if !parameters.is_empty() {
        described["parameters"] = parameters.into();
    }
    if let Some(body) = &operation.body {
        described["requestBody"] = json!({
            "description": format!("At most {} bytes.", body.max_len),
            "required": true,
            "content": { "application/json": { "schema": (body.schema)(&mut schemas) } },
        });
    }
    let mut responses = Map::new();
    responses.insert(operation.status.to_string(), success(operation, &mut schemas));
    if operation.is_tagged {
        responses.insert("304".to_owned(), json!({ "description": "The client has it already." }));
    }
    for status in operation.failures() {
        let known = FAILURES.iter().find(|(known, ..)| *known == status);
        let (_, name, _) = known.unwrap_or_else(|| panic!("status {status} has no meaning"));
        responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/{name}") }));
    }
    described["responses"] = responses.into();
    if operation.takes_token {
        described["security"] = json!([{}, { "seat": [] }]);
    }
    described
}

fn success(operation: &Operation, schemas: &mut Schemas) -> Value {
    let mut response = json!({ "description": operation.answer });
    for (media_type, schema) in &operation.content {
        let schema = schema.map_or_else(|| json!({ "type": "string" }), |schema| schema(schemas).to_value());
        response["content"][media_type] = json!({ "schema": schema });
    }
    if operation.is_tagged {
        response["headers"]["ETag"] = json!({ "schema": { "type": "string" } });
    }
    response
}

fn parameters(operation: &Operation) -> Vec<Value> {
    let parameter = |place: &str, name: &str, schema: Value| json!({ "name": name, "in": place, "required": place == "path", "schema": schema });
    let path = operation.path_parameters().map(|name| {
        let schema = match name {
            "id" => json!({ "type": "string", "pattern": "^[A-D][A-Za-z0-9_-]{21}$" }),
            "n" => json!({ "type": "integer", "minimum": 0 }),
            "number" => json!({ "type": "integer", "minimum": 1 }),
            _ => json!({ "type": "string" }),
        };
        parameter("path", name, schema)
    });
    let query = operation.query.iter().map(|(name, schema)| parameter("query", name, schema.clone()));
    let tag = operation.is_tagged.then(|| parameter("header", "If-None-Match", json!({ "type": "string" })));
    path.chain(query).chain(tag).collect()
}
