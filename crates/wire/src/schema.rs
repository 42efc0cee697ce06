//! Schemas that cannot be derived: those of the shapes of JSON, and limits that concern many fields.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::limits::MAX_ID_LEN;
use crate::{Entries, GameOptions, ObjectOnly, Written};

/// Types whose schema is that of another type.
macro_rules! like {
    ($(impl[$($generics:tt)*] $type:ty = $like:ty;)*) => {$(
        impl<$($generics)*> JsonSchema for $type {
            fn inline_schema() -> bool {
                <$like>::inline_schema()
            }

            fn schema_name() -> Cow<'static, str> {
                <$like>::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                <$like>::schema_id()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$like>::json_schema(generator)
            }
        }
    )*};
}

like! {
    impl[T: JsonSchema] Entries<T> = BTreeMap<String, T>;
    impl[T: JsonSchema] ObjectOnly<T> = T;
    impl[T: JsonSchema] Written<'_, T> = T;
    impl[] GameOptions = BTreeMap<String, TextOrNumber>;
}

/// The value of a game's option in a request.
struct TextOrNumber;

impl JsonSchema for TextOrNumber {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TextOrNumber".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer"] })
    }
}

/// Adds what an id of a command or query may consist of.
pub(crate) fn limit_ids(schema: &mut Schema) {
    if let Some(kinds) = schema.get_mut("oneOf").and_then(|kinds| kinds.as_array_mut()) {
        kinds.iter_mut().filter_map(|kind| kind.try_into().ok()).for_each(limit_ids);
    }
    let id = schema.get_mut("properties").and_then(|properties| properties.get_mut("id"));
    if let Some(id) = id.and_then(|id| id.as_object_mut()) {
        id.insert("pattern".to_owned(), format!("^[A-Za-z0-9_-]{{1,{MAX_ID_LEN}}}$").into());
    }
}
