use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// A part of a message: a value, or its JSON if that is written already because several messages share it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Written<'a, T> {
    /// A value; what clients read.
    Value(T),
    /// Its JSON.
    #[serde(skip_deserializing)]
    Json(Cow<'a, RawValue>),
}

impl<T> Written<'_, T> {
    /// Writes a value to share its JSON.
    pub fn json(value: &T) -> Box<RawValue>
    where
        T: Serialize,
    {
        // Our types can always be written; `null` keeps a message valid all the same.
        to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }
}

impl<'a, T> From<&'a RawValue> for Written<'a, T> {
    fn from(json: &'a RawValue) -> Self {
        Self::Json(Cow::Borrowed(json))
    }
}
