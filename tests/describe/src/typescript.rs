use serde_json::{Map, Value};

use crate::operations::{Operation, operations};
use crate::schemas::{SchemaOf, Schemas, components};

const HEAD: &str = "// Written by `cargo xtask generate` from the types of crates/wire; for the type check only.\n";

/// The types of all messages and bodies in TypeScript.
pub fn types() -> String {
    let types = components().into_iter().map(|(name, schema)| declaration(&name, &schema));
    let answer = |operation: &Operation| operation.content.iter().find_map(|(_, schema)| *schema);
    let body = |operation: &Operation| operation.body.as_ref().map(|body| body.schema);
    let by_path = [
        by_path("GetAnswers", "What GET requests are answered", "get", answer),
        by_path("PostAnswers", "What POST requests are answered", "post", answer),
        by_path("PostBodies", "What POST requests send", "post", body),
    ];
    std::iter::once(HEAD.to_owned()).chain(types).chain(by_path).collect::<Vec<_>>().join("\n")
}

/// The type of a schema with its name: an interface if it is an object, a line for each alternative if it has any.
fn declaration(name: &str, schema: &Value) -> String {
    let what = match (schema["properties"].as_object(), kinds(schema)) {
        (Some(properties), None) => format!("interface {name} {}", interface(properties, schema)),
        (None, Some(kinds)) => {
            let kinds: Vec<String> = kinds.iter().map(of).collect();
            format!("type {name} =\n    | {};", kinds.join("\n    | "))
        }
        _ => format!("type {name} = {};", of(schema)),
    };
    format!("{}export {what}\n", comment(schema, ""))
}

/// The JSON that the operations of a method answer or take, by path.
fn by_path(name: &str, meaning: &str, method: &str, json: impl Fn(&Operation) -> Option<SchemaOf>) -> String {
    let mut schemas = Schemas::new();
    let all = operations();
    let with_json =
        all.iter().filter(|operation| operation.method == method).filter_map(|one| Some((one.path, json(one)?)));
    let lines = with_json.map(|(path, schema)| format!("    {path:?}: {};\n", of(schema(&mut schemas).as_value())));
    format!("/** {meaning}, by path. */\nexport interface {name} {{\n{}}}\n", lines.collect::<Vec<_>>().concat())
}

/// The description of a schema as a comment.
fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema["description"].as_str() else { return String::new() };
    let text = text.replace("[`", "`").replace("`]", "`").replace('\n', " ");
    format!("{indent}/** {text} */\n")
}

/// The alternatives of a schema, if it has any.
fn kinds(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array().or(schema["anyOf"].as_array())
}

/// The type of a schema. What has several parts, such as alternatives and fields of its own, is all of them at once.
fn of(schema: &Value) -> String {
    let mut parts = Vec::new();
    if let Some(kinds) = kinds(schema) {
        parts.push(union(kinds.iter().map(of)));
    }
    if let Some(reference) = schema["$ref"].as_str() {
        parts.push(reference.rsplit('/').next().unwrap_or_default().to_owned());
    }
    if let Some(values) = schema["enum"].as_array() {
        parts.push(union(values.iter().map(Value::to_string)));
    } else if let Some(value) = schema.get("const") {
        parts.push(value.to_string());
    } else if parts.is_empty() || schema.get("properties").is_some() {
        let names = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
        parts.push(union(names.iter().map(|name| basic(name, schema))));
    }
    if let [part] = &parts[..] {
        return part.clone();
    }
    parts.iter().map(|part| in_brackets(part)).collect::<Vec<_>>().join(" & ")
}

fn union(kinds: impl Iterator<Item = String>) -> String {
    kinds.collect::<Vec<_>>().join(" | ")
}

/// A type as a part of another one. Too many brackets do no harm.
fn in_brackets(text: &str) -> String {
    if text.contains(" | ") { format!("({text})") } else { text.to_owned() }
}

/// What the `type` of a schema says.
fn basic(name: &Value, schema: &Value) -> String {
    match name.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => array(schema),
        Some("object") => match schema["properties"].as_object() {
            Some(properties) => {
                let fields = properties.iter().map(|property| field(property, schema));
                format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "))
            }
            None => format!("Record<string, {}>", of(&schema["additionalProperties"])),
        },
        Some(other) => other.to_owned(),
        None => "unknown".to_owned(),
    }
}

/// A list, or a tuple if its length is fixed.
fn array(schema: &Value) -> String {
    let items = match (schema["prefixItems"].as_array(), schema["minItems"].as_u64()) {
        (Some(items), _) => items.iter().map(of).collect(),
        (None, Some(len)) if schema["maxItems"] == len => vec![of(&schema["items"]); len as usize],
        _ => return format!("{}[]", in_brackets(&of(&schema["items"]))),
    };
    format!("[{}]", items.join(", "))
}

fn field((name, schema): (&String, &Value), object: &Value) -> String {
    let is_required = object["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
    format!("{name}{}: {}", if is_required { "" } else { "?" }, of(schema))
}

/// The fields of an object, with their comments.
fn interface(properties: &Map<String, Value>, object: &Value) -> String {
    let fields =
        properties.iter().map(|property| format!("{}    {};\n", comment(property.1, "    "), field(property, object)));
    format!("{{\n{}}}", fields.collect::<Vec<_>>().concat())
}
