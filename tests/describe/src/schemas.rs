use agon_wire::{ClientMessage, ErrorBody, ServerMessage};
use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::operations::operations;

/// Where the schemas stand in the description.
pub(crate) const PLACE: &str = "/components/schemas";

/// Collects the schemas of types and of what these consist of.
///
/// What clients send and what the server sends differ in what may be missing: clients may leave out what has a
/// default, the server never does.
pub(crate) struct Schemas {
    sent: SchemaGenerator,
    received: SchemaGenerator,
}

/// Adds the schema of a type and returns a reference to it.
pub(crate) type SchemaOf = fn(&mut Schemas) -> Schema;

impl Schemas {
    pub(crate) fn new() -> Self {
        let settings = |contract| {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = PLACE.into();
                settings.contract = contract;
            })
        };
        Self {
            sent: settings(Contract::Serialize).with_transform(LeftOut).into_generator(),
            received: settings(Contract::Deserialize).into_generator(),
        }
    }

    /// A type that the server sends.
    pub(crate) fn sent<T: JsonSchema>(&mut self) -> Schema {
        self.sent.subschema_for::<T>()
    }

    /// A type that clients send.
    pub(crate) fn received<T: JsonSchema>(&mut self) -> Schema {
        self.received.subschema_for::<T>()
    }

    /// The schemas by name. Of a type used in both directions, the one for requests is kept: it allows more.
    pub(crate) fn into_components(mut self) -> Map<String, Value> {
        self.sent::<ErrorBody>();
        self.sent::<ServerMessage<'_>>();
        self.received::<ClientMessage>();
        let mut all = self.sent.take_definitions(true);
        all.extend(self.received.take_definitions(true));
        all.sort_keys();
        all
    }
}

/// What the server may leave out is left out instead of being `null`.
#[derive(Clone, Debug)]
struct LeftOut;

impl Transform for LeftOut {
    fn transform(&mut self, schema: &mut Schema) {
        let required = schema.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|one| one == name));
        if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            let optional = fields.iter_mut().filter(|(name, _)| !is_required(name));
            optional.filter_map(|(_, field)| field.as_object_mut()).for_each(without_null);
        }
        transform_subschemas(self, schema);
    }
}

/// Removes `null` from the types and alternatives of a schema. A single one is the schema itself.
fn without_null(schema: &mut Map<String, Value>) {
    for key in ["type", "anyOf"] {
        let Some(kinds) = schema.get_mut(key).and_then(Value::as_array_mut) else { continue };
        kinds.retain(|kind| *kind != "null" && kind["type"] != "null");
        if let [only] = &kinds[..] {
            match only.clone() {
                Value::Object(only) => {
                    schema.remove(key);
                    schema.extend(only);
                }
                only => schema[key] = only,
            }
        }
    }
}

/// All schemas of the interface by name.
pub(crate) fn components() -> Map<String, Value> {
    let mut schemas = Schemas::new();
    for operation in operations() {
        operation.schemas().for_each(|schema| drop(schema(&mut schemas)));
    }
    schemas.into_components()
}
