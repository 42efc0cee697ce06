use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A value that must be sent as a JSON object. Serde alone would also accept an array of the fields' values,
/// whose meaning would change whenever a field is added.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ObjectOnly<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ObjectOnly<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with named fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
    enum Seat {
        Human { name: String },
    }

    #[derive(Debug, Deserialize)]
    struct Table {
        seat: ObjectOnly<Seat>,
    }

    #[test]
    fn objects_are_taken_and_lists_refused() {
        let read = |text| serde_json::from_str::<ObjectOnly<Table>>(text).map_err(|error| error.to_string());
        let ObjectOnly(Table { seat: ObjectOnly(Seat::Human { name }) }) =
            read(r#"{"seat": {"kind": "human", "name": "Ada"}}"#).expect("an object");
        assert_eq!(name, "Ada");
        for text in [r#"[{"kind": "human", "name": "Ada"}]"#, r#"{"seat": ["human", "Ada"]}"#] {
            let error = read(text).expect_err("a list");
            assert!(error.starts_with("invalid type: sequence, expected an object with named fields"), "{error}");
        }
        assert!(read("{").is_err() && read("{}").is_err() && read("7").is_err());
    }
}
