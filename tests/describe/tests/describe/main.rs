//! The generated files and the description itself.

use std::collections::BTreeSet;

use agon_describe::{FILES, openapi};
use serde_json::Value;

#[test]
fn generated_files_are_fresh() {
    for file in FILES {
        let found = std::fs::read_to_string(file.path()).unwrap_or_default();
        assert!(found == (file.content)(), "{} is out of date: run cargo xtask generate", file.name);
    }
}

/// All references in a JSON value.
fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(entries) => {
            found.extend(entries.get("$ref").and_then(Value::as_str));
            entries.values().for_each(|entry| references(entry, found));
        }
        Value::Array(entries) => entries.iter().for_each(|entry| references(entry, found)),
        _ => {}
    }
}

#[test]
fn every_component_is_used_and_every_reference_leads_to_one() {
    let description: Value = serde_json::from_str(&openapi()).expect("JSON");
    let mut found = BTreeSet::new();
    references(&description, &mut found);
    // The messages of the socket, which no operation refers to.
    found.extend(["#/components/schemas/ClientMessage", "#/components/schemas/ServerMessage"]);
    let components = ["schemas", "responses"].into_iter().flat_map(|kind| {
        let names = description["components"][kind].as_object().expect("components").keys();
        names.map(move |name| format!("#/components/{kind}/{name}"))
    });
    assert_eq!(found.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), components.collect());
}
