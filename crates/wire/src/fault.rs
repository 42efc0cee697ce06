use std::borrow::Cow;

use agon_core::{Fault, PathView};
use serde::{Deserialize, Serialize};

use crate::Entries;

/// What is wrong with a request or message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Fault"))]
pub struct FaultBody {
    /// Stable; the catalogue of each language has its sentence for players under `fault.CODE`.
    pub code: Cow<'static, str>,
    /// The English text for programs.
    pub text: String,
    /// The details, by the names of the placeholders in the texts.
    pub args: Entries<String>,
    /// The paths that a refused wall would close, if it is refused for that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<PathView>,
}

impl From<&Fault> for FaultBody {
    fn from(fault: &Fault) -> Self {
        let args = fault.args.iter().map(|(name, value)| (*name, value.clone())).collect();
        Self { code: fault.kind.code.into(), text: fault.to_string(), args, paths: fault.paths.clone() }
    }
}

/// The body of every response that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// What is wrong.
    pub error: FaultBody,
}
